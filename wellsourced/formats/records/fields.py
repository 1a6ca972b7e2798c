"""Read our own records back: JSON whose fields must have the types that we write."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from retrieval.jsonl import parse_object
from wellsourced_core.errors import InputError, StorageError, shown
from wellsourced_core.model import Span
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T", bound=str)

_LARGEST = 1024 * 1024 * 1024
_REMEDY = "make the record again"
_NAMED = "name a run, an article's folder or an audit.json"


@frozen
class Fields:
    """An object of a record and where it stands; a field of another type raises InputError that names it."""

    record: dict[str, Any]
    where: str

    def text(self, key: str, default: str | None = None) -> str:
        value = self.record.get(key, default)
        return default if value is None and default is not None else self._checked(key, value, str, "not a string")

    def member(self, key: str, members: tuple[T, ...], default: T | None = None) -> T:
        """Return a text that is one of a closed set; the default where the record is older than the field."""
        text = self.text(key, default)
        for one in members:
            if one == text:
                return one
        raise self._fault(key, f"is none of {', '.join(members)}")

    def number(self, key: str, default: float | None = None) -> float:
        value = self.record.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._fault(key, "is not a number")
        return float(value)

    def number_or_none(self, key: str) -> float | None:
        return None if self.record.get(key) is None else self.number(key)

    def whole(self, key: str, default: int | None = None) -> int:
        value = self.record.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self._fault(key, "is not a whole number of 0 or more")
        return value

    def label(self, key: str) -> int | str | None:
        value = self.record.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | str)):
            raise self._fault(key, "is not a label")
        return value

    def day(self, key: str) -> date | None:
        text = self.text(key, "")
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            raise self._fault(key, "is not a date") from None

    def span(self, key: str) -> Span | None:
        one = self.child(key)
        return Span(one.whole("start"), one.whole("end"), one.text("text")) if one else None

    def child(self, key: str) -> Fields | None:
        value = self.record.get(key)
        return (
            None if value is None else Fields(self._checked(key, value, dict, "not an object"), f"{self.where}.{key}")
        )

    def children(self, key: str) -> tuple[Fields, ...]:
        value = self._checked(key, self.record.get(key, []), list, "not a list")
        return tuple(
            Fields(self._checked(f"{key}[{at}]", one, dict, "not an object"), f"{self.where}.{key}[{at}]")
            for at, one in enumerate(value)
        )

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._checked(key, self.record.get(key, []), list, "not a list")
        return tuple(self._checked(f"{key}[{at}]", one, str, "not a string") for at, one in enumerate(value))

    def counts(self, key: str) -> dict[str, int]:
        one = self.child(key)
        return {name: one.whole(name) for name in one.record} if one else {}

    def _checked(self, key: str, value: Any, kind: type, problem: str) -> Any:
        if not isinstance(value, kind):
            raise self._fault(key, f"is {problem}")
        return value

    def _fault(self, key: str, problem: str) -> InputError:
        return InputError(f"{self.where}.{shown(key, 60)}", problem, _REMEDY, code="bad-field")


def read_record(path: Path, schema: str) -> Fields:
    """Read a JSON record of one schema. Raises InputError, or StorageError without permission."""
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(path, "is larger than 1 GiB", "this is not one of our records")
        content = path.read_bytes()
    except FileNotFoundError:
        raise InputError(path, "there is no such file", "check the path") from None
    except PermissionError:
        raise StorageError(path, "may not be read", "check its permissions") from None
    except (OSError, ValueError) as error:
        raise InputError(path, f"cannot be read ({error})", "check the path") from error
    fields = Fields(parse_object(content, str(path), _NAMED), str(path))
    found = fields.record.get("schema")
    if found != schema:
        raise InputError(path, f"is not a {schema} record", _NAMED)
    return fields
