"""The sections of the panel that other pages make: fields, what repeats where, and the curve of the template."""

from __future__ import annotations

from html import escape

from honbun.studio.account import Account
from honbun.studio.series import Curve, Siblings

# As much of a value or a block as a person needs to recognise it.
_BEGINNING = 120
_MOST_REPEATS = 20
# Values of a list that are shown; the page shows them all.
_MOST_VALUES = 3
# The highest points of the curve, for those who cannot see it.
_MOST_POINTS = 8


def series_panel(account: Account) -> str:
    """The sections; those without anything to say are left out."""
    siblings = account.siblings
    parts = [_fields(siblings)] if siblings else []
    parts.append(_repeats(account))
    if siblings:
        parts.append(_template(siblings))
    return "".join(parts)


def _fields(siblings: Siblings) -> str:
    if not siblings.fields:
        why = siblings.notes[0] if siblings.notes else "the others say the same, or are not made like this one"
        return f"<section><h2>Fields</h2><p class='hint'>none: {escape(why)}</p></section>"
    items = []
    for number, field in enumerate(siblings.fields):
        values = "".join(map(_value, field.values[:_MOST_VALUES]))
        left = len(field.values) - _MOST_VALUES
        more = f", {left:,} more" if left > 0 else ""
        how = f"named by {field.named_by}" if field.named_by != "number" else "without a name"
        hint = f"{how}, on {field.present:,} of {siblings.pages:,} pages{more}"
        where = "" if field.nodes or field.pictures else " disabled"
        items.append(
            f'<li><button type="button" class="go" data-field="{number}"{where}><b>{escape(field.name)}</b>'
            f'{values}<span class="hint">{escape(hint)}</span></button></li>'
        )
    return (
        f"<section><h2>{len(items):,} fields</h2><p class='hint'>What honbun.fields reads off the page.</p>"
        f'<ul class="list">{"".join(items)}</ul></section>'
    )


def _repeats(account: Account) -> str:
    """The blocks that most other pages show, each once."""
    if not account.site_pages:
        return ""
    texts, shown, items = account.blocks.texts, set[str](), list[str]()
    for block in sorted(range(len(texts)), key=lambda block: (-int(account.seen[block]), block)):
        seen = int(account.seen[block])
        if not seen or len(items) >= _MOST_REPEATS:
            break
        if texts[block] in shown:
            continue
        shown.add(texts[block])
        names = account.siblings.shown_on[block] if account.siblings else ()
        where = f'<span class="hint">{escape(_named(names, seen))}</span>' if names else ""
        items.append(
            f'<li><button type="button" class="go" data-go="{block}"><b>{seen:,}</b> '
            f"{_value(texts[block])}{where}</button></li>"
        )
    total = int((account.seen > 0).sum())
    if not items:
        return "<section><h2>What repeats</h2><p class='hint'>nothing, on no other page</p></section>"
    head = f"{total:,} {'block' if total == 1 else 'blocks'} on other pages, too"
    return (
        f"<section><details><summary><h2>{head}</h2></summary><p class='hint'>Those that most of the site's "
        f"{account.site_pages:,} pages show, with the number of other pages.</p>"
        f'<ul class="list">{"".join(items)}</ul></details></section>'
    )


def _named(names: tuple[str, ...], seen: int) -> str:
    return ("on " if len(names) >= seen else "as on ") + ", ".join(names)


def _template(siblings: Siblings) -> str:
    if siblings.curve is None and not siblings.advice:
        return ""
    if siblings.curve is None:
        said = f"not looked for, which needs another package: {siblings.advice}"
        return f"<section><h2>Template</h2><p class='hint'>{escape(said)}</p></section>"
    curve = siblings.curve
    part = f" The template is {100 * curve.share:.0f} % of them, in {curve.strings:,} strings."
    share = part if curve.strings else ""
    counted = f"{curve.pages:,} of its {curve.of:,} pages were counted." if curve.pages < curve.of else ""
    return (
        f"<section><h2>Template</h2><p>{escape(curve.meaning)}{share}</p>"
        f"<figure>{_picture(curve)}<figcaption class='hint'>F(f): how often the strings that occur f times occur "
        "together, up to 10 characters long. The ring is where F is highest beyond f = 2, which is chosen as the "
        f"frequency of the template. {counted}</figcaption>"
        f"</figure>{_points(curve)}</section>"
    )


def _picture(curve: Curve) -> str:
    from honbun.evaluate import spectrum_picture

    chosen = f"highest, and chosen, at f = {curve.peak:,}" if curve.peak else "without a peak"
    said = f"F over f, both by powers of ten, of {curve.pages:,} pages: {chosen}"
    return spectrum_picture(curve.frequency, curve.total, curve.peak, curve.pages, said, is_inline=True)


def _points(curve: Curve) -> str:
    """The highest points beyond f = 2, as a table."""
    pairs = [(total, f) for f, total in zip(curve.frequency, curve.total, strict=True) if f > 2]
    rows = "".join(
        f'<tr><th scope="row">{f:,}{" (chosen)" if f == curve.peak else ""}</th><td>{total:,}</td></tr>'
        for total, f in sorted(pairs, key=lambda pair: (-pair[0], pair[1]))[:_MOST_POINTS]
    )
    head = "<thead><tr><th scope='col'>f</th><th scope='col'>F(f)</th></tr></thead>"
    return f"<details><summary>the highest points</summary><table>{head}<tbody>{rows}</tbody></table></details>"


def _value(text: str) -> str:
    text = " ".join(text.split())
    short = text if len(text) <= _BEGINNING else text[:_BEGINNING] + "…"
    return f'<span class="value">{escape(short)}</span>'
