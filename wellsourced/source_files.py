"""Find what lies next to a draft: its file of sources, its folder of documents, its lock."""

from __future__ import annotations

import os
from pathlib import Path

from retrieval.file_kinds import refuse_non_file
from retrieval.storage import is_file, is_folder
from wellsourced_core.errors import InputError

LOCK = "sources.lock"
LOCK_IT = "check that there is such a page, then lock it (`wellsourced lock`), or remove the link"


def check_beside(draft: Path | None) -> None:
    """Raise InputError where something has the name of a draft's sources and can be none: passed over, nobody would
    miss them."""
    remedy = "rename it, or name the sources with --sources"
    for place in sources_places(draft):
        _refuse_other_kinds(place, remedy)
    for place in folder_places(draft):
        if os.path.lexists(place) and not is_folder(place):
            raise InputError(place, "is not a folder", remedy)


def sources_path(draft: Path | None) -> Path | None:
    """Return the file of sources beside a draft: ``draft.sources.jsonl``, or a run folder's ``sources.jsonl``."""
    return next((place for place in sources_places(draft) if is_file(place) and place.stat().st_size), None)


def folders_beside(draft: Path | None) -> tuple[Path, ...]:
    """Return the folders of documents beside a draft: ``draft.sources``, or ``draft.md.sources``."""
    return tuple(filter(is_folder, folder_places(draft)))


def folder_places(draft: Path | None) -> tuple[Path, ...]:
    return (draft.with_suffix(".sources"), draft.with_name(draft.name + ".sources")) if draft is not None else ()


def sources_places(draft: Path | None) -> list[Path]:
    if draft is None:
        return []
    places = [draft.with_suffix(".sources.jsonl"), draft.with_name(draft.name + ".sources.jsonl")]
    if draft.name == "article.md" and is_file(draft.with_name("provenance.json")):
        places.append(draft.with_name("sources.jsonl"))
    return places


def lock_path(draft: Path | None) -> Path | None:
    """Return the lock that holds a draft's texts: beside it, else in the working folder; None without one."""
    return next(filter(is_file, lock_places(draft)), None)


def lock_to_read(draft: Path | None) -> Path | None:
    """Do the same for a lock that decides what is read. Raises InputError where something else has its name."""
    for place in lock_places(draft):
        _refuse_other_kinds(place, "rename it, and make a lock with `wellsourced lock`")
        if is_file(place):
            return place
    return None


def lock_places(draft: Path | None) -> tuple[Path, ...]:
    return (draft.with_name(LOCK), Path(LOCK)) if draft is not None else (Path(LOCK),)


def _refuse_other_kinds(place: Path, remedy: str) -> None:
    """Raise InputError for a folder, a pipe or a link to nothing: passed over, it would be missed by nobody."""
    refuse_non_file(place, remedy)
    if os.path.lexists(place) and not is_file(place):
        raise InputError(place, "is not a regular file", remedy)
