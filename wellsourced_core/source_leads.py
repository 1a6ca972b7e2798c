"""Write and read what stands before a source's words in an article: who told them, on which day, under which heading.

Writer and audit share this grammar: "On 4 March 2025, herald.example reported under “Noise”: ...".
"""

from __future__ import annotations

from wellsourced_core.lexicon import words
from wellsourced_core.patterns import compiled
from wellsourced_core.thresholds import HEAD_MOST_WORDS
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Verb = Literal["reported", "asked", "listed", "noted", "answered", "added"]
    Since = Literal["On", "Earlier, on", "As things stood on"]

NO_HOST = "one source"
_PLAIN = ("reported", "asked")
_SAME = "The page"

_HOST = rf"[\w.-]{{1,255}}|{NO_HOST}"
_LEAD = compiled(
    r"(?:(?:(?:On|Earlier, on|As things stood on) (?P<day>[0-9]{1,2} [A-Z][a-z]+ [0-9]{4}), |Without a date, )?"
    rf"(?P<host>{_HOST}|{_SAME}) (?:reported|asked|listed|noted|answered|added)(?: in its own words)?"
    rf"|In the words of (?P<speaker>{_HOST})|(?=Under “))"
    r"(?: ?[Uu]nder “(?P<title>[^“”]{1,200})”(?:, “(?P<heading>[^“”]{1,200})”)?)?"
    r"(?: the question “(?P<question>[^“”]{1,200})”)?: (?=\S)"
)


_WORD = compiled(r"[^\W\d_]+(?:'t)?")
_DENYING = words("negation") | words("labels of what is not so", "en")


@frozen
class SourceLead:
    """Who told what stands behind it, and where on the page; "" is a lead that says nothing.

    Without a ``host`` it goes on with the page before. ``above`` are its title and the heading below, as far as they
    are shown; ``question`` is the page's own. What a source says of itself is told ``in_its_own_words``.
    """

    host: str = ""
    day: str = ""
    since: Since = "On"
    verb: Verb = "reported"
    above: tuple[str, ...] = ()
    question: str = ""
    in_its_own_words: bool = False

    def __str__(self) -> str:
        if not self.host and self.verb in _PLAIN:
            return f"U{self.below[2:]}:" if self.above else ""
        when = f"{self.since} {self.day}" if self.day else "Without a date"
        lead = f"{when}, {self.host} {self.verb}" if self.host else f"{_SAME} {self.verb}"
        lead += " in its own words" if self.in_its_own_words else ""
        lead += self.below
        return f"{lead} the question “{self.question}”:" if self.question else f"{lead}:"

    @property
    def below(self) -> str:
        """Where on the page the words stand."""
        return f" under {', '.join(f'“{one}”' for one in self.above)}" if self.above else ""


def in_the_words_of(host: str, lead: SourceLead) -> str:
    """Return a lead that says whose words stand behind it, where a source begins to speak of itself."""
    if lead.host or lead.verb not in _PLAIN:
        return str(lead)
    return f"In the words of {host}{lead.below}:"


def read_lead(text: str) -> tuple[SourceLead, str] | None:
    """Return the lead that a sentence of an article begins with, and the words behind it; None where it has none."""
    found = _LEAD.match(text)
    if found is None:
        return None
    host = (found["host"] or found["speaker"] or "").removeprefix(_SAME)
    above = tuple(one for one in found.group("title", "heading") if one)
    return SourceLead(host, found["day"] or "", above=above, question=found["question"] or ""), text[found.end() :]


def denies(head: str) -> bool:
    """Tell whether a heading or label denies what stands below or behind it; a headline tells news of its own."""
    if len(head.split()) > HEAD_MOST_WORDS and not head.rstrip().endswith(":"):
        return False
    return any(word in _DENYING or word.endswith("n't") for word in _WORD.findall(head.lower().replace("’", "'")))
