"""How far around a word or number a text is read, and from where a value counts otherwise: limits of all reading."""

from __future__ import annotations

# Text (wellsourced_core.text)
SENTENCE_MOST_CHARACTERS = 4_000  # what goes on for longer without an end is cut at the next white space

# Orders to a model (wellsourced_core.prompt_injection)
ORDERS_SEARCHED_CHARACTERS = 200_000  # of a text, also the most of one that gives none that a model may be shown
MOST_ORDERS = 50  # that are returned

# Numbers (wellsourced_core.quantities)
LARGEST_VALUE = 1e100  # what is larger counts as this much, and only the same digits carry it
EXACT_VALUE = 1e15  # below, a whole product of digits and a scale is rounded to what was written
DENIAL_NEAR_WORDS = 2  # words from "not" to what it bounds
NOBODY_NEAR_WORDS = 12  # ... and from "No ticket" or "None of them", which open its sentence
LENDER_NEAR_TOKENS = 16  # tokens between a number and one of its sentence whose unit it may leave out
MARGIN_NEAR_WORDS = 8  # words between a number and its margin: "1.3 million euros per year (plus or minus 0.4 million)"
PER_NEAR_WORDS = 6  # words between a mass and what it is in: "micrograms of fine particles per cubic metre"
AGE_NEAR_WORDS = 10  # words from "age" to the years that it has: "the median age of the participants was 71 years"

# Headings that give numbers below them a unit (wellsourced_core.quantities.inherited_units): linear in the text
HEADING_MOST_WORDS = 6
TEXT_MOST_HEADINGS = 200
HEADING_REACH_CHARACTERS = 10_000  # below a heading
HEADING_REACH_ROWS = 400  # of a table
LABEL_CHARACTERS = 80  # before a number, in which its label stands

# The subject (wellsourced_core.nearness)
LEADERS_COUNT_MORE = 4  # the power of relevance with which other pages count
NEAR_COUNT_MORE = 2  # and of nearness, with which they count again
OWN_SUBJECT_TIMES = 4  # that a page says a word of its title that no other has, and more: it has another subject
OWN_SUBJECT_SHARE = 0.5  # at least, times as often as the question's word that it says most
OWN_SUBJECT_FEWEST_PAGES = 3  # among which that tells anything
ON_SUBJECT = 0.44  # nearness: below, a page is about something else

# Headings (wellsourced_core.source_leads)
HEAD_MOST_WORDS = 4  # of a heading that denies what stands below it
