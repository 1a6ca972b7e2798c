"""The table that `calibrate --fit` writes and `[audit] calibration` names: thresholds and certainties of one's own."""

from __future__ import annotations

from pathlib import Path

from audit.checks import all_checks
from audit.tuning import SHIPPED, Tuning
from wellsourced.config import one_of, read_toml
from wellsourced.config_tables import pairs_of, refuse_unknown, table_of
from wellsourced_core.errors import ConfigError
from wellsourced_core.model import CERTAINTIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from wellsourced.config import Config
    from wellsourced.config_tables import Table
    from wellsourced_core.model import Certainty

THRESHOLDS = ("strip", "weak_warning", "balanced")
_DEMOTED = CERTAINTIES[:-1]  # what is only possible is a note already


def tuning_of(config: Config) -> Tuning:
    """Return what is configured, else what is shipped. Raises ConfigError and InputError."""
    path = config.calibration_path
    return SHIPPED if path is None else read(path)


def read(path: Path) -> Tuning:
    """Read a table; every key is known, the thresholds are in order, no finding gets more certain."""
    tables = read_toml(path)
    for section in tables:
        one_of(f"{path}: section", section, ("thresholds", "certainty"))
    values = {**dict(zip(THRESHOLDS, SHIPPED.thresholds, strict=True)), **_thresholds(path, tables)}
    if not 0 <= values["strip"] <= values["weak_warning"] <= values["balanced"] <= 1:
        problem = ", ".join(f"{key} {values[key]:g}" for key in THRESHOLDS) + " are not in order"
        raise ConfigError(f"{path}: thresholds", problem, "write 0 <= strip <= weak_warning <= balanced <= 1")
    return Tuning(**values, demotions=tuple(_demotions(path, tables)))


def rows(tuning: Tuning) -> Iterator[tuple[str, str, object]]:
    """Yield (section, key, value) for everything that a table of this tuning holds, in order."""
    for key, value in zip(THRESHOLDS, tuning.thresholds, strict=True):
        yield "thresholds", key, value
    for code, told, earned in tuning.demotions:
        yield f"certainty.{code}", told, earned


def text_of(tuning: Tuning, head: str) -> str:
    """Return a table as TOML, under a comment."""
    written = [f"# {line}\n" for line in head.splitlines()]
    inside = ""
    for section, key, value in rows(tuning):
        if section != inside:
            written.append(f"\n[{section}]\n")
            inside = section
        written.append(f'{key} = "{value}"\n' if isinstance(value, str) else f"{key} = {value}\n")
    return "".join(written)


def _thresholds(path: Path, tables: Table) -> dict[str, float]:
    name = f"{path}: thresholds"
    table = table_of(tables.get("thresholds", {}), name)
    refuse_unknown(table, frozenset(THRESHOLDS), name)
    return dict(pairs_of(table, name))


def _demotions(path: Path, tables: Table) -> Iterator[tuple[str, Certainty, Certainty]]:
    name = f"{path}: certainty"
    table = table_of(tables.get("certainty", {}), name)
    codes = tuple(check.code for check in all_checks())
    for code in sorted(table):
        one_of(name, code, codes)
        changes = table_of(table[code], f"{name}.{code}")
        refuse_unknown(changes, frozenset(_DEMOTED), f"{name}.{code}")
        for at, told in enumerate(CERTAINTIES):
            if told in changes:
                yield code, told, _less(changes[told], f"{name}.{code}.{told}", CERTAINTIES[at + 1 :])


def _less(value: object, key: str, weaker: tuple[Certainty, ...]) -> Certainty:
    for one in weaker:
        if one == value:
            return one
    raise ConfigError(key, f"{value!r} is no lower certainty", f"choose from {', '.join(weaker)}")
