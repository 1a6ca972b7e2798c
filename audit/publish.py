"""The policy `publish`: what may leave the house is only what stands up to the audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from audit.editing.numbering import renumber
from audit.repair import apply, repair
from audit.runner import AuditOptions, audit, open_case
from wellsourced.core.model import FileReport, Finding, Source

_NAME = "article.md"


@dataclass(frozen=True, slots=True)
class Published:
    """The text that may leave, its cited sources under their new numbers, the last audit, and what was repaired."""

    text: str
    sources: tuple[Source, ...]
    report: FileReport
    repairs: tuple[Finding, ...]


def publish(text: str, sources: Sequence[Source], options: AuditOptions) -> Published:
    """Strip, re-point and prune until the audit has nothing left to fix, then number the references anew.

    Sources follow their numbers; those that nothing cites any more are left out.
    """
    mended = repair(text, lambda draft: audit(draft, sources, options, _NAME), unsafe=True)
    text, kept = mended.text, tuple(sources)
    for _ in range(2):  # the second time numbers nothing anew: it only drops what the first left uncited
        case = open_case(text, kept, options)
        change = renumber(case, sources_follow=True)
        new = dict(change.labels)
        cited = {c.source for c in case.citations if c.source is not None}
        text = apply(text, change.edits)
        kept = tuple(
            replace(source, n=n if isinstance(n := new.get(source.n, source.n), int) else source.n)
            for index, source in enumerate(kept)
            if index in cited
        )
    kept = tuple(sorted(kept, key=lambda source: source.n or 0))
    return Published(text, kept, audit(text, kept, options, _NAME), mended.fixed)
