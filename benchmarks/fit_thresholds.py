"""Fit the constants of audit/thresholds.py: ``python benchmarks/fit_thresholds.py DATA``.

Every set counts alike. Each threshold is also fitted without one set at a time and tried on that set: the
spread shows how far the number depends on the data it was fitted on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from accuracy_support import Scored, Swap, balanced, below, mean, own, sets, split, swaps

STRIP_MEAN, STRIP_WORST = 0.018, 0.08  # share of supported citations that may be struck: on average, in any set
WEAK_MEAN = 0.075  # share of supported citations that may be warned about
SWAP_MEAN = 0.029  # share of right markers that may be accused of fitting another source better
PLATEAU = 3  # hundredths to each side over which balanced accuracy is averaged

Scores = Mapping[str, Scored]


def strip(scores: Scores) -> float:
    """Return the highest threshold at which hardly any supported citation would be struck."""

    def fits(threshold: float) -> bool:
        struck = [below(split(pairs)[0], threshold) for pairs in scores.values()]
        return mean(struck) <= STRIP_MEAN and max(struck) <= STRIP_WORST

    return _highest(fits)


def weak(scores: Scores) -> float:
    """Return the highest threshold at which few supported citations would be warned about."""
    return _highest(lambda t: mean(below(split(pairs)[0], t) for pairs in scores.values()) <= WEAK_MEAN)


def best_balanced(scores: Scores) -> float:
    """Return the middle of the stretch with the best mean balanced accuracy."""
    curve = [mean(balanced(pairs, t / 100) for pairs in scores.values()) for t in range(100)]
    flat = {t: mean(curve[t - PLATEAU : t + PLATEAU + 1]) for t in range(PLATEAU, 100 - PLATEAU)}
    return max(flat, key=lambda t: (flat[t], -t)) / 100


def swapped(margins: Mapping[str, list[Swap]]) -> float:
    """Return the highest margin below which hardly any right marker lies."""
    return _highest(lambda t: mean(below([s.kept for s in judged], t) for judged in margins.values()) <= SWAP_MEAN)


def _highest(fits: Callable[[float], bool]) -> float:
    return max((t / 100 for t in range(-100, 100) if fits(t / 100)), default=-1.0)


def main() -> None:
    data = Path(sys.argv[1])
    labelled = sets(data)
    if not labelled:
        print("not measured")
        return
    scores = {
        name: list(zip([row["label"] == "supported" for row in found], own(found), strict=True))
        for name, found in labelled.items()
    }
    print(f"STRIP {strip(scores):.2f}  WEAK_WARNING {weak(scores):.2f}  BALANCED {best_balanced(scores):.2f}")
    print("left out         strip struck caught    weak  right  wrong   balanced accuracy")
    for name, pairs in scores.items():
        rest = {other: kept for other, kept in scores.items() if other != name}
        good, bad = split(pairs)
        low, warn, middle = strip(rest), weak(rest), best_balanced(rest)
        print(
            f"{name:15}{low:7.2f}{below(good, low):7.3f}{below(bad, low):7.3f}"
            f"{warn:8.2f}{below(good, warn):7.3f}{below(bad, warn):7.3f}"
            f"{middle:11.2f}{balanced(pairs, middle):9.3f}"
        )
    margins = swaps(data)
    print(f"SWAP {swapped(margins):.2f}  (counts BALANCED of audit/thresholds.py)")
    for name, judged in margins.items():
        at = swapped({other: kept for other, kept in margins.items() if other != name})
        false, caught = below([s.kept for s in judged], at), below([s.gone for s in judged], at)
        print(f"{name:15}{at:7.2f}  right accused {false:.3f}  swaps caught {caught:.3f}")


if __name__ == "__main__":
    main()
