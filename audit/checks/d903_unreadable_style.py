"""The draft cites in a style that could not be read.

What it does: says what was seen when markers are there but none joins an entry: the run ends with exit code 3.

Why it matters: in a style that was not read every entry looks orphaned and every marker dangling; nothing may be
judged or deleted on that ground.

Example: `[1]` and `[2]` without any list of references and without a sources file; `(Smith et al., 2020)`, with or
without them.

Fix: none. Pass the sources with `--sources`, or add the list; what cites by author and year has to be given numbers
or addresses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced.core.errors import shown
from wellsourced.core.model import Finding, Severity

_LONGEST = 60


def find(case: Case) -> Iterator[Finding]:
    if not case.unreadable:
        return
    first = (case.draft.markers or case.draft.unread)[0]
    seen = Counter(marker.shape for marker in (*case.draft.markers, *case.draft.unread))
    shapes = ", ".join(f"{count} {shape}" for shape, count in sorted(seen.items()))
    entries = len(case.draft.references)
    such = shown(" ".join(first.raw.split()), _LONGEST)
    what = f"{shapes}, such as {such}; {entries} {'entry' if entries == 1 else 'entries'} found"
    message = f"markers that join no list ({what}): the style could not be read"
    yield CHECK.at(case, first.start, first.end, message)


CHECK = Check("D903", "unreadable-style", Severity.WARNING, find)
