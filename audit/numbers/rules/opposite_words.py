"""Object to a number around which the source says the opposite: a rise beside a fall, a birth beside a death.

Why: the number is right and the sentence wrong.
Example: "Rents rose 6 % in Ardle." beside "Rents fell 6 % in Ardle."
"""

from __future__ import annotations

from audit.meaning.words import against
from audit.numbers.match import Match, Rule, Verdict


def _judge(match: Match) -> Verdict | None:
    return match.says("direction", against(*match.opposites), match.candidate) if match.opposites else None


RULE = Rule("opposite-words", "words", _judge)
