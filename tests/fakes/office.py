"""Zipped documents made of their parts: .docx and .epub files as tests want them."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_CONTAINER = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def docx(body: str, parts: Mapping[str, str | bytes] | None = None) -> bytes:
    document = f"<w:document {_W}><w:body>{body}</w:body></w:document>"
    return zipped({"word/document.xml": document, **(parts or {})})


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def epub(chapters: Mapping[str, str], title: str = "", parts: Mapping[str, str | bytes] | None = None) -> bytes:
    """Return a book; ``chapters`` are XHTML by their paths, in the order of the book."""
    items = "".join(f'<item id="{i}" href="{name}"/>' for i, name in enumerate(chapters))
    spine = "".join(f'<itemref idref="{i}"/>' for i in range(len(chapters)))
    package = (
        f'<package xmlns:dc="dc"><metadata><dc:title>{title}</dc:title></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    files = {f"OPS/{name}": content for name, content in chapters.items()}
    return zipped({"META-INF/container.xml": _CONTAINER, "OPS/book.opf": package, **files, **(parts or {})})
