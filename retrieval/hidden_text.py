"""Remove the text that a page's markup hides from readers: it is no evidence."""

from __future__ import annotations

from typing import Any

from wellsourced_core.patterns import compiled

# Not opacity:0, with which paragraphs begin that a script fades in. A carousel shifts by less than a thousand pixels.
# Negative margins on the right and at the bottom move what follows, not the element.
_UNSEEN = compiled(
    r"(?<![\w-])(?:display\s{0,9}:\s{0,9}none|(?:content-)?visibility\s{0,9}:\s{0,9}(?:hidden|collapse)"
    r"|(?:left|right|top|bottom|text-indent|margin(?:-left|-top)?)\s{0,9}:\s{0,9}-(?:[0-9]{4,9}(?:\.[0-9]{0,9})?px"
    r"|[0-9]{3,9}(?:\.[0-9]{0,9})?r?em)"
    r"|clip\s{0,9}:\s{0,9}rect\s{0,9}\(\s{0,9}(?:[01](?:px)?[\s,]{1,9}){3}[01](?:px)?\s{0,9}\)"
    r"|clip-path\s{0,9}:\s{0,9}inset\(\s{0,9}(?:50|100)%\s{0,9}\))"
)
_SIZE = compiled(r"(?<![\w-])font(?:-size)?\s{0,9}:\s{0,9}([^;]{0,40})")
_NO_SIZE = compiled(r"0+(?:\.0*)?(?:[a-z]{1,4}|%)?\s{0,9}(?:[!/]|$)")
_CANDIDATES = "//body//*[@style or @hidden] | //template"
_ARTICLES = "//*[self::main or self::article][not(ancestor::main or ancestor::article)]"
_INLINE = frozenset("a abbr b bdi bdo cite code em font i ins kbd mark q s small span strong sub sup u var".split())
_NO_WORDS = frozenset(("script", "style", "template", "noscript"))
_LONGEST_STYLE = 10_000


def drop_hidden(tree: Any) -> None:
    """Remove from a parsed page every element that ``hidden``, ``<template>`` or its own style keeps from sight.

    What stays: the page's own element, its body, and all that holds an article or most words of the page (scripts show
    them when all is loaded), what readers can open (tab panels, what a link or a button of the page names), and a
    template that is rendered. Of a text of size 0 only inline parts go, for style sheets give the blocks inside it a
    size. Style sheets are not read, nor is a colour compared with its background.
    """
    candidates = tree.xpath(_CANDIDATES)
    keeps = _page_holders(tree) | _opened(tree) if candidates else set()
    for element in candidates:
        style = (element.get("style") or "")[:_LONGEST_STYLE].lower()
        if element.tag == "template":
            if "shadowrootmode" in element.attrib:
                element.tag = "div"
            else:
                element.drop_tree()
        elif element.getparent() is None:
            continue
        elif _is_hidden(element) or _UNSEEN.search(style):
            if element not in keeps:
                element.drop_tree()
                continue
            for name in ("style", "hidden"):  # or the extraction leaves it out
                element.attrib.pop(name, None)
        elif _has_no_size(style):
            _drop_own_text(element)


def _is_hidden(element: Any) -> bool:
    return "hidden" in element.attrib and element.get("hidden").lower() != "until-found"


def _page_holders(tree: Any) -> set[Any]:
    """Return the elements that are or hold an article, or more than half of the page's words."""
    words: dict[Any, int] = {}
    for element in reversed(list(tree.iter())):  # children come before their parents
        own = 0
        if isinstance(element.tag, str) and element.tag not in _NO_WORDS:
            own = len((element.text or "").split()) + words.get(element, 0)
        words[element] = own
        parent = element.getparent()
        if parent is not None:
            words[parent] = words.get(parent, 0) + own + len((element.tail or "").split())
    holders = {element for element, count in words.items() if 2 * count > words[tree]}
    for article in tree.xpath(_ARTICLES):
        holders.add(article)
        for above in article.iterancestors():
            if above in holders:
                break
            holders.add(above)
    return holders


def _opened(tree: Any) -> set[Any]:
    """Return the elements that a click of the reader shows: tab panels, and what a control or a link names."""
    named = {link[1:] for link in tree.xpath("//@href[starts-with(., '#')]")}
    named.update(name for names in tree.xpath("//@aria-controls") for name in names.split())
    return {one for one in tree.xpath("//*[@id or @role]") if one.get("id") in named or one.get("role") == "tabpanel"}


def _has_no_size(style: str) -> bool:
    sizes = _SIZE.findall(style)
    return bool(sizes) and _NO_SIZE.match(sizes[-1]) is not None


def _drop_own_text(element: Any) -> None:
    """Remove the text of an element and of its inline descendants that no class, id or style may give a size."""
    waiting = [element]
    while waiting:
        one = waiting.pop()
        one.text = None
        for child in one:
            child.tail = None
            styled = child.get("class") or child.get("id") or _SIZE.search((child.get("style") or "").lower())
            if child.tag in _INLINE and not styled:
                waiting.append(child)
