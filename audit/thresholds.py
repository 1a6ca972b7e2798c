"""Where a score becomes a verdict. Frozen: each constant with its source; numbers: docs/decisions/0005 and 0016."""

from __future__ import annotations

# Support (audit.support), fitted by benchmarks/fit_thresholds.py on ten public sets, each set counting alike.
STRIP = 0.20  # below: misattributed; at most 2 % of supported citations lie there, 9 % in the worst set
WEAK_WARNING = 0.33  # below: worth a warning; at most 8 % of supported citations lie there
BALANCED = 0.59  # below: weak; the middle of the plateau of mean balanced accuracy
# Own score minus the best other source's, over the share of the claim that any source has. Below it, and with
# the own score below BALANCED, another source fits clearly better: 3 % of right markers, three of four swapped.
SWAP = -0.27

# What the policy `publish` holds citations to (audit.attribution): a marker is moved, the sentence stays.
MARGIN = 0.15  # another source carries the sentence better by so much: 6 % of right markers, 76 % of swapped
FLOOR = 0.40  # what a source must carry to be cited instead
IDLE = 0.05  # a source that adds less than this to those cited beside it is not needed ...
BESIDE = 0.30  # ... carrying less than FLOOR, or than the best of them by this: 8 % of right, 25 % of wrong
NEAR = 0.80  # support from which a sentence is its source's but for what was changed in it: N202, N204 count
