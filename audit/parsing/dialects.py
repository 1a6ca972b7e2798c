"""Find the markers of models, reference managers and typesetting systems: tags, codes, carets, keys, tokens.

A few forms cover them: a bracket with a word for a source and a number, a bracket with a code or a "#", carets, a key
behind "@" or in a command, and the tokens by which a model's tools point into their own conversation.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from sys import intern

from audit.parsing.citation_labels import JOINT, RANGE, label_of, members
from audit.parsing.non_citations import is_area, is_behind_year, is_exponent, may_cite
from wellsourced_core.lexicon import either
from wellsourced_core.model import Label, Marker, Ref
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import MarkerShape

# Never judged: its numbers are not those of the list ("【4:0†a.pdf】" numbers messages) or may be a time ("[1:12]").
TOOL_MARK: MarkerShape = "tool-mark"
LOCATED: MarkerShape = "located"
# "[Document 5]" may be the author's words: judged if no other shape matches, and its removal is never a safe fix.
WORDED: MarkerShape = "worded"
# "0.9^2^" raises a power or a note: never judged, told where nothing else cites what it may.
EXPONENT: MarkerShape = "exponent"
# These are a word of their sentence, the author's name: judged, but never removed.
BARE_KEY: MarkerShape = "bare-key"
IN_TEXT: tuple[MarkerShape, ...] = (BARE_KEY, "textual-command")
KEYED: tuple[MarkerShape, ...] = ("pandoc", "latex", *IN_TEXT)
# Gemini's start tag of a passage that "[cite: 1]" ends: it has no label, and stays behind if the end is removed.
OPENING = compiled(r"\[cite_(?:start|end)\]")

Span = tuple[int, int]

_NUMBERS = rf"[0-9]{{1,4}}(?:{RANGE}[0-9]{{1,4}}){{0,20}}"
_LOCATOR = r"(?:, ?(?:pp?|ch|chap|sec|S)\.? ?[0-9–-]{1,12})?"
# Words of running text too, so a shape of their own.
_WEAK = (
    either("words that may be a source", gap="[ _]")
    + rf"|(?:{either('words that are a source before a colon', gap='_')})(?=[:_])"
)
_WORD = rf"(?:{either('words for a source')}|{_WEAK})\.?[ \u00a0]?[:：_#-]?[ \u00a0]?#?"
_END = r"\](?!:[ \t]|\()"  # no definition, no link
_NAMED = compiled(
    rf"\[(?P<word>{_WORD})(?P<numbers>{_NUMBERS}(?:{JOINT}{_WORD}{_NUMBERS}){{0,20}}){_LOCATOR}{_END}", re.IGNORECASE
)
_IS_WEAK = compiled(_WEAK, re.IGNORECASE)
_CODES = compiled(rf"\[(([A-Z])-?[0-9]{{1,4}}(?:{JOINT}\2-?[0-9]{{1,4}}){{0,20}}){_END}")
_CODE = compiled(r"[A-Z]-?([0-9]{1,4})")
_HASH = compiled(rf"\[#([0-9]{{1,4}}(?:{JOINT}#?[0-9]{{1,4}}){{0,20}}){_END}")
_CARET = compiled(rf"\[\^({_NUMBERS})\^{_END}")
_RAISED = compiled(r"\^(?<=[^\s^\[]\^)([0-9]{1,3}(?:, ?[0-9]{1,3}){0,8})\^(?![\^\w])")
_RAISED_TEX = compiled(rf"\$\^(?:\{{\[?({_NUMBERS})\]?\}}|([0-9]))\$")
_LOCATED = compiled(rf"\[([0-9]{{1,3}}):[0-9]{{1,4}}(?:[–-][0-9]{{1,4}})?{_END}")
_TOOL_SIGNS = ("【", "†", "\ue200", "oaicite", "<co:")
_TURN = compiled(r"turn[0-9]{1,3}[a-z]{3,9}[0-9]")
_TOOL_MARK = compiled(
    r"【[0-9]{1,4}:[0-9]{1,4}(?:†[^】\n]{0,120})?】|\[[0-9]{1,4}:[0-9]{1,4}†[^\]\n]{0,120}\]"
    r"|【oaicite:[^】\n]{0,40}】|:?contentReference\[oaicite:[0-9]{1,6}\](?:\{[^{}\n]{0,40}\})?"
    r"|\ue200[^\ue201\n]{0,300}\ue201|\b(?:(?:file)?cite)?(?:turn[0-9]{1,3}[a-z]{3,9}[0-9]{1,3}){1,20}\b"
    r"|<co: ?[0-9]{1,3}(?:, ?[0-9]{1,3}){0,8}>"
)
_CITE_TAG = compiled(r"<(?:antml:)?cite (?:index|id|ref)=[^<>\n]{1,80}>")
_LATEX = compiled(
    r"~?\\(?P<command>[A-Za-z]{0,12}?[cC]ite[a-z]{0,10})\*?(?:\[[^\[\]\n]{0,80}\]){0,2}\{(?P<keys>[^{}\n]{1,300})\}"
)
_LATEX_KEY = compiled(r"[^\s,{}]+")
_NO_CITATION = frozenset(("nocite", "bibcite", "citestyle", "setcitestyle", "citereset", "defcitealias"))
_TEXTUAL = ("citet", "citealt", "citeauthor", "citeyear", "textcite")
_KEY = r"[A-Za-z0-9_](?:[\w:.#$%&+?<>~/-]*[\w/])?"
_PANDOC = compiled(r"\[\[?([^\[\]\n]{0,200}?@[^\[\]\n]{1,300})\]\]?")
_PANDOC_KEY = compiled(rf"(?<![\w.@])-?@\{{?({_KEY})")
_KEY_IN_TEXT = compiled(
    rf"@(?<![\w.@/\\]@)(?:\{{({_KEY})\}}|({_KEY}))(?: \[[^\[\]\n@]{{0,30}}[0-9ivx][^\[\]\n@]{{0,30}}{_END})?"
)
# What Quarto and pandoc-crossref write for a figure or a section.
_CROSS_REFERENCE = compiled(r"(?:fig|eq|tbl|tab|sec|lst|thm|lem|cor|prp|def|exm|exr|nte|tip|wrn|imp|cau)[:-]")


def find_tool_marks(text: str, plain: str, opaque: Sequence[Span]) -> Iterator[Marker]:
    """Yield what a model's tools left behind; ``opaque``, in order, is what Markdown hides, code above all."""
    signed = any(sign in plain for sign in _TOOL_SIGNS) or _TURN.search(plain)
    for match in _TOOL_MARK.finditer(plain) if signed else ():
        yield _marker(text, match, TOOL_MARK, (Ref(match[0], None, *match.span()),))
    for match in _CITE_TAG.finditer(text) if "cite " in text else ():
        before = bisect_right(opaque, (match.start(), len(text)))  # those that begin here or earlier
        if not before or match.start() >= opaque[before - 1][1]:
            yield _marker(text, match, TOOL_MARK, (Ref(match[0], None, *match.span()),))


def find_commands(text: str, plain: str) -> Iterator[Marker]:
    """Yield LaTeX's citations; the tie before one is a part of it."""
    for match in _LATEX.finditer(plain) if "\\" in plain and ("cite" in plain or "Cite" in plain) else ():
        command = match["command"].lower()
        if command not in _NO_CITATION:
            keys = _LATEX_KEY.finditer(plain, *match.span("keys"))
            refs = tuple(Ref(label_of(key[0]), None, *key.span()) for key in keys)
            yield _marker(text, match, IN_TEXT[1] if command.startswith(_TEXTUAL) else "latex", refs)


def find_keys(text: str, plain: str, known: frozenset[Label]) -> Iterator[Marker]:
    """Yield pandoc's keys: in brackets, and in the sentence itself where there are keys to cite."""
    if "@" not in plain:
        return
    in_text = _KEY_IN_TEXT.finditer(plain) if any(isinstance(label, str) for label in known) else ()
    done = -1
    for match in sorted([*_PANDOC.finditer(plain), *in_text], key=lambda match: match.start()):
        if match.start() < done:
            continue
        if match.re is _PANDOC:
            done = match.end()
            found = (key.span(1) for key in _PANDOC_KEY.finditer(plain, *match.span(1)))
            spans = [(start, end) for start, end in found if not _CROSS_REFERENCE.match(plain, start)]
            yield _marker(text, match, "pandoc", tuple(Ref(plain[a:b], None, a, b) for a, b in spans))
        elif not _CROSS_REFERENCE.match(match[1] or match[2]):
            group = 1 if match[1] else 2
            yield _marker(text, match, BARE_KEY, (Ref(match[group], None, *match.span(group)),))


def find_tagged(text: str, plain: str, known: frozenset[Label]) -> Iterator[Marker]:
    """Yield brackets with a word, a sign or a code and a number, and carets.

    Without any label only a sure word for a source and the caret in brackets are found.
    """
    for match in _NAMED.finditer(plain):
        refs = members(match["numbers"], match.start("numbers"), known)
        weak = _IS_WEAK.match(match["word"]) is not None
        if may_cite(refs, known) and (known or not weak):
            yield _marker(text, match, WORDED if weak else "named", refs)
    for match in _CARET.finditer(plain):
        yield _marker(text, match, "caret", members(match[1], match.start(1), known))
    if not known:
        return
    letters = frozenset(label[0] for label in known if isinstance(label, str) and _CODE.fullmatch(label))
    for match in _CODES.finditer(plain):
        yield from _coded(text, match, letters)
    for match in _HASH.finditer(plain):
        yield _marker(text, match, "hash", members(match[1], match.start(1), known))
    yield from _raised(text, plain, _RAISED.finditer(plain), known)
    for match in _LOCATED.finditer(plain):
        yield _marker(text, match, LOCATED, (Ref(label_of(match[1]), None, *match.span(1)),))


def find_raised_math(text: str, math: Sequence[Span], known: frozenset[Label]) -> Iterator[Marker]:
    """Yield math that is nothing but a raised number behind a word: "grew$^{1}$"."""
    raised = (span for span in math if text.startswith("$^", span[0]) and span[0])
    found = (_RAISED_TEX.fullmatch(text, *span) for span in raised if not text[span[0] - 1].isspace()) if known else ()
    yield from _raised(text, text, (match for match in found if match), known)


def _raised(text: str, plain: str, found: Iterable[re.Match[str]], known: frozenset[Label]) -> Iterator[Marker]:
    """Yield raised numbers: citations, also behind a year where the draft cites so elsewhere, and exponents."""
    doubtful: list[tuple[re.Match[str], tuple[Ref, ...]]] = []
    own = False
    for match in found:
        group = match.lastindex or 1
        refs = members(match[group], match.start(group), known)
        if is_exponent(plain, *match.span()):
            doubtful.append((match, refs))
        else:
            own = own or any(ref.label in known for ref in refs)
            yield _marker(text, match, "raised", refs)
    for match, refs in doubtful:
        noted = own and is_behind_year(plain, match.start())
        if is_area(plain, match.start(), match[match.lastindex or 1]):
            continue
        if noted or all(ref.label in known for ref in refs):
            yield _marker(text, match, "raised" if noted else EXPONENT, refs)


def _coded(text: str, match: re.Match[str], letters: frozenset[str]) -> Iterator[Marker]:
    """Read "[S1]": by its code where the list has codes of that letter, else by its number, S being for source."""
    codes = match[2] in letters
    if codes or match[2] == "S":
        group = 0 if codes else 1
        found = _CODE.finditer(match.string, *match.span(1))
        refs = tuple(Ref(label_of(code[group]), None, *code.span(group)) for code in found)
        yield _marker(text, match, "code" if codes else "lettered", refs)


def _marker(text: str, match: re.Match[str], shape: MarkerShape, refs: tuple[Ref, ...]) -> Marker:
    start, end = match.span()
    return Marker(start, end, intern(text[start:end]), shape, refs)
