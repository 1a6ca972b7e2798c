"""Where a score becomes a verdict. Frozen: each constant with its source; ``docs/decisions`` has the numbers."""

from __future__ import annotations

from typing import Final

# Support (audit.support), fitted by benchmarks/fit_thresholds.py on ten public sets, each set counting alike.
STRIP: Final = 0.17  # below: misattributed; at most 2 % of supported citations lie there
WEAK_WARNING: Final = 0.30  # below: worth a warning; at most 8 % of right citations lie there
BALANCED: Final = 0.61  # below: weak; best mean balanced accuracy
# Own score minus the best other source's: below it the other source fits clearly better (marker swaps,
# at most 3 % of right markers lie there).
SWAP: Final = -0.10
