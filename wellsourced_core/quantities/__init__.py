"""Read numbers as people write them: scales, percentages, money, ranges, bounds, dates, durations, words."""

from wellsourced_core.quantities.number_words import FACTORS
from wellsourced_core.quantities.reading import may_count, quantities, without_names

__all__ = ["FACTORS", "may_count", "quantities", "without_names"]
