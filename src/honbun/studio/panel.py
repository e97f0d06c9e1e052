"""The panel beside the page: what came out of it, and what other pages of its site show of it."""

from __future__ import annotations

from collections import Counter
from html import escape

from honbun.document import FACTS
from honbun.studio.explanation import Explanation, Label
from honbun.studio.frame import LETTERS
from honbun.studio.series import Curve, Siblings

_MEANING = {
    Label.TITLE: "shows the title; double line",
    Label.MAIN: "in the main text; solid line",
    Label.POST: "in the main text, body of a post; dashed line",
    Label.COMMENT: "body of a reader's comment; dashed line",
    Label.BOILERPLATE: "not in the main text; dotted line, hatched",
}
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
        f'<tr><td><span class="key {label}">{LETTERS[label]}</span></td><th scope="row">{label}'
        f'<span class="hint">{_MEANING[label]}</span></th>'
        f"<td>{blocks[label]:,}</td><td>{words[label]:,}</td></tr>"
        for label in Label
        if blocks[label] or label in (Label.MAIN, Label.BOILERPLATE)
    )
    head = "<thead><tr><td></td><td></td><th scope='col'>blocks</th><th scope='col'>words</th></tr></thead>"
    hint = "<p class='hint'>The stronger the tint, the more certain the decision.</p>"
    return _section("What was decided", f"<table>{head}<tbody>{rows}</tbody></table>{hint}")


def _decision(explanation: Explanation) -> str:
    document, decision = explanation.document, explanation.decision
    items = [("kind of page", document.kind or "unknown"), ("expected F1", f"{document.confidence:.2f}")]
    if document.reason:
        items.append(("no text", str(document.reason)))
    if "text" in document.sources:
        items.append(("text from", document.sources["text"]))
    if decision is not None:
        items.append(("threshold", f"probability {decision.threshold:.2f}"))
        items.append(("evidence", ", ".join(decision.terms)))
    if decision is not None and explanation.contributions is None:
        items.append(("cards", f"none: the page has {len(explanation.blocks):,} blocks"))
    if explanation.site_pages:
        items.append(("site", f"{explanation.site_pages:,} pages known"))
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in items)
    return _section("The page", f"<dl>{rows}</dl>")


def _facts(explanation: Explanation) -> str:
    document = explanation.document
    rows = ""
    for name in FACTS:
        value = getattr(document, name)
        if value is None or name == "kind":
            continue
        source = document.sources.get(name, "")
        origin = f'<span class="hint">from {escape(source)}</span>' if source else ""
        rows += f"<dt>{escape(name.replace('_', ' '))}</dt><dd>{escape(str(value))}{origin}</dd>"
    return _section("Facts", f"<dl>{rows}</dl>") if rows else ""


def _posts(explanation: Explanation) -> str:
    if explanation.posts is None:
        return ""
    posts, items = explanation.posts.posts, ""
    for post in posts[:_MAX_POSTS]:
        who = " · ".join(filter(None, (post.author, post.date or post.date_raw))) or "author and date unknown"
        items += f"<li><b>{escape(who)}</b><br>{escape(_shortened(post.text, _MAX_POST_LENGTH))}</li>"
    left = len(posts) - _MAX_POSTS
    more = f"<p class='hint'>and {left:,} more</p>" if left > 0 else ""
    return _section(_counted(len(posts), explanation.posts.name), f"<ol>{items}</ol>{more}", is_folded=True)


def _text(explanation: Explanation) -> str:
    document = explanation.document
    shown = escape(document.text) or f"<i>none: {escape(str(document.reason or 'no block was kept'))}</i>"
    return _section("Text", f'<div class="text" tabindex="0" role="region" aria-label="text">{shown}</div>')


def _fields(siblings: Siblings) -> str:
    if not siblings.fields:
        why = siblings.notes[0] if siblings.notes else "the others have the same text, or another template"
        return _section("Fields", f"<p class='hint'>none: {escape(why)}</p>")
    items = ""
    for number, field in enumerate(siblings.fields):
        values = "".join(map(_value, field.values[:_MAX_VALUES]))
        left = len(field.values) - _MAX_VALUES
        more = f", {left:,} more" if left > 0 else ""
        how = f"named by {field.named_by}" if field.named_by != "number" else "without a name"
        hint = f"{how}, on {field.present:,} of {siblings.pages:,} pages{more}"
        is_off = "" if field.nodes or field.pictures else " disabled"
        items += (
            f'<li><button type="button" class="go" data-field="{number}"{is_off}><b>{escape(field.name)}</b>'
            f'{values}<span class="hint">{escape(hint)}</span></button></li>'
        )
    hint = "<p class='hint'>What honbun.fields reads off the page.</p>"
    return _section(f"{len(siblings.fields):,} fields", f'{hint}<ul class="list">{items}</ul>')


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
        return _section("Repeated blocks", "<p class='hint'>none: other pages show none of them</p>")
    items = ""
    for text, block in first.items():
        names = explanation.siblings.shown_on[block] if explanation.siblings else ()
        on = "on" if len(names) >= frequency[block] else "as on"
        where = f'<span class="hint">{on} {escape(", ".join(names))}</span>' if names else ""
        items += (
            f'<li><button type="button" class="go" data-go="{block}"><b>{int(frequency[block]):,}</b> '
            f"{_value(text)}{where}</button></li>"
        )
    head = f"{_counted(int((frequency > 0).sum()), 'block')} on other pages, too"
    hint = (
        f"Those that most of the site's {explanation.site_pages:,} pages show, with their document frequency: "
        "the number of other pages."
    )
    return _section(head, f"<p class='hint'>{hint}</p><ul class=\"list\">{items}</ul>", is_folded=True)


def _template(siblings: Siblings) -> str:
    curve = siblings.curve
    if curve is None:
        why = f"not looked for, which needs another package: {siblings.advice}"
        return _section("Template", f"<p class='hint'>{escape(why)}</p>") if siblings.advice else ""
    part = f" The template is {100 * curve.share:.0f} % of them, in {curve.strings:,} strings."
    share = part if curve.strings else ""
    counted = f"{curve.pages:,} of its {curve.of:,} pages were counted." if curve.pages < curve.of else ""
    return _section(
        "Template",
        f"<p>{escape(curve.meaning)}{share}</p>"
        f"<figure>{_picture(curve)}<figcaption class='hint'>F(f): how often the strings that occur f times occur "
        "together, up to 10 characters long. The ring is where F is highest beyond f = 2, which is chosen as the "
        f"frequency of the template. {counted}</figcaption></figure>{_points(curve)}",
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
        f'<tr><th scope="row">{f:,}{" (chosen)" if f == curve.peak else ""}</th><td>{total:,}</td></tr>'
        for total, f in sorted(pairs, key=lambda pair: (-pair[0], pair[1]))[:_MAX_POINTS]
    )
    head = "<thead><tr><th scope='col'>f</th><th scope='col'>F(f)</th></tr></thead>"
    return f"<details><summary>the highest points</summary><table>{head}<tbody>{rows}</tbody></table></details>"


def _section(head: str, body: str, *, is_folded: bool = False) -> str:
    if is_folded:
        return f"<section><details><summary><h2>{head}</h2></summary>{body}</details></section>"
    return f"<section><h2>{head}</h2>{body}</section>"


def _counted(count: int, name: str) -> str:
    return f"{count:,} {name}" if count == 1 else f"{count:,} {name}s"


def _value(text: str) -> str:
    return f'<span class="value">{escape(_shortened(text, _MAX_VALUE_LENGTH))}</span>'


def _shortened(text: str, max_length: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= max_length else text[:max_length] + "…"
