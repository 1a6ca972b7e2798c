"""Take the names of authors apart, as bibliographies and registries write them."""

from __future__ import annotations

from wellsourced_core.lexicon import words
from wellsourced_core.model import Person
from wellsourced_core.patterns import compiled

_PARTICLES = words("name particles")
_SUFFIXES = words("name suffixes")
_BODIES = words("words of bodies")
# The number by which DBLP tells people of one name apart.
_NUMBER = compiled(r"[ ][0-9]{4}\Z")
_INITIALS = compiled(r"(?:[^\W\d_a-zß-ÿ][a-z]?\.?[ -]{0,2}){1,4}")


def person(name: str) -> Person:
    """Read one name: "Family, Given", "Given Family", "Family GH"; a body that writes together stays whole."""
    name = _NUMBER.sub("", " ".join(name.split())).strip(" ,;")
    if is_body(name):
        return Person(name)
    if "," in name:
        parts = [part.strip() for part in name.split(",") if part.strip()]
        parts = [part for part in parts if part.lower().rstrip(".") not in _SUFFIXES] or parts
        return Person(parts[0], " ".join(parts[1:]))
    words_of = [word for word in name.split() if word.lower().rstrip(".") not in _SUFFIXES] or name.split()
    if len(words_of) < 2:
        return Person(name)
    if _is_block(words_of[-1]) and not _is_block(words_of[0]):  # "Sato YK"
        return Person(" ".join(words_of[:-1]), words_of[-1])
    first = len(words_of) - 1
    while first > 1 and words_of[first - 1].lower() in _PARTICLES:
        first -= 1
    return Person(" ".join(words_of[first:]), " ".join(words_of[:first]))


def is_body(name: str) -> bool:
    """Tell whether a name is that of a consortium, an agency or a group, by its words."""
    return "," not in name and any(word.lower().strip(".,") in _BODIES for word in name.split())


def is_initials(text: str) -> bool:
    """Tell whether a text is initials and nothing else: "J.", "J. K.", "JK", "J.-P."."""
    return _INITIALS.fullmatch(text.strip()) is not None and len(text) <= 14 and text.upper() == text


def _is_block(word: str) -> bool:
    return word.isalpha() and word.isupper() and len(word) <= 3
