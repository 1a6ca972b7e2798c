"""Where a score becomes a verdict. Frozen: each constant with its source; numbers: docs/decisions/0005 and 0016."""

from __future__ import annotations

from wellsourced_core.values import frozen

# Support (audit.support), fitted by benchmarks/fit_thresholds.py on ten public sets, each set counting alike.
STRIP = 0.20  # below: misattributed (C102); at most 2 % of supported citations lie there, 9 % in the worst set
WEAK_WARNING = 0.33  # below: worth a warning (C103); at most 7 % of supported citations lie there
BALANCED = 0.59  # below: weak; the middle of the plateau of mean balanced accuracy
# Own score minus the best other source's, over the share of the claim that any source has. Below it, and with
# the own score below BALANCED, another source fits clearly better: 2 % of right markers, three of four swapped.
SWAP = -0.22
SWAP_LEAST_TERMS = 5  # of a sentence that sources are told apart by; "Choose a place for it" stands in many
# What a support counts less, for an error and for a warning, for each name of the sentence, two at most, that no source
# of it has. Of those read at a like low support 36 of 42 were right with them, 40 of 66 without, from .35 up 6 of 17.
LACKING_LOSS, WARNED_LOSS, LACKING_MOST = 0.14, 0.06, 2
# Below these a citation is wrong for certain: by itself (of those read from there up to STRIP 8 of 15 were right), and
# where another source fits better (36 of 36, above it 7 of 14).
CERTAIN_SUPPORT, CERTAIN_BESIDE_BETTER = 0.10, 0.30
CERTAIN_WORDS = 7  # of a sentence, from which its support tells enough
NEAR_COPY_SHARE = 0.75  # of the words of two sentences that both have: such a pair is a near copy
PLAIN_DENIAL_OVERLAP = 0.40  # of a claim's weight of words that a source's sentence must have ...
PLAIN_DENIAL_SHARE = 0.4  # ... and of the words denied, for a negation to be likely a contradiction
DENIAL_OVERLAP = 0.25  # or of so much, if the words around the negation stand together there: the nearest before it ...
TOGETHER_BEFORE, TOGETHER_BEHIND, TOGETHER_SHARE, TOGETHER_WORDS = 2, 4, 0.7, 14  # ... and behind; a share of them
FEWEST_DENIED = 3  # words denied, all of which the sentences nearest to the claim have: what they say, then
REPEATED_SHARE = 0.6  # of what is denied, that the claim said before: it tells two things apart
QUALIFIED_OVERLAP = 0.65  # of a claim's weight of words, from which a denial in part, or for contrast, may be one
SWAP_FLOOR = 0.50  # what another source must carry of a sentence, at least, before it is proposed instead
SWAP_SHARED_WORDS = 2  # words besides numbers that another source must share with the claim to be better
MISSING_NAME_LOSS = 0.20  # share of the support that goes where no source has a name of the claim
# Support is the mean of the best narrow and the best wide window of a source: twice and three times the claim, in these
# bounds (words).
NARROW_WINDOW_LEAST_WORDS = 20
NARROW_WINDOW_MOST_WORDS = 80
WIDE_WINDOW_LEAST_WORDS = 40
WIDE_WINDOW_MOST_WORDS = 120
MARKER_WINDOW_CHARACTERS = 300  # around the marker, the marker included: what must share a term with the source (C102)
SUPPORT_ROUNDING = 1e-6  # more than what shares that were summed in another order differ by
GAIN_ROUNDING = 1e-9  # ... and what sums of weights do

# What the policy `publish` holds citations to (audit.repointing): a marker is moved, the sentence stays.
MOVE_MARGIN = 0.15  # another source carries the sentence better by so much: 6 % of right markers, 76 % of swapped
MOVE_FLOOR = 0.40  # what a source must carry to be cited instead
MOVE_MOST_SOURCES = 12  # sources that a sentence is held against, the best ones
IDLE_GAIN = 0.05  # a source that adds less than this to those cited beside it is not needed ...
IDLE_BESIDE = 0.30  # ... carrying less than MOVE_FLOOR, or than the best of them by this: 8 % of right, 25 % of wrong
# Support from which a sentence is its source's but for what was changed in it: N202, N204 count.
PARAPHRASE_SUPPORT = 0.80
BOUND_RESTATED_SHARE = 0.4  # of a claim's words, in the sentence that restates its bound
RATIO_APART_CHARACTERS = 24  # between the two numbers of a ratio, in the source that is to carry it
PUBLISH_ROUNDS = 40  # each takes a sentence or a marker out, or moves one; five were the most seen
REPAIR_ROUNDS = 12  # a fix may make another one possible (an orphan behind a stripped marker); more never did
ALLOWANCE_REASON_CHARACTERS = 200  # of an editor's reason in a comment that allows a finding, at most
PATCH_CONTEXT_LINES = 3  # unchanged lines around a change, as git writes them

# Weights of a claim's terms (audit.reading.term_weights): a power of the inverse document frequency (idf).
TERM_WEIGHT_EXPONENT = 0.85  # below 1: no single rare word decides
GENERIC_TERM_SHARE = 0.6  # of its idf that a generic word keeps
QUALIFIER_WEIGHT = 4.0  # instead of an idf
NUMBER_WEIGHT_FACTOR = 3.0  # of a number's idf ...
NUMBER_LEAST_IDF = 6.0  # ... which counts as this at least

# Terms in a source (audit.reading.term_matches): what stands for a term that is not there.
FAMILY_LETTERS = 5  # first letters that words of one derivational family share
FAMILY_SHARE = 0.5  # of the longer of the two words that both begin with
FAMILY_CREDIT = 0.8  # for a derivation: "invest" where the claim says "investor"
FAMILY_MOST_WORDS = 64  # of a family that are looked at, the first ones: more are no language
HEAD_CREDIT = 0.5  # for a term of the title or the address, wherever the window lies
COMPOUND_LEAST_LETTERS = 6  # of a word that a source may write as two
COMPOUND_MOST_LETTERS = 40
ACRONYM_LEAST_LETTERS = 3  # of a word in capitals that may be one
ACRONYM_MOST_LETTERS = 6
ACRONYM_SPELLED_LETTERS = 4  # from which it may stand for words in lower case
TERM_MOST_PLACES = 256  # of a term that is looked for: above, not all are looked at ...
TERM_RARE_PLACES = 32  # ... but those that stand near a term with no more places than this

# Claims (audit.reading.prepared_texts).
CLAIM_SHORT_TERMS = 3  # up to which a claim borrows those of its context
BORROWED_TERM_SHARE = 0.35  # of its weight that a borrowed term keeps
CONTEXT_MOST_WORDS = 40  # of a context that is borrowed from as a whole; of a longer one the last sentence is
CLAIM_MOST_ACRONYMS = 64  # that are looked for

# Names (audit.reading.missing_names, C107).
OPENING_NAME_LEAST_IDF = 8.0  # from which even the first word of a sentence is taken for a name ...
ORDINARY_LEAST_LETTERS = 7  # ... unless it has so many letters and ends like an ordinary word
NAME_LEAST_IDF = 2.4  # below: a capitalised word is no name ("I Want to Be ...")
NAME_AROUND_CHARACTERS = 200  # on either side of a name that may tell what kind of name it is
ALIAS_SHORT_LETTERS = 3  # of another name of a place, up to which it is written in capitals, with dots or without
ADDRESS_NAME_LETTERS = 4  # from which a name may be held by an address or an entry

# Exchanged names (audit.reading.rival_names): what stands in a source in the place of a name that it lacks.
RIVAL_SHARE = 0.40  # of the sentence's weight of words, that name aside, that the source's sentence must have
RIVAL_SENTENCES = 3  # of a source that are looked through
RIVAL_NEXT_WORDS = 3  # within which the nearest words that say something stand next to a name
RIVAL_AROUND_WORDS = 10  # on either side that are around a name ...
RIVAL_AROUND_SHARE = 0.70  # ... of whose weight so much around another tells that both stand among the same words
TITLE_CASE_SHARE = 0.6  # of a sentence's words that have a capital: above, it is a heading
AKIN_NAME_LETTERS = 4  # that two forms of one name begin with

# Language (audit.reading.language): which one a text is in.
LANGUAGE_SAMPLE_WORDS = 200  # that are looked at
LANGUAGE_SHORT_WORDS = 12  # up to which a single small word tells something
LANGUAGE_LEAST_WORDS = 2  # small words of a language that it needs, else ...
LANGUAGE_LEAST_SHARE = 0.1  # ... of all words
SCRIPT_LEAST_SHARE = 0.34  # of the words that are in a script
KANA_LEAST_SHARE = 0.1  # ... in kana, which stands between Han characters

# Numbers written otherwise (audit.support), and those that a rule asks after.
SAME_NUMBER_STRENGTH = (
    0.9  # of agreement, from which a number is another way to write the claim's; a wide bound is none
)
SAME_NUMBER_MOST = 512  # numbers of a source that are held against one of a claim, the first ones
NUMBER_SEARCH_SHARE = 0.4  # of the claim besides its missing numbers, from which the source's numbers are read
TELLING_DIGITS = 2  # significant ones, from which a number tells something by itself
COUNTED_IN_WORDS = 10  # up to here a number in words may have been counted
UNCITED_LEAST_COUNT = 1000  # from which a plain count wants a citation (C105)
CONFLICT_MOST_SOURCES = 50  # that a number is held against for a conflict (N205)
MOST_COVERED = 60  # sentences of a paragraph that the markers at its end are about

# Quotations (audit.quotes).
QUOTE_LEAST_WORDS = 4  # shorter stretches between marks are scare quotes ...
QUOTE_LEAST_SPOKEN_WORDS = 2  # ... unless a speech verb stands beside them
QUOTE_LEAST_SINGLE_WORDS = 5  # between single marks, which mostly hold terms, titles and glosses
QUOTE_ELLIPSIS_WORDS = 60  # of the source that "..." may stand for
QUOTE_BRACKET_WORDS = 6  # ... and [x]
QUOTE_NARRATION_WORDS = 15  # that may interrupt a quotation of the source ("..., she said, ...")
DATES_MOST = 4  # of a sentence, each of which may be written out or not
OWN_LABEL_CHARACTERS = 80  # of a label or dateline before a sentence
OWN_BROKEN_SHARE = 0.2  # of a text's lines that begin in mid-sentence, from which none ends one
OWN_LEAST_LETTERS = 12  # of a sentence that a source has as one of its own
QUOTE_MOST_SENTENCES = 12  # before a cited one, in which a quotation may have begun that it ends
QUOTE_MOST_PIECES = 100  # of one quotation; more are stitched together
QUOTE_MOST_OCCURRENCES = 100  # of the same words in one source; a speaker is looked for at no more
QUOTE_MOST_PLACES = 5_000  # of one piece in a source: more only a text made of one word has
QUOTE_STEM_LETTERS = 4  # of a German adjective, at least, whose ending is exchanged
QUOTE_ALTERED_LIKENESS = 75.0  # from this likeness on (0 to 100) a passage is the quotation's altered original

# Speakers (audit.reading.speakers).
SPEAKER_REACH = 250  # characters on either side of a quotation in which its speaker is looked for

# Parsing: markers and lists (audit.parsing).
LABEL_MOST_DIGITS = 9  # beyond, a label is compared as text, never as a number
FIRST_LABELS = (0, 1, 2)  # without any list, numbers in brackets cite only if one of these is there
LEAST_YEAR = 1000  # from which a number in brackets may be a year
RANGE_BRIDGE_CHARACTERS = 3  # between "[1]" and "[3]", which make a range
LIST_OVERRUN = 10  # how far beyond twice a list's end a doubtful number is still taken for a lost entry's
EXPONENT_UNIT_LETTERS = 2  # of a word up to which a raised number is its exponent
MENTION_BEFORE_CHARACTERS = 32  # in which the words before a number stand
AUTHOR_YEAR_MOST_CHARACTERS = 240  # of a citation by author and year
LIST_HEADING_CHARACTERS = 80  # of a heading that names a list, at most ...
LIST_PLAIN_HEADING_CHARACTERS = 60  # ... and of a plain or bold line that does
LIST_ENTRY_CHARACTERS = 400  # of an entry without label or bullet, at most: longer ones are prose
LIST_CAPTION_LINES = 5  # a part's caption, a blank line, a table's head and the dashes below it, its first row
LIST_TITLE_WORDS = 14  # of an entry that is only told by the capitals of its words, at most
LIST_TAIL_CHARACTERS = 8  # behind the last number of a list that runs on, from which they are an entry themselves
LIST_LEAST_ENTRIES = 4  # from which the last one can be told to be unlike the others
LIST_CUT_LABELS = 3  # cited beyond the end of a list, from which it is cut off (R408)
# How well a style was read is the share of labels that join an entry, times these; below STYLE_READ_WELL nothing may be
# deleted on its word.
STYLE_READ_WELL = 0.5
STYLE_BY_PLACE = 0.8  # where markers cite entries by their place
STYLE_UNNAMED_LIST = 0.9  # where no heading and no label tells the list
LEAD_IN_TERMS = 4  # of words before a comma or a colon that only lead in, at most
SENTENCE_CLOSER_CHARACTERS = 60  # before a marker, in which the last word of its sentence is looked for
WORDS_BESIDE_CHARACTERS = 60  # on either side of a marker, in which the words stand that make it one of its sentence
COMMENT_INDENT_CHARACTERS = 100  # on either side of a suppression that may be white space on a line of its own

# What a reader is asked first: what lies nearest to the balanced threshold (docs/decisions/0052).
ASKED_ABOVE_BALANCED = 0.16  # above it a supported citation is not doubtful
ACCUSED_NEARER = 0.25  # times its distance: where a warning accuses for another reason than little support

# Messages: code points that are shown of what was written.
SHOWN_MARKER_CHARACTERS = 120
SHOWN_STYLE_CHARACTERS = 60
SHOWN_LINK_CHARACTERS = 60
SHOWN_SENTENCE_CHARACTERS = 500

# Baseline and calibration.
BASELINE_DAYS = 90  # that an accepted finding stays accepted, if the user gives no other number
CALIBRATION_Z = 1.96  # two-sided 95 %
FITTED_STEPS = 100  # thresholds are in hundredths, as the shipped ones are
FIT_LEAST_LABELS, FIT_LEAST_OF_EACH = 60, 10  # labelled pairs that a fit needs; of right and of wrong ones
FIT_FOLDS = 5  # parts that pairs are cut into: each is judged by what the others taught
FIT_ALLOWED = 0.08  # share of right pairs that may be accused for lack of support, as for WEAK_WARNING ...
FIT_ERRORS_OF_ALLOWED = 0.25  # ... and what part of it by an error, as for STRIP
FIT_LEAST_GAIN = 0.01  # by which the cost falls at least: less was no gain on the other halves of public sets
FIT_LEAST_FINDINGS = 10  # of a code that were read, from which its precision is told
ERROR_PRECISION, WARNING_PRECISION = 0.90, 0.70  # share of errors, of warnings, that a reader agrees with
PLANTED_SHIFTS = (3, 1, 5, 2, 7, 4)  # added to a number's first digit, or to a year, until no source has the number

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

# numbers: the place of a number (audit.numbers.context, context_score, numbered_text)
NUMBER_NEAR_CHARACTERS, NUMBER_CLOSE_CHARACTERS = 60, 28  # around a number, in which words are near it, close to it
CLAUSE_CROSSING_CHARACTERS = 12.0  # that a clause boundary between a word and a number counts as
FOLLOWING_WORD_CHARACTERS = 14  # behind a number, in which the word that follows it begins
BASELINE_CHARACTERS = 60  # before a date, in which it is said to be compared with
BASELINE_LOSS = 0.2  # what A and B lose where the source only compares with a date that the claim speaks of
TITLE_WORD_CHARACTERS = 40.0  # from every number of a text to a word that only its title has
FOLLOWING_WORD_WEIGHT = 0.16  # of H beside A and B
LANGUAGE_SAMPLE_CHARACTERS = 2000  # of a text that tell its language

# numbers: the verdict on one (audit.numbers.match, audit.numbers.rules)
LABELLED_AFFINITY = 0.3  # A from which a label may say the claim's number
DATE_ELSEWHERE = 0.86  # the strength of a day whose year the source says at another place
FULL_STRENGTH = 0.85  # from which a number needs no more context than the claim's words ask for ...
PARTIAL_MORE_CONTEXT = 0.05  # ... and below it so much more
CONTEXT_WORDS = 8  # words of a sentence from which all of its context is asked for
RANGE_END_NUMBERS = 6  # numbers of a source's sentence among which the two ends of a range are looked for
COUNTED_BY_READER = 10  # up to here a number in words may have been counted by the reader
SHOWN_AFFINITY = 0.3  # A from which a number of the source is worth showing
SLIP_AFFINITY = 0.15  # A from which the same figure in another unit is a slip, not a coincidence
REPORTER_CHARACTERS = 120  # behind a date that opens a sentence, with the name of who reported
DATED_SPEECH_CHARACTERS, DATED_SPEECH_WORDS = 40, 4  # before a date, in which somebody said something then
# Of the words of a number's stretch, and of the claim's, by weight: when what is said of one number is told of another.
OTHER_STRETCH_SHARE, OWN_STRETCH_SHARE = 0.25, 0.1  # of the claim's words, in the other's stretch and in its own
LEAST_TOLD_OF_OTHER, MOST_TOLD_OF_OWN = 0.5, 0.2  # of the words that only one of the stretches has, in the claim
TOLD_SHARE, TOLD_SHARE_ALONE = (
    0.3,
    0.45,
)  # of the claim's words, in the other's stretch; the second where its own sentence
KEPT_MOST, TOLD_SHARE_MORE = (
    0.1,
    0.15,
)  # ... has no more than this that the other's lacks; how much more the other's has
COUNTED_NOUN_REACH = 5  # words behind a number in which the noun stands that it counts
COUNTED_SENTENCE_SHARE = 0.45  # of a claim's words, in a sentence that is told to count something else
# A + B + .16 H and B of two numbers that are exchanged, more than as they stand: of 435 right pairs none, of 379
# exchanged ones 182. Of very many that agree the first ones are looked at.
EXCHANGED_FIT_MORE, EXCHANGED_BOUND_MORE, MOST_CARRYING = 0.2, 0.05, 12
EXCHANGED_TIMES = 2.0  # the weight of words on the wrong side over that on the right one: of 351 right pairs none
SIDE_CHARACTERS = 90  # on either side of a number, in which the words of its side stand
FAR_BETTER_BOUND = 0.35  # B that another number has more: of the labelled claims told so 43 of 44 were wrong
NEIGHBOURING_NUMBERS = 3  # on either side of one, at which its stretch may end
LABEL_SHARE_MORE = 0.5  # of the other number's label that the claim must have beyond that of its own number's
LABEL_TOLD_MORE = 0.15  # and of the words that tell the two numbers apart, for it to be likely
RELATIVE_DATE_SHARE = 0.5  # of the claim's words, in the sentence that tells the date from its own day
FEW_SENTENCES = 4  # a source of fewer names its subject by pronouns too often to tell a stranger
CHANGE_BEFORE_CHARACTERS, CHANGE_BEHIND_CHARACTERS = 32, 48  # beside a number, in which a word says which way it moved

# numbers: what may be worked out (audit.numbers.derivations, rules.derived)
PAIR_SENTENCES, PAIR_NUMBERS = 2, 16  # among which the two numbers of a pair stand
JOINT_SENTENCES = 3  # of each source that is cited with others, from whose numbers together another may follow
FAR_PAIR_SENTENCES, FAR_CHANCE = 6, 0.5  # ... and those of two passages, by what a claim's words ask for
LINKED_CHARACTERS = 40  # around "of them", which makes one number a part of another
DATED_PAIR_SENTENCES = 4  # ... and two dates, if they are to be one passage
MOST_DATES = 40  # of a source, between which times are looked for
MOST_SUMMED, MOST_COLUMNS = 6, 4  # parts of a total, columns between them
MOST_RUN = 12  # numbers of one kind in a sentence that are added or averaged
RATE_CHARACTERS = 80  # between a number and what it is told for: "15 cases of the disease per 100,000"
RATE_NOUN_WORDS = 1  # words between a number and what it is counted for: "three hives per acre"
COMPARED_CHARACTERS = 60  # before a number, in which all that makes it a baseline stands
MULTIPLE_SHARE = 0.08  # by which a multiple may be off
DOUBLED_SHARE = 0.25  # "doubled" may be said of what more than doubled
FRACTION_SHARE, ABOUT_FRACTION_SHARE = 0.05, 0.08  # a fraction in words is a round one: "a tenth" of 88 and 860
DERIVED_UNDER_SHARE, DERIVED_OVER_SHARE = 0.25, 0.25  # "less than half" may be said of 38 %, "over half" of 62 %
LIKELY_CHANCE = 0.025  # numbers of a source that would follow by chance, up to which one that does was worked out ...
FAR_LIKELY_CHANCE = 0.0125  # ... of numbers of different passages
DOUBTED_CHANCE = 0.2  # ... up to which one that does may have been: of 208 numbers put in two are told no more
ASKED_CHANCE = 1.5  # ... and where the claim's words ask for it
# Of the fit of the numbers that fit a claim's words best, what others need to be meant, where those fit so much.
PLACE_OF_BEST, FAIR_OF_BEST, PLACE_FROM = 0.67, 0.5, 0.13
RESTATED_TIMES = 16.0  # less by chance, where the claim says both numbers itself beside what follows from them
SAID_TOO = 0.1  # of fit, that a number of the source has more where the claim says it itself
SHOWN_PLACE, OTHERWISE_TIMES = (
    0.4,
    3.0,
)  # fit from which what does follow is shown, and how far it may be from the claim's
MOST_LISTED_TIMES = 12  # dates of a sentence that a reader counts
CHANCE_YEARS = 30.0  # around a year, in which others that follow are counted
DERIVED_ABOUT_SHARE = 0.05  # by which what follows from two numbers may be off where the claim says "about"
PERCENT, MINUTE_SECONDS, DAY_SECONDS, MONTH_DAYS, YEAR_MONTHS = 100.0, 60.0, 86_400.0, 30.4, 12.0  # a month in the mean
YEAR_DAYS = (365, 366)
HOUR_SECONDS, DAY_MINUTES, HALF_DAY_MINUTES, KILOMETRE = 3600.0, 1440.0, 720.0, 1000.0
WRITTEN_TO_DIGITS = 1e4  # what is shown as it follows is rounded to four digits below this
ELAPSED_SLACK_DAYS = {"day": 1.0, "week": 2.0, "month": 6.0}  # both ends may be counted, or neither; the others round

# numbers: two sources of one measure (audit.numbers.conflicts)
# Shares of the words around one number, and of its sentence, that stand with the other, both ways.
SAME_MEASURE_SHARE, SAME_SENTENCE_SHARE = 0.60, 0.50
LIKE_MEASURE_SHARE, LIKE_SENTENCE_SHARE = 0.35, 0.30  # where both numbers are nearly alike, and of one year
NEARLY_ALIKE = 0.1  # of the greater of two numbers: what lies no further from it
EXACT_DIGITS = 3  # of which a number is written exactly
FEWEST_SHARED_WORDS, FEWEST_OF_COUNTS = 2, 3  # around both numbers; of things without a unit

# numbers: how much is looked at, so that a table costs no more than a page
MOST_JUDGED = 200  # numbers of a sentence: with more it is a table, whose rest is left unjudged
MOST_COMPARED = 64  # numbers of a source whose places are measured
# Where more numbers of a source than these may carry a claim's ("over 5" in a table of a thousand rows), it is held
# against as many: those whose sentences share most words with the claim's.
MOST_HELD = 256
MOST_NEAR_VALUE = 256  # numbers of a source that may say a claim's twice; of more, the first ones
MOST_SLIPS = 128  # numbers of the same figure whose places are measured; of more, those that share most words
MOST_DERIVED_FROM = 200  # numbers of a source that are added, subtracted and divided
MOST_LISTED = 200  # numbers of a text among which two may be in each other's place
MOST_CHANGED = 200  # numbers of a text among which two may be then and now
MOST_MEASURES = 400  # numbers of a source that are held against another source's
MOST_RUN_NUMBERS = 60  # on either side of a number that may be of its run of years and values
MOST_SIDE_RIVALS = 8  # numbers of a passage whose labels are compared
MOST_BESIDE = 32  # numbers on either side of one in a claim's sentence
PAIRS_MOST_BESIDE = 4  # those between pairs of which it may follow
TABLE_FIGURE_WORDS = 3  # besides its figure, in a cell that is read as one; more are a sentence
TABLE_MOST_BESIDE = 8  # figures of a row between which a change is looked for, the first ones
TABLE_SUM_SHARE = 0.005  # by which a total may be off from the figures above it, each of which may be rounded
MOST_ROWS = 60  # of a table above and below a number
MOST_HOLDERS = 50  # sources kept per value: what more sources have in common tells none of them apart
FEW_PLACES = 256  # of a sentence's words in a source, up to which the sentences of all are weighed

# numbers: the specification's score (audit.statistics)
ACCEPTED = 0.50  # the score from which a number is accepted
SPECIFICATION_CHARACTERS = 80  # around a number, in which the claim's words are looked for
SPECIFICATION_PLACES = 32  # of one number in a source: a table repeats it without end

# meaning: negations, opposites and roles (audit.meaning, audit.numbers.nearest_sentence)
OPPOSITE_LETTERS = 6  # to which a stem is cut, so that "recovery" and "recovered" meet
LONG_STEM = 6  # letters from which a stem may have an ending of a noun that its verb has not
LONGEST_STATEMENT = 2_000  # characters of a sentence: a longer one is a table or a list
NEXT_BEST_SENTENCES = 4  # beside the nearest one
QUOTED_GAP_CHARACTERS = 40  # of a source, between two words that a message names side by side
NEXT_BEST_SHARE, FAINT_SHARE = 0.7, 0.4  # of its share that they must have; less where another sign says so
NEXT_BEST_OF_ALL = 2  # of them, about which rules on one noun or two sides are asked
FAINT_OF_CLAIM = 0.35  # of its telling words that such a sentence says, in these or in other words
COPIED_OVERLAP = 0.40  # of a claim's words that a near copy among several sentences has at least
FAINT_OVERLAP = 0.18  # of a claim's words, from which one may carry it, where another sign says so
STATEMENT_OVERLAP = 0.33  # of a claim's words by weight, from which a source's sentence carries it
SENTENCES_BEHIND = 3  # that may take back, or turn to the rest of, what a sentence says
MOST_OTHER_SENTENCES = 4  # besides it, that are looked at
# Share of the longer sentence's words that both have, for a copy with one edit, with two, with more.
LOOSE_COPY_SHARE, FEW_EDITS_SHARE, COPY_SHARE = 0.10, 0.40, 0.70
MOST_EXCHANGED = 3  # telling words on each side, of which one stretch stands in the place of another
MOST_TITLE_WORDS = 8  # of what stands in quotation marks and is no quotation
RESTRICTED_SHARE = 0.40  # of what is said beside a restriction that a claim says without it
RESTRICTED_OF_CLAIM = 0.50  # of the claim, that these are
MOST_LINKED = 3  # words of what is linked with something, of which a claim has nearly all
OPEN_OF_CLAIM = 0.4  # of a claim's words, that a sentence has whose cause the source leaves open
MOST_HAD = 5  # telling words behind "who had" that tell what a group has
MOST_GOVERNED = 12  # telling words behind a hedge that it governs
MOST_BEFORE_TO = 5  # words between "expects" and "to": "expects the owner of the mill to sell"
CARRIED_SHARE, LINKED_SHARE = 0.40, 0.33  # of what a hedge, or a link, governs that a claim says
CARRIED_OF_CLAIM = 0.30  # of a claim's telling words that a hedge governs
BESIDE_WORDS = 10  # on each side of a word of speech, among which is who speaks
WITH_DOING_WORDS = 5  # behind ", with", among which a word in -ing begins a clause of its own
BEING_WORDS = 4  # before "planned", among which is a form of "be" that says it of what stands before
BEGUN_SHARE, BEGUN_OF_CLAIM = 0.6, 0.4  # of the beginning of what it governs that a claim says, and of a claim's words
CLAUSE_SHARE = 0.45  # of a hedge's whole clause that a claim says, and of a claim's words that the clause has
PLAINLY_SHARE = 0.5  # of those, that another sentence must say to take a hedge back
QUANTIFIED_WORDS = 4  # behind a word for how much, among which is what it is said of
QUANTIFIED_TOLD = 3  # telling words behind it, of which the claim has one
QUANTIFIED_SHARE = 0.5  # of a claim's words that the source has, where each has one word for how much
RANK_WORDS = 4  # before a superlative, among which is what lowers it
RANKED_SHARE = 0.3  # of a claim's words that the source has where it ranks what the claim puts first
MOST_RELATIONS = 24  # of a sentence that are looked at
SIDE_WORDS = 4  # telling words on each side of a verb that are taken for its two sides
SHARED_OF_CLAIM = 0.5  # of a claim's words that the source's sentence has, whose one share is held against the claim's
SHARES_APART = 0.15  # by which two shares in words differ for certain
BOUND_CHARACTERS = 60  # on each side of a number, in which a word makes a bound of it
ALTERNATIVE_WORDS = 3  # at the beginning of an alternative, among which is its verb
MODEL_WORDS = 3  # behind "in", among which are the mice
OPENING_WORDS = 5  # of a sentence, by which it turns to the rest
MOST_RESTRICTING = 3  # telling words behind a preposition that restrict
SMALL_COUNT = 12  # up to which a count may be a reader's own
STEP_FEW, STEP_SOME, STEP_MOST, STEP_NEARLY, STEP_ALL = 1, 2, 4, 5, 6  # of the scale of amounts in the lexicon
FEWEST_BESIDE = 2  # words that a thin source and a claim share where they are compared word by word
FEWEST_OF_TITLE = 3  # words with a capital behind the first of a sentence that may be a title
SHORT_SENTENCE = 6  # words up to which two sentences are aligned whatever they share
OPPOSITE_OVERLAP = 0.4  # of a claim's words, from which an opposite beside one of them tells
TOLD_OF_NAME_SHARE = 0.75  # of what a claim says of one name, that stands behind another
MOST_ALIGNED_WORDS = 80  # of a sentence: a longer one is no copy
AKIN_LETTERS = 5  # with which two stems begin alike: "injur" and "injuri"
NEGATED_BEFORE_CHARACTERS, NEGATED_BEHIND_CHARACTERS = 30, 45  # around a negation, in which its words stand
DENIED_OF_CLAIM = 0.25  # of the claim's words, that a negation without a copy must deny
DENIED_ELSE_OF_CLAIM = 0.35  # the same where the claim lacks the denied word itself
SUBJECT_WORDS = 2  # of a claim and of a source's sentence, that are their subject where they are the same
DENIED_SHARE = 0.6  # of a negation's words that the claim must have for the source to deny it
DOUBLE_NEGATION_CHARACTERS = 40  # between two negations of the same words
MOST_DENIED_PLACES = 16  # of a denied word in a source, and of its sentences that deny, that are looked at
OPPOSITE_CHARACTERS = 25  # around a word and its opposite, in which both have the same content word
SHARE_OF_ALL, SHARE_OF_NEARLY, SHARE_OF_MOST = 0.95, 0.8, 0.5  # from which "all", "nearly all" and "most" may be said
SHARE_OF_FEW = 0.4  # up to which "few" may be said


# numbers: where a place no longer fits
@frozen
class Thresholds:
    """Where a place no longer fits; measured on labelled claims (docs/decisions/0009).

    A and B are the two measures of context (audit.numbers.context_score). ``context``: least A, for claims of eight
    words or more. ``affinity``, ``binding``, ``fit``: how much a number that does not carry the claim may fit better by
    A (``crowded_affinity`` where its A reaches ``crowded``), by B, by both; ``beside``: by B in the same
    sentence; ``bounded``: by both, for "more than" and "fewer than". ``names``: unknown names that make a
    source speak of something else. ``negation``, ``denied``: overlap of two sentences from which a negation
    on the claim's or only on the source's side contradicts.
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


PLACE_THRESHOLDS = Thresholds()

# ---- references held against records (audit/references)
# From this similarity of two titles (rapidfuzz ratio of their letters, 0 to 100) one may be the other misquoted.
NEAR_TITLE = 75.0
# From this one on two titles are so near that they can hardly be two works of the same authors by chance.
SAME_WORK_TITLE = 88.0
# The share of authors from which a near title is taken for that work misquoted.
SHARED_AUTHORS = 0.5
# A title of fewer telling words may be that of several works.
TELLING_TITLE_WORDS = 3
# Telling words of a title by which a document is known among those that somebody put into one folder.
DOCUMENT_TITLE_WORDS = 3
# Those of one that is an entry's whole title, neither more nor less, where no other document and no other entry has it.
WHOLE_TITLE_WORDS = 2
# Letters of a file's name that may be the end of an address.
SHORTEST_FILE_NAME = 5
# Characters at the beginning of a document among which its own title stands.
LONGEST_TITLE_PAGE = 1_500
# Characters of a source's text below which it may be an abstract, which the document itself replaces.
LONGEST_ABSTRACT = 3_000
# Years between a preprint and what it became, or a year's end and the next volume.
YEARS_APART = 1
# From this similarity of two words one is the other as another alphabet or a slip of the pen has it.
NEAR_NAME = 85.0
SHORTEST_NEAR_NAME = 5
# From this similarity two names of a venue are one.
NEAR_VENUE = 92.0
# From this month on, journals print issues that bear the next year's date.
NEXT_VOLUMES_FROM_MONTH = 7
# Years before the present one in which an accepted paper may still be recorded as a preprint alone.
YEARS_UNTIL_RECORDED = 0
# From so many authors on a service may keep only the first of them.
MANY_AUTHORS = 10
# Letters of a block of initials ("JKR"), and of a short form of a given name ("Rob").
LONGEST_INITIALS = 4
SHORTEST_NICKNAME = 3
# Characters of a reference, of a venue's name, of an acronym; authors that are read.
LONGEST_REFERENCE = 4_000
LONGEST_VENUE = 400
LONGEST_ACRONYM = 10
MOST_AUTHORS = 500
# Names that a message gives before it counts the rest.
MOST_NAMED_AUTHORS = 3
