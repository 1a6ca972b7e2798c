"""Check the arguments of the Python API: each has the type of its annotation, or one InputError says so.

The fields of a Source, a Claim and a Pair are checked too; those of other values are not. Only this boundary checks:
values made by our own file readers already have the right types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from operator import attrgetter
from os import PathLike
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar

from wellsourced_core.errors import InputError
from wellsourced_core.model import DATED_BY, Claim, Document, Pair, Source, member
from wellsourced_core.values import frozen, replace

if TYPE_CHECKING:
    from retrieval.backends import Backend

_Value = TypeVar("_Value")
_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "str | None": (str, NoneType),
    "int | None": (int, NoneType),
    "date | None": (date, NoneType),
}
_PARTS = {"Claim": Claim, "Source": Source}
_ITEMS: dict[str, tuple[type, str]] = {"tuple[str, ...]": (str, "a str"), "tuple[int, ...]": (int, "an int")}


@frozen
class Checked:
    """A backend of the caller's, whose results are looked at."""

    name: str
    ask: Callable[[str, int], Iterable[object]]

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        return tuple(values_of(Source, self.ask(query, limit), f"{self.name}: results"))


def text_of(given: object, name: str) -> str:
    """Return an argument that is a text."""
    if not isinstance(given, str):
        raise _wrong(name, given, "a str", "decode it" if isinstance(given, bytes) else "pass a text")
    return given


def texts_of(given: object, name: str) -> tuple[str, ...]:
    """Return an argument that is a list of texts; one text alone would be read letter by letter."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise _wrong(name, given, "a list of texts", "pass a list")
    return tuple(text_of(one, f"{name}: item {number}") for number, one in enumerate(given, 1))


def flag_of(given: object, name: str) -> bool:
    """Return an argument that is True or False; "no" and 0 are neither."""
    if not isinstance(given, bool):
        raise _wrong(name, given, "a bool", "pass True or False")
    return given


def path_of(given: object, name: str = "path") -> Path:
    """Return an argument that names a file."""
    if not isinstance(given, str | PathLike):
        raise _wrong(name, given, "a str or a Path", "pass the name of a file")
    return Path(given)


def value_of(kind: type[_Value], given: object, name: str) -> _Value:
    """Return an argument that is a value of its kind; its fields are not checked."""
    if not isinstance(given, kind):
        raise _wrong(name, given, _an(kind.__name__), f"make {_an(kind.__name__)} of it")
    return given


def day_of(given: object, name: str = "as_of") -> date:
    """Return an argument that is a day; of a moment, its date."""
    if not isinstance(given, date):
        raise _wrong(name, given, "a date", "pass a datetime.date")
    return given.date() if isinstance(given, datetime) else given


def values_of(kind: type[_Value], given: object, name: str) -> Iterator[_Value]:
    """Yield the values that are given, one by one, each of its kind and with fields of their types."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise _wrong(name, given, f"an iterable of {kind.__name__}", "pass a list")
    return _each(kind, given, name)


def backends_of(given: object) -> tuple[Backend, ...]:
    """Return the backends that are given; what they find is looked at as it comes."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise _wrong("backends", given, "a list of backends", "write [backend]")
    found = []
    for number, one in enumerate(given, 1):
        name, ask = getattr(one, "name", None), getattr(one, "search", None)
        if not isinstance(name, str) or not callable(ask):
            remedy = "pass what open_corpus returns, or anything with a name and search(query, limit)"
            raise _wrong(f"backends: item {number}", one, "a backend", remedy)
        found.append(Checked(name, ask))
    return tuple(found)


def _each(kind: type[_Value], given: Iterable[object], name: str) -> Iterator[_Value]:
    """Yield values checked; where the types of the fields say it all, values of types once found good are not again."""
    fields = attrgetter(*kind.__annotations__)
    is_plain = all(wanted in _TYPES for wanted in kind.__annotations__.values())
    good: set[tuple[type, ...]] = set()
    for number, one in enumerate(given, 1):
        types = tuple(map(type, fields(one))) if is_plain and type(one) is kind else ()
        if types in good:
            yield one  # type: ignore[misc]
            continue
        value = _checked(kind, one, f"{name}: item {number}")
        if types and value is one:
            good.add(types)
        yield value


def _checked(kind: type[_Value], given: object, where: str) -> _Value:
    """Return a value of the model whose fields are of the types they are annotated with; of a moment, its date."""
    if not isinstance(given, kind):
        raise _wrong(where, given, f"a {kind.__name__}", f"make a wellsourced.{kind.__name__} of it")
    changed: dict[str, Any] = {}
    now: Any
    for name, wanted in kind.__annotations__.items():
        value, at = getattr(given, name), f"{where}: {name}"
        if wanted in _PARTS:
            now = _checked(_PARTS[wanted], value, at)
        elif wanted == "Document | None":
            now = value if value is None else _checked(Document, value, at)
        elif wanted in _ITEMS:
            now = _items(wanted, value, at)
        elif wanted == "DatedBy":
            now = member(text_of(value, at), DATED_BY, at)
        elif not isinstance(value, _TYPES[wanted]) or isinstance(value, bool):
            raise _wrong(at, value, _an(wanted.replace(" | ", " or ")), "convert it")
        else:
            now = value.date() if isinstance(value, datetime) else value
        if now is not value:
            changed[name] = now
    made: Any = replace(given, **changed) if changed else given  # type: ignore[type-var]
    if isinstance(made, Pair):
        _refuse_wrong_indexes(made, where)
    return made  # type: ignore[no-any-return]


def _items(wanted: str, given: object, where: str) -> tuple[object, ...]:
    """Return a field that holds several, as the tuple it is annotated as."""
    if not isinstance(given, tuple | list):
        raise _wrong(where, given, f"a {wanted}", "pass a tuple")
    kind, named = _ITEMS[wanted]
    for number, one in enumerate(given, 1):
        if not isinstance(one, kind) or isinstance(one, bool):
            raise _wrong(f"{where}: item {number}", one, named, "convert it")
    return tuple(given)


def _refuse_wrong_indexes(pair: Pair, where: str) -> None:
    for number, index in enumerate(pair.cocited, 1):
        if not 0 <= index < len(pair.others):
            problem = f"{index} is not an index into the {len(pair.others)} others"
            raise InputError(f"{where}: cocited: item {number}", problem, "count from 0", code="bad-argument")


def _wrong(where: str, given: object, wanted: str, remedy: str) -> InputError:
    kind = "None" if given is None else _an(type(given).__name__)
    return InputError(where, f"is {kind}, not {wanted}", remedy, code="bad-argument")


def _an(name: str) -> str:
    return f"an {name}" if name[0].lower() in "aeio" else f"a {name}"
