"""Dataclass-like values at a thirtieth of a dataclass's import cost.

``@frozen`` makes the class that ``dataclass(frozen=True, slots=True)`` would make of the same annotations, ``@mutable``
that of ``dataclass(slots=True)``. Expensive parts are made on demand: a class's constructor at its first value, and the
metadata for ``dataclasses`` when it is requested. `import dataclasses` alone takes longer than an audit.
"""

from __future__ import annotations

import sys
from functools import cache
from operator import attrgetter
from types import CellType, CodeType, FunctionType

from wellsourced_core.patterns import program

__all__ = ("field", "frozen", "mutable", "replace")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import field, replace
    from typing import Any, TypeVar, dataclass_transform

    T = TypeVar("T")
else:

    def dataclass_transform(**_):
        """Replace typing's decorator, which only type checkers read."""
        return lambda function: function

    def field(*, default_factory):
        """Return a default that is made anew for each value."""
        return _Factory(default_factory)

    def replace(one, /, **changes):
        """Return a copy of a value with some fields changed."""
        return type(one)(**{name: getattr(one, name) for name in one.__match_args__} | changes)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Return the class of values with the annotated fields that nobody can assign to.

    A class with ``__slots__ = ("__dict__",)`` can also have cached properties. Fields are not inherited.
    """
    made: type[T] = _made(cls, _FROZEN)
    return made


@dataclass_transform(field_specifiers=(field,))
def mutable(cls: type[T]) -> type[T]:
    """Return the class of records with the annotated fields; they have no hash."""
    made: type[T] = _made(cls, _MUTABLE)
    return made


def _made(cls: Any, shared: dict[str, object]) -> Any:
    body = dict(cls.__dict__)
    names = tuple(body["__annotations__"])
    defaults = {name: body.pop(name) for name in names if name in body}
    if tuple(defaults) != names[len(names) - len(defaults) :]:  # a constructor would give them to other fields
        raise TypeError(f"{cls.__qualname__}: a field without a default follows one with a default")
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    slots = (*body.get("__slots__", ()), *names)
    own = {"__slots__": slots, "__match_args__": names, "__field_defaults__": defaults}
    return type(cls)(cls.__name__, cls.__bases__, {**shared, **body, **own})


class _Factory:
    """The default of a field that is created anew for each value."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], object]) -> None:
        self.make = make


class _OnDemand:
    """An attribute of a class that is made when it is first asked for, and stands in its own place from then on."""

    __slots__ = ("make", "name")

    def __init__(self, name: str, make: Callable[[Any], object]) -> None:
        self.name, self.make = name, make

    def __get__(self, one: object, owner: type) -> Any:
        setattr(owner, self.name, self.make(owner))
        return getattr(owner if one is None else one, self.name)


def _constructor(cls: Any) -> object:
    """Return ``cls.__init__``: it assigns each field, or sets its slot past what forbids assignment."""
    names, defaults, frozen = cls.__match_args__, cls.__field_defaults__, cls.__hash__ is not None
    named = {"co_varnames": ("self", *names), "co_qualname": f"{cls.__qualname__}.__init__"}
    code = setting(len(names), frozen=frozen).replace(**named if frozen else {**named, "co_names": names})
    slots = tuple(CellType(getattr(cls, names[int(free[1:])]).__set__) for free in code.co_freevars)
    given = tuple(defaults[name] for name in names if name in defaults)
    init = FunctionType(code, vars(sys.modules[cls.__module__]), "__init__", given, slots)
    init.__annotations__ = {**cls.__annotations__, "return": None}
    made = [name for name in names if isinstance(defaults.get(name), _Factory)]
    return _completed(init, made) if made or hasattr(cls, "__post_init__") else init


MOST_PREPARED = 24  # fields of a value whose constructor is compiled ahead


@cache
def setting(count: int, *, frozen: bool) -> CodeType:
    """Return the code that sets so many fields: compiled once, and named anew for every class of that many."""
    each = range(count)
    slots, fields = ", ".join(f"s{i}" for i in each), "".join(f", a{i}" for i in each)
    body = "".join(f"  s{i}(self, a{i})\n" if frozen else f"  self.a{i} = a{i}\n" for i in each)
    space: dict[str, Any] = {}
    source = f"def make({slots}):\n def __init__(self{fields}):\n{body} return __init__"
    exec(program(source), space)  # noqa: S102 - own names
    code: CodeType = space["make"](*each).__code__
    return code


def _completed(init: FunctionType, made: list[str]) -> object:
    """Return the constructor that also makes what is made anew for each value, and ends with ``__post_init__``."""

    def __init__(self, *given, **named):  # type: ignore[no-untyped-def]  # noqa: N807
        init(self, *given, **named)
        for name in made:
            one = getattr(self, name)
            if isinstance(one, _Factory):
                getattr(type(self), name).__set__(self, one.make())
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    __init__.__wrapped__ = init  # type: ignore[attr-defined]  # where its signature is
    __init__.__annotations__ = init.__annotations__
    return __init__


def _twin(cls: Any) -> Any:
    """Return the dataclass that ``cls`` stands for."""
    import dataclasses

    body: dict[str, Any] = {
        name: dataclasses.field(default_factory=one.make) if isinstance(one, _Factory) else one
        for name, one in cls.__field_defaults__.items()
    }
    body |= {"__annotations__": cls.__annotations__, "__module__": cls.__module__}
    return dataclasses.dataclass(frozen=cls.__hash__ is not None)(type(cls.__name__, (), body))


def _equality(cls: Any) -> object:
    key = _key(cls)

    def __eq__(self: Any, other: Any) -> Any:  # noqa: N807
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hashing(cls: Any) -> object:
    key = _key(cls)
    return lambda self: hash(key(self))


def _key(cls: Any) -> Callable[[Any], tuple[object, ...]]:
    names = cls.__match_args__
    return attrgetter(*names) if len(names) > 1 else attrgetter(*names, *names)  # a tuple in any case


def _repr(self: Any) -> str:
    fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{self.__class__.__qualname__}({fields})"


def _reduce(self: Any) -> tuple[object, tuple[object, ...]]:
    return type(self), tuple(getattr(self, name) for name in self.__match_args__)


def _refuse(_self: object, name: str, *_: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


_MUTABLE: dict[str, object] = {
    "__init__": _OnDemand("__init__", _constructor),
    "__dataclass_fields__": _OnDemand("__dataclass_fields__", lambda cls: _twin(cls).__dataclass_fields__),
    "__dataclass_params__": _OnDemand("__dataclass_params__", lambda cls: _twin(cls).__dataclass_params__),
    "__eq__": _OnDemand("__eq__", _equality),
    "__hash__": None,
    "__repr__": _repr,
    "__reduce__": _reduce,
}
_FROZEN = {**_MUTABLE, "__hash__": _OnDemand("__hash__", _hashing), "__setattr__": _refuse, "__delattr__": _refuse}
