"""Whether two quantities agree, whatever text they stand in: kind and unit, value, rounding, dates."""
