"""Detect pages that are not sources (S502) and texts that address a model (S503)."""

from __future__ import annotations

from quality.kinds import WALL
from quality.options import Options
from quality.reading import Page, read
from wellsourced_core.model import ScoredSource, Source, Span
from wellsourced_core.orders import before_orders, orders
from wellsourced_core.values import replace

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

ORDERS = "S503"
WITHHELD = "it gives orders to the models that read it"
_MOST = 3
_ENOUGH = 80  # code points: a page with fewer before its first order has nothing to write from


def injected(source: Source) -> tuple[Span, ...]:
    """Return the passages of a source that give a model orders or hide text, in order (S503).

    The text is data all the same: this is a warning to the reader, not a filter. Reads the first 200,000
    code points, returns at most 50 spans.
    """
    return tuple(Span(start, end, source.text[start:end]) for start, end in orders(source.text))


def gives_orders(source: Source) -> bool:
    """Return whether a source addresses a model, in its title or its text."""
    return bool(orders(source.title) or orders(source.text))


def held_down(scored: ScoredSource, options: Options, *, judged: bool = False) -> ScoredSource:
    """Return a source that gives a model orders with the grade that it may have; any other one as it is.

    At most 3: it may be kept for what stands before its first order, and no honest page that is kept has less. At most
    2, so that it is dropped, where little stands there, where its title gives them, which a list of references would
    repeat, or where a model has ``judged`` the others: none is shown it.
    """
    if scored.junk is not None or not gives_orders(scored.source):
        return scored
    dropped = dropped_grade(options)
    if judged:
        most, why = dropped, f"{WITHHELD}, so none was asked"
    elif orders(scored.source.title):
        most, why = dropped, f"{WITHHELD}, by its title"
    elif len(before_orders(scored.source.text).strip()) < _ENOUGH:
        most, why = dropped, f"{WITHHELD}, and says little before"
    else:
        most, why = max(dropped, _MOST), WITHHELD
    relevance = next((axis.why for axis in scored.axes if axis.name == "relevance"), scored.why)
    reason = f"{ORDERS}: {why}: at most {most}/5"
    return replace(scored, grade=min(scored.grade, most), why=f"{reason}; {relevance}", reason=reason, orders=ORDERS)


def dropped_grade(options: Options) -> int:
    """Return the best grade that is surely not kept: 2, unless less is configured to be kept."""
    return max(1, min(2, options.keep_grade - 1))
