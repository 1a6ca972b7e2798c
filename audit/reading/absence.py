"""Whether a sentence says what the sources do not say: no passage of theirs could support it."""

from __future__ import annotations

import re

from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled

_ABSENT = compiled(rf"\b(?:{either('says that sources do not say')})\b", re.IGNORECASE)


def tells_absence(sentence: str) -> bool:
    """Tell whether a sentence is about what its sources leave out: "the sources give no figures"."""
    return _ABSENT.search(sentence) is not None
