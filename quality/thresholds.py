"""Where a source's score becomes a verdict, and how much of a text is looked at for it: what no configuration changes.

``quality/options.py`` has what a user may set.
"""

from __future__ import annotations

# Authority (quality.axes.authority)
AUTHORITY_BY_SUFFIX = 0.90  # of a public suffix that only governments, universities or international bodies get
AUTHORITY_OF_USERS = 0.30  # of a suffix under which anyone may publish

# Relevance (quality.axes.relevance has the formula)
SOFT_WEIGHT, BM25_WEIGHT, SENTENCE_WEIGHT, BIGRAM_WEIGHT = 0.20, 0.60, 0.10, 0.10
RELEVANCE_EXPONENT = 0.66  # puts the border between on-topic and off-topic at .30
TERM_SATURATION = 2.0  # so many occurrences of a term, in a text of average length, are worth half of all
AVERAGE_WORDS = 240  # fixed, so that no source's score depends on another source
SHARE_HELD_PARTS = 3  # below one in so many of the question's words a source is hardly about it ...
WORDS_HELD_ENOUGH = 3  # ... unless it holds so many
WORDS_WITH_ROOM = 40  # from here a source had room to say the others: at exactly that share it is hardly about it too
RELEVANCE_OF_FEW = 0.35  # at most, of a source that is hardly about the question

# The question (quality.question_terms)
PREFIX_LETTERS = 5  # terms of the same first letters are kin
QUESTION_MOST_TERMS = 64  # a longer question is judged by its first terms
QUESTION_HEAD_CHARACTERS = 4000
NEIGHBOURS_NEAR_CHARACTERS = 100  # code points that may stand between neighbours
WORD_PIECE_CHARACTERS = 1000  # a longer word is read piecewise: folding is quadratic in its combining marks
FOREIGN_WORD_WEIGHT = 0.5  # of a common word of another language, for which the table has none
SOURCE_SEARCHED_CHARACTERS = 100_000  # of a source; what comes after is not the page's topic (quality.term_search)
RESPECT_SHARE = 0.5  # of the weight of a word that says in which respect something is asked for ("history of")

# Recency (quality.axes.recency)
TOPIC_HEAD_CHARACTERS = 2000  # of a question, for its class of topic
HISTORY_YEARS = 10  # a question whose latest year is so long past is history

# Density (quality.axes.density has the formula)
DENSITY_HEAD_CHARACTERS, DENSITY_LINES = 4000, 200  # of a page, for the share of its sentences
FOREIGN_SCRIPT_SHARE = 0.3  # of the words: above it the stop words of no list are missed
HARDLY_SENTENCES = 0.4  # below this share of sentences, the reason says so
MENUS_SHARE = 0.02  # above this share of menu words, the reason says so
CAPITALS_SHARE = 0.2  # above this share of words in capitals, the reason says so

# What is read of a page (quality.axis_input, quality.word_kinds)
PAGE_HEAD_CHARACTERS = 10_000  # to classify a page as prose, menu or wall
OPENING_WORDS = 500  # by which a page's prose is judged
WORD_HEAD_CHARACTERS = 40  # of a word, by which its kind is told

# Junk (quality.junk)
BODY_CHARACTERS = 1500  # from here a page mostly has a body of its own
CERTAIN_BODY_CHARACTERS = 8000  # above: a page has a body of its own, whatever it says
WALL_SHARE = 0.06  # between the two, a wall has this share of its words ...
WALL_PHRASES = 4  # ... and so many phrases
SHELL_WORDS = 8  # fewer: a page may be an empty shell
LITTLE_ELSE_WORDS = 40  # up to here one phrase of a wall is enough
ORDERS_MOST_GRADE = 3  # of a page that gives a model orders
BEFORE_ORDERS_CHARACTERS = 80  # a page with fewer before its first order has nothing to write from

# The best of a batch (quality.composite)
TOP_SOURCES = 3  # by composite: the mean of these decides on a retry

# Evidence (quality.evidence)
LEAST_ORIGINS = 3  # fewer, none of them official: the answer is speculative
SUPPORT_ENOUGH = 0.9  # from here a full set without a contradiction ends a search
SUPPORT_GOOD = 0.7  # from here as many sources as asked for, without a contradiction, end it
MOST_SETTLED_CONFLICTS = 3  # contradictions that are listed individually
DIVERSITY_LOW = 0.5  # below: most of the sources share one host

# Judging by a model (quality.judge)
FALLBACK_GRADE = 3  # of a source for which no answer came
JUDGE_SECONDS = 15.0  # for an answer
REPLY_HEAD_CHARACTERS = 20_000  # of an answer
QUOTED_CHARACTERS = 200_000  # of what was asked: an answer that only quotes it is none

# Refusals (quality.refusal)
REFUSAL_AIM_WORDS = (158, 238)  # inside the promised 150 to 250 by any usual way of counting words
QUERY_HEAD_CHARACTERS = 2000  # of a question or query

# Passages for the writer (quality.selection)
MOST_SOURCES_READ = 200  # best sources that are read for passages; each brings its best few
PASSAGES_PER_SOURCE = 5  # or its share of them where sources are few
SOURCE_MOST_SENTENCES = 400  # of a source, for its passages
SENTENCE_CHARACTERS = 250  # that one of these has on average, at most
PASSAGE_CHARACTERS = 1200  # at most; a longer sentence is cut

# What a question asks for (quality.question), and whether a page is about it (quality.about, quality.answer_gaps)
SIDE_MOST_WORDS = 5  # of one side of a comparison; a longer one compares nothing that could be named
OPENING_NAME_IDF = 9.0  # from which the first word of a question, alone with its capital, is taken for a name
LONG_PAGE_STEMS = 30  # from here a page has room to say what it is about; what a snippet leaves out proves nothing
NAME_PASSING_STEMS, NAME_OPENING_STEMS = 80, 30  # a longer page must name its subject twice, or in so many first stems
BESIDE_NAME_CHARACTERS = 42  # beside a word of a name that are looked at for a word of another's
NAME_SHARE = 0.5  # of a name's idf that must stand in a page, its rarest word among it
JOINED_MOST_LETTERS = 20  # of two words that are written as one
KIN_LETTERS, KIN_SHARE = 5, 0.6  # words of one family: first letters alike, and so much of the longer
LISTED_NEAR_STEMS = 4  # between the things asked for and another word of the question
SIDE_NEAR_STEMS = 8  # between a side of a comparison and a word of both sides
LEAST_INSTRUCTIONS = 2  # sentences of a page that tell a reader what to do
SUBJECT_SPELLED_SHARE = 0.8  # of a subject's idf: a page that holds so much in any spelling is about it
SHORT_SUBJECT_WORDS, SUBJECT_OPENING_SHARE = 3, 0.3  # of so short a subject a page's first stems hold so much
LEAST_WITH = 2  # kept pages that must have what is asked for
ATTRIBUTE_CHARACTERS = 150  # between what is asked for (a sum, a date) and a word of what it is asked of
RARE_SUBJECT_IDF, SUBJECT_MOST_WORDS = 7.0, 5  # a subject so rare that some page must name it; of a short question all
UNION_SHARE = 0.5  # of the question's idf that all kept pages together must hold

# Kin of the kept pages (quality.kinship)
KIN_NEAR = 0.5  # nearness to the subject, from which a page a grade short is kept
KIN_FEWEST_KEPT = 3  # pages that show what they share
