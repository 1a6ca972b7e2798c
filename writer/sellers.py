"""Tell the pages of sellers from those of others: a maker or shop praises what it sells."""

from __future__ import annotations

from itertools import pairwise
from urllib.parse import urlsplit

from wellsourced_core.lexicon import either, words
from wellsourced_core.model import Source
from wellsourced_core.patterns import compiled
from wellsourced_core.text import host_of
from writer.sentence_needs import QUOTED
from writer.thresholds import (
    SELLER_ADDRESS_SIGNS,
    SELLER_EXCLAMATIONS,
    SELLER_FEWEST_LETTERS,
    SELLER_FEWEST_SIGNS,
    SELLER_NAMES_ITSELF,
    SELLER_OURS,
    SELLER_SPEAKERS,
)

_PHRASE = compiled(rf"\b(?:{either('signs of a shop', language='en', gap=' ')})\b|★")
_FROM_A_PRICE, _OFF = compiled(r"\b(?:from|only|just) [£$€][0-9]"), compiled(r"\b[0-9]{1,2} ?(?:%|per ?cent) off\b")
_PARTS_OF_A_SHOP = words("parts of a shop in an address", "en")
_OURS = compiled(r"\bour\b")
_SPEAKER = compiled(rf"\b(?:{either('words of who speaks on a page', language='en', gap=' ')})\b")
_CAPITALISED = compiled(r"[A-Z][A-Za-z0-9]{0,30}")
_TRADEMARK = compiled(r"[™®]")


def sells(source: Source) -> bool:
    """Tell whether a page sells what it speaks of: whether it has three of the signs that sellers' pages have.

    One at least says so: a phrase of shops, a part of a shop in the address, a trademark. That a page praises or names
    itself and speaks of "our" work a council's and a charity's does, too. Of 1,631 pages that strangers had looked at
    127 were sellers': of these it finds 74, of the others 4.
    """
    own = QUOTED.sub(" ", source.text)
    shown, length = f"{source.title}\n{own}".lower(), len(own.split()) or 1
    phrases = len({found[0] for found in _PHRASE.finditer(shown)})
    phrases += sum(price.search(shown) is not None for price in (_FROM_A_PRICE, _OFF))
    address = SELLER_ADDRESS_SIGNS * (not _PARTS_OF_A_SHOP.isdisjoint(urlsplit(source.url).path.lower().split("/")))
    selling = phrases + address + (_TRADEMARK.search(shown) is not None)
    exclaims = shown.count("!")
    praising = (exclaims > 0) + (exclaims >= SELLER_EXCLAMATIONS)
    praising += _names_itself(own, host_of(source.url)) >= SELLER_NAMES_ITSELF
    praising += len(_OURS.findall(shown)) > SELLER_OURS * length
    # Sellers quote nobody.
    quoting = len(_SPEAKER.findall(shown)) > SELLER_SPEAKERS * length
    return selling > 0 and selling + praising - quoting >= SELLER_FEWEST_SIGNS


def _names_itself(text: str, host: str) -> int:
    """Return how often a page has its host's name: "Brisel" on brisel.example, "Ardent Warmth" on ardentwarmth."""
    labels = host.split(".")[:-1]
    names = {label.replace("-", "") for label in labels} | {part for label in labels for part in label.split("-")}
    said = [found[0].lower() for found in _CAPITALISED.finditer(text)]
    joined = [*said, *(f"{one}{behind}" for one, behind in pairwise(said))]
    return sum(len(one) >= SELLER_FEWEST_LETTERS and one in names - _PARTS_OF_A_SHOP for one in joined)
