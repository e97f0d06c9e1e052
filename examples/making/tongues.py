"""Invented tongues: words nobody has used, as often as words are used."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product

# A word is drawn with two random bytes.
_TABLE = 1 << 16
_VOCABULARY = 8000

_ONSETS = "b d f g h k l m n r s t v br dr fl kr sk st tr".split()
_VOWELS = "a e o u ai".split()
_CODAS = ("", "", "l", "n", "r", "s")
_PARTICLES = "の を に は が と で も から まで する した ある いる この その".split()
_KANJI = (
    "山川海空風雨雪月星光森林花草鳥魚石土水火木金春夏秋冬朝夕夜"
    "道橋町村港島岬谷丘原野里岸波雲霧露霜虹音色香声歌詩絵文字本机窓戸庭"
)


@dataclass(frozen=True)
class Tongue:
    """A vocabulary in which each word stands as often as it is to be drawn, and how words are joined."""

    lang: str
    table: Sequence[str]
    space: str
    stop: str

    def prose(self, rng: random.Random, paragraphs: int) -> list[str]:
        """So many paragraphs of one to five sentences."""
        counts = [1 + byte % 5 for byte in rng.randbytes(paragraphs)]
        sentences = iter(self._phrases(rng, [4 + byte % 16 for byte in rng.randbytes(sum(counts))]))
        joint = self.stop + self.space
        return [joint.join(islice(sentences, count)) + self.stop for count in counts]

    def titles(self, rng: random.Random, number: int) -> list[str]:
        """So many phrases of three to eight words."""
        return self._phrases(rng, [3 + byte % 6 for byte in rng.randbytes(number)])

    def title(self, rng: random.Random) -> str:
        """One of them."""
        return self.titles(rng, 1)[0]

    def _phrases(self, rng: random.Random, lengths: list[int]) -> list[str]:
        """Phrases of these numbers of words. All words are drawn at once: this is where the time goes."""
        number = sum(lengths)
        drawn = struct.unpack(f"<{number}H", rng.randbytes(2 * number))
        words = map(self.table.__getitem__, drawn)
        return [self.space.join(islice(words, length)).capitalize() for length in lengths]


def latin_tongue(seed: int) -> Tongue:
    """A tongue in Latin letters; frequent words are short."""
    rng = random.Random(f"latin {seed}")
    syllables = ["".join(parts) for parts in product(_ONSETS, _VOWELS, _CODAS)]
    words: dict[str, None] = {}
    while len(words) < _VOCABULARY:
        length = 1 + (len(words) > 80) + (len(words) > 1500)
        words["".join(rng.choices(syllables, k=length))] = None
    return Tongue("x-latin", _table(list(words)), " ", ".")


def kana_tongue(seed: int) -> Tongue:
    """A tongue in Japanese script: particles first, then pairs of characters."""
    rng = random.Random(f"kana {seed}")
    pairs = ["".join(pair) for pair in product(_KANJI, repeat=2)]
    rng.shuffle(pairs)
    return Tongue("ja", _table([*_PARTICLES, *pairs][:_VOCABULARY]), "", "。")


def _table(words: list[str]) -> tuple[str, ...]:
    """The words, each as often as Zipf's law has it: in proportion to one over its rank, but at least once."""
    total = sum(1 / rank for rank in range(1, len(words) + 1))
    table: list[str] = []
    for rank, word in enumerate(words, 1):
        table += [word] * max(1, int(_TABLE / total / rank))
    return tuple((table + words * (_TABLE // len(words) + 1))[:_TABLE])
