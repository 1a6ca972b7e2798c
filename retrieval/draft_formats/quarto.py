"""Quarto and R Markdown as the audit reads them: Markdown, without the lines and marks that only they know.

These become blanks of the same length, so that every offset is one of the file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from operator import itemgetter

from retrieval.draft_formats.draft_text import DraftText, as_it_is
from wellsourced_core.patterns import compiled

# "::: {.callout-note}" opens and closes a block; "{{< video ... >}}" stands for something; so does "\@ref(fig:one)".
_MARKS = compiled(
    r"^[ \t]{0,12}:{3,}[^\r\n`]*$|\{\{<[^\r\n]{0,300}?>\}\}|\\@ref\([^()\r\n]{0,100}\)|^\\(?:newpage|pagebreak)[ \t]*$",
    re.MULTILINE,
)
_FENCE = compiled(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}(?P=fence))[^\n]*)*(?:\n {0,3}(?P=fence)[^\n]*)?", re.MULTILINE
)


def read(text: str) -> DraftText:
    """Return a file's text with such marks blanked; what stands in a code block stays."""
    if not any(sign in text for sign in (":::", "{{<", "\\")):
        return as_it_is(text)
    code = [found.span() for found in _FENCE.finditer(text)]
    pieces, done = [], 0
    for mark in _MARKS.finditer(text):
        before = bisect_right(code, mark.start(), key=itemgetter(0)) - 1
        if before < 0 or code[before][1] <= mark.start():
            pieces += [text[done : mark.start()], " " * len(mark[0])]
            done = mark.end()
    return as_it_is("".join([*pieces, text[done:]]), text)
