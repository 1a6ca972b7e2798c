"""What a command writes is never a file that it reads, nor one that another of its options writes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from wellsourced_core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Place = str | Path | None
    Identity = tuple[int, int] | str


def refuse_collisions(outputs: Sequence[Place], inputs: Iterable[Place], reader: str) -> None:
    """Raise InputError for an output that is read, or that is another output, by whatever name it goes.

    ``reader`` says who reads ("this audit"). Places that are None are passed over, and so are pipes and devices.
    """
    read = {identity(one) for one in inputs} - {None}
    written: set[Identity] = set()
    for one in outputs:
        place = identity(one)
        if place is None:
            continue
        if place in read:
            raise InputError(one, f"is read by {reader}", "write to another file")
        if place in written:
            raise InputError(one, "would be written twice", "name it once, or give each a file of its own")
        written.add(place)


def identity(place: Place) -> Identity | None:
    """Return what two names of a file have in common: its number on its device, or where it would come to lie.

    None for no name, and for what no writing overwrites: a pipe, a device.
    """
    if not place:
        return None
    try:
        state = Path(place).stat()
    except (OSError, ValueError):
        try:
            return os.path.realpath(place)
        except ValueError:  # no file can have this name: whoever opens it says so
            return None
    kept = stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)
    return (state.st_dev, state.st_ino) if kept else None


def refuse_overwriting(output: str | None) -> None:
    """Raise InputError where the page would take the place of a record, a draft, or anything but an older page."""
    from retrieval.storage import content, is_file
    from wellsourced.commands._options import refuse_folder
    from wellsourced.file_names import ARTICLE, AUDIT, PROVENANCE, SOURCES, SUMMARY

    if output and Path(output).name in (ARTICLE, AUDIT, PROVENANCE, SOURCES, SUMMARY):
        raise InputError(output, "is the name of a record, not of a page", "name it page.html")
    refuse_folder(output)
    if output and is_file(Path(output)):
        head = content(Path(output), 9).lower()
        if head and head != b"<!doctype":
            raise InputError(output, "already exists and is not a page", "choose another file, or move this one away")
