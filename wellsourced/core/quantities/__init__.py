"""Read numbers as people write them: scales, percentages, money, ranges, bounds, dates, durations, words."""

from wellsourced.core.quantities.lexicon import FACTORS
from wellsourced.core.quantities.reading import may_count, quantities, without_names

__all__ = ["FACTORS", "may_count", "quantities", "without_names"]
