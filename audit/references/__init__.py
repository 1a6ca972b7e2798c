"""Are the references of a text real? What they say is read, held against registries' records, and judged; purely."""
