"""The thresholds of the judgement of statistics, and the words that are too weak to be judged."""

from __future__ import annotations

from wellsourced_core.values import frozen


@frozen
class Thresholds:
    """Where a place no longer fits; measured on labelled claims (docs/decisions/0009).

    A and B are the two measures of a place (audit.numbers.fitting). ``context``: least A, for claims of eight words or
    more. ``affinity``, ``binding``, ``fit``: how much a number that does not carry the claim may fit better by
    A (``crowded_affinity`` where its A reaches ``crowded``), by B, by both; ``beside``: by B in the same
    sentence; ``bounded``: by both, for "more than" and "fewer than". ``names``: unknown names that make a
    source speak of something else. ``negation``, ``denied``: overlap of two sentences from which a negation
    on the claim's or only on the source's side contradicts. ``overstated``: from which a sentence may say more than
    the source's; ``compared``: from which "more ... than" and "fewer ... than" of the same year contradict.
    """

    context: float = 0.10
    affinity: float = -0.30
    crowded_affinity: float = -0.10
    crowded: float = 0.80
    binding: float = -0.14
    beside: float = -0.12
    fit: float = -0.40
    bounded: float = -0.05
    names: int = 2
    negation: float = 0.15
    denied: float = 0.60
    overstated: float = 0.50
    compared: float = 0.30


DEFAULT = Thresholds()

# They mostly refer or introduce: judged only where the claim has no other number.
WEAK = frozenset(("one", "first", "second", "once"))
