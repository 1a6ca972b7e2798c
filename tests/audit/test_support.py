"""Support of claims by sources: what counts as evidence, what does not, and what cannot be judged."""

from __future__ import annotations

import pytest

from audit.reading.language import differ, languages_of
from audit.reading.marker_window import shares_term
from audit.support import (
    Margin,
    checkable,
    fits_other,
    joint,
    known_share,
    margin,
    missing_names,
    prepare,
    read_claim,
    support,
    tells_apart,
)
from audit.thresholds import BALANCED, STRIP, SWAP, WEAK_WARNING
from wellsourced_core.model import Claim
from wellsourced_core.text import words

BRIDGE = (
    "The harbour bridge of Varnholm was opened in 1932 after eight years of work. It spans 1,149 metres and "
    "carries two railway tracks. Tolls were abolished in 1987. The ferry company protested against the decision."
)


def score(claim: str, text: str = BRIDGE, title: str = "", url: str = "", context: str = "") -> float:
    return support(read_claim(Claim(claim, context)), prepare(text, title, url)).score


def test_thresholds_are_in_order() -> None:
    assert 0 < STRIP < WEAK_WARNING < BALANCED < 1
    assert SWAP < 0


@pytest.mark.parametrize(
    "claim",
    [
        "The harbour bridge of Varnholm was opened in 1932.",
        "Tolls on the bridge were abolished in 1987 [3].",
        "**The bridge** spans 1149 metres[1], with two railway tracks.",
    ],
)
def test_what_the_source_says_is_supported(claim: str) -> None:
    assert score(claim) > BALANCED


@pytest.mark.parametrize(
    "claim",
    [
        "Migratory geese rest on the northern lakes before winter.",
        "The vaccine reduced hospital admissions among adults.",
    ],
)
def test_what_the_source_does_not_speak_of_is_struck(claim: str) -> None:
    assert score(claim) < STRIP


def test_markers_and_emphasis_count_for_nothing() -> None:
    bare = "The bridge was opened in 1932."
    assert score("The **bridge** was opened [2] in 1932 [1, 7].") == score(bare) == score(bare + " [ ]")


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The council met seven delegates.", "The council met 7 delegates."),
        ("World War II ended the trade.", "World War 2 ended the trade."),
        ("The Gameboy sold well overseas.", "The Game Boy sold well overseas."),
        ("The Game Boy sold well overseas.", "The Gameboy sold well overseas."),
        ("It was praised by the WHO delegates.", "It was praised by World Health Organization delegates."),
        ("The cafés of Zürich’s quarter closed.", "The cafes of the Zurich quarter closed."),
        ("Output was 608 000 tonnes.", "Output was 608,000 tonnes."),
    ],
)
def test_equivalents_count_in_full(claim: str, text: str) -> None:
    assert score(claim, text) == pytest.approx(1.0)
    assert missing_names(read_claim(Claim(claim)), prepare(text)) == ()


def test_a_derivation_counts_less_than_the_word_itself() -> None:
    same = score("Investors left the region.", "Investors left the region.")
    derived = score("Investors left the region.", "Investment left the region.")
    other = score("Investors left the region.", "Invitation left the region.")
    assert same > derived > other


def test_long_numbers_have_no_family() -> None:
    assert score("They counted 123456 birds.", "They counted 123457 birds.") < 0.6


def test_a_missing_number_and_a_missing_name_each_cost() -> None:
    right = score("In 1932 the bridge of Varnholm was opened.")
    assert score("In 1952 the bridge of Varnholm was opened.") < right
    assert score("In 1932 the bridge of Osterby was opened.") < right


def test_terms_far_apart_support_less_than_terms_together() -> None:
    filler = " ".join(["meanwhile nothing happened there"] * 60)
    apart = f"The harbour bridge was planned. {filler} The ferry company protested."
    together = f"The harbour bridge was planned. The ferry company protested. {filler}"
    claim = "The ferry company protested against the harbour bridge."
    assert score(claim, apart) < score(claim, together)


def test_title_and_address_count_by_half() -> None:
    claim = "Varnholm abolished the tolls."
    text = "The town abolished the tolls."
    plain = score(claim, text)
    assert plain < score(claim, text, title="Varnholm") == score(claim, text, url="https://x.example/Varnholm")
    assert score(claim, text, title="Varnholm") < score(claim, "Varnholm abolished the tolls.")


def test_evidence_is_the_stretch_that_carries_the_claim() -> None:
    evidence = support(read_claim(Claim("Tolls were abolished in 1987.")), prepare(BRIDGE)).evidence
    assert evidence is not None
    assert evidence.text == "Tolls were abolished in 1987" == BRIDGE[evidence.start : evidence.end]


def test_without_a_shared_term_there_is_no_evidence() -> None:
    found = support(read_claim(Claim("Geese rest on lakes.")), prepare(BRIDGE))
    assert found.score == 0.0
    assert found.evidence is None


def test_spaceless_scripts_are_judged_by_bigrams() -> None:
    text = "港口大桥于一九三二年开通，全长一千一百米。"
    assert score("大桥于一九三二年开通。", text) > BALANCED
    assert score("疫苗降低了住院率。", text) < STRIP


# ------------------------------------------------------------------------------------------------- context


def test_a_short_claim_borrows_its_context() -> None:
    question = "Who opened the harbour bridge of Varnholm?"
    right, elsewhere = "Mayor Lindqvist opened the bridge.", "Lindqvist is a common surname of the north."
    bare = score("Lindqvist [1]", elsewhere)
    assert score("Lindqvist [1]", elsewhere, context=question) < bare
    assert score("Lindqvist [1]", right, context=question) > score("Lindqvist [1]", elsewhere, context=question)


def test_a_claim_that_stands_alone_ignores_its_context() -> None:
    claim = "The harbour bridge of Varnholm was opened in 1932."
    assert score(claim, context="An unrelated heading about geese") == score(claim)


def test_of_a_long_context_only_the_sentence_before_counts() -> None:
    claim = "They were abolished."
    near = "Geese rest here. Tolls existed on the bridge. They were abolished. Geese left."
    assert read_claim(Claim(claim, near)).terms == ("abolish", "toll", "exist", "bridg")


# ------------------------------------------------------------------------------------------------- groups


def test_sources_cited_together_support_jointly() -> None:
    claim = read_claim(Claim("The bridge was opened in 1932 and the ferry was closed in 1987."))
    bridge, ferry = prepare("The bridge was opened in 1932."), prepare("The ferry was closed in 1987.")
    together = joint(claim, (bridge, ferry)).score
    assert together == pytest.approx(1.0)
    assert together > support(claim, bridge).score


def test_nothing_supports_by_itself() -> None:
    assert joint(read_claim(Claim("The bridge was opened.")), ()).score == 0.0


# ------------------------------------------------------------------------------------------------- contrast


def test_the_margin_is_held_against_the_best_other_source() -> None:
    assert margin([0.5, 0.9, 0.9], 0) == Margin(0.5, 1, pytest.approx(-0.4))
    assert margin([0.5, 0.9, 0.2], 0, cocited=[1]) == Margin(0.5, 2, pytest.approx(0.3))


def test_no_margin_without_another_source_or_without_a_score() -> None:
    assert margin([0.5], 0) == margin([0.5, None], 0) == Margin(0.5, None, None)
    assert margin([0.5, 0.9], 0, cocited={1}) == Margin(0.5, None, None)
    assert margin([None, 0.5], 0) == Margin(None, None, None)


def test_a_source_that_says_it_beats_one_that_does_not() -> None:
    claim = read_claim(Claim("Tolls were abolished in 1987 according to unnamed clerks."))
    sources = prepare(BRIDGE), prepare("Geese rest on the northern lakes before winter.")
    scores = [support(claim, source).score for source in sources]
    assert fits_other(margin(scores, 1), claim, sources)
    assert not fits_other(margin(scores, 0), claim, sources)
    assert not fits_other(Margin(0.1, None, None), claim, sources)


def test_a_citation_that_its_source_supports_is_never_moved() -> None:
    claim = read_claim(Claim("Tolls were abolished in 1987."))
    sources = (prepare(BRIDGE),)
    assert fits_other(Margin(BALANCED - 0.01, 0, -0.4), claim, sources)
    assert not fits_other(Margin(BALANCED, 0, -0.4), claim, sources)


@pytest.mark.parametrize(
    ("claim", "tells"),
    [
        ("Choose a place for the lamp.", False),
        ("Choose a lamp in 4 rooms.", False),
        ("Choose a place in Varnholm.", True),
        ("Tolls were abolished in 1987.", True),
        ("Choose a quiet place near the window for the lamp.", True),
    ],
)
def test_a_sentence_that_says_little_tells_no_sources_apart(claim: str, tells: bool) -> None:
    read = read_claim(Claim(claim))
    assert tells_apart(read) is tells
    assert fits_other(Margin(0.2, 0, -0.6), read, (prepare(claim),)) is tells


def test_what_no_source_says_does_not_blur_the_contrast() -> None:
    claim = read_claim(Claim("Geese rest here, unexpectedly noisy travellers."))
    lakes = (prepare("Geese rest on lakes."),)
    assert 0 < known_share(claim, lakes) < 1
    assert known_share(claim, (prepare(BRIDGE),)) == 0
    between = SWAP * (1 + known_share(claim, lakes)) / 2
    assert fits_other(Margin(0.0, 0, between), claim, lakes)
    assert not fits_other(Margin(0.0, 0, between), read_claim(Claim("Geese rest.")), lakes)


# ------------------------------------------------------------------------------------------------- names


def missing(claim: str, text: str = BRIDGE, title: str = "", url: str = "") -> list[str]:
    return [span.text for span in missing_names(read_claim(Claim(claim)), prepare(text, title, url))]


def test_a_name_that_stands_nowhere_is_missed_with_its_place() -> None:
    claim = "The bridge of Osterby [1] was opened by Lindqvist."
    spans = missing_names(read_claim(Claim(claim)), prepare(BRIDGE))
    assert [claim[s.start : s.end] for s in spans] == ["Osterby", "Lindqvist"] == [s.text for s in spans]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The speech of Barack Obama was long.", "Obama spoke for long."),
        ("The study by Lindqvist et al. found geese.", "We found geese."),
        ("The delegates of Africa agreed.", "African delegates agreed."),
        ("It needs mechanical ventilation (MV) at once.", "It needs mechanical ventilation."),
        ("He moved to the USA then.", "He moved to America then."),
        ("He moved to Denmark then.", "He moved to a Danish town then."),
        ("The Dutch built it.", "It was built in the Netherlands."),
        ("Bridges were built.", "They were built."),
        ("A song called I Want to Go.", "A song."),
    ],
)
def test_no_name_is_missed_that_stands_there_otherwise(claim: str, text: str) -> None:
    assert missing(claim, text) == []


def test_title_and_address_know_names_too() -> None:
    claim = "The bridge of Osterby was opened."
    assert missing(claim) == ["Osterby"]
    assert missing(claim, title="Osterby today") == missing(claim, url="https://x.example/osterby") == []


# ------------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize("claim", ["", "Yes, it was so [1].", "[1]", "— …"])
def test_a_claim_without_content_cannot_be_checked(claim: str) -> None:
    assert not checkable(read_claim(Claim(claim)), prepare(BRIDGE))
    assert score(claim) == 0.0


@pytest.mark.parametrize("text", ["", "   ", "the of and", "Bridge"])
def test_a_source_without_content_checks_nothing(text: str) -> None:
    assert not checkable(read_claim(Claim("The vaccine reduced hospital admissions.")), prepare(text))


def test_a_single_term_confirms_but_does_not_refute() -> None:
    claim = read_claim(Claim("Varnholm [1]."))
    assert checkable(claim, prepare(BRIDGE))
    assert not checkable(claim, prepare("Geese rest on the northern lakes before winter."))


def test_another_language_confirms_by_numbers_and_names_but_does_not_refute() -> None:
    german = prepare("Die Brücke von Varnholm wurde im Jahr 1932 eröffnet und ist mit der Bahn zu erreichen.")
    right = read_claim(Claim("The bridge of Varnholm was opened to the public in 1932."))
    other = read_claim(Claim("The vaccine of Osterby was approved by the authority in 2004."))
    assert checkable(right, german)
    assert support(right, german).score == pytest.approx(1.0)
    assert not checkable(other, german)


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("The bridge was opened by the mayor and it is still in use.", {"en"}),
        ("Die Brücke wurde von dem Bürgermeister eröffnet und ist noch in Betrieb.", {"de"}),
        ("Le pont a été ouvert par le maire et il est encore dans la ville.", {"fr"}),
        ("El puente fue inaugurado por el alcalde y los vecinos lo usan con gusto.", {"es"}),
        ("桥于一九三二年开通", {"han"}),
        ("橋は一九三二年に開通しました", {"kana"}),
        ("Мост был открыт мэром", {"cyrillic"}),
        ("The estate grows apples.", {"en"}),
        ("Die Brücke kostete 1,2 Milliarden Dollar.", {"de", "nl"}),
        ("Der Kauf kostete 40 Millionen Dollar.", {"de", "da"}),
        ("Der Betrieb in Kassel beschäftigt 1.250 Mitarbeiter.", {"de"}),
        ("Die Hard earned 140 million dollars in 1988.", {"de", "nl", "en", "it"}),
        ("Los Angeles held auctions.", set()),
        ("Rio de Janeiro built ferries.", set()),
        ("Bridge opened 1932", set()),
        ("", set()),
    ],
)
def test_languages_are_told_by_script_and_small_words(text: str, languages: set[str]) -> None:
    assert languages_of(words(text).surfaces) == languages


def test_german_nouns_are_no_names() -> None:
    source = prepare("Der Verein hat 340 aktive Leute.")
    claim = read_claim(Claim("Laut Vorstand hat der Verein heute 340 Mitglieder, sagt Petra Vogt."))
    assert [span.text for span in missing_names(claim, source)] == ["Petra", "Vogt"]


def test_a_name_within_a_number_that_the_source_has_is_not_missing() -> None:
    claim = read_claim(Claim("The plant of Lemgo opened in March 2023."))
    assert [span.text for span in missing_names(claim, prepare("The plant of Lemgo opened 03/2023."))] == []
    assert [span.text for span in missing_names(claim, prepare("The plant of Lemgo opened 04/2023."))] == ["March"]


def test_a_source_that_has_every_number_may_use_other_words() -> None:
    claim = read_claim(Claim("The park covers 600 hectares with 64 km of trails."))
    said = support(claim, prepare("It stretches over 6 square kilometres; its paths are 40 miles long.")).score
    other = support(claim, prepare("It stretches over 9 square kilometres; its paths are 40 miles long.")).score
    assert said >= WEAK_WARNING > STRIP > other
    two = read_claim(Claim("Osterby has 2 ferries that cross the northern sound every winter morning before dawn."))
    assert support(two, prepare("Geese rest at 2 lakes.")).score < WEAK_WARNING  # a small count stands in any text


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("The estate grows apples.", "Das Gut liegt in der Nähe und der Wald ist nicht dabei.", True),
        ("The ship sank in the bay.", "Le navire a sombré dans la baie et on ne le revit pas.", True),
        ("Prices of bread rose.", "The price of bread is not what it was.", False),
        ("Bread rose.", "Das Brot wurde in der Stadt teurer.", False),
    ],
)
def test_two_texts_differ_where_no_language_can_be_that_of_both(one: str, other: str, expected: bool) -> None:
    assert differ(languages_of(words(one).surfaces), languages_of(words(other).surfaces)) is expected


# ------------------------------------------------------------------------------------------------- window


def shared(draft: str, text: str = BRIDGE) -> bool:
    start = draft.index("[1]")
    return shares_term(draft, start, start + 3, prepare(text))


def test_the_window_shares_a_term() -> None:
    assert shared("The tolls were abolished [1].")
    assert shared("It was done [1]. The tolls were gone.")


@pytest.mark.parametrize(
    "draft",
    ["Geese rest on lakes [1].", "In 1932 [1] geese came.", "The of and [1] after two", "[1]", "I 1 x [1] 8"],
)
def test_numbers_stop_words_and_letters_are_no_shared_term(draft: str) -> None:
    assert not shared(draft, "In 1932, after 8 years and 1 day, the of x and I. Mayors dined.")


def test_terms_beyond_the_window_do_not_count_and_words_at_its_edge_are_whole() -> None:
    far = "tolls " + "goose " * 40 + "[1]" + " goose" * 40
    assert not shared(far)
    edge = "goose " * 23 + "abolished [1] " + "goose " * 40
    assert shared(edge)
    assert not shared("g" * 147 + "abolished" + "g" * 140 + " [1]" + " goose" * 60)
