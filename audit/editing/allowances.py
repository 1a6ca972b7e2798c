"""Write into a draft that an editor allows a finding: the comment that silences it, above its paragraph."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from audit.suppress import blank_lines
from audit.thresholds import ALLOWANCE_REASON_CHARACTERS
from wellsourced_core.model import Edit, Finding
from wellsourced_core.values import frozen


@frozen
class Allowances:
    """The comments to write, for how many findings, and the findings that a comment would not silence alone."""

    edits: tuple[Edit, ...]
    written: int
    shared: tuple[Finding, ...]


def allowances(text: str, findings: Sequence[Finding], reasons: Mapping[str, str]) -> Allowances:
    """Return the comments that silence the findings with these ids, each with its reason, in order of the draft.

    A comment silences a rule in a whole paragraph: where another finding of the rule stands there and is not to be
    silenced, none is written.
    """
    blanks = blank_lines(text)
    groups: dict[tuple[int, str], list[Finding]] = {}
    for one in findings:
        groups.setdefault((_paragraph(blanks, one.start), one.code), []).append(one)
    edits, written, shared = [], 0, []
    for (start, code), some in groups.items():
        wanted = [one for one in some if one.id in reasons]
        if len(wanted) < len(some):
            shared += wanted
        elif wanted:
            written += len(wanted)
            edits.append((start, code, _reason(reasons[one.id] for one in wanted)))
    newline = "\r\n" if "\r\n" in text else "\n"
    comments = (Edit(at, at, f"<!-- wellsourced: allow {code} {why} -->{newline}") for at, code, why in sorted(edits))
    return Allowances(tuple(comments), written, tuple(shared))


def _paragraph(blanks: Sequence[tuple[int, int]], at: int) -> int:
    before = bisect_right(blanks, at, key=itemgetter(1))
    return blanks[before - 1][1] if before else 0


def _reason(given: Iterable[str]) -> str:
    """Return reasons as a comment may hold them: no dashes that would end it, and not endless."""
    told = "; ".join(dict.fromkeys(" ".join(one.split()) for one in given if one.strip()))
    plain = told.replace("<", "‹").replace(">", "›").replace("--", "–").replace("--", "–").strip("- ")
    return plain[:ALLOWANCE_REASON_CHARACTERS].rstrip("- ") if any(map(str.isalnum, plain)) else "an editor disagrees"
