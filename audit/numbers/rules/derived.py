"""Call a number derived that follows from the source's: spans of time, sums, differences, shares, places in an order.

Why: a reader can redo the sum. It counts where the claim's own words ask for it (a sum needs "total" or "both", a
difference "by" or "more"), where the source's do ("1.4 million less than"), or where so exact a number would seldom
follow by chance: from a source's numbers, much follows.
Example: "She reigned for 7 years." beside "She reigned from 1811 to 1818."
"""

from __future__ import annotations

from audit.numbers.derived_verdict import derived
from audit.numbers.match import Rule

RULE = Rule("derived", "no candidate", derived)
