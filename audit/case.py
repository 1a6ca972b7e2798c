"""The one value that every check reads: a draft, its sources, and all that was judged of them."""

from __future__ import annotations

from functools import cached_property

from audit.citations import Citations
from audit.facts import Facts
from audit.numbered_sources import NumberedSources
from audit.resolve_references import ResolvedReferences
from audit.texts import Texts
from audit.tuning import SHIPPED, Tuning
from wellsourced_core.model import Draft, Source, Span
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from wellsourced_core.model import Certainty


@frozen
class Observation:
    """What another room found out about a source and hands in as a value: a dead link, a junk page ...

    ``entry`` is the text of the entry that it is about, where no source stands for that; ``certainty`` says how far it
    may be trusted.
    """

    code: str
    source: str  # the source's id
    message: str
    evidence: Span | None = None
    certainty: Certainty = "proven"
    entry: str = ""


@frozen
class Case:
    """A parsed draft, its sources, and what other rooms observed. Each part is read or judged when first asked for."""

    __slots__ = ("__dict__",)  # for the cached properties

    draft: Draft
    sources: tuple[Source, ...] = ()
    observations: tuple[Observation, ...] = ()
    as_of: date | None = None
    strict: bool = False
    cited_before: frozenset[tuple[str, ...]] = frozenset()  # the words of what something cited before a repair
    tuning: Tuning = SHIPPED

    @cached_property
    def references(self) -> ResolvedReferences:
        """Which entry and which source each reference of a marker leads to."""
        return ResolvedReferences(self.draft, self.sources)

    @cached_property
    def texts(self) -> Texts:
        """The sentences of the draft and the texts of the sources."""
        return Texts(self.draft, self.sources)

    @cached_property
    def numbers(self) -> NumberedSources:
        """The numbers of the sources."""
        return NumberedSources(self.texts, self.references)

    @cached_property
    def citations(self) -> Citations:
        """The verdict on each citation."""
        return Citations(self.texts, self.references, self.numbers, self.tuning)

    @cached_property
    def facts(self) -> Facts:
        """The verdict on each number and quotation of a cited sentence."""
        return Facts(self.texts, self.references, self.citations, self.numbers)
