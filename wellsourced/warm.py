"""Prepare a fast start: ``python -m wellsourced.warm`` compiles every pattern of every room into the store.

The constructors of all values are compiled too. `make setup`, the Action and the container do it once; any other
installation, a hook's among them, fills its store run by run.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pkgutil import walk_packages

from wellsourced_core import patterns, values

ROOMS = ("wellsourced", "wellsourced_core", "quality", "retrieval", "audit", "writer")
_PROGRAMS = ("__main__", "reader_worker", "warm")  # what runs when it is imported


def modules() -> list[str]:
    """Return every module of every room that can be imported without running a program, sorted."""
    found = []
    for room in ROOMS:
        spec = find_spec(room)
        places = spec.submodule_search_locations if spec else None
        found += [one.name for one in walk_packages(places, f"{room}.") if not one.name.endswith(_PROGRAMS)]
    return sorted(found)


def main() -> int:
    """Import everything, and write down what was compiled on the way; 4 where no store can be written."""
    for name in modules():
        import_module(name)
    for fields in range(1, values.MOST_PREPARED + 1):
        values.setting(fields, frozen=True)
        values.setting(fields, frozen=False)
    if patterns.write(patterns.asked()):
        return 0
    sys.stderr.write("error: compiled patterns: can be kept nowhere: make the installation or ~/.cache writable\n")
    return 4


if __name__ == "__main__":
    sys.exit(main())
