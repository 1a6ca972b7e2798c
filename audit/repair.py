"""Repair a draft: make the fixes of its findings in one pass, look again, and stop when nothing is left to fix."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from audit.thresholds import REPAIR_ROUNDS
from wellsourced_core.model import Edit, FileReport, Finding
from wellsourced_core.values import frozen, replace

_PRUNE = "R401"


@frozen
class Repaired:
    """The text after the fixes, the findings that were fixed, and whether nothing fixable is left."""

    text: str
    fixed: tuple[Finding, ...]
    settled: bool


def repair(
    text: str,
    look: Callable[[str], FileReport],
    *,
    unsafe: bool = False,
    only: Collection[str] | None = None,
) -> Repaired:
    """Fix what can be fixed, safe fixes only unless ``unsafe``; ``only`` names findings by id (one round).

    ``look`` audits a text. Unsafe fixes come when no safe one is left. Bytes outside the edits never change; a
    second repair changes nothing.
    """
    fixed: list[Finding] = []
    for _ in range(1 if only is not None else REPAIR_ROUNDS):
        findings = look(text).findings
        chosen = choose(findings, unsafe=False, only=only) or choose(findings, unsafe=unsafe, only=only)
        if not chosen:
            return Repaired(text, tuple(fixed), settled=True)
        text = apply(text, (edit for finding in chosen if finding.fix for edit in finding.fix.edits))
        fixed += chosen
    return Repaired(text, tuple(fixed), settled=only is not None)


def choose(
    findings: Sequence[Finding], *, unsafe: bool = False, only: Collection[str] | None = None
) -> tuple[Finding, ...]:
    """Return the findings whose fixes are made in this round: wanted, and none touching another's edits.

    Unless it is asked for by its id, an entry that a marker still cites stays: once its markers have moved
    nothing cites it, and its pruning is safe.
    """
    taken: list[tuple[int, int, str]] = []
    chosen = []
    for finding in sorted(findings, key=lambda f: (f.fix is not None and f.fix.safety == "unsafe", f.start, f.code)):
        if finding.fix is None or (finding.fix.safety == "unsafe" and not unsafe and only is None):
            continue
        if only is None and finding.code == _PRUNE and finding.fix.safety == "unsafe":
            continue
        if only is not None and finding.id not in only:
            continue
        spans = [(edit.start, edit.end, edit.text) for edit in finding.fix.edits]
        if any(_touches(span, other) for span in spans for other in _near(taken, span)):
            continue
        for span in spans:
            insort(taken, span)
        chosen.append(finding)
    return tuple(chosen if only is None else _in_part(chosen, findings))


def _in_part(chosen: Sequence[Finding], findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the chosen findings so that of markers which all were to go some may stay, with what holds them.

    The fixes of such a group adjoin: the first takes what opens it, the last what closes it.
    """
    asked = {finding.id for finding in chosen}
    narrow: dict[str, Edit] = {}
    for chain in _chains(findings):
        stays = next((at for at, finding in enumerate(chain) if finding.id not in asked), len(chain))
        for at, finding in enumerate(chain if stays < len(chain) else ()):
            low, high = (finding.start, chain[at + 1].start) if at < stays else (chain[at - 1].end, finding.end)
            narrow[finding.id] = Edit(low, high, "")
    for finding in chosen:
        if finding.fix is not None and finding.id in narrow:
            yield replace(finding, fix=replace(finding.fix, edits=(narrow[finding.id],)))
        else:
            yield finding


def _chains(findings: Iterable[Finding]) -> Iterator[list[Finding]]:
    """Yield the runs of two and more findings whose fixes take out adjoining markers."""
    chain: list[Finding] = []
    end = -1  # of the last one's edit
    for finding in sorted(findings, key=lambda one: one.start):
        edits = finding.fix.edits if finding.fix is not None else ()
        if len(edits) != 1 or edits[0].text:
            continue
        if not finding.start == edits[0].start == end:
            if len(chain) > 1:
                yield chain
            chain = []
        chain.append(finding)
        end = edits[0].end
    if len(chain) > 1:
        yield chain


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Make the edits in one pass; the same edit twice is made once, overlapping ones raise ValueError."""
    pieces: list[str] = []
    done = 0
    for start, end, new in sorted({(edit.start, edit.end, edit.text) for edit in edits}):
        if start < done:
            raise ValueError(f"edits overlap at {start}")
        pieces += (text[done:start], new)
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


def _near(taken: list[tuple[int, int, str]], span: tuple[int, int, str]) -> Iterable[tuple[int, int, str]]:
    """Return the taken spans that could touch this one: they are sorted and do not overlap."""
    at = bisect_left(taken, (span[0],))
    yield from taken[max(0, at - 1) : at]
    while at < len(taken) and taken[at][0] <= span[1]:
        yield taken[at]
        at += 1


def _touches(a: tuple[int, int, str], b: tuple[int, int, str]) -> bool:
    return a != b and a[0] < b[1] and b[0] < a[1]
