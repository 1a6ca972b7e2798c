"""The thresholds of the writer: which sentences are chosen, and how long the parts of an article are."""

from __future__ import annotations

# The worth of a sentence (writer.expected_answer): about the share of its words that an answer has
WORTH_OF_AGREED_WORDS = 0.54  # times the share of the other sources that have a word
WORTH_OF_SHARED_WORDS = 0.65  # times the weight of the stems that the sources share
WORTH_OF_NEARNESS = 0.125  # times how near its source is to the subject
WORTH_OF_NEWEST, WORTH_OF_WANTED, WORTH_OF_QUESTION = 0.06, 0.055, 0.05  # of the newest source, of what is asked for
WORTH_OF_VALIDATED = 0.15  # added for a statistic or a quote that was validated
WORTH_OF_PIECES, WHOLE_PAGE_SHARE = 0.8, 0.6  # times it, on a page of which a smaller share may be told
WORTH_LEAST = 0.155  # of a sentence that is taken: a short article is better than a padded one
WORTH_LEAST_OF_NEW = 0.12  # of the first of its source, where it speaks to a question on what lasts
NEW_LEAST_HELD = 0.2  # of the weight of the question's words that it has then
NEW_LEAST_NEAR = 0.6  # nearness of its source then
SAID_TWICE_FEWEST = 3  # words of a sentence that may say nothing new: a shorter one answers or goes on
SAID_TWICE_SHARE = 0.8  # of a sentence's words that another has: it says nothing new, if it adds no number
EXACT_LEAST_DIGITS = 3  # of a figure that is told of one thing, and once
PARAGRAPH_MOST_REST = 5  # sentences of a paragraph that come along behind a run, so that none is cut short
PARAGRAPH_ROOM = 1.2  # times the length, that an article may have with these

# Prose (writer.standalone_sentences)
PROSE_WORDS = range(2, 56)  # words of a sentence
FEWEST_QUESTION_WORDS = 1  # of one that stands on a line of its own
QUESTION_WORDS = range(2, 16)  # of a question that may come along with its answer
PROSE_SPACELESS_CHARACTERS = range(8, 151)  # of a sentence in a script without spaces
PROSE_MOST_CHARACTERS = 500
LEANING_OPENING_WORDS = 6  # words that an opening like "Only 74 of them" has at most
CAPITALS_LEAST, CAPITALS_MOST_SHARE = 3, 0.6  # more capitalised words than both: a title or a menu
FIGURES_LEAST, FIGURES_MOST_SHARE = 2, 0.4  # more numbers, or more words in capitals, than both: no prose

# What a sentence needs before it (writer.antecedents)
MOST_WORDS_COMPLETING = 10  # of a sentence that ends what the one before it in its paragraph says
FEWEST_WORDS_ALONE = 5  # of a sentence: a shorter one goes on from the one before
MOST_NEEDED = 15  # sentences that may come along with one

# Dates (writer.written_dates)
PLAN_MOST_DAYS = 60  # from then on a plan without a day may be over
PRESENT_MOST_DAYS = 45  # from then on "is being examined" may be over

# Sentences (writer.quotable_sentences)
SOURCE_CHARACTERS_READ = 12_000  # of a source: what stands farther down is in its passages or not needed
BEGINNING_PARAGRAPHS = 5  # of a source, one of which begins it
BEGINNING_SENTENCES, BEGINNING_SHARE = 3, 0.4  # of a source, in which it tells that much of what it is about
TELLS_ALL_SHARE = 0.8  # from here a sentence says by itself what "the money" in it is for
TELLS_TOPIC_SHARE = 0.25  # of the question's weight: a sentence with less goes on from the one before
TITLE_WORDS = range(1, 16)  # of a title that stands before the words of its source
HEADING_MOST_WORDS = 14
QUOTATION_MOST_SENTENCES = 4  # of one quotation, which are quoted together
HEADING_FEWEST_WORDS = 3  # in small letters, of one with a price or a sum in it; of a column's that must be told
ABSTRACT_FEWEST_PARTS = 3  # paragraphs that begin with the name of a part, from which a text is an abstract
LIST_FEWEST_ITEMS, LIST_MOST_WORDS = 2, 120  # of items that are quoted as one sentence
WRAPPED_SHARE = 0.2  # of the lines of a text that end in mid-sentence
THREAD_FEWEST_POSTS, POST_MOST_CHARACTERS = 3, 60  # lines that say who wrote and when; of such a line
OLD_TEXT_CHARACTERS = 300  # of a source, in which it says that it was written before

# Sections (writer.section_headings)
SECTION_FEWEST_SENTENCES = 2
FIGURES_LEAST_SHARE = 0.5  # of a source's sentences, that have one, under "The figures"
HEADING_LEAST_SHARE = 0.3  # of a run's sentences, that do what its heading says
OTHERWISE_MOST_SHARE = 0.25  # of an article's sentences, under "Also reported"

# The answer (writer.answer)
ANSWER_COVERS = 2.0  # times the share of the question that a run holds, and its head
ANSWER_WANTED = 0.5  # times the share of what a question wants to hear
ANSWER_SHARED = 3.0  # times the weight of the stems that the sources share
ANSWER_FIGURE = 0.1  # for each number in it
ANSWER_LEADS = 0.4  # at the head of its source
ANSWER_CONCLUDES = 1.0  # below a heading like "Verdict" or "Results"
ANSWER_NEWEST = 1.2  # of the newest source: what is newer overtakes what is older
ANSWER_NEWEST_OF_LASTING = 0.4  # where what is asked lasts
ANSWER_SEASON_DAYS = 90  # that news is newer, where what is asked lasts
ANSWER_SAME_MATTER = 0.2  # of the weight of shared stems, from which a newer source speaks of the same
ANSWER_LEAST_WORDS = 60  # that an answer may have, however short the article
ANSWER_ADDED_SHARE = 0.4  # of the first run's worth, that another has
ANSWER_MOST_ADDED = 4  # sentences that another run adds
ANSWER_MORE = 1.5  # room for those that are added, as a share of what the first run may have
ANSWER_MOST_RUNS = 3  # the first, and those that add to it
ANSWER_LEAD_CHARACTERS = 400  # of a source, in which it says what it is about

# The subject (writer.shared_subject, writer.sentence_choice)
SUBJECT_SHARED_STEMS = 30  # that tell what the sources on a subject speak of

# Sellers (writer.sellers)
SELLER_FEWEST_SIGNS = 3  # of a page that sells what it speaks of
SELLER_ADDRESS_SIGNS = 2  # that an address like "/products/" counts
SELLER_EXCLAMATIONS = 3  # that count as another sign
SELLER_NAMES_ITSELF = 2  # times that it has the name which its host begins with
SELLER_FEWEST_LETTERS = 4  # of such a name
SELLER_OURS = 0.005  # of its words, that are "our"
SELLER_SPEAKERS = 0.006  # of its words, that say who speaks: sellers quote nobody

# The extractive article (writer.extractive)
TITLE_CHARACTERS = 150
ANSWER_SHARE = 0.3  # of the words, for the short answer
ANSWER_MOST_SENTENCES = 8
FEWEST_RUNS = 2  # of several sentences, beside which a lone one says too little
OPENING_MOST_SENTENCES = 8  # with what goes on behind it
SMALLEST_BODY_WORDS = 25
EARLIER_LEAST_DAYS = 7  # that a source is older than another told before it, from which that is said
HEADING_WORDS, WORDS_PER_HEADING = 2, 120  # words set aside for headings

MOST_CONTRASTS = 3

# Its limits (writer.open_questions)
BRIEF_ARTICLE_WORDS = 150  # below: how the article was made is said only where nothing else is
MISSING_MOST_NAMED = 3  # words of the question that no sentence has
MISSING_PREFIX_LETTERS = 5  # a word with the same first letters is not missing
MISSING_LEAST_WEIGHT = 5.0  # of a word that is named as missing
SHORT_TIME_WORDS = 3  # a longer one would look like a quotation
MOST_SHOWN = 3  # words that were written out as dates
LONG_QUESTION_WORDS = 20  # of a longer question no word is named

OUTLINE_MOST_SECTIONS = 6

# What the model is asked (writer.prompt, writer.grounded)
PROMPT_TITLE_CHARACTERS = 300
PROMPT_ADDRESS_CHARACTERS = 2000
TOKENS_PER_WORD = 4
TOKENS_TO_THINK = 8_000
