"""Read numbers as people write them: scales, percentages, money, ranges, bounds, dates, durations, words."""

from wellsourced_core.quantities.number_words import FACTORS
from wellsourced_core.quantities.parser import may_count, quantities, without_names
from wellsourced_core.quantities.unfinished_quantity import DATED

__all__ = ["DATED", "FACTORS", "may_count", "quantities", "without_names"]
