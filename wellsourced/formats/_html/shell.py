"""The shell of a page: head, policy, style and script; nothing is fetched, and inline code runs only by its hash."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from wellsourced.formats._html.escaping import Html, line


@cache
def asset(name: str) -> str:
    """Return a style sheet or a script of this package."""
    return (files(__package__) / name).read_text("utf-8").replace("\r\n", "\n")


def page(title: str, body: Html, script: str = "") -> str:
    """Return a whole document; ``script`` is the name of the asset that brings it to life, from the start."""
    return "".join(framed(title, (body,), script))


def framed(title: str, body: Iterable[Html], script: str = "") -> Iterator[str]:
    """Yield the same document, its body piece by piece."""
    style, code = asset("page.css"), asset(script) if script else ""
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src {_hash(style)}; script-src {_hash(code) if code else _NONE}; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f'<link rel="icon" href="data:,">\n<title>{line(title)}</title>\n<style>{style}</style>\n'
        f"{f'<script>{code}</script>' if code else ''}\n</head>\n<body>\n"
    )
    yield from (f"{block}\n" for block in body)
    yield "</body>\n</html>\n"


_NONE = "'none'"


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
