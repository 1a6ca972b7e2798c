"""Quarto and R Markdown as the audit reads them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.draft_formats.quarto import read

SOURCE = """::: {.callout-note}
Text [@a].
:::

See {{< video https://a.example [1] >}} and \\@ref(fig:x).

```{r}
::: not this
```

::: {#refs}
:::
"""


def test_marks_that_only_quarto_knows_become_blanks() -> None:
    draft = read(SOURCE)
    assert draft.text.split() == [*"Text [@a]. See and . ```{r} ::: not this ```".split()]
    assert len(draft.text) == len(SOURCE)
    assert draft.original == SOURCE
    assert draft.places is None


@given(st.text(alphabet=":{}<> `~ab\n\\@ref()", max_size=80))
def test_lines_and_offsets_stay(source: str) -> None:
    text = read(source).text
    assert [len(line) for line in text.split("\n")] == [len(line) for line in source.split("\n")]
    assert all(new in (old, " ") for new, old in zip(text, source, strict=True))
