"""Read JSON Lines strictly: NaN, 1e999, doubled keys and lone surrogates are errors."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

from retrieval.file_kinds import refuse_binary, refuse_non_file
from retrieval.storage import has_content, is_file
from wellsourced_core.errors import InputError, StorageError, shown
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO, NoReturn

LONGEST_LINE = 64 * 1024 * 1024
_REMEDY = "give a JSON Lines file, one object a line"
_BOM = b"\xef\xbb\xbf"
_HALF_PAIR = compiled(r"\\u[dD][89a-fA-F]")  # as an escape; as it is, UTF-8 cannot write one


def read_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line number, object) for every line that is not blank; the file is streamed.

    Raises InputError naming the file, the line and, inside an object, the key. A UTF-8 byte order mark at
    the start is no part of the first line.
    """
    for number, line in read_lines(path):
        yield number, parse_object(line, f"{path}:{number}")


def read_stream(stream: BinaryIO, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Do the same for an open binary stream, which errors call ``name``."""
    for number, line in lines_of(stream, name):
        yield number, parse_object(line, f"{name}:{number}")


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that ``read_objects`` would parse, as bytes."""
    refuse_non_file(path, _REMEDY)
    if not is_file(path):
        raise InputError(path, "there is no such file", "check the path")
    try:
        if not has_content(path):
            return
        with path.open("rb") as stream:
            yield from lines_of(stream, str(path))
    except PermissionError as error:
        raise StorageError(path, "may not be read", "check its permissions") from error
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})", "check the path") from error


def lines_of(stream: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that ``read_stream`` would parse, as bytes."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise InputError(
                f"{name}:{number}", "the line is longer than 64 MiB", "split the text into several sources"
            )
        if number == 1:
            refuse_binary(name, line, "JSON Lines", _REMEDY)
            line = line.removeprefix(_BOM)
        if line.strip():
            yield number, line


def parse_object(line: bytes | str, where: str, remedy: str = "write one JSON object a line") -> dict[str, Any]:
    """Parse one JSON object, strictly. Raises InputError whose subject is ``where``."""
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        suspect = _HALF_PAIR.search(text) or _has_lone_surrogate(text)
        value = json.loads(
            text,
            parse_constant=refuse_constant,
            parse_float=_finite,
            parse_int=_short_int,
            object_pairs_hook=_whole_texts if suspect else unique_keys,
        )
    except UnicodeDecodeError as error:
        raise InputError(where, f"is not UTF-8 at byte {error.start}", "save the file as UTF-8") from error
    except json.JSONDecodeError as error:
        problem = f"is not JSON at column {error.colno} ({error.msg})"
        raise InputError(where, problem, remedy) from error
    except RecursionError as error:
        raise InputError(where, "is nested too deeply", "write a flat object") from error
    except RefusedError as error:
        raise InputError(where, str(error), "correct the value") from error
    if not isinstance(value, dict):
        raise InputError(where, f"is {_kind(value)}, not an object", remedy)
    return value


def text_field(record: dict[str, Any], field: str, where: str, *, required: bool = False) -> str | None:
    """Return a field that must be a text; null counts as absent unless the field is required."""
    value = record.get(field)
    if value is None and not required:
        return None
    if field not in record:
        raise InputError(where, f'"{field}" is missing', "add it", code="bad-field")
    if not isinstance(value, str):
        problem = f'"{field}" is {_kind(value)}, not a string'
        raise InputError(where, problem, "write it in quotation marks", code="bad-field")
    return value


def whole_field(record: dict[str, Any], field: str, where: str) -> int | None:
    """Return a field that must be a whole number from 0 to 999,999,999; null counts as absent."""
    value = record.get(field)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 999_999_999:
        raise InputError(
            where, f'"{field}" is not a whole number of 0 or more', "number the sources 1, 2, 3", code="bad-field"
        )
    return value


class RefusedError(ValueError):
    """A value that JSON, or we, do not allow."""


def refuse_constant(name: str) -> NoReturn:
    """Raise RefusedError for NaN and Infinity, which Python's parser takes."""
    raise RefusedError(f"contains {name}, which JSON does not have")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise RefusedError(f"contains the number {digits[:20]}, which is out of range")
    return value


def _short_int(digits: str) -> int:
    if len(digits) > 18:
        raise RefusedError(f"contains the number {digits[:20]}…, which is out of range")
    return int(digits)


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object. Raises RefusedError where it has a key twice."""
    record = dict(pairs)
    if len(record) < len(pairs):
        last = {key: i for i, (key, _) in enumerate(pairs)}
        twice = next(key for i, (key, _) in enumerate(pairs) if last[key] > i)
        raise RefusedError(f'has the key "{shown(twice, 80)}" twice')
    return record


def _whole_texts(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of keys and values that have no half of a surrogate pair."""
    for key, value in pairs:
        texts = [key, *(value if isinstance(value, list) else (value,))]
        if any(isinstance(text, str) and _has_lone_surrogate(text) for text in texts):
            raise RefusedError(f'has half a surrogate pair in "{shown(key, 80)}"')
    return unique_keys(pairs)


def _has_lone_surrogate(text: str) -> bool:
    if text.isascii():
        return False
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _kind(value: object) -> str:
    names = {
        dict: "an object",
        list: "a list",
        str: "a string",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return names.get(type(value), "null")
