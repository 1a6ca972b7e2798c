"""Put the sentences of a text in the order of how many words they share with a claim, without a look at each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

_HELD_CACHE = 64  # a word that stands in one of so many sentences is worth remembering: there are few such words


class SentenceRank:
    """The sentences that each word stands in, as the bits of one integer: they are counted for all of them at once."""

    def __init__(self, holders: Mapping[str, Sequence[int]], sentences: int) -> None:
        self._holders, self._sentences = holders, sentences
        self._known: dict[str, int] = {}

    def bits(self, sentences: Iterable[int]) -> int:
        """Return sentences as bits."""
        made = bytearray(self._sentences // 8 + 1)
        for at in sentences:
            made[at >> 3] |= 1 << (at & 7)
        return int.from_bytes(made, "little")

    def most_first(self, words: Iterable[str], among: int) -> Iterator[int]:
        """Yield sentences, given as bits: first those that have most of the words, of equals in order.

        A column of bits is a sentence's count, in binary; each word is added to all counts as a carry.
        """
        counts: list[int] = []
        for word in words:
            carry = self._having(word)
            for digit, bits in enumerate(counts):
                counts[digit], carry = bits ^ carry, bits & carry
            if carry:
                counts.append(carry)
        yield from _descending(counts, among)

    def _having(self, word: str) -> int:
        held = self._holders.get(word, ())
        bits = self._known.get(word)
        if bits is None:
            bits = self.bits(held)
            if len(held) * _HELD_CACHE >= self._sentences:
                self._known[word] = bits
        return bits


def _descending(counts: Sequence[int], among: int) -> Iterator[int]:
    """Yield the sentences of greater counts first, by their most significant bit and then by the others."""
    if counts and among:
        yield from _descending(counts[:-1], among & counts[-1])
        yield from _descending(counts[:-1], among & ~counts[-1])
    while among and not counts:
        lowest = among & -among
        yield lowest.bit_length() - 1
        among ^= lowest
