"""`config`: every value in force, and where it came from."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping

from wellsourced.commands import Terminal
from wellsourced.commands._options import configuration
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wellsourced.config import Config, Value

HELP = "show every configured value and where it came from"

# Tables in the file by the field that they fill: [gate.NAME], [profile.NAME], [[audit.path]], [[llm.price]].
_NAMED = {"modes": "gate", "profiles": "profile"}
_LISTED = {"paths": "path", "prices": "price"}
_BARE = compiled(r"[A-Za-z0-9_-]+")
_SECRET = compiled(r"key|token|secret|password|credential", re.IGNORECASE)
_PASSWORD = compiled(r"(://[^/\s:@]*:)[^/\s@]+@")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print the values; the text is itself a configuration that gives the same values."""
    config = configuration(args)
    found = [(value.key, _shown(value.key, value.value), value.origin) for value in settings(config)]
    if args.format == "json":
        from wellsourced.formats.records import dump

        rows = [{"key": key, "value": value, "origin": origin} for key, value, origin in found]
        file = str(config.path) if config.path else None
        terminal.out.write(dump({"schema": "wellsourced.config/1", "file": file, "values": rows}))
    else:
        from wellsourced_core.errors import shown

        for key, value, origin in found:
            # What a file of its own holds is no line of a configuration: it is named there.
            lead = "# " if key.startswith("calibration.") else ""
            terminal.out.write(f"{lead}{key} = {toml(value)}  # {shown(origin)}\n")
    return 0


def settings(config: Config) -> Iterator[Value]:
    """Yield every value by its key in the file, a section's plain values before its tables.

    ``[[audit.path]]`` and ``[[llm.price]]`` are one value each: a list of tables.
    """
    from wellsourced.config import Value, llm_options, named_options, publish_options, quality_options
    from wellsourced_core.errors import ConfigError

    for section, options in (
        ("audit", config.audit),
        ("run", config.run),
        ("fetch", config.fetch),
        ("cache", config.cache),
        ("publish", publish_options(config)),
        ("quality", quality_options(config)),
        ("llm", llm_options(config)),
        ("rerank", config.rerank),
        ("references", config.references),
        ("writer", config.writer),
    ):
        yield from _section(config, section, options)
        if section == "audit":
            yield from _calibration(config)
    for section in ("backends", "readers"):
        tables = config.tables.get(section, {})
        if not isinstance(tables, Mapping):
            raise ConfigError(section, "is not a table", f"write [{section}.NAME]")
        for name in sorted(tables):
            for key, value in sorted(named_options(config, section, name).items()):
                yield Value(f"{section}.{_key(name)}.{_key(key)}", value, config.origin)


def _calibration(config: Config) -> Iterator[Value]:
    """Yield what the table holds that `[audit] calibration` names."""
    from wellsourced.config import Value

    if config.audit.calibration:
        from wellsourced.calibration_file import rows, tuning_of

        for section, key, value in rows(tuning_of(config)):
            yield Value(f"calibration.{section}.{key}", value, str(config.calibration_path))


def toml(value: object) -> str:
    """Write a value as TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        import json

        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(name)} = {toml(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return repr(value)


def _section(config: Config, section: str, options: Any) -> Iterator[Value]:
    from dataclasses import fields

    from wellsourced.config import Value

    written = config.tables.get(section, {})
    pairs: list[Value] = []
    tables: list[Value] = []
    for one in fields(options):
        value = getattr(options, one.name)
        if one.name in _NAMED:
            tables += _named(config, _NAMED[one.name], value)
        elif one.name in _LISTED:
            name = _LISTED[one.name]
            tables.append(Value(f"{section}.{name}", tuple(map(_row, value)), _origin(config, name in written)))
        elif one.type == "Pairs":
            origin = _origin(config, one.name in written)
            pairs += [Value(f"{section}.{one.name}.{_key(name)}", number, origin) for name, number in value]
        else:
            yield Value(f"{section}.{one.name}", value, _origin(config, one.name in written))
    yield from (*pairs, *tables)


def _named(config: Config, section: str, options: tuple[Any, ...]) -> Iterator[Value]:
    from wellsourced.config import Value

    for one in options:
        written = config.tables.get(section, {}).get(one.name, {})
        for key, value in _row(one).items():
            if key != "name":
                yield Value(f"{section}.{one.name}.{key}", value, _origin(config, key in written))


def _row(options: Any) -> dict[str, Any]:
    from dataclasses import fields

    row = {one.name: getattr(options, one.name) for one in fields(options)}
    return {name: value for name, value in row.items() if value is not None}


def _origin(config: Config, written: bool) -> str:
    return config.origin if written else "default"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else toml(name)


def _shown(key: str, value: object) -> object:
    """Return a value fit to be shown: secrets do not belong into the file, but might stand there."""
    if isinstance(value, str) and key.startswith(("backends.", "readers.")):
        return "***" if _SECRET.search(key.rpartition(".")[2]) else _PASSWORD.sub(r"\1***@", value)
    return value
