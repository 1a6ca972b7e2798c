"""What an axis is given: the question, read once, and a page, cut into words once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from wellsourced.core.model import Source
from wellsourced.core.text import STOP_WORDS

HEAD = 100_000  # code points of a source that are judged; what a page says only after that is not its topic


@dataclass(frozen=True, slots=True)
class Query:
    """A question and the day on which it is asked."""

    text: str
    as_of: date


@dataclass(frozen=True, slots=True)
class Page:
    """A source with its words: title and head of the text, split at white space, punctuation still on them.

    ``kinds`` has a letter for each word of the text: s stop word, m word of menus, w word of walls (cookie,
    log, captcha...), c capitals, f with a digit, n not Latin, x any other.
    """

    source: Source
    title: list[str]
    words: list[str]
    kinds: str


def read(source: Source) -> Page:
    """Cut a source into words, once for all axes."""
    words = source.text[:HEAD].split()
    return Page(source, source.title[:HEAD].split(), words, "".join(map(_KINDS.__getitem__, words)))


_MENU = frozenset(
    "home menu newsletter privacy terms sitemap contact faq share tweet pinterest whatsapp facebook instagram"
    " linkedin twitter next previous prev skip search cart checkout advertisement sponsored copyright reserved"
    " click | • · » › « > / ::".split()
)
WALL = frozenset(
    "cookie cookies captcha robot human javascript js browser cloudflare ddos ray incapsula blocked denied"
    " permission traffic automated security accept reject consent preferences choices log login sign signin"
    " signup sign-up logged password account linkedin google subscribe subscriber subscribers subscriber-only"
    " subscription abonnieren abonnés suscriptores articles unlock purchase access exclusive buy reading trial"
    " weiterlesen melden connectez-vous inicia found gefunden introuvable encontrada trovata 404 500 502 503 page"
    " unavailable available domain construction oops results akzeptieren verwenden utilisons utilizamos"
    " utilizziamo gebruiken aceptar accepter loading moment".split()
)
_FUNCTION_WORDS = STOP_WORDS | frozenset(
    "no not all more only most der die das und ist von den dem des ein eine im zu mit auf für wie sind nicht"
    " auch bei aus nach le la les un une et est du des de que qui dans pour sur par el los las es del en con por"
    " se su o os uma do dos da em não na il lo gli della che di non per het een van voor met zijn op te dat".split()
)
_EDGES = ".…,;:!?()\"'“”‘’«»[]*_"
_LONGEST = 40


class _Kinds(dict[str, str]):
    """The kind of every word met so far; bounded, and the same whatever was met before."""

    def __missing__(self, word: str) -> str:
        kind = _kind(word[:_LONGEST])
        if len(word) <= _LONGEST and len(self) < 200_000:
            self[word] = kind
        return kind


_KINDS = _Kinds()


def _kind(word: str) -> str:
    bare = word.strip(_EDGES)
    low = bare.lower()
    if low in _FUNCTION_WORDS:
        return "s"
    if low in WALL:
        return "w"
    if low in _MENU:
        return "m"
    if any("0" <= c <= "9" for c in bare):
        return "f"
    if bare and bare[0] > "\u024f":
        return "n"
    return "c" if len(bare) > 1 and bare.isupper() else "x"
