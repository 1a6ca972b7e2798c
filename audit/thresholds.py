"""Where a score becomes a verdict. Frozen: each constant with its source; ``docs/decisions`` has the numbers."""

from __future__ import annotations

from typing import Final

# Support (audit.support), fitted by benchmarks/fit_thresholds.py on ten public sets, each set counting alike.
STRIP: Final = 0.20  # below: misattributed; at most 2 % of supported citations lie there, 9 % in the worst set
WEAK_WARNING: Final = 0.33  # below: worth a warning; at most 8 % of supported citations lie there
BALANCED: Final = 0.59  # below: weak; the middle of the plateau of mean balanced accuracy
# Own score minus the best other source's, over the share of the claim that any source has. Below it, and with
# the own score below BALANCED, another source fits clearly better: 3 % of right markers, three of four swapped.
SWAP: Final = -0.27
