"""What a reader besides the rules said of a citation: today a second opinion, where one was asked for.

The one place of the page where such a voice is heard: whatever else reads a sentence and its passage speaks here.
"""

from __future__ import annotations

from wellsourced.formats._html.escaping import NOTHING, Html, line
from wellsourced_core.model import RefVerdict


def said(ref: RefVerdict) -> Html:
    """Return what was said of one citation; nothing where nobody was asked."""
    if not ref.opinion:
        return NOTHING
    return Html('<p class="reader %s"><b>%s</b>: %s</p>') % (ref.opinion, ref.opinion, line(ref.why))
