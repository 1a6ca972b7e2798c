"""The draft's citation style could not be read.

What it does: reports what was seen if there are markers but none matches an entry; the run ends with exit code 3.

Why it matters: in an unread style, every entry looks orphaned and every marker dangling; nothing may be judged or
deleted on that basis.

Example: `[1]` and `[2]` without any list of references and without a sources file; `(Smith et al., 2020)`, with or
without them.

Fix: none. Pass the sources with `--sources`, or add the list; replace author-year citations by numbers or addresses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from audit.thresholds import SHOWN_STYLE_CHARACTERS
from wellsourced_core.errors import shown
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    if not case.references.unreadable:
        return
    first = (case.draft.markers or case.draft.unread)[0]
    seen = Counter(marker.shape for marker in (*case.draft.markers, *case.draft.unread))
    shapes = ", ".join(f"{count} {shape}" for shape, count in sorted(seen.items()))
    entries = len(case.draft.references)
    such = shown(" ".join(first.raw.split()), SHOWN_STYLE_CHARACTERS)
    what = f"{shapes}, such as {such}; {entries} {'entry' if entries == 1 else 'entries'} found"
    message = f"no marker matches a list entry ({what}): the citation style could not be read"
    yield CHECK.at(case, first.start, first.end, message)


CHECK = Check("D903", "unreadable-style", Severity.WARNING, find)
