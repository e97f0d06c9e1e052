"""Quotes in the markup of each program, by name: from who is quoted (label, name, date) and the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Quoted:
    """What a quote shows."""

    wrote: str
    """ "X wrote:" in the language of the page."""
    label: str
    """ "Quote" in it."""
    name: str
    date: str
    text: str


QuoteForm = Callable[[Quoted], str]

QUOTES: dict[str, QuoteForm] = {
    "phpbb2": lambda q: (
        '<table width="90%" cellspacing="1" cellpadding="3" border="0" align="center"><tr><td>'
        '<span class="genmed">'
        f'<b>{q.wrote}</b></span></td></tr><tr><td class="quote">{q.text}</td></tr></table>'
    ),
    "phpbb3": lambda q: f"<blockquote><div><cite>{q.wrote}</cite>{q.text}</div></blockquote>",
    "subsilver": lambda q: (
        f'<div class="quotetitle">{q.wrote}</div><div class="quotecontent">{q.text}<br /></div>'
    ),
    "vb3": lambda q: (
        f'<div style="margin:20px; margin-top:5px;"><div class="smallfont">{q.label}:</div><table width="100%">'
        f'<tr><td class="alt2"><div>{q.wrote.replace(q.name, f"<strong>{q.name}</strong>")}</div>'
        f'<div style="font-style:italic">{q.text}</div></td></tr></table></div>'
    ),
    "vb4": lambda q: (
        '<div class="bbcode_container"><div class="bbcode_quote"><div class="quote_container">'
        f'<div class="bbcode_postedby">{q.wrote}</div><div class="message">{q.text}</div></div></div></div>'
    ),
    "xf1": lambda q: (
        f'<div class="bbCodeBlock bbCodeQuote" data-author="{q.name}"><aside>'
        f'<div class="attribution type">{q.wrote} '
        f'<a href="#" class="AttributionLink">&uarr;</a></div><blockquote class="quoteContainer">'
        f'<div class="quote">{q.text}</div></blockquote></aside></div>'
    ),
    "xf2": lambda q: (
        f'<blockquote class="bbCodeBlock bbCodeBlock--quote"><div class="bbCodeBlock-title"><a href="#">'
        f"{q.wrote}</a>"
        f'</div><div class="bbCodeBlock-content"><div class="bbCodeBlock-expandContent">{q.text}</div></div>'
        "</blockquote>"
    ),
    "ipb2": lambda q: (
        f"<div class='quotetop'>{q.label.upper()}({q.name} @ {q.date})</div><div class='quotemain'>{q.text}</div>"
    ),
    "ipb3": lambda q: (
        f"<p class='citation'>{q.name}, {q.date}:</p><div class='blockquote'><div class='quote'>{q.text}"
        f"</div></div>"
    ),
    "ipb4": lambda q: (
        f'<blockquote class="ipsQuote" data-ipsquote-username="{q.name}"><div class="ipsQuote_citation">'
        f"{q.wrote}</div>"
        f'<div class="ipsQuote_contents"><p>{q.text}</p></div></blockquote>'
    ),
    "smf1": lambda q: (
        f'<div class="quoteheader">{q.label}: {q.name} {q.date}</div><div class="quote">{q.text}</div>'
    ),
    "smf2": lambda q: (
        f'<div class="quoteheader"><div class="topslice_quote"><a href="#">{q.label}: {q.name} {q.date}'
        f"</a></div></div>"
        f'<blockquote class="bbc_standard_quote">{q.text}</blockquote><div class="quotefooter"></div>'
    ),
    "mybb": lambda q: f"<blockquote><cite><span> ({q.date})</span>{q.wrote}</cite>{q.text}</blockquote>",
    "fluxbb": lambda q: (
        f'<div class="quotebox"><cite>{q.wrote}</cite><blockquote><div><p>{q.text}</p></div></blockquote></div>'
    ),
    "discuz": lambda q: (
        f'<div class="quote"><blockquote><font size="2"><a href="#"><font color="#999999">'
        f"{q.name} {q.date}</font></a>"
        f"</font><br />{q.text}</blockquote></div>"
    ),
    "discourse": lambda q: (
        f'<aside class="quote" data-username="{q.name}"><div class="title">{q.name}:</div>'
        f"<blockquote><p>{q.text}</p></blockquote></aside>"
    ),
    "ubb": lambda q: (
        f'<blockquote><font size="1">{q.label}:</font><hr>{q.wrote}<br><b>{q.text}</b><hr></blockquote>'
    ),
    "vanilla": lambda q: (
        f'<blockquote class="Quote" rel="{q.name}"><div class="QuoteAuthor"><a href="#">{q.wrote}</a></div>'
        f'<div class="QuoteText">{q.text}</div></blockquote>'
    ),
    "wrote": lambda q: f"<blockquote><div>{q.wrote}</div><p>{q.text}</p></blockquote>",
    "plain": lambda q: f"<blockquote><p>{q.text}</p></blockquote>",
    "cited": lambda q: f"<i>{q.wrote} {q.text}</i><br>",
    "margin": lambda q: f"&gt; {q.text}<br>",
    "green": lambda q: f'<span class="quote">&gt;{q.text}</span><br>',
    "futaba": lambda q: f"<font color='#789922'>&gt;{q.text}</font><br>",
    "mail": lambda q: f"{q.date}, {q.wrote}\n&gt; {q.text}\n\n",
}
# Quotes of these forms do not say whom they quote.
NAMELESS = frozenset({"plain", "margin", "green", "futaba"})
