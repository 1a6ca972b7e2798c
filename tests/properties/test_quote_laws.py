"""What holds for every quotation, whatever the words."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from audit.quotes import accepted, judge, prepare, quotes

WORDS = "amber basin copper delta ember fjord grove harbour island juniper kelp lantern meadow narrow ochre".split()
sources = st.lists(st.sampled_from(WORDS), min_size=12, max_size=60)
anything = st.text(alphabet=st.sampled_from("ab[]…. \n\"“”„‘’'«»「」éé\u0301\u00ad語,!?-AB1"), max_size=80)
laws = settings(max_examples=80)


@st.composite
def passages(draw: st.DrawFn) -> tuple[list[str], int, int]:
    """Draw a source's words and a stretch of at least six of them."""
    words = draw(sources)
    length = draw(st.integers(6, min(20, len(words))))
    start = draw(st.integers(0, len(words) - length))
    return words, start, start + length


def quoted(words: list[str]) -> str:
    return f'The log says "{" ".join(words)}" there.'


@laws
@given(passages())
def test_a_verbatim_stretch_is_found_where_it_stands(passage: tuple[list[str], int, int]) -> None:
    words, start, end = passage
    source = " ".join(words)
    [verdict] = judge(quoted(words[start:end]), source)
    assert verdict.verdict == "found"
    assert verdict.evidence is not None
    assert source[verdict.evidence.start : verdict.evidence.end] == verdict.evidence.text
    assert verdict.evidence.text == " ".join(words[start:end])


@laws
@given(passages(), st.data())
def test_one_foreign_word_is_refused(passage: tuple[list[str], int, int], data: st.DataObject) -> None:
    words, start, end = passage
    forged = words[start:end]
    at = data.draw(st.integers(0, len(forged) - 1))
    if data.draw(st.booleans()):
        forged[at] = "quartz"
    else:
        forged.insert(at, "quartz")
    assert accepted(judge(quoted(forged), " ".join(words))) is False


@laws
@given(passages(), st.data())
def test_a_dropped_or_moved_word_is_refused(passage: tuple[list[str], int, int], data: st.DataObject) -> None:
    words, start, end = passage
    forged = words[start:end]
    word = forged.pop(data.draw(st.integers(1, len(forged) - 2)))
    if data.draw(st.booleans()):
        forged.append(word)
    assume(f" {' '.join(forged)} " not in f" {' '.join(words)} ")
    assert accepted(judge(quoted(forged), " ".join(words))) is False


@laws
@given(passages(), st.data(), st.sampled_from(["...", "…", ". . .", "[...]", "[…]", "(…)"]))
def test_an_ellipsis_stands_for_what_was_left_out(
    passage: tuple[list[str], int, int], data: st.DataObject, mark: str
) -> None:
    words, start, end = passage
    stretch = words[start:end]
    first = data.draw(st.integers(2, len(stretch) - 2))
    last = data.draw(st.integers(first, len(stretch) - 2))
    [verdict] = judge(quoted([*stretch[:first], mark, *stretch[last:]]), " ".join(words))
    assert verdict.verdict == "found"


@laws
@given(passages())
def test_typography_changes_nothing(passage: tuple[list[str], int, int]) -> None:
    words, start, end = passage
    source = " ".join(words)
    plain = quoted(words[start:end])
    [expected] = judge(plain, source)
    shouted = plain.replace('"', "“", 1).replace('"', "”").upper()
    soft = plain.replace("r ", "r\u00ad\u200b ")
    for variant in (shouted, soft, plain.replace(" ", "\u00a0"), plain.replace(" ", " — ")):
        [verdict] = judge(variant, source)
        assert (verdict.verdict, verdict.evidence) == (expected.verdict, expected.evidence)


@laws
@given(anything, anything)
def test_any_text_is_judged_without_error_and_twice_alike(claim: str, source: str) -> None:
    found = quotes(claim)
    ends = [0]
    for one in found:
        assert claim[one.quote.start : one.quote.end] == one.quote.text
        assert ends[-1] <= one.quote.start
        ends.append(one.quote.end)
    verdicts = judge(claim, source)
    assert len(verdicts) == len(found)
    assert verdicts == judge(claim, prepare(source))
    assert (accepted(verdicts) is None) == (not found)
    for verdict in verdicts:
        if verdict.evidence:
            assert source[verdict.evidence.start : verdict.evidence.end] == verdict.evidence.text
