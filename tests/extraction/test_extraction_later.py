"""Fields that are read when they are first asked for."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace

import honbun
from honbun.later import Later, ReadOnce

PAGE = """<title>Kettles at the harbour</title><meta name="author" content="Ann Lee">
<h1>Kettles at the harbour</h1>
<p>The kettles came on Monday, and they were set down on the quay, where people looked at them all day long.</p>
<p>On Tuesday they were gone, and nobody could say who had taken them, or what for, or where they are now.</p>"""


@dataclass(frozen=True)
class _Thing:
    name: ReadOnce[str | None] = ReadOnce(None)
    parts: ReadOnce[tuple[str, ...]] = ReadOnce(())


def test_a_value_for_later_is_read_once_and_only_if_it_is_asked_for() -> None:
    read: list[str] = []

    def name() -> str:
        read.append("name")
        return "kettle"

    thing = _Thing(name=Later(name))
    assert not read
    assert (thing.name, thing.name, read) == ("kettle", "kettle", ["name"])


def test_fields_are_as_those_of_any_dataclass() -> None:
    assert (_Thing().name, _Thing().parts) == (None, ())
    thing = _Thing("kettle", Later(lambda: ("lid",)))
    assert replace(thing, name=None) == _Thing(None, ("lid",))
    assert repr(thing) == "_Thing(name='kettle', parts=('lid',))"


def test_a_document_that_is_sent_elsewhere_has_been_read() -> None:
    document = honbun.extract(PAGE)
    sent = pickle.loads(pickle.dumps(document))
    assert sent.to_dict() == document.to_dict()
    assert sent.author == "Ann Lee"
    assert not any(isinstance(value, Later) for value in vars(sent).values())


def test_a_document_may_be_given_other_facts() -> None:
    document = replace(honbun.extract(PAGE), title=None)
    assert (document.title, document.author) == (None, "Ann Lee")
