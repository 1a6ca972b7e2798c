"""Keep what the gate's words miss: pages that speak of what the kept ones speak of.

The page that answers often says a thing in other words than the question, or does not say what its site is about: the
council's own charges never name their town, the final report says "loss of supply". Its grade is one short of being
kept. What it shares with the pages that were kept tells that it is about the same.
"""

from __future__ import annotations

from quality.about import at, said_by
from quality.gate import disclaimer
from quality.options import Options
from quality.question import Asked, read_question
from quality.thresholds import KIN_FEWEST_KEPT, KIN_NEAR
from wellsourced_core.model import Batch, Insufficient, Outcome, ScoredSource, Short
from wellsourced_core.nearness import Page, nearness
from wellsourced_core.text import host_of
from wellsourced_core.thresholds import ON_SUBJECT
from wellsourced_core.values import replace

_FOUND_TOO_FEW = "gate-short"
WHY = "it speaks of what the kept sources speak of"


def with_kin(outcome: Outcome, batch: Batch, mode: str, options: Options) -> Outcome:
    """Return an outcome that keeps kin, too: pages a grade short of being kept that are near what is kept.

    One that says nothing of a name in the question must be of a site that has it, or that a kept page is of. Those on
    the subject go first, in the gate's order, then kin, the nearest first; what shares only the question's
    words keeps its place while there is room. Neither whether an article is written changes, nor any grade. Of a
    comparison every page must name both sides, and three kept pages at least must show what they share.
    """
    asked = read_question(batch.query)
    if isinstance(outcome, Insufficient) or len(outcome.kept) < KIN_FEWEST_KEPT or asked.sides:
        return outcome
    origins, sites = {s.origin for s in outcome.kept}, {host_of(s.source.url) for s in outcome.kept}
    others = [s for s in batch.scored if s.origin not in origins and _may_be_kept(s, options)]
    others = [s for s in others if not _may_be_elsewhere(s, asked, sites)]
    pool = [*outcome.kept, *sorted(others, key=lambda s: (-s.grade, -s.composite))]
    pages = [Page(s.source.title, s.source.text, s.axis("relevance")) for s in pool]
    near = {id(s): share for s, share in zip(pool, nearness(pages, batch.query), strict=True)}
    passed = [s for s in pool if s.grade >= options.keep_grade and near[id(s)] >= ON_SUBJECT]
    kin = [s for s in others if s.grade < options.keep_grade and near[id(s)] >= KIN_NEAR]
    kin.sort(key=lambda s: -near[id(s)])
    rest = [s for s in outcome.kept if near[id(s)] < ON_SUBJECT]
    kept = tuple(_of_each_origin([*passed, *kin, *rest])[: options.mode(mode).sources])
    return _keeping(outcome, kept, batch)


def _may_be_kept(scored: ScoredSource, options: Options) -> bool:
    return scored.junk is None and scored.orders is None and scored.grade >= options.keep_grade - 1


def _may_be_elsewhere(scored: ScoredSource, asked: Asked, sites: set[str]) -> bool:
    """Tell whether neither a page nor its site says anything of a name in the question: other towns have rules, too."""
    site, page = host_of(scored.source.url), said_by(scored.source)
    return site not in sites and any(not at(name.rarest, page) and name.rarest not in site for name in asked.names)


def _of_each_origin(ordered: list[ScoredSource]) -> list[ScoredSource]:
    seen: dict[str, ScoredSource] = {}
    for scored in ordered:
        seen.setdefault(scored.origin, scored)
    return list(seen.values())


def _keeping(outcome: Outcome, kept: tuple[ScoredSource, ...], batch: Batch) -> Outcome:
    ids = {id(s) for s in kept}
    dropped = tuple(s for s in batch.scored if id(s) not in ids)
    if isinstance(outcome, Short) and outcome.decision.rule == _FOUND_TOO_FEW:
        said = disclaimer(len(kept), len({s.origin for s in batch.scored}))
        return replace(outcome, kept=kept, dropped=dropped, disclaimer=said)
    return replace(outcome, kept=kept, dropped=dropped)
