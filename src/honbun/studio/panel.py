"""The panel beside the page: what came out of it, and what other pages of its site show of it."""

from __future__ import annotations

from collections import Counter
from html import escape

from honbun.document import FACTS
from honbun.studio.explanation import Explanation, Label
from honbun.studio.frame import LETTERS
from honbun.studio.series import Curve, Siblings
from honbun.studio.words import labelled, said

# Posts, repeated blocks, values of a list field that are listed; the page shows them all.
_MAX_POSTS = 200
_MAX_REPEATS = 20
_MAX_VALUES = 3
# The highest points of the curve, for those who cannot see it.
_MAX_POINTS = 8
# As many characters of a post, of a value or of a block as a person needs to recognise it.
_MAX_POST_LENGTH = 80
_MAX_VALUE_LENGTH = 120


def panel(explanation: Explanation) -> str:
    """The sections of the panel; those that would be empty are left out."""
    siblings = explanation.siblings
    return "".join(
        (
            _legend(explanation),
            _decision(explanation),
            _facts(explanation),
            _posts(explanation),
            _text(explanation),
            _fields(siblings) if siblings else "",
            _repeats(explanation),
            _template(siblings) if siblings else "",
        )
    )


def _legend(explanation: Explanation) -> str:
    blocks, words = Counter(explanation.labels), Counter[Label]()
    if explanation.decision:
        for label, count in zip(
            explanation.labels, explanation.decision.view.prediction.words.tolist(), strict=True
        ):
            words[label] += int(count)
    rows = "".join(
        f'<tr><td><span class="key {label}">{LETTERS[label]}</span></td><th scope="row">{said(f"name {label}")}'
        f'<span class="hint">{said(f"means {label}")}</span></th>'
        f"<td>{blocks[label]:,}</td><td>{words[label]:,}</td></tr>"
        for label in Label
        if blocks[label] or label in (Label.MAIN, Label.BOILERPLATE)
    )
    columns = "".join(f"<th scope='col'>{said(name)}</th>" for name in ("blocks", "words"))
    head = f"<thead><tr><td></td><td></td>{columns}</tr></thead>"
    hint = f"<p class='hint'>{said('tint')}</p>"
    return _section(said("decided"), f"<table>{head}<tbody>{rows}</tbody></table>{hint}")


def _decision(explanation: Explanation) -> str:
    document, decision = explanation.document, explanation.decision
    items = [
        ("kind", said(document.kind or "unknown")),
        ("quality", said("F1", value=f"{document.confidence:.2f}")),
    ]
    if document.reason:
        items.append(("no text", said(str(document.reason))))
    if "text" in document.sources:
        items.append(("text from", escape(document.sources["text"])))
    if decision is not None:
        items.append(("kept from", said("at least", chance=f"{100 * decision.threshold:.0f} %")))
    if decision is not None and explanation.contributions is None:
        items.append(("cards", said("too many blocks", n=len(explanation.blocks))))
    if explanation.site_pages:
        items.append(("site", said("pages known", n=explanation.site_pages)))
    if explanation.records:
        items.append(("records", f"{len(explanation.records):,}"))
    rows = "".join(f"<dt>{said(name)}</dt><dd>{value}</dd>" for name, value in items)
    return _section(said("the page"), f"<dl>{rows}</dl>")


def _facts(explanation: Explanation) -> str:
    document = explanation.document
    rows = ""
    for name in FACTS:
        value = getattr(document, name)
        if value is None or name == "kind":
            continue
        source = document.sources.get(name, "")
        origin = f'<span class="hint">{said("from", source="")}{said(source)}</span>' if source else ""
        rows += f"<dt>{said(name.replace('_', ' '))}</dt><dd>{escape(str(value))}{origin}</dd>"
    return _section(said("facts"), f"<dl>{rows}</dl>") if rows else ""


def _posts(explanation: Explanation) -> str:
    if explanation.posts is None:
        return ""
    posts, items = explanation.posts.posts, ""
    for post in posts[:_MAX_POSTS]:
        who = " · ".join(filter(None, (post.author, post.date or post.date_raw)))
        items += (
            f"<li><b>{escape(who) or said('nobody')}</b><br>{escape(_shortened(post.text, _MAX_POST_LENGTH))}</li>"
        )
    left = len(posts) - _MAX_POSTS
    more = f"<p class='hint'>{said('more', n=left)}</p>" if left > 0 else ""
    head = said("posts" if explanation.posts.name == "post" else "n comments", n=len(posts))
    return _section(head, f"<ol>{items}</ol>{more}", is_folded=True)


def _text(explanation: Explanation) -> str:
    document = explanation.document
    shown = escape(document.text) or f"<i>{_none(str(document.reason or 'no block was kept'))}</i>"
    return _section(said("text"), f'<div class="text" tabindex="0" role="region"{labelled("text")}>{shown}</div>')


def _none(why: str) -> str:
    """That there is nothing, and why."""
    return said("none", why="") + said(why)


def _fields(siblings: Siblings) -> str:
    if not siblings.fields:
        why = siblings.notes[0] if siblings.notes else "the others have the same text, or another template"
        return _section(said("no fields"), f"<p class='hint'>{_none(why)}</p>")
    items = ""
    for number, field in enumerate(siblings.fields):
        values = "".join(map(_value, field.values[:_MAX_VALUES]))
        left = len(field.values) - _MAX_VALUES
        more = said("more values", n=left) if left > 0 else ""
        how = "named by" if field.named_by != "number" else "unnamed"
        hint = said(how, what=str(field.named_by), n=field.present, pages=siblings.pages) + more
        is_off = "" if field.nodes or field.pictures else " disabled"
        items += (
            f'<li><button type="button" class="go" data-field="{number}"{is_off}><b>{escape(field.name)}</b>'
            f'{values}<span class="hint">{hint}</span></button></li>'
        )
    hint = f"<p class='hint'>{said('fields hint')}</p>"
    return _section(said("n fields", n=len(siblings.fields)), f'{hint}<ul class="list">{items}</ul>')


def _repeats(explanation: Explanation) -> str:
    """The blocks that most other pages show, each text once."""
    if not explanation.site_pages:
        return ""
    texts, frequency = explanation.blocks.texts, explanation.document_frequency
    first: dict[str, int] = {}
    for block in sorted(range(len(texts)), key=lambda block: (-int(frequency[block]), block)):
        if frequency[block] and len(first) < _MAX_REPEATS:
            first.setdefault(texts[block], block)
    if not first:
        return _section(said("no repeats"), f"<p class='hint'>{_none('other pages show none of them')}</p>")
    items = ""
    for text, block in first.items():
        names = explanation.siblings.shown_on[block] if explanation.siblings else ()
        on = "on" if len(names) >= frequency[block] else "as on"
        where = f'<span class="hint">{said(on, names=", ".join(names))}</span>' if names else ""
        items += (
            f'<li><button type="button" class="go" data-go="{block}"><b>{int(frequency[block]):,}</b> '
            f"{_value(text)}{where}</button></li>"
        )
    head = said("repeats", n=int((frequency > 0).sum()))
    hint = said("repeats hint", n=explanation.site_pages)
    return _section(head, f"<p class='hint'>{hint}</p><ul class=\"list\">{items}</ul>", is_folded=True)


def _template(siblings: Siblings) -> str:
    curve = siblings.curve
    if curve is None:
        why = f"<p class='hint'>{said('template missing', advice=siblings.advice)}</p>"
        return _section(said("template"), why) if siblings.advice else ""
    share = f"{100 * curve.share:.0f} %"
    part = said("template share", share=share, n=curve.strings) if curve.strings else ""
    counted = said("template counted", n=curve.pages, pages=curve.of) if curve.pages < curve.of else ""
    return _section(
        said("template"),
        f"<p>{said(curve.meaning)}{part}</p><figure>{_picture(curve)}<figcaption class='hint'>"
        f"{said('template curve')} {counted}</figcaption></figure>{_points(curve)}",
    )


def _picture(curve: Curve) -> str:
    from honbun.report import spectrum_picture

    chosen = f"highest, and chosen, at f = {curve.peak:,}" if curve.peak else "without a peak"
    words = f"F over f, both by powers of ten, of {curve.pages:,} pages: {chosen}"
    return spectrum_picture(curve.frequency, curve.total, curve.peak, curve.pages, words, is_inline=True)


def _points(curve: Curve) -> str:
    """The highest points beyond f = 2, as a table."""
    pairs = [(total, f) for f, total in zip(curve.frequency, curve.total, strict=True) if f > 2]
    rows = "".join(
        f'<tr><th scope="row">{said("chosen", f=f) if f == curve.peak else f"{f:,}"}</th><td>{total:,}</td></tr>'
        for total, f in sorted(pairs, key=lambda pair: (-pair[0], pair[1]))[:_MAX_POINTS]
    )
    head = "<thead><tr><th scope='col'>f</th><th scope='col'>F(f)</th></tr></thead>"
    return (
        f"<details><summary>{said('highest points')}</summary><table>{head}<tbody>{rows}</tbody></table></details>"
    )


def _section(head: str, body: str, *, is_folded: bool = False) -> str:
    if is_folded:
        return f"<section><details><summary><h2>{head}</h2></summary>{body}</details></section>"
    return f"<section><h2>{head}</h2>{body}</section>"


def _value(text: str) -> str:
    return f'<span class="value">{escape(_shortened(text, _MAX_VALUE_LENGTH))}</span>'


def _shortened(text: str, max_length: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= max_length else text[:max_length] + "…"
