"""What kind of word each word of a page is: enough to tell prose from menus and walls."""

from __future__ import annotations

from wellsourced_core.text import STOP_WORDS

STOP, MENU, WALL, CAPITALS, FACT, FOREIGN = "s", "m", "w", "c", "f", "n"
KINDS = (STOP, MENU, WALL, CAPITALS, FACT, FOREIGN)

_MENU_WORDS = frozenset(
    "home menu newsletter privacy terms sitemap contact faq share tweet pinterest whatsapp facebook instagram"
    " linkedin twitter next previous prev skip search cart checkout advertisement sponsored copyright reserved"
    " click | • · » › « > / ::".split()
)
WALL_WORDS = frozenset(
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


def kind_of(word: str) -> str:
    """Return the letter of a word's kind, "" for a plain word.

    ``STOP`` function word of the main European languages, ``MENU`` and ``WALL`` words of menus and of walls (cookie,
    log, captcha...), ``CAPITALS``, ``FACT`` with a digit, ``FOREIGN`` not Latin.
    """
    bare = word[:_LONGEST].strip(_EDGES)
    low = bare.lower()
    if low in _FUNCTION_WORDS:
        return STOP
    if low in WALL_WORDS:
        return WALL
    if low in _MENU_WORDS:
        return MENU
    if not low.isalpha() and any("0" <= c <= "9" for c in bare):
        return FACT
    if bare and bare[0] > "\u024f":
        return FOREIGN
    return CAPITALS if len(bare) > 1 and bare.isupper() else ""
