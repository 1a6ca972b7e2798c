"""PDF files made by hand, word by word where a test wants them: Helvetica, no compression."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Piece = tuple[float, float, str]  # from the left, from the bottom, in points; what stands there


def pdf(pages: Iterable[Sequence[Piece]], *, size: float = 10.0, info: str = "", catalog: str = "") -> bytes:
    """Return a PDF whose pages have their pieces of text in the order given."""
    contents = [_shown(pieces, size) for pieces in pages]
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(contents)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>".encode(),
        f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for i, content in enumerate(contents):
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * i} 0 R"
        objects.append(f"{page} /Resources << /Font << /F1 3 0 R >> >> >>".encode())
        objects.append(b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content))
    objects.append(f"<< {info} >>".encode())
    return _assembled(objects)


def _shown(pieces: Sequence[Piece], size: float) -> bytes:
    def one(piece: Piece) -> bytes:
        x, y, text = piece
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return f"BT /F1 {size} Tf {x} {y} Td ({escaped}) Tj ET".encode("cp1252")

    return b"\n".join(map(one, pieces))


def _assembled(objects: Sequence[bytes]) -> bytes:
    data, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer << /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return bytes(data + trailer % (len(objects) + 1, len(objects), start))
