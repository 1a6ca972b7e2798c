"""Tables of a configuration as frozen values."""

from __future__ import annotations

import pytest

from wellsourced.config_tables import numbers_of, options_of, pairs_of, table_of, typed
from wellsourced_core.errors import ConfigError
from wellsourced_core.values import frozen


@frozen
class Kitchen:
    """Options of every type that a configuration may have."""

    name: str
    ovens: int = 1
    warmth: float = 20.5
    open: bool = False
    dishes: tuple[str, ...] = ()
    note: str | None = None


def test_a_table_becomes_a_frozen_value() -> None:
    table = {"name": "galley", "warmth": 21, "dishes": ["soup", "bread"], "note": "warm"}
    assert options_of(Kitchen, table, "kitchen") == Kitchen("galley", 1, 21.0, dishes=("soup", "bread"), note="warm")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"name": "galley", "oven": 2}, "kitchen.oven: is not a key: choose from dishes, name, note"),
        ({}, "kitchen: 'name' is missing"),
        ({"name": 7}, "kitchen.name: 7 is of the wrong type"),
        ({"name": "galley", "ovens": True}, "kitchen.ovens: True is of the wrong type"),
        ({"name": "galley", "ovens": 1.0}, "kitchen.ovens: 1.0 is of the wrong type"),
        ({"name": "galley", "dishes": "soup"}, "kitchen.dishes: 'soup' is not a list of strings"),
        (["galley"], "kitchen: is not a table"),
    ],
)
def test_what_does_not_fit_is_named_by_its_key(table: object, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        options_of(Kitchen, table, "kitchen")
    assert said in str(caught.value)


def test_a_hidden_key_is_refused_like_an_unknown_one() -> None:
    with pytest.raises(ConfigError, match=r"kitchen\.ovens: is not a key"):
        options_of(Kitchen, {"name": "galley", "ovens": 2}, "kitchen", frozenset({"ovens"}))


def test_numbers_are_numbers_and_true_is_none() -> None:
    assert pairs_of({"a": 1, "b": 0.5}, "weights") == (("a", 1.0), ("b", 0.5))
    assert numbers_of([1, 0.5], "grades") == (1.0, 0.5)
    for wrong in (True, "1", None):
        with pytest.raises(ConfigError, match=r"weights\.a: .* is not a number"):
            pairs_of({"a": wrong}, "weights")
        with pytest.raises(ConfigError, match="not a list of numbers"):
            numbers_of([wrong], "grades")


def test_a_type_that_no_configuration_has_is_refused() -> None:
    assert typed("a", "str | None", "key") == "a"
    with pytest.raises(ConfigError):
        typed({}, "dict", "key")
    assert table_of({}, "kitchen") == {}
