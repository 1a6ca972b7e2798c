"""Quotations: which stretches count, how they are found, and whom they belong to."""

import sys

import pytest

from audit.draft import plain
from audit.quotes import accepted, judge, prepare, quotes

SOURCE = """The harbour board met on Tuesday evening.

“We are not closing the old pier,” Marta Oyelaran said. “We will repair it, but only if the town pays half.”

Tomas Brandt, who runs the ferry, disagreed: "The pier is beyond repair and everybody in this room knows it."

He told the board that the wood “has rotted from below for at least 20 years … and nobody looked.”

Oyelaran has called the ferry company's figures "a fairy tale with a price of €3,000 on its cover."
"""
PREPARED = prepare(SOURCE)


def verdict(claim: str, speaker: str | None = None) -> str:
    [only] = judge(claim, PREPARED, speaker)
    return only.verdict


@pytest.mark.parametrize(
    ("claim", "texts"),
    [
        ('Brandt said, "The pier is beyond repair."', ["The pier is beyond repair."]),
        ("„Wir reparieren den alten Steg“, sagte sie.", ["Wir reparieren den alten Steg"]),
        ("« Nous allons réparer la jetée », a dit le maire.", ["Nous allons réparer la jetée"]),
        ("»Vi reparerer den gamle mole«, sagde han.", ["Vi reparerer den gamle mole"]),
        ("”Vi lagar den gamla bryggan”, sade hon.", ["Vi lagar den gamla bryggan"]),
        ("町長は「古い桟橋を必ず修理する」と述べた。", ["古い桟橋を必ず修理する"]),
        ("镇长表示：“我们一定会修好旧码头”。", ["我们一定会修好旧码头"]),
        ("‘We will mend it ourselves,’ said Marta.", ["We will mend it ourselves,"]),
        ("The mayor replied “not yet” to him.", ["not yet"]),
        ('"We won," said Ada. "All of us did."', ["We won,", "All of us did."]),
        ('(truncated) the rest of it." He left.', ["(truncated) the rest of it."]),
        ('Ask your team questions such as "What would make the pier safe?"', []),
        ('Critics wrote things such as "the pier is no longer safe".', ["the pier is no longer safe"]),
        ('Brandt asked: "What would make the pier safe?"', ["What would make the pier safe?"]),
        ("Man stelle Fragen wie „Was macht den Steg sicher genug?“", []),
        ('The so-called "green zone" is small.', []),
        ('A paper titled "how to mend a wooden pier" appeared.', []),
        ('The song "All the Piers We Left Behind" is old.', []),
        ('The book "How the first piers were built" sold well.', []),
        ('A 6" plank and a 7" plank lay on top of a 9" one.', []),
        ("the owners' boats and the workers' huts were sold", []),
        ('She said "[...]" and left.', []),
        ("No marks here at all.", []),
        ("", []),
    ],
)
def test_which_stretches_are_quotations(claim: str, texts: list[str]) -> None:
    found = quotes(claim)
    assert [q.quote.text for q in found] == texts
    assert all(claim[q.quote.start : q.quote.end] == q.quote.text for q in found)


@pytest.mark.parametrize(
    ("claim", "speaker"),
    [
        ('Marta Oyelaran said, "We will repair it."', "Marta Oyelaran"),
        ('"We will repair it," said Mayor Marta Oyelaran.', "Marta Oyelaran"),
        ('Marta Oyelaran met Brandt. She said, "We will repair it."', "Brandt"),  # the last person named
        ('According to Brandt, "the pier is beyond repair".', "Brandt"),
        ('"We will repair it," the spokesman of Marta Oyelaran said.', None),
        ('Critics said "the pier is beyond repair".', None),
        ('"The pier is beyond repair," he said.', None),
        ('"The pier is beyond repair," declared the Liberal member David Brandt.', "David Brandt"),
        ('By 2018, he regretted having voted for Brandt, saying that "the pier is beyond repair".', None),
        ('Marta Oyelaran left. She regretted having hired Brandt, saying "we want our pier back".', "Marta Oyelaran"),
    ],
)
def test_who_speaks_in_the_claim(claim: str, speaker: str | None) -> None:
    [quoted] = quotes(claim)
    assert quoted.speaker == speaker


@pytest.mark.parametrize(
    "claim",
    [
        'Oyelaran said, "We are not closing the old pier."',
        "Marta Oyelaran said: «[w]e are not closing the old pier».",
        'Oyelaran said, "We are not closing [it]."',
        'Oyelaran said, "We are not clos[e] the old pier."',
        'Oyelaran said, "We are not closing the old pier. We will repair it, but only if the town pays half."',
        'Brandt said, "The pier is beyond repair ... everybody in this room knows it."',
        'Brandt said, "The pier [...] and everybody in this room knows it."',
        "Brandt said, 'The pier is beyond repair and everybody in this room knows it.'",
        'Brandt said the wood "has rotted from below for at least twenty years".'.replace("twenty", "20"),
        'She called the figures "a fairy tale with a price of €3000 on its cover".',
        'The wood "has rotted from be\u00adlow for at least 20 years".',
        'The board heard that "the pier is beyond repair".',
    ],
)
def test_honest_quotations_are_found(claim: str) -> None:
    assert verdict(claim) == "found"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ('Oyelaran said, "We are now closing the old pier."', "altered"),
        ('Oyelaran said, "We are closing the old pier."', "altered"),
        ('Brandt said, "The pier is almost beyond repair and everybody in this room knows it."', "altered"),
        ('She spoke of "a fairy tale with a price of $3,000 on its cover".', "altered"),
        ('She spoke of "a fairy tale with a price of €3,500 on its cover".', "altered"),
        ('Brandt said, "Nothing can be done about our wooden boats."', "not-found"),
        ('Brandt said, "Everybody in this room knows it and the pier is beyond repair."', "not-found"),
        ('Brandt said, "We are not closing the old pier."', "misattributed"),
        ('Oyelaran said, "The pier is beyond repair and everybody in this room knows it."', "misattributed"),
        ('Oyelaran said, "has rotted from below for at least 20 years."', "misattributed"),
        ('Oyelaran said, "We are not closing the old pier ... The pier is beyond repair."', "misattributed"),
    ],
)
def test_forgeries_and_wrong_speakers_are_refused(claim: str, expected: str) -> None:
    [only] = judge(claim, PREPARED)
    assert only.verdict == expected
    assert accepted((only,)) is False
    assert (only.evidence is None) == (expected == "not-found")


@pytest.mark.parametrize(
    ("claim", "word"),
    [
        ('Oyelaran said, "We will repair it."', "but"),
        ('Oyelaran said, "We are ... closing the old pier."', "not"),
        ('Oyelaran said they were "closing the old pier".', "not"),
        ('Oyelaran said, "We will [never] repair it, but only if the town pays half."', "never"),
    ],
)
def test_what_turns_the_meaning_is_shown_and_only_warns(claim: str, word: str) -> None:
    [only] = judge(claim, PREPARED)
    assert only.verdict == "out-of-context"
    assert f'"{word}"' in only.why
    assert accepted((only,)) is True


def test_what_the_claim_says_itself_is_not_left_out() -> None:
    assert verdict('Oyelaran said they were not "closing the old pier".') == "found"
    assert verdict('Oyelaran said "We will repair it", but only with help.') == "found"


def test_an_altered_quotation_shows_the_passage() -> None:
    [only] = judge('Brandt said, "The pier is far from repair and everybody in this room knows it."', PREPARED)
    assert only.evidence is not None
    assert only.evidence.text == "The pier is beyond repair and everybody in this room knows it"
    assert SOURCE[only.evidence.start : only.evidence.end] == only.evidence.text


def test_the_speaker_that_the_caller_knows_is_used() -> None:
    claim = 'He said, "The pier is beyond repair and everybody in this room knows it."'
    assert verdict(claim, "Tomas Brandt") == "found"
    assert verdict(claim, "Marta Oyelaran") == "misattributed"


@pytest.mark.parametrize(
    ("source", "speaker", "expected"),
    [
        ("BRANDT: The pier is beyond any repair now.\nOYELARAN: It is not.", "Brandt", "found"),
        ("BRANDT: The pier is beyond any repair now.\nOYELARAN: It is not.", "Oyelaran", "misattributed"),
        ("“The pier is beyond any repair now.”\n— Tomas Brandt", "Oyelaran", "misattributed"),
        ("Paul Brandt left.\n\n“The pier is beyond any repair now,” Brandt said.", "Tomas Brandt", "misattributed"),
        ("Tomas Brandt left.\n\n“The pier is beyond any repair now,” Brandt said.", "Tomas Brandt", "found"),
        ("Brandt left. Another wrote: “The pier is beyond any repair now.”", "Brandt", "misattributed"),
        ("The pier is beyond any repair now.", "Tomas Brandt", "found"),  # his own text is not signed
        ("“The pier is beyond any repair now,” said T. Brandt, according to Ada Byron.", "Ada Byron", "found"),
        ("“The pier is beyond any repair now,” the head of the WHO said.", "World Health Organization", "found"),
    ],
)
def test_how_sources_name_their_speakers(source: str, speaker: str, expected: str) -> None:
    [only] = judge('"The pier is beyond any repair now," it was said.', source, speaker)
    assert only.verdict == expected


@pytest.mark.parametrize(("gap", "left_out", "expected"), [("...", 60, True), ("...", 61, False),
                                                         ("[x]", 6, True), ("[x]", 7, False)])  # fmt: skip
def test_gaps_are_bounded(gap: str, left_out: int, expected: bool) -> None:
    source = f"The quick brown fox {'word ' * left_out}over the old fence."
    assert accepted(judge(f'He said "the quick brown fox {gap} over the old fence"', source)) is expected


def test_a_quotation_stitched_from_very_many_pieces_is_none() -> None:
    claim = f'He said "{"the … " * 200}the end"'
    assert judge(claim, "the end " * 300)[0].verdict == "not-found"


def test_no_quotation_is_neither_accepted_nor_refused() -> None:
    assert accepted(judge("The pier was closed.", PREPARED)) is None
    assert judge('He said "the pier was closed".', "")[0].verdict == "not-found"


@pytest.mark.parametrize("unit", ['"', '" ', "“a ", '"a" ', "[", "[a", "…", ". . .", "'", "the ", '"a b c d" said ',
                                  "A. ", "said A ", "1,111", "a … ", "a.", "\n", " ", "''a ", "``a ",
                                  "'a", "&a", "<q "])  # fmt: skip
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    def calls(size: int) -> int:
        count = 0

        def step(*_: object) -> None:
            nonlocal count
            count += 1

        text = (unit * size)[:size]
        sys.setprofile(step)
        try:
            judge(plain(text), text)
            judge(f'"{text}"', text)
        finally:
            sys.setprofile(None)
        return count

    calls(500)  # what is worked out once
    assert calls(8_000) < 6 * calls(2_000) + 1_000  # four times the text; quadratic would be 16 times


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Die Stadt nannte es »einen großen Segen für alle« im Tal.", "found"),
        ("Die Stadt sprach von »großem Segen für alle« im Tal.", "found"),
        ("Die Stadt nannte es »keinen großen Segen für alle« im Tal.", "altered"),
        ("Die Stadt nannte es »ein großer Fluch für alle« im Tal.", "altered"),
        ("The town called it »einen großen Segen für alle« in the end.", "altered"),
    ],
)
def test_a_german_sentence_inflects_the_opening_of_a_quotation(claim: str, expected: str) -> None:
    assert [v.verdict for v in judge(claim, "Die Stadt sagte: »Das ist ein großer Segen für alle.«")] == [expected]


@pytest.mark.parametrize(
    ("claim", "speaker"),
    [
        ('CEO Nora Vik said "we will open two more mills".', "Nora Vik"),
        ('Chief Executive Officer Nora Vik said "we will open two more mills".', "Nora Vik"),
        ("Die Chefin des Werks, Ada Lind, sprach von einem „Signal an alle im Land“.", "Ada Lind"),
        ("Projektleiterin Ada Lind sagte: „Wir fangen noch einmal an“.", "Ada Lind"),
        ('Anna Van Der Berg said "we will open two more mills".', "Anna Van Der Berg"),
    ],
)
def test_an_office_is_no_part_of_a_name(claim: str, speaker: str) -> None:
    [quoted] = quotes(claim)
    assert quoted.speaker == speaker


def test_a_quotation_without_a_word_at_the_end_of_a_source() -> None:
    source = 'Ada Holm, "we built it ourselves in May", said Berg “—”'
    assert [one.verdict for one in judge('They "built it ourselves in May".', source)] == ["found"]


@pytest.mark.parametrize(
    "written",
    ["‘{}’", "'{}'", "‚{}‘", "″{}″", "❝{}❞", "``{}''", "''{}''", "´´{}´´", "<q>{}</q>", '<Q cite="x">{}</Q>',
     "&quot;{}&quot;", "&ldquo;{}&rdquo;", "&#8220;{}&#x201D;", "&lsquo;{}&rsquo;"],
)  # fmt: skip
def test_j116_a_quotation_is_one_in_whatever_marks_its_readers_see(written: str) -> None:
    invented = plain(f"Brandt spoke of the pier: {written.format('We have sold every single boat of ours')} [1].")
    assert [one.verdict for one in judge(invented, PREPARED)] == ["not-found"]
    honest = plain(f"Brandt spoke of the pier: {written.format('The pier is beyond repair and everybody knows it')}.")
    assert [one.verdict for one in judge(honest, PREPARED)] == ["altered"]
    assert verdict(plain(f"Brandt spoke: {written.format('The pier is beyond repair and everybody')}.")) == "found"


@pytest.mark.parametrize(
    "text",
    [
        "The song 'I Never Want to See the Sea.' is old.",
        "Builders know the 'not yet mended pier' too.",
        "The file ‘pier-2-of-the-old-town.xls’ holds it.",
        "Boats built 'twixt the wars and the owners' huts were sold.",
        "’Twas the ferry, and 'tis still the only way to the owners' huts on the island.",
        "Give 'em the rest of the money for the workers' huts now.",
        "The dogs' dinner was late for the first time in the boys' lives.",
        "The arc of 5'' and the arc of the other one, 7'', were the same in both.",
        "The function f('') and the function g('') are called before any of the rest.",
        "The board is 6″ wide and as long as the other one at 9″ was.",
        "The code ``the first of all the boats`` and ``the last of all the boats`` is kept.",
        "AT&T and R&D rose; a&b; is no name of any character that there is.",
        "The term 'a person who has never built a boat' is ours.",
        "The hypothesis 'piers rot faster in very warm water' was rejected.",
        "To the question 'What is the oldest pier?' nobody has an answer.",
        "Type 'git commit -m message and go on' to keep it.",
        "The song 'all we need is a new pier' is old.",
        "Use `x = 'the ferry came back in the year'` [1].",
        'Use `print("the ferry came back in the year")` and ``y = "the ferry sank in the same year"`` [1].',
        "Use `x = “the ferry came back in the year”` or `‘the ferry came back in the year’`.",
    ],
)
def test_j116_apostrophes_titles_terms_code_and_inches_are_no_quotations(text: str) -> None:
    assert quotes(plain(text)) == ()


@pytest.mark.parametrize(
    "text",
    [
        'The term "a person who has never built a boat" is ours.',
        "A term for the new pier: 'piers rot faster in very warm water'.",
        "The mid-term 'a pier that is never mended again' was written.",
        'The owner\'s `pier` is old: "we have sold every boat of ours" and the `boat` too.',
        "``We have sold every single boat of ours'' and ``we have sold the pier of ours''.",
    ],
)
def test_other_wording_beside_a_label_or_code_is_a_quotation(text: str) -> None:
    assert quotes(plain(text))


def test_code_keeps_its_apostrophes() -> None:
    assert plain("It prints `don't` and `the owners' 'boat'`.") == "It prints don't and the owners boat ."
