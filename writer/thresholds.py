"""The thresholds of the writer: which sentences are chosen, and how long the parts of an article are."""

from __future__ import annotations

# The worth of a sentence (writer.sentence_choice): shares of 1, and what is added
WORTH_OF_QUESTION, WORTH_OF_COMMON_WORDS, WORTH_OF_STRENGTH = 0.5, 0.3, 0.2
WORTH_OF_VALIDATED = 0.15  # added for a statistic or a quote that was validated
WORTH_AGAINST_LIKENESS = 0.7  # lambda of maximal marginal relevance (Carbonell and Goldstein 1998)
SAID_TWICE_OVERLAP = 0.8  # from here two sentences say the same, if the new one adds no number
FEW_WORDS_OF_OWN = 8  # content words; a shorter sentence gets its share of what common words are worth
FILLED_ENOUGH = 0.9  # share of the words asked for, up to which sentences without a term of the question may fill up

# Prose (writer.standalone_sentences)
PROSE_WORDS = range(5, 56)  # words of a sentence
PROSE_SPACELESS_CHARACTERS = range(8, 151)  # of a sentence in a script without spaces
PROSE_MOST_CHARACTERS = 500
LEANING_OPENING_WORDS = 6  # words that an opening like "Only 74 of them" has at most
CAPITALS_LEAST, CAPITALS_MOST_SHARE = 3, 0.6  # more capitalised words than both: a title or a menu
FIGURES_LEAST, FIGURES_MOST_SHARE = 2, 0.4  # more numbers, or more words in capitals, than both: no prose

# What a sentence needs before it (writer.antecedents)
MOST_NEEDED = 2  # sentences that may come along with one
MOST_SENTENCES_BACK = 6

# Sentences (writer.quotable_sentences)
SAME_STATEMENT_SHARE = 0.8  # of the longer one's words: a shorter sentence may make the same statement

# Sections (writer.section_headings)
SECTION_FEWEST_SENTENCES = 2
OTHERWISE_MOST_SHARE = 0.25  # of an article's sentences, under "Also reported"

# The answer (writer.answer)
ANSWER_COVERS, ANSWER_WANTED, ANSWER_LEADS, ANSWER_AGREED, ANSWER_STRONG = 1.0, 0.35, 0.2, 0.1, 0.2
ANSWER_FIGURE, ANSWER_VOICE, ANSWER_TIED, ANSWER_ASIDE = 0.1, -0.4, -0.15, -0.3
ANSWER_LEAD_CHARACTERS = 400  # of a source, in which it says what it is about
SOURCE_ON_TOPIC_SHARE = 0.5  # of the question's weight, names apart, that a source must hold

# The extractive article (writer.extractive)
TITLE_CHARACTERS = 150
ANSWER_SHARE = 0.2  # of the words, for the short answer
ANSWER_MOST_SENTENCES = 3
PARAGRAPH_SENTENCES = 4
SMALLEST_BODY_WORDS = 25
HEADING_WORDS, WORDS_PER_HEADING = 2, 120  # words set aside for headings

MOST_CONTRASTS = 3

# Its limits (writer.open_questions)
BRIEF_ARTICLE_WORDS = 150  # below: how the article was made is said only where nothing else is
MISSING_MOST_NAMED = 3  # words of the question that no sentence has
MISSING_PREFIX_LETTERS = 5  # a word with the same first letters is not missing
MISSING_LEAST_WEIGHT = 5.0  # of a word that is named as missing
LONG_QUESTION_WORDS = 20  # of a longer question no word is named

# What the model is asked (writer.prompt, writer.grounded)
PROMPT_TITLE_CHARACTERS = 300
PROMPT_ADDRESS_CHARACTERS = 2000
TOKENS_PER_WORD = 4
TOKENS_TO_THINK = 8_000
