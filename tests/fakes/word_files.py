"""Word documents for tests, made of their parts: what python-docx cannot make (notes, fields, tracked changes)."""

from __future__ import annotations

import io
import re
import zipfile
from base64 import b64encode

from docx import Document
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml.parser import parse_xml

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_KINDS = {
    "footnotes": (CONTENT_TYPE.WML_FOOTNOTES, RELATIONSHIP_TYPE.FOOTNOTES),
    "endnotes": (CONTENT_TYPE.WML_ENDNOTES, RELATIONSHIP_TYPE.ENDNOTES),
}


def run(text: str, properties: str = "") -> str:
    return f'<w:r>{f"<w:rPr>{properties}</w:rPr>" if properties else ""}<w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*runs: str, style: str = "") -> str:
    kind = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{kind}{''.join(one if one.startswith('<') else run(one) for one in runs)}</w:p>"


def field(code: str, shown: str, data: str = "", inside: str = "") -> str:
    """Return a field with its code, and the runs a reader sees of it.

    ``data`` is what a program keeps beside the code, ``inside`` a field within it.
    """
    kept = f'<w:fldData xml:space="preserve">{b64encode(data.encode()).decode()}</w:fldData>' if data else ""
    return (
        f'<w:r><w:fldChar w:fldCharType="begin">{kept}</w:fldChar></w:r>'
        f'<w:r><w:instrText xml:space="preserve">{code}</w:instrText></w:r>{inside}'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        f'{shown if shown.startswith("<") else run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def note(kind: str, number: int) -> str:
    return f'<w:r><w:{kind}Reference w:id="{number}"/></w:r>'


def word(*blocks: str, links: dict[str, str] | None = None, sources: str = "", **notes: dict[int, str]) -> bytes:
    """Return a document of these blocks.

    ``footnotes`` and ``endnotes`` are by their ids, ``links`` by theirs, ``sources`` as Word keeps them.
    """
    document = Document()
    for kind, told in notes.items():
        one = kind.removesuffix("s")
        inside = "".join(f'<w:{one} w:id="{n}">{text}</w:{one}>' for n, text in told.items())
        content, relation = _KINDS[kind]
        data = f"<w:{kind} {W}>{inside}</w:{kind}>".encode()
        part = Part(PackURI(f"/word/{kind}.xml"), content, data, document.part.package)
        document.part.relate_to(part, relation)
    if sources:
        part = Part(PackURI("/customXml/item9.xml"), "application/xml", sources.encode(), document.part.package)
        document.part.relate_to(part, RELATIONSHIP_TYPE.CUSTOM_XML)
    ids = {name: document.part.relate_to(url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
           for name, url in (links or {}).items()}  # fmt: skip
    body = re.sub('r:id="(.*?)"', lambda found: f'r:id="{ids[found[1]]}"', "".join(blocks))
    for element in reversed(parse_xml(f"<w:body {W} {R}>{body}</w:body>")):
        document.element.body.insert(0, element)
    saved = io.BytesIO()
    document.save(saved)
    return saved.getvalue()


def changed(data: bytes, name: str, old: bytes, new: bytes) -> bytes:
    """Return a document with a part of which some bytes are others."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        for part in before.infolist():
            content = before.read(part)
            after.writestr(part.filename, content.replace(old, new) if part.filename == name else content)
    return out.getvalue()
