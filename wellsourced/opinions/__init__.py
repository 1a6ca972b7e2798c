"""What a reader, a model that is asked for its opinion, says of doubtful citations: asked once, kept, read by code."""
