"""What is looked up by value is all that looking at each number would find."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from audit.agreement.strength import strength
from audit.agreement.value_index import FigureIndex, ValueIndex
from wellsourced_core.quantities import quantities

FIGURES = st.sampled_from(
    "3 lamps|3,000 lamps|about 3,000 lamps|over 40 lamps|at most 60 lamps|40 to 60 lamps|3 km|3,000 metres|$3 million"
    "|3 %|1931|6 May 1931|6 May|the 1930s|before 1931|half|a third|3rd|12:30|41 years old|3-2|3.5 million".split("|")
)
TEXTS = st.lists(FIGURES, min_size=1, max_size=12).map(lambda found: ". ".join(f"It says {one}" for one in found) + ".")


@given(TEXTS, TEXTS)
def test_no_number_that_carries_one_is_missed(claim: str, source: str) -> None:
    numbers = quantities(source)
    known = ValueIndex(numbers)
    for q in quantities(claim):
        found = known.near(q, len(numbers) * 20)
        assert found is not None
        assert found == sorted(found)
        assert {i for i, other in enumerate(numbers) if strength(q, other) > 0} <= set(found)


def test_too_many_are_not_listed() -> None:
    numbers = quantities(" ".join(f"Row {n} has {n + 100} lamps." for n in range(50)))
    (q,) = quantities("over 50 lamps")
    assert ValueIndex(numbers).near(q, 10) is None


def test_figures_of_another_unit_or_scale_are_found_and_others_are_not() -> None:
    numbers = quantities("It has 42 lamps. It is 42 km long. It cost $42 million. It has 57 lamps.")
    (lamps,), (cost,) = quantities("42 lamps"), quantities("$42 billion")
    found = [numbers[i].text for i in FigureIndex(numbers).near(lamps)]
    assert "57" not in found
    assert len(found) >= 2
    assert any(numbers[i].kind == "money" for i in FigureIndex(numbers).near(cost))
