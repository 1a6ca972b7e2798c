"""What a reader besides the rules said of a citation or a finding: a model, where one was asked.

The one place of the page where such a voice is heard: whatever else reads a sentence and its passage speaks here.
"""

from __future__ import annotations

from wellsourced.formats._html.escaping import NOTHING, Html, line
from wellsourced_core.model import Finding, RefVerdict


def said(one: RefVerdict | Finding) -> Html:
    """Return what was said of a citation or a finding; nothing where nobody was asked."""
    if not one.opinion:
        return NOTHING
    return Html('<p class="reader %s"><b>%s</b>: %s</p>') % (one.opinion, one.opinion, line(one.why))
