"""Turn the LaTeX of titles and abstracts into plain text: accents, special letters, dashes and quotes."""

from __future__ import annotations

import re
import unicodedata

from wellsourced_core.patterns import compiled

_COMBINING = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328",
    "b": "\u0331",
}  # fmt: skip
# Accents with a sign take the next letter, those with a letter want a brace or a space before it.
_SIGN_ACCENT = compiled(r"\\([`'^~=.\"])[ \t]{0,4}\{?(\\[ij](?![A-Za-z])|[^\W\d_])")
_LETTER_ACCENT = compiled(r"\\([uvHrdckb])(?:[ \t]{0,4}\{|[ \t]{1,4})(\\[ij](?![A-Za-z])|[^\W\d_])")
_LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dots": "…", "ldots": "…",
    "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
    "textquotedblright": "”", "textbackslash": "\\", "textasciitilde": "~", "textdegree": "°", "times": "×",
    "pm": "±", "lambda": "λ", "Lambda": "Λ", "copyright": "©", "S": "§", "P": "¶", "pounds": "£", "euro": "€",
}  # fmt: skip
_COMMAND = compiled(r"\\([A-Za-z]{1,40})\*?[ \t]{0,4}|\\([^A-Za-z])")
_TYPOGRAPHY = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("~", " "))
_OUTSIDE_TEXT = str.maketrans("", "", "{}$")
# Signs that would be taken for markup until the markup is gone: as themselves from a private area and back.
_KEPT = "{}$~&%#_\\"
_HIDE = {sign: chr(0xF0000 + i) for i, sign in enumerate(_KEPT)}
_SHOW = {ord(hidden): sign for sign, hidden in _HIDE.items()}


def plain(text: str) -> str:
    """Return LaTeX as plain text on one line; a command that is not known goes, its argument stays."""
    if "\\" in text:
        text = _LETTER_ACCENT.sub(_accented, _SIGN_ACCENT.sub(_accented, text))
        text = _COMMAND.sub(_command, text)
    for written, meant in _TYPOGRAPHY:
        text = text.replace(written, meant)
    return " ".join(text.translate(_OUTSIDE_TEXT).translate(_SHOW).split())


def _accented(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", found[2].removeprefix("\\") + _COMBINING[found[1]])


def _command(found: re.Match[str]) -> str:
    word, sign = found[1], found[2]
    if word:
        letter = _LETTERS.get(word) or _greek(word)
        return _HIDE.get(letter, letter)
    if sign in "-/":
        return ""
    return " " if sign == "\\" else _HIDE.get(sign, " ")


def _greek(name: str) -> str:
    """Return the letter of a name like alpha or Omega; "" for any other word."""
    case = "SMALL" if name.islower() else "CAPITAL"
    try:
        return unicodedata.lookup(f"GREEK {case} LETTER {name.removeprefix('var').upper()}")
    except KeyError:
        return ""
