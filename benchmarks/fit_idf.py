"""Write wellsourced_core/idf.txt from wordfreq's English list: ``python benchmarks/fit_idf.py`` (needs wordfreq).

idf = -ln(max(1e-7, 1 - exp(-100 f))): how seldom a stretch of a hundred words has the word, as a weight.
A stem takes the lowest weight of its surfaces; weights are rounded to a tenth. A line holds some stems in order of
their code points: the first once more, a tab, all between spaces, a tab, and of each the weight's tenths as the
character that stands so far behind "!". To look one up, a line is found by bisection and nothing else is read.
The list is wordfreq's (Robyn Speer, CC BY-SA 4.0); the table is under the same licence, see NOTICE.
"""

import math
from collections.abc import Mapping
from pathlib import Path

from wellsourced_core.text import terms

LEAST = 0.05
STEMS_A_LINE = 32
TARGET = Path(__file__).parent.parent / "wellsourced_core" / "idf.txt"


def main() -> None:
    import wordfreq

    lowest: dict[str, float] = {}
    for word, share in wordfreq.get_frequency_dict("en", wordlist="small").items():
        weight = max(LEAST, -math.log(max(1e-7, 1 - math.exp(-100 * share))))
        for stem in terms(word).stems:
            if stem.isalpha():
                lowest[stem] = min(weight, lowest.get(stem, weight))
    TARGET.write_text(table(lowest), "utf-8")


def table(weights: Mapping[str, float]) -> str:
    stems = sorted(weights)
    rows = (stems[i : i + STEMS_A_LINE] for i in range(0, len(stems), STEMS_A_LINE))
    body = "".join(f"{row[0]}\t {' '.join(row)} \t{''.join(_letter(weights[s]) for s in row)}\n" for row in rows)
    return f"# derived from wordfreq (CC BY-SA 4.0), by benchmarks/fit_idf.py\n{body}"


def _letter(weight: float) -> str:
    return chr(ord("!") + round(10 * round(weight, 1)))


if __name__ == "__main__":
    main()
