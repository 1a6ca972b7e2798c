"""The texts that are held against each other: each sentence as its readers see it, each source tokenised once."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from audit.draft import Claims, plain
from audit.joining import Joining
from audit.wording.reading import ClaimText, SourceText, prepare, read_claim, read_claim_again
from wellsourced_core.model import Claim, Marker


class Texts(Joining):
    """What is read of a draft and of its sources; all of it is read once, when it is first asked for."""

    __slots__ = ()

    @cached_property
    def _prepared(self) -> dict[int, SourceText]:
        return {}

    def text_of(self, source: int) -> SourceText:
        """Return a source tokenised, once."""
        if source not in self._prepared:
            one = self.sources[source]
            self._prepared[source] = prepare(one.text, one.title, one.url)
        return self._prepared[source]

    def has_text(self, source: int) -> bool:
        """Tell whether there is anything to hold a claim against."""
        return source in self._readable

    @cached_property
    def _readable(self) -> frozenset[int]:
        return frozenset(index for index, source in enumerate(self.sources) if source.text.strip())

    @cached_property
    def contrasted(self) -> tuple[int, ...]:
        """Return the sources of the draft that a sentence is held against besides its own."""
        return tuple(filter(self.has_text, self.candidates))

    @cached_property
    def claims(self) -> Claims:
        """Return each sentence as its readers see it: without markers and emphasis."""
        return Claims(self.draft)

    def claim_of(self, marker: Marker) -> str:
        """Return the sentence that a marker stands behind ("" for a marker that stands alone)."""
        return self.claims[marker.sentence] if 0 <= marker.sentence < len(self.claims) else ""

    def whole_claim(self, marker: Marker) -> Claim:
        """Return a marker's sentence with what a short one leans on: the sentence before it, else its heading."""
        return self._whole_claim(marker.sentence)

    def _whole_claim(self, at: int) -> Claim:
        if not 0 <= at < len(self.claims):
            return Claim("")
        block = self.draft.block_of
        before = self.claims[at - 1] if at and block[at - 1] == block[at] else ""
        return Claim(self.claims[at], before or self._heading_above(self.draft.sentences[at][0]))

    def read_claim_at(self, sentence: int) -> ClaimText:
        """Return a sentence, read, with what it leans on where it says little alone."""
        claim = read_claim_again(self.claims[sentence] if 0 <= sentence < len(self.claims) else "")
        return read_claim(self._whole_claim(sentence)) if claim.short else claim

    def _heading_above(self, offset: int) -> str:
        index = bisect_right(self.draft.headings, (offset, 0)) - 1
        return plain(self.draft.text[slice(*self.draft.headings[index])]) if index >= 0 else ""
