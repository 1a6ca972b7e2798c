"""Write wellsourced/core/idf.txt from wordfreq's English list: ``python benchmarks/fit_idf.py`` (needs wordfreq).

idf = -ln(max(1e-7, 1 - exp(-100 f))): how seldom a stretch of a hundred words has the word, as a weight.
A stem takes the lowest weight of its surfaces; weights are rounded to a tenth, a line per weight.
The list is wordfreq's (Robyn Speer, CC BY-SA 4.0); the table is under the same licence, see NOTICE.
"""

import math
from collections import defaultdict
from pathlib import Path

import wordfreq

from wellsourced.core.text import terms

LEAST = 0.05
TARGET = Path(__file__).parent.parent / "wellsourced" / "core" / "idf.txt"


def main() -> None:
    lowest: dict[str, float] = {}
    for word, share in wordfreq.get_frequency_dict("en", wordlist="small").items():
        weight = max(LEAST, -math.log(max(1e-7, 1 - math.exp(-100 * share))))
        for stem in terms(word).stems:
            if stem.isalpha():
                lowest[stem] = min(weight, lowest.get(stem, weight))
    lines = defaultdict(list)
    for stem, weight in lowest.items():
        lines[round(weight, 1)].append(stem)
    body = "".join(f"{weight}\t{' '.join(sorted(stems))}\n" for weight, stems in sorted(lines.items()))
    head = "# derived from wordfreq (CC BY-SA 4.0), by benchmarks/fit_idf.py\n"
    TARGET.write_text(head + body, "utf-8")


if __name__ == "__main__":
    main()
