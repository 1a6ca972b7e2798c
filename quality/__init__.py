"""Judge sources: how relevant, authoritative, recent and dense they are, and whether they are enough."""
