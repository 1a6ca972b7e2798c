"""Readers: models that are asked about doubtful citations. Each is one file here, found by its name.

Its file has ``build(config, *, asking) -> Reader``; nothing else of it is imported before a reader is asked for.
"""

from __future__ import annotations

from importlib import import_module

from wellsourced.choices import NO_READER, readers
from wellsourced_core.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.config import Config
    from wellsourced.opinions.reader import Reader


def build(name: str, config: Config, *, asking: bool = True) -> Reader:
    """Make a reader; one that is not ``asking`` needs no key and only says what it would cost.

    Raises ConfigError, and InputError for a key.
    """
    if name not in readers():
        raise ConfigError(name, "is not a reader", f"choose from {', '.join((NO_READER, *readers()))}")
    reader: Reader = import_module(f"{__name__}.{name}").build(config, asking=asking)
    return reader
