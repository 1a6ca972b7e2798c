"""A cited source is old for its topic.

What it does: notes sources whose recency has dropped below a quarter, by the half-life of the topic's class. The class
is read in the draft's first heading (news, technology, science), or configured (`quality.topic`); where neither says
that the topic ages, no source is stale.

Why it matters: news, prices and product facts go out of date; what a bridge was built of does not.

Example: a page of 2009 cited in an article on the latest phone tariffs.

Fix: none. Look for a newer source.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("S504", "stale-source", Severity.NOTE, find)
