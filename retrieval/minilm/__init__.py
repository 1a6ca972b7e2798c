"""MiniLM: sentence vectors from a small model on this machine (extra `minilm`), without a hub and without torch."""
