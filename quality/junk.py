"""Detect pages that are not sources (S502) and texts that address a model (S503)."""

from __future__ import annotations

import re

from quality.kinds import WALL
from quality.reading import Page, read
from wellsourced_core.model import Source, Span
from wellsourced_core.patterns import compiled

CODE = "S502"
_LONG, _LONGEST = 1500, 8000  # code points from which a page has a body of its own: mostly, and whatever it says
_DENSE, _MANY = 0.06, 4  # between the two, a wall has this share of its words and this many phrases
_SHORT_WORDS = 8
_LITTLE = 40

# What each kind of page says. Two phrases of a kind, or one on a very short page, make the verdict:
# an article about cookie banners quotes one of them and continues.
_PHRASES: dict[str, tuple[str, ...]] = {
    "a bot wall": (
        "verify you are human", "verifying you are human", "verify that you are human", "are you a robot",
        "i'm not a robot", "checking your browser", "just a moment...", "enable javascript and cookies",
        "please enable javascript", "please enable js", "javascript is disabled", "you need to enable javascript",
        "ddos protection by", "performance & security by cloudflare", "performance and security by cloudflare",
        "attention required!", "unusual traffic from your", "complete the captcha", "solve the captcha",
        "access denied", "access to this page has been denied", "you have been blocked",
        "you don't have permission to access", "reference #", "ray id:", "request unsuccessful. incapsula",
        "please complete the security check", "automated access to",
    ),
    "a cookie wall": (
        "we use cookies", "we and our partners", "this website uses cookies", "this site uses cookies",
        "accept all cookies", "accept all", "reject all", "manage preferences", "manage cookies", "cookie policy",
        "cookie settings", "manage your choices", "store and/or access information on a device",
        "before you continue to", "consent to the use of cookies", "wir verwenden cookies", "alle akzeptieren",
        "nous utilisons des cookies", "tout accepter", "utilizamos cookies", "aceptar todas",
        "utilizziamo i cookie", "wij gebruiken cookies",
    ),
    "a login wall": (
        "log in to continue", "sign in to continue", "please log in", "please sign in", "you must be logged in",
        "you must log in", "log in or sign up", "sign up or log in", "create an account to continue",
        "forgot your password", "forgotten password?", "keep me signed in", "log in to facebook",
        "sign in with google", "continue with google", "don't have an account", "join linkedin to",
        "bitte melden sie sich an", "connectez-vous pour", "inicia sesión para",
    ),
    "a paywall": (
        "subscribe to continue reading", "subscribe to read", "to continue reading", "already a subscriber",
        "this article is for subscribers", "this content is for subscribers", "subscribers only",
        "subscriber-only", "become a subscriber", "start your free trial", "start your subscription",
        "you have reached your limit of free articles", "free articles remaining", "unlock this article",
        "exclusive to subscribers", "purchase access", "get full access to this article", "buy this article",
        "weiterlesen mit", "jetzt abonnieren", "article réservé aux abonnés", "contenido exclusivo para suscriptores",
    ),
    "an error page": (
        "page not found", "404 not found", "error 404", "404 error", "page you requested could not be found",
        "page you are looking for", "page you were looking for", "page doesn't exist", "page does not exist",
        "this page isn't available", "this page is not available", "content is no longer available",
        "page has been moved or deleted", "may have been moved or deleted", "oops! something went wrong",
        "500 internal server error", "502 bad gateway", "503 service unavailable", "service unavailable",
        "this domain is for sale", "this domain may be for sale", "website is under construction",
        "seite nicht gefunden", "page introuvable", "página no encontrada", "pagina non trovata",
        "no results found for your search",
    ),
}  # fmt: skip
_TITLES: dict[str, tuple[str, ...]] = {
    "a bot wall": ("just a moment", "attention required", "access denied", "are you a robot", "robot check"),
    "a login wall": ("log in", "login", "sign in", "sign up"),
    "an error page": ("404", "page not found", "not found", "error 404", "error", "seite nicht gefunden"),
}


def junk(source: Source) -> str | None:
    """Return S502 for a page that is not a source (bot, cookie, login or pay wall, empty shell, soft 404)."""
    return CODE if diagnose(read(source)) else None


def diagnose(page: Page) -> str | None:
    """Return in words what kind of junk a page is, or None for a source.

    A page with a body of its own is a source, whatever banner stands above it.
    """
    source = page.source
    if not page.words:
        return "an empty page"
    walls = page.kinds.count(WALL)
    if not walls or (walls == 1 and page.words > _LITTLE) or len(source.text) > _LONGEST:
        return None
    long = len(source.text) > _LONG
    if long and walls < _DENSE * page.words:
        return None
    said = source.text.lower().replace("’", "'")
    title = source.title.strip().lower()
    for kind, phrases in _PHRASES.items():
        hits = sum(phrase in said for phrase in phrases)
        titled = any(_heads(title, t) for t in _TITLES.get(kind, ()))
        # A heading is worth a phrase; one phrase is enough on a page with little else.
        if hits + titled >= (_MANY if long else 2) or (hits and page.words <= _LITTLE and _mostly(said, phrases)):
            return kind
    if page.words < _SHORT_WORDS and _is_shell(said):
        return "an empty shell"
    return None


def _heads(title: str, opening: str) -> bool:
    return title.startswith(opening) and not title[len(opening) : len(opening) + 1].isalnum()


def _mostly(said: str, phrases: tuple[str, ...]) -> bool:
    """Return whether phrases make up a fifth of the text."""
    return sum(len(p) for p in phrases if p in said) * 5 > len(said)


_SHELL = frozenset("loading loading... loading… home menu search skip to main content share print javascript".split())


def _is_shell(said: str) -> bool:
    return all(word.strip(".…|•") in _SHELL or not word.strip(".…|•") for word in said.split())


# ----------------------------------------------------------------------------------------------- injections

_SCOPE = 200_000
_MOST = 50
# A sentence that orders a reader who is a model, or a chat template's own marks. No two unbounded repeats meet.
# Beside each form: rare words of which all it finds has one, in small letters, one space for any white space.
_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        (
            r"\b(?:ignore|disregard|forget|override)\s{1,3}(?:(?:all|any|the|your|of|these|my|every)\s{1,3}){0,4}"
            r"(?:previous|prior|above|earlier|preceding|system|existing|other|foregoing)\s{1,3}"
            r"(?:instructions?|prompts?|directions?|rules?|messages?|context|sources?|commands?)"
        ),
        ("ignore ", "disregard ", "forget ", "override "),
    ),
    (
        r"\b(?:ignoriere|vergiss)\s{1,3}(?:alle\s{1,3})?(?:bisherigen|vorherigen|obigen)\s{1,3}(?:anweisungen|befehle)",
        ("ignoriere ", "vergiss "),
    ),
    (r"\bignorez?\s{1,3}(?:toutes\s{1,3})?les\s{1,3}instructions\s{1,3}pr[ée]c[ée]dentes", ("les instructions ",)),
    (
        r"\bignor[ae]\s{1,3}(?:todas\s{1,3})?las\s{1,3}instrucciones\s{1,3}(?:anteriores|previas)",
        ("las instrucciones ",),
    ),
    (
        r"\byou\s{1,3}are\s{1,3}now\s{1,3}(?:a|an|in|the)\s{1,3}(?:\w{1,20}\s{1,3}){0,3}(?:assistant|ai|model|mode|dan)\b",
        ("you are now ",),
    ),
    (
        (
            r"\b(?:as|if\s{1,3}you\s{1,3}are|dear|attention|note\s{1,3}to|instructions?\s{1,3}(?:for|to))\s{1,3}"
            r"(?:an?\s{1,3}|any\s{1,3}|all\s{1,3}|the\s{1,3})?"
            r"(?:ai|llm|llms|language\s{1,3}models?|ai\s{1,3}assistants?|chatbots?|ai\s{1,3}models?|ai\s{1,3}agents?)\b\s?[,:]"
        ),
        (" ai,", " ai:", " ai ", " llm", " language model", " chatbot"),
    ),
    (
        (
            r"\b(?:reveal|print|output|repeat|show)\s{1,3}(?:your|the)\s{1,3}"
            r"(?:system\s{1,3}prompt|api\s{1,3}key|hidden\s{1,3}instructions|initial\s{1,3}instructions)"
        ),
        ("system prompt", " api key", " hidden instructions", " initial instructions"),
    ),
    (r"\bnew\s{1,3}(?:system\s{1,3})?instructions?\s?:", ("new instruction", "new system instruction")),
    (r"\bsystem\s{1,3}prompt\s?:", ("system prompt",)),
    (
        r"\bdo\s{1,3}not\s{1,3}(?:tell|inform|warn)\s{1,3}the\s{1,3}(?:user|reader|human)\b",
        ("do not tell the ", "do not inform the ", "do not warn the "),
    ),
    (
        r"\b(?:always|only|must)\s{1,3}cite\s{1,3}(?:this|\[[0-9]{1,3}\]|only\s{1,3}this)",
        (" cite this", "cite [", " cite only this"),
    ),
    (r"\bcite\s{1,3}\[[0-9]{1,3}\]\s{1,3}everywhere", ("cite [",)),
    (r"<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>", ("<|",)),
    (r"\[/?INST\]", ("inst]",)),
    (r"<</?SYS>>", ("sys>>",)),
    (
        r"</?(?:system|instructions?|source|document|search_result)>",
        ("system>", "instruction>", "instructions>", "source>", "document>", "search_result>"),
    ),
    (
        r"^[ \t]{0,8}(?:system|assistant|human)[ \t]{0,3}:",
        ("system:", "system :", "assistant:", "assistant :", "human:", "human :"),
    ),
)
_ORDERS = compiled("|".join(form for form, _ in _FORMS), re.IGNORECASE | re.MULTILINE)
_TELLING = tuple(dict.fromkeys(word for _, words in _FORMS for word in words))
# Unicode tags spell invisible ASCII; runs of zero-width characters carry bits.
_HIDDEN = compiled("[\U000e0020-\U000e007f]{1,4000}|[\u200b\u200c\u200d\u2060\u2062-\u2064\ufeff]{4,4000}")


def injected(source: Source) -> tuple[Span, ...]:
    """Return the passages of a source that give a model orders or hide text, in order (S503).

    The text is data all the same: this is a warning to the reader, not a filter. Reads the first 200,000
    code points, returns at most 50 spans.
    """
    text = source.text[:_SCOPE]
    asked = [regex for regex, may in ((_ORDERS, may_order(text)), (_HIDDEN, not text.isascii())) if may]
    spans = [Span(m.start(), m.end(), m[0]) for regex in asked for m in regex.finditer(text)]
    return tuple(sorted(spans, key=lambda s: (s.start, s.end))[:_MOST])


def may_order(text: str) -> bool:
    """Return whether a text can give orders: a quick search for a few words rules out most texts."""
    # No other characters than these three and the Kelvin sign, which has a small letter, are ASCII to a pattern.
    letters = text.replace("\u0130", "i").replace("\u0131", "i").replace("\u017f", "s")
    said = " ".join(letters.lower().split())
    return any(word in said for word in _TELLING)
