"""Sentences and documents the page tests share, ways to spoil them, and slow, plain readings of a page."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import turbohtml
import turbohtml.saxparse
from hypothesis import strategies as st

from honbun.page import Page, parse_readable, tags
from honbun.page.decode import without_surrogates

CASES = sorted((Path(__file__).parent / "cases").glob("*.html"))

SENTENCES = {
    "ja": "昨日の夕方、駅前の本屋で古い地図を見つけた。店主は、戦前の町並みがそのまま描かれていると言った。",
    "zh": "昨天傍晚，我在车站旁边的旧书店里找到了一张旧地图。店主说，上面画的是战前的街道，河的名字也不一样。",
    "zh-tw": "昨天傍晚，我在車站旁邊的舊書店裡找到了一張舊地圖。店主說，上面畫的是戰前的街道，河的名字也不同。",
    "ko": "어제 저녁 역 앞의 헌책방에서 오래된 지도를 찾았다. 주인은 전쟁 전의 거리라고 말했다.",
    "ru": "Вчера вечером в лавке у вокзала я нашёл старую карту. Хозяин сказал, что на ней довоенный город.",
    "fr": "Hier soir, près de la gare, j’ai trouvé une très vieille carte. « C’est la ville d’avant-guerre », "
    "a dit le patron, âgé déjà ; même la rivière s’appelait autrement.",
    "cs": "Včera večer jsem v antikvariátu u nádraží našel starou mapu. Majitel řekl, že je na ní předválečné "
    "město a že se i řeka tehdy jmenovala jinak. Příště přijdu dřív.",
    "el": "Χθες το βράδυ, στο παλαιοβιβλιοπωλείο δίπλα στον σταθμό, βρήκα έναν παλιό χάρτη. Ο ιδιοκτήτης είπε ότι "
    "δείχνει την πόλη πριν από τον πόλεμο.",
    "en": "Yesterday evening I found an old map in the bookshop by the station.",
}


def document(text: str, charset: str | None = None) -> str:
    """A small page that says a text, with or without a declaration."""
    meta = f'<meta charset="{charset}">' if charset else ""
    return (
        f"<!DOCTYPE html><html><head>{meta}<title>{text[:12]}</title></head>"
        f"<body><h1>{text[:20]}</h1><p>{text}</p></body></html>"
    )


# Spoiled documents

FRAGMENTS = (
    "<p>", "</p>", "<div hidden>", "</div>", "<b>", "</b>", "</i>", "<a href=x>", "<table>", "<td>", "</table>",
    "<tr>", "<li>", "<pre>", "</pre>", "<br>", "<br><br>", "<select>", "<option>", "<svg>", "</svg>",
    "<math><mi>x", "<noscript>", "</noscript>", "<template>", "</template>", "<textarea>", "<title>",
    "</title>", "<script type='application/json'>", "</script>", "<style>", "<x-y class='a b'>", "<x:y>",
    "<ruby>漢<rt>かん</ruby>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "<", ">", "&", "&#0;", "&nbsp;",
    "&#xD800;", "\0", "\r\n", "\ufeff", "\u200b", "\u3000", " ", "<body class=z>", "</body>", "</html>",
    "<head>", "<frameset>", "<plaintext>", "<i style='display: none'>", "<form><form>", "<button>", "<iframe>",
    "</a>", "<span>", "</span>", "<time>", "</time>", "<label>", "</label>", "</button>", "<a href=/>one</a>",
    "<span>two</span>", "<h1>", "</h1>", "x",
    "</br>", "</p></p>", '"', "'", "=", "本\n文", "</math>", "<i aria-hidden=true>",
    "<annotation encoding='application/x-tex'>", "</annotation>",
)  # fmt: skip


@st.composite
def spoiled(draw: st.DrawFn) -> str:
    """A realistic document with pieces cut out, doubled and put in anywhere."""
    html = draw(st.sampled_from(CASES)).read_text(encoding="utf-8")
    for _ in range(draw(st.integers(0, 8))):
        start = draw(st.integers(0, len(html)))
        end = draw(st.integers(start, min(len(html), start + 60)))
        middle = draw(st.one_of(st.just(""), st.just(html[start:end] * 2), st.sampled_from(FRAGMENTS)))
        html = html[:start] + middle + html[end:]
    return html


htmls = st.one_of(spoiled(), st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join), st.text(max_size=50))


# Plain readings


def parse_and_tree(html: str) -> tuple[Page, Any]:
    """A page, and the tree that the parser itself makes of the markup it was given in the end."""
    with mock.patch("turbohtml.saxparse.sax_parse", wraps=turbohtml.saxparse.sax_parse) as parser:
        page = parse_readable(without_surrogates(html))
    return page, turbohtml.parse(parser.call_args.args[0])


class Seen(NamedTuple):
    """What a walk over the parser's own tree sees of an element."""

    name: str
    xpath: str
    text: str


def elements(node: Any, path: str = "") -> Iterator[Seen]:
    """The elements below a node of the parser's tree that have rows, in document order."""
    count: Counter[str] = Counter()
    for child in filter(is_element, node.children):
        count[child.tag] += 1
        xpath = f"{path}/{child.tag}[{count[child.tag]}]"
        yield Seen(child.tag, xpath, text_of(child))
        if child.tag not in tags.NOT_TEXT_NAMES or child.tag == "head":
            yield from elements(child, xpath)


def is_element(node: Any) -> bool:
    return isinstance(node, turbohtml.Element)


def text_of(node: Any) -> str:
    """The text under a node of the parser's tree, without what is not text."""
    if isinstance(node, turbohtml.Text):
        return str(node.data)
    if is_element(node) and node.tag not in tags.NOT_TEXT_NAMES:
        return "".join(map(text_of, node.children))
    return ""


def ancestors(page: Page, row: int) -> list[int]:
    """A row and the rows above it, nearest first."""
    chain = []
    while row >= 0:
        chain.append(row)
        row = int(page.parent[row])
    return chain


def counts_in_length(character: str) -> bool:
    return character > " " and character != "\u200b" and not character.isspace()


def length_of(text: str) -> int:
    return sum(map(counts_in_length, text))


def squeezed(text: str) -> str:
    """A text without its white space."""
    return "".join(text.split())
