"""Where a score becomes a verdict. Frozen: each constant with its source; ``docs/decisions`` has the numbers."""

from __future__ import annotations

from wellsourced_core.values import frozen

# Support (audit.support), fitted by benchmarks/fit_thresholds.py on ten public sets, each set counting alike.
STRIP = 0.20  # below: misattributed; at most 2 % of supported citations lie there, 9 % in the worst set
WEAK_WARNING = 0.33  # below: worth a warning; at most 8 % of supported citations lie there
BALANCED = 0.59  # below: weak; the middle of the plateau of mean balanced accuracy
# Own score minus the best other source's, over the share of the claim that any source has. Below it, and with
# the own score below BALANCED, another source fits clearly better: 3 % of right markers, three of four swapped.
SWAP = -0.27

# What the policy `publish` holds citations to (audit.attribution): a marker is moved, the sentence stays.
MARGIN = 0.15  # another source carries the sentence better by so much: 6 % of right markers, 76 % of swapped
FLOOR = 0.40  # what a source must carry to be cited instead
IDLE = 0.05  # a source that adds less than this to those cited beside it is not needed ...
BESIDE = 0.30  # ... carrying less than FLOOR, or than the best of them by this: 8 % of right, 25 % of wrong
NEAR = 0.80  # support from which a sentence is its source's but for what was changed in it: N202, N204 count

# numbers: values that are equal (audit.agreement)
FLOAT_ROUNDING = 1e-9  # of a value: what lies no further from it is the same number
CARRIED_FROM = 0.75  # strength from which a number carries another; below it they match in part
YEARLESS = 0.70  # the strength of a day or month to which the source's mention adds no year
MOST_ROUNDED = 0.05  # of a value: the most that its last written digit may round away
FRACTION_STEP = 0.02  # of a fraction in words: "a third" rounds 33 % and 34 %
ROUND_COUNTS_FROM, ROUND_COUNT_SHARE = 1000, 0.01  # counts from the first on may be round, by the second
ABOUT_SHARE, ABOUT_PRECISE_SHARE = 0.05, 0.01  # "about": 5 %, but 1 % ...
PRECISE_DIGITS = 3  # ... where the claim shows so many digits
NEARLY_TIMES = 1.25  # times the value: as far as "nearly" reaches
AROUND_RANGE_LOW, AROUND_RANGE_HIGH = 0.98, 1.02  # times its ends: where a value "about" a range lies
OLDEST_AGE = 130  # years: a greater count is no age
CURRENCY_LEFT_OUT_FROM = 1e5  # counts from here on may be money: "it cost 26.9 million"
WRITTEN_OUT_FROM = 1e9  # a count from here on that shows its last digit is not rounded
BEYOND_BOUND = 1e-5  # of a bound: "over x" stands for x and this share more ...
BEYOND_COUNT_FROM = 1000  # ... or one more, of a count from here on
BOUND_NEAR_TIMES, BOUND_FAR_TIMES = 1.15, 6  # times the value: "more than y" says it well, fairly, or hardly
SLIP_POWERS = (1e3, 1e6, 1e9)  # one number so many times another is a slip of scale ...
SLIP_ROUNDING = 1e-6  # ... to within this share

# numbers: the place of a number (audit.numbers.places, fitting, reading)
NUMBER_NEAR_CHARACTERS, NUMBER_CLOSE_CHARACTERS = 60, 28  # around a number, in which words are near it, close to it
CLAUSE_CROSSING_CHARACTERS = 12.0  # that a clause boundary between a word and a number counts as
FOLLOWING_WORD_CHARACTERS = 14  # behind a number, in which the word that follows it begins
BASELINE_CHARACTERS = 60  # before a date, in which it is said to be compared with
BASELINE_LOSS = 0.2  # what A and B lose where the source only compares with a date that the claim speaks of
TITLE_WORD_CHARACTERS = 40.0  # from every number of a text to a word that only its title has
FOLLOWING_WORD_WEIGHT = 0.16  # of H beside A and B
LANGUAGE_SAMPLE_CHARACTERS = 2000  # of a text that tell its language

# numbers: the verdict on one (audit.numbers.verdict, uncarried, implied, sides, series)
LABELLED_AFFINITY = 0.3  # A from which a label may say the claim's number
DATE_ELSEWHERE = 0.86  # the strength of a day whose year the source says at another place
FULL_STRENGTH = 0.85  # from which a number needs no more context than the claim's words ask for ...
PARTIAL_MORE_CONTEXT = 0.05  # ... and below it so much more
CONTEXT_WORDS = 8  # words of a sentence from which all of its context is asked for
RANGE_END_NUMBERS = 6  # numbers of a source's sentence among which the two ends of a range are looked for
COUNTED_BY_READER = 10  # up to here a number in words may have been counted by the reader
SHOWN_AFFINITY = 0.3  # A from which a number of the source is worth showing
SLIP_AFFINITY = 0.15  # A from which the same figure in another unit is a slip, not a coincidence
DATED_SPEECH_CHARACTERS, DATED_SPEECH_WORDS = 40, 4  # before a date, in which somebody said something then
OTHERWISE_AFFINITY = 0.15  # A from which a number in other words is of the same matter
END_SENTENCES = 3  # between a beginning and its end
LABEL_SHARE_MORE = 0.5  # of the other number's label that the claim must have beyond that of its own number's
ENTRY_CHARACTERS = 3  # before the date of an entry
ENTRY_SHARE_MORE = 0.3  # of the claim's words that another entry has more
FEW_SENTENCES = 4  # a source of fewer names its subject by pronouns too often to tell a stranger
CHANGE_BEFORE_CHARACTERS, CHANGE_BEHIND_CHARACTERS = 32, 48  # beside a number, in which a word says which way it moved

# numbers: what may be worked out (audit.numbers.derived, elapsed)
PAIR_SENTENCES, DATED_PAIR_SENTENCES = 2, 4  # among which the two numbers of a pair stand; days and years further apart
PAIR_NUMBERS = 12  # among which they stand
MOST_SUMMED, MOST_COLUMNS = 6, 4  # parts of a total, columns between them
TOTAL_CHARACTERS = 20  # before a number, in which it is called a total
COMPARED_CHARACTERS = 60  # before a number, in which all that makes it a baseline stands
MULTIPLE_SHARE = 0.08  # by which a multiple may be off
DOUBLED_SHARE = 0.25  # "doubled" may be said of what more than doubled
FRACTION_SHARE, ABOUT_FRACTION_SHARE = 0.05, 0.08  # a fraction in words is a round one: "a tenth" of 88 and 860
UNDER_FRACTION_SHARE = 0.75  # "less than half" may be said of 38 %, seldom of less
DERIVED_ABOUT_SHARE = 0.05  # by which what follows from two numbers may be off where the claim says "about"
ELAPSED_SLACK_DAYS = {"day": 1.0, "week": 2.0, "month": 6.0}  # both ends may be counted, or neither; the others round

# numbers: two sources of one measure (audit.numbers.conflicts)
# Shares of the words around one number, and of its sentence, that stand with the other, both ways.
SAME_MEASURE_SHARE, SAME_SENTENCE_SHARE = 0.60, 0.50
LIKE_MEASURE_SHARE, LIKE_SENTENCE_SHARE = 0.35, 0.30  # where both numbers are nearly alike, and of one year
NEARLY_ALIKE = 0.1  # of the greater of two numbers: what lies no further from it
EXACT_DIGITS = 3  # of which a number is written exactly
FEWEST_SHARED_WORDS = 2

# numbers: how much is looked at, so that a table costs no more than a page
MOST_JUDGED = 200  # numbers of a sentence: with more it is a table, whose rest is left unjudged
MOST_COMPARED = 64  # numbers of a source whose places are measured
# Where more numbers of a source than these may carry a claim's ("over 5" in a table of a thousand rows), it is held
# against as many: those whose sentences share most words with the claim's.
MOST_HELD = 256
MOST_SLIPS = 128  # numbers of the same figure whose places are measured; of more, those that share most words
MOST_NEAR_VALUE = 256  # numbers of a source that may say a claim's in other words, or twice; of more, the first ones
MOST_DERIVED_FROM = 200  # numbers of a source that are added, subtracted and divided
MOST_LISTED = 200  # numbers of a text among which two may be in each other's place
LONGEST_JOINT_CHARACTERS = 200  # between two numbers of a list
MOST_CHANGED = 200  # numbers of a text among which two may be then and now
MOST_MEASURES = 400  # numbers of a source that are held against another source's
MOST_RUN_NUMBERS = 60  # on either side of a number that may be of its run of years and values
MOST_SIDE_RIVALS = 8  # numbers of a passage whose labels are compared
MOST_BESIDE = 32  # numbers on either side of one in a claim's sentence
MOST_ROWS = 60  # of a table above and below a number
MOST_HOLDERS = 50  # sources kept per value: what more sources have in common tells none of them apart
FEW_PLACES = 256  # of a sentence's words in a source, up to which the sentences of all are weighed

# numbers: the specification's score (audit.statistics)
ACCEPTED = 0.50  # the score from which a number is accepted
SPECIFICATION_CHARACTERS = 80  # around a number, in which the claim's words are looked for
SPECIFICATION_PLACES = 32  # of one number in a source: a table repeats it without end

# assertions: negations, opposites and roles (audit.assertions, audit.numbers.contradiction)
FAMILY_LETTERS = 6  # to which a stem is cut, so that "recovery" and "recovered" meet
AKIN_LETTERS = 5  # with which two stems begin alike: "injur" and "injuri"
NEGATED_BEFORE_CHARACTERS, NEGATED_BEHIND_CHARACTERS = 30, 45  # around a negation, in which its words stand
MORE_DENIED_WORDS = 2  # that a sentence may deny besides the other's
DENIED_SHARE = 0.6  # of a negation's words that the claim must have for the source to deny it
DOUBLE_NEGATION_CHARACTERS = 40  # between two negations of the same words
MOST_DENIED_PLACES = 16  # of a denied word in a source, and of its sentences that deny, that are looked at
OPPOSITE_CHARACTERS = 25  # around a word and its opposite, in which both have the same content word
SHARE_OF_ALL, SHARE_OF_MOST = 0.95, 0.5  # above which "all", "most" and "the majority" may be said
MOST_ROLE_VERBS = 8  # verbs of a sentence that are looked at
ROLE_CHARACTERS = 200  # before and behind a verb, in which its two sides stand


# numbers: where a place no longer fits
@frozen
class Thresholds:
    """Where a place no longer fits; measured on labelled claims (docs/decisions/0021).

    A and B are the two measures of a place (audit.numbers.fitting). ``context``: least A, for claims of eight words or
    more. ``affinity``, ``binding``, ``fit``: how much a number that does not carry the claim may fit better by
    A (``crowded_affinity`` where its A reaches ``crowded``), by B, by both; ``beside``: by B in the same
    sentence; ``bounded``: by both, for "more than" and "fewer than". ``names``: unknown names that make a
    source speak of something else. ``negation``, ``denied``: overlap of two sentences from which a negation
    on the claim's or only on the source's side contradicts. ``overstated``: from which a sentence may say more than
    the source's; ``compared``: from which "more ... than" and "fewer ... than" of the same year contradict.
    """

    context: float = 0.10
    affinity: float = -0.30
    crowded_affinity: float = -0.10
    crowded: float = 0.80
    binding: float = -0.14
    beside: float = -0.12
    fit: float = -0.40
    bounded: float = -0.05
    names: int = 2
    negation: float = 0.15
    denied: float = 0.60
    overstated: float = 0.50
    compared: float = 0.30


PLACE_THRESHOLDS = Thresholds()
