"""Read the tables of a configuration into frozen values: every key known, every value of its type, or ConfigError."""

from __future__ import annotations

from collections.abc import Mapping

from wellsourced_core.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Table = Mapping[str, Any]


def options_of(cls: type[Any], table: object, section: str, hidden: frozenset[str] = frozenset()) -> Any:
    """Build a frozen options value from a table: every key known, every value of its annotation's type."""
    rows = table_of(table, section)
    known = {name: kind for name, kind in cls.__annotations__.items() if name not in hidden}
    refuse_unknown(rows, frozenset(known), section)
    given = {key: typed(value, known[key], f"{section}.{key}") for key, value in rows.items()}
    missing = [repr(name) for name in cls.__annotations__ if name not in given and name not in cls.__field_defaults__]
    if missing:
        *most, last = missing
        listed = f"{', '.join(most)}{',' if len(most) > 1 else ''} and {last}" if most else last
        raise ConfigError(section, f"{listed} is missing", "add it")
    return cls(**given)


def pairs_of(table: object, section: str) -> tuple[tuple[str, float], ...]:
    """Return a table of numbers as pairs of key and number."""
    rows = table_of(table, section)
    for key, value in rows.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ConfigError(f"{section}.{key}", f"{value!r} is not a number", "give a number")
    return tuple((key, float(value)) for key, value in rows.items())


def numbers_of(value: object, key: str) -> tuple[float, ...]:
    """Return a list of numbers."""
    if not isinstance(value, list) or any(isinstance(n, bool) or not isinstance(n, int | float) for n in value):
        raise ConfigError(key, f"{value!r} is not a list of numbers", "write [0.1, 0.2]")
    return tuple(float(n) for n in value)


def table_of(value: object, section: str) -> Table:
    """Return a value that is a table."""
    if not isinstance(value, dict):
        raise ConfigError(section, "is not a table", f"write it under [{section}]")
    return value


def refuse_unknown(table: Table, known: frozenset[str], section: str) -> None:
    """Raise ConfigError for the first key that a section does not know."""
    for key in table:
        if key not in known:
            raise ConfigError(f"{section}.{key}", "is not a key", f"choose from {', '.join(sorted(known))}")


def typed(value: object, wanted: str, key: str) -> object:
    """Return a value as the type that an annotation names; a whole number will do for a float."""
    wanted = wanted.removesuffix(" | None")
    if wanted.startswith("tuple[str"):
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ConfigError(key, f"{value!r} is not a list of strings", 'write ["...", "..."]')
        return tuple(value)
    kinds: dict[str, tuple[type, ...]] = {"str": (str,), "bool": (bool,), "int": (int,), "float": (int, float)}
    kind = kinds.get(wanted)
    if kind is None or not isinstance(value, kind) or (isinstance(value, bool) and wanted != "bool"):
        raise ConfigError(key, f"{value!r} is of the wrong type", f"give a value of type {wanted}")
    return float(value) if wanted == "float" and isinstance(value, int | float) else value
