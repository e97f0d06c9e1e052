"""Series made for tests: syllabus pages of one record each and result pages of many, with every record known."""

from examples.series.generate import GeneratedSeries, generate_results, generate_syllabuses, write_corpus

__all__ = ["GeneratedSeries", "generate_results", "generate_syllabuses", "write_corpus"]
