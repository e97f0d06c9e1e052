"""What invented courses and results say."""

from __future__ import annotations

import random

FAMILY = "汐見 宮原 桐山 若狭 楢崎 鵜飼 白峰 蔵本 日高 水無瀬 都築 春日井".split()
GIVEN = "千尋 和音 悠斗 美咲 恒一 沙耶 直哉 佳織 亮介 真帆 冬樹 静香".split()
FIELDS = "流体 統計 有機 分子 海洋 情報 量子 財政 比較 生態 音声 地域".split()
KINDS = "力学 解析 化学 演習 概論 実験 特論 工学 史 理論 設計 調査".split()
VERBS = "理解する 説明できる 比較する 身につける 議論する 計算できる 観察する 設計する".split()
OBJECTS = """基本的な考え方 測定の誤差 近年の研究 身近な現象 数値計算の方法 古い文献 現場の課題 反応の仕組み
図の読み方 仮説の立て方 港の水質 町の記録 音の高さ 市場の動き 種の分布""".split()
OPENINGS = "まず はじめに 前半では 後半では あわせて 実例をもとに 毎回の演習で 最後に".split()
DAYS = "月 火 水 木 金".split()
TERMS = ("前期", "後期", "通年")
BOOKS = "入門 の基礎 ノート 講義 への招待 ハンドブック".split()
ROOMS = "東棟 西棟 講堂 実習室 共通棟".split()

NOUNS = """harbour lantern orchard kettle ferry compass meadow printer glacier violin quarry basket
archive turbine pottery beacon saddle granary tunnel almanac""".split()
ADJECTIVES = (
    "quiet amber northern folding early hollow copper distant woven second brisk mossy painted idle".split()
)
ACTIONS = "repairs measures collects compares sells restores paints studies lists explains".split()
PLACES = "Marrowby Quillhaven Ostrey Fennick Dallow Brackmere Thornby Selsin".split()


def sentence(rng: random.Random) -> str:
    """A Japanese sentence of a syllabus."""
    first, second = rng.sample(OBJECTS, 2)
    return f"{rng.choice(OPENINGS)}{first}を{rng.choice(VERBS[:-1])}とともに、{second}を{rng.choice(VERBS)}。"


def paragraph(rng: random.Random, least: int, most: int) -> str:
    """Some sentences, no two the same."""
    return "".join(dict.fromkeys(sentence(rng) for _ in range(rng.randint(least, most))))


def summary(rng: random.Random) -> str:
    """What a result says of its page."""
    parts = [
        f"The {rng.choice(ADJECTIVES)} {rng.choice(NOUNS)} of {rng.choice(PLACES)} "
        f"{rng.choice(ACTIONS)} {rng.randint(2, 98)} {rng.choice(NOUNS)}s"
        for _ in range(rng.randint(1, 3))
    ]
    return ", ".join(parts) + "."
