"""Ten sets of syllabus pages as in the paper on templates: 9 to 13 pages, one course each."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from html import escape

from examples.series.words import BOOKS, DAYS, FAMILY, FIELDS, GIVEN, KINDS, ROOMS, TERMS, paragraph, sentence

Course = Mapping[str, str]
Layout = Callable[[Course], str]

FILES = (13, 10, 11, 10, 11, 11, 9, 12, 11, 10)
"""Pages of each set: the numbers of the paper."""
TWO_TEMPLATES, WORD_PROCESSOR = 7, 8
"""The sets whose peak the paper found elsewhere: 7 of the 9 pages have one template, 2 another; and 12,035."""

_LABELS = (
    ("授業科目", "担当教官", "単位数", "開講時期", "講義目的", "講義内容", "教科書", "成績評価"),
    ("科目名", "教員名", "単位", "学期・曜日", "授業のテーマと目標", "授業計画", "テキスト", "評価方法"),
    ("講義題目", "担当者", "単位数", "時間割", "ねらい", "内容", "参考書", "評価"),
)


def make_course(rng: random.Random, number: int) -> Course:
    """What is taught, with the labels of the set's template."""
    labels = _LABELS[number % len(_LABELS)]
    room = f"{rng.choice(ROOMS)}{rng.randint(101, 499)}"
    subject = f"{rng.choice(FIELDS)}{rng.choice(KINDS)}"
    values = (
        f"{subject}{rng.choice(('I', 'II', 'A', 'B', ''))}",
        f"{rng.choice(FAMILY)} {rng.choice(GIVEN)}",
        str(rng.randint(1, 4)),
        f"{rng.choice(TERMS)} {rng.choice(DAYS)}曜 {rng.randint(1, 5)}時限 {room}",
        paragraph(rng, 1, 3),
        paragraph(rng, 3, 7),
        f"『{subject}{rng.choice(BOOKS)}』（{rng.choice(FAMILY)}著）",
        f"試験 {rng.randint(4, 8)}0%。{sentence(rng)}",
    )
    return dict(zip(labels, values, strict=True))


def layout_of(number: int, page: int) -> Layout:
    """The template of a page of a set; sets are counted from 1."""
    if number == WORD_PROCESSOR:
        return _word_processor
    if number == TWO_TEMPLATES:
        return _marked if page < 7 else _table
    return (_table, _marked, _list, _headings)[number % 4]


_HEAD = """<div class="header"><img src="/img/mark.gif" width="48" height="48" alt="大学章">
<a href="/index.html">トップ</a>｜<a href="/guide/">学生便覧</a>｜<a href="/syllabus/">シラバス検索</a>
｜<a href="/access.html">交通案内</a></div>
<hr noshade size="1">"""
_FOOT = """<hr noshade size="1">
<address>教務課 電話 000-000-0000（平日 9 時から 17 時まで）<br>
このページの内容は予告なく変わることがあります。</address>"""


def _frame(course: Course, body: str, style: str) -> str:
    title = escape(next(iter(course.values())))
    return (
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n<html lang="ja">\n<head>\n'
        f'<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">\n<title>シラバス：{title}</title>\n'
        f"{style}</head>\n<body>\n{_HEAD}\n{body}\n{_FOOT}\n</body>\n</html>\n"
    )


def _table(course: Course) -> str:
    rows = "\n".join(
        f'<tr><td class="table-bg2" nowrap width="20%">{label}</td><td class="table-bg3">{escape(value)}</td></tr>'
        for label, value in course.items()
    )
    table = f'<table border="1" cellspacing="0" cellpadding="3" width="600">\n{rows}\n</table>'
    return _frame(course, table, '<link rel="stylesheet" href="/syllabus.css" type="text/css">\n')


def _marked(course: Course) -> str:
    parts = "\n".join(f"<p>■{label}<br>\n{escape(value)}</p>" for label, value in course.items())
    return (
        f'<HTML>\n<HEAD><TITLE>{escape(next(iter(course.values())))}</TITLE></HEAD>\n<BODY BGCOLOR="#FFFFF0">\n'
        f'<CENTER><FONT SIZE="+2">授業案内</FONT></CENTER>\n'
        '<P ALIGN="RIGHT"><A HREF="../top.html">学部トップへ</A> / <A HREF="mailto:kyomu">お問い合わせ</A></P>\n'
        f"<HR>\n{parts}\n<HR>\n"
        '<A HREF="index.html">一覧に戻る</A>\n</BODY>\n</HTML>\n'
    )


def _list(course: Course) -> str:
    items = "\n".join(f"<dt><b>{label}</b></dt>\n<dd>{escape(value)}</dd>" for label, value in course.items())
    return _frame(course, f'<h2>講義要項</h2>\n<dl class="youkou">\n{items}\n</dl>', "")


def _headings(course: Course) -> str:
    parts = "\n".join(
        f'<h3><img src="mark.gif" width="12" alt="">{label}</h3>\n<blockquote>{escape(value)}</blockquote>'
        for label, value in course.items()
    )
    return _frame(course, f'<div align="right"><a href="./">授業一覧</a></div>\n{parts}', "")


def _word_processor(course: Course) -> str:
    """Every character in a box of its own, as word processors save tables."""

    def run(character: str) -> str:
        width = 9 + ord(character) % 4
        return (
            f"<td width={width} valign=top style='width:{width}.0pt;padding:0mm 0mm 0mm 0mm'>"
            f"<p class=MsoNormal style='padding:0mm 0mm 0mm 0mm'><span lang=JA>{escape(character)}</span></p></td>"
        )

    rows = "".join(
        f"<tr><td style='padding:0mm 0mm 0mm 0mm'><p>{label}</p></td>{''.join(map(run, value))}</tr>"
        for label, value in course.items()
    )
    return _frame(course, f"<table style='padding:0mm 0mm 0mm 0mm'>{rows}</table>", "")
