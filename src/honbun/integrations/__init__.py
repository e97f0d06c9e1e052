"""honbun as a part of other programs: LangChain, LlamaIndex, Haystack, datatrove.

Each file knows one of them, and needs its package when it is imported: `from honbun.integrations.langchain import
HonbunLoader`. All of them read what `honbun extract` reads and give the same texts.
"""

from honbun.integrations.reading import Piece, pieces_of, read_pieces

__all__ = ["Piece", "pieces_of", "read_pieces"]
