"""A frozen value is the frozen dataclass of the same fields, for whoever uses it and for whoever asks."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import typing
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.values import field, frozen, mutable, replace


@frozen
class Point:
    """A place."""

    x: int
    y: float = 0.5
    name: str = ""
    tags: tuple[str, ...] = ()

    @property
    def far(self) -> bool:
        return self.x > 10


@dataclasses.dataclass(frozen=True, slots=True)
class RealPoint:
    """A place."""

    x: int
    y: float = 0.5
    name: str = ""
    tags: tuple[str, ...] = ()


RealPoint.__qualname__ = "Point"  # so that both say the same of themselves


@frozen
class One:
    it: object


@frozen
class Wide:
    a0: int
    a1: int
    a2: int
    a3: int
    a4: int
    a5: int
    a6: int
    a7: int
    a8: int
    a9: int
    a10: int
    a11: int = 11


@frozen
class Positive:
    n: int
    seen: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.n <= 0:
            raise ValueError("not positive")


@mutable
class Shelf:
    size: int = 3
    books: list[str] = field(default_factory=list)


@frozen
class Remembering:
    __slots__ = ("__dict__",)

    n: int

    @property
    def twice(self) -> int:
        return self.__dict__.setdefault("twice", 2 * self.n)


POSITIONAL = st.tuples(st.integers(0, 20), st.floats(), st.text(max_size=3), st.tuples(st.text(max_size=2)))
NAMED = st.fixed_dictionaries(
    {}, optional={"x": st.integers(0, 20), "y": st.floats(), "name": st.text(max_size=3), "other": st.none()}
)


@given(POSITIONAL, st.integers(0, 5), NAMED)
def test_it_takes_what_the_dataclass_takes_and_shows_the_same(all_of: tuple, count: int, named: dict) -> None:
    given_ = (*all_of, "too many")[:count]

    def made(cls: Callable[..., object]) -> object:
        try:
            return cls(*given_, **named)
        except TypeError as error:
            return str(error).replace("RealPoint", "Point")

    ours, theirs = made(Point), made(RealPoint)
    assert str(ours) == str(theirs)
    if isinstance(ours, Point):
        assert hash(ours) == hash(theirs)
        assert dataclasses.astuple(ours) == dataclasses.astuple(theirs)  # type: ignore[call-overload]


@given(POSITIONAL, POSITIONAL)
def test_equal_values_are_those_with_equal_fields(left: tuple, right: tuple) -> None:
    assert (Point(*left) == Point(*right)) is (RealPoint(*left) == RealPoint(*right))
    assert (Point(*left) == RealPoint(*left)) is False
    assert Point(*left) == Point(*left)
    assert hash(Point(*left)) == hash(Point(*left))


@given(POSITIONAL, NAMED)
def test_replacing_changes_the_named_fields_alone(all_of: tuple, named: dict) -> None:
    named.pop("other", None)
    ours = replace(Point(*all_of), **named)
    assert repr(ours) == repr(dataclasses.replace(RealPoint(*all_of), **named))
    assert repr(ours) == repr(dataclasses.replace(Point(*all_of), **named))


@given(POSITIONAL)
def test_copies_and_pickles_are_equal(all_of: tuple) -> None:
    value = Point(*all_of)
    for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):  # noqa: S301 - ours
        assert repr(again) == repr(value)


def test_nothing_can_be_assigned_or_deleted() -> None:
    point = Point(1)
    for change in (lambda: setattr(point, "x", 2), lambda: setattr(point, "z", 2), lambda: delattr(point, "x")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    assert point == Point(1)


def test_it_passes_for_a_dataclass() -> None:
    assert dataclasses.is_dataclass(Point)
    assert dataclasses.is_dataclass(Point(1))
    assert Point.__dataclass_params__.frozen  # type: ignore[attr-defined]
    mine, real = dataclasses.fields(Point), dataclasses.fields(RealPoint)
    assert [(f.name, f.type, f.default) for f in mine] == [(f.name, f.type, f.default) for f in real]
    assert dataclasses.asdict(Point(1)) == dataclasses.asdict(RealPoint(1))
    assert inspect.signature(Point) == inspect.signature(RealPoint)
    assert typing.get_type_hints(Point) == typing.get_type_hints(RealPoint)
    assert typing.get_type_hints(Point.__init__) == typing.get_type_hints(RealPoint.__init__)
    assert Point.__match_args__ == RealPoint.__match_args__
    assert Point.__doc__ == RealPoint.__doc__


def test_it_has_no_room_for_other_attributes() -> None:
    assert not hasattr(Point(1), "__dict__")


def test_methods_and_patterns_work() -> None:
    assert Point(11).far
    match Point(1, name="a"):
        case Point(x, _, name):
            assert (x, name) == (1, "a")


def test_a_single_field_is_compared_as_in_a_tuple() -> None:
    nan = float("nan")
    assert One(nan) == One(nan)  # the same object, as in tuples
    assert One(1) == One(True)
    assert One(1) != One(2)
    assert len({One(1), One(1), One(2)}) == 2


def test_many_fields_keep_their_order() -> None:
    assert dataclasses.astuple(Wide(*range(11))) == tuple(range(12))


def test_a_factory_makes_a_new_default_each_time() -> None:
    assert Shelf().books is not Shelf().books
    assert Positive(1).seen == []
    assert Positive(1, [3]).seen == [3]
    assert dataclasses.fields(Shelf)[1].default_factory is list


def test_the_last_word_of_a_constructor_is_its_own_check() -> None:
    with pytest.raises(ValueError, match="not positive"):
        Positive(0)
    with pytest.raises(ValueError, match="not positive"):
        replace(Positive(1), n=0)


def test_a_record_can_change_and_has_no_hash() -> None:
    shelf = Shelf()
    shelf.size = 4
    assert shelf == Shelf(4)
    assert not Shelf.__dataclass_params__.frozen  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        hash(shelf)


def test_properties_may_be_remembered_where_a_class_says_so() -> None:
    one = Remembering(2)
    assert (one.twice, one.__dict__) == (4, {"twice": 4})
    assert one == Remembering(2)


@pytest.mark.parametrize("make", [frozen, mutable, dataclasses.dataclass])
def test_fields_with_a_default_come_last(make: Callable[[type], type]) -> None:
    body = {"__module__": __name__, "__annotations__": {"first": "int", "second": "int"}, "first": 1}
    with pytest.raises(TypeError, match="default"):
        make(type("Mixed", (), body))
