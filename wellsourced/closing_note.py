"""Compare an extractive article with its draft: publishing may have taken out, moved or doubted what was quoted."""

from __future__ import annotations

from collections.abc import Sequence

from audit.publish import Published
from wellsourced_core.model import Change, Severity, Written
from wellsourced_core.patterns import compiled
from writer.contrasts import HEADING as DIFFER
from writer.open_questions import made_by

_MARKERS = compiled(r"[^\w\[\n]{0,4}(?:\[[0-9]{1,4}\])*")
_LABEL = compiled(r"\[([0-9]{1,4})\]")


def surviving(changes: Sequence[Change], published: str) -> tuple[Change, ...]:
    """Return the changes whose sentences stand in what is published."""
    text = _words(published)
    return tuple(one for one in changes if _words(one.sentence) in text)


def lost(written: Written, published: str) -> tuple[str, ...]:
    """Return the sources' sentences of a draft that do not stand in what is published of it."""
    text = _words(published)
    return tuple(one for one in written.quoted if _words(one) not in text)


def doubted(written: Written, published: Published) -> tuple[str, ...]:
    """Return the sources' sentences that a warning of the audit stands on, or that cite a source without them."""
    text = published.text
    letters = [i for i, character in enumerate(text) if character.isalnum()]
    plain = "".join(text[i] for i in letters)
    changed = {one.sentence for one in written.changes}
    found = [f for f in published.report.findings if f.severity in (Severity.ERROR, Severity.WARNING)]
    bad = []
    for one in written.quoted:
        at = plain.find(_words(one))
        if at < 0:
            continue
        start, end = letters[at], letters[at + len(_words(one)) - 1] + 1
        markers = _MARKERS.match(text, end)
        end = markers.end() if markers else end
        cited = [published.sources[int(n) - 1] for n in _LABEL.findall(markers[0])] if markers else []
        moved = one not in changed and cited and not any(_words(one) in _words(source.text) for source in cited)
        if moved or any(f.start < end and start < f.end for f in found):
            bad.append(one)
    return tuple(bad)


def with_closing(published: str, written: Written, changes: Sequence[Change]) -> str:
    """Return the published text with a note that speaks of the changes and contrasts that are left, and no others."""
    before = made_by(written.changes, contrasted=bool(written.contrasts))
    after = made_by(changes, contrasted=bool(written.contrasts) and f"## {DIFFER}" in published)
    return published if before == after else published.replace(before, after)


def _words(text: str) -> str:
    return "".join(filter(str.isalnum, text))
