"""What cross-validation measured, for people."""

from __future__ import annotations

from collections.abc import Iterator

from honbun.train.fit import Report


def lines(report: Report) -> Iterator[str]:
    """The figures as a Markdown table."""
    yield "| | mean page F1 |"
    yield "|---|--:|"
    yield f"| all {report.pages:,} pages | {report.f1:.3f} |"
    for kind, score in sorted(report.by_kind.items()):
        yield f"| {kind} | {score:.3f} |"
    yield f"| perfect labels of the same runs | {report.oracle:.3f} |"
    if report.kind_accuracy is not None:
        yield f"| kind of page told right | {report.kind_accuracy:.3f} |"
