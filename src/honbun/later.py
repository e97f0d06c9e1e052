"""Fields of a frozen dataclass that may be read when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class Later(Generic[Value]):
    """A value that takes its time to read, and that nobody may ask for."""

    read: Callable[[], Value]


class ReadOnce(Generic[Value]):
    """A field that is given a value, or one for later, which is read once; `nothing` if it is given none."""

    def __init__(self, nothing: Value) -> None:
        self._nothing = nothing

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, thing: Any, owner: type | None = None) -> Value:
        if thing is None:  # a dataclass asks for the default
            return None  # type: ignore[return-value]
        value = thing.__dict__[self._name]
        if isinstance(value, Later):
            value = thing.__dict__[self._name] = value.read()
        return self._nothing if value is None else value

    def __set__(self, thing: Any, value: Value | Later[Value] | None) -> None:
        thing.__dict__[self._name] = value
