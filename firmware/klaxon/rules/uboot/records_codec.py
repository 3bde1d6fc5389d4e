"""Records as plain rows, and back: a record is a tuple, and its annotations say what it was made of."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

Reader = Callable[[Any], Any]


@lru_cache(maxsize=256)
def reader_of(kind: Any) -> Reader:
    """Return what makes a value of a kind of its rows: a record, a tuple, a number, a word, or None."""
    if get_origin(kind) is tuple:
        return _tuple_reader(get_args(kind))
    if get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind):
        (known,) = (each for each in get_args(kind) if each is not NoneType)
        read_known = reader_of(known)
        return lambda rows: None if rows is None else read_known(rows)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _record_reader(kind)
    return lambda value: value


def _tuple_reader(kinds: tuple[Any, ...]) -> Reader:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        read_each = reader_of(kinds[0])
        return lambda rows: tuple([read_each(row) for row in rows])
    readers = [reader_of(kind) for kind in kinds]
    return lambda rows: tuple([read(row) for read, row in zip(readers, rows, strict=True)])


def _record_reader(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    readers = [reader_of(hints[name]) for name in kind._fields]
    return lambda rows: kind(*[read(row) for read, row in zip(readers, rows, strict=True)])
