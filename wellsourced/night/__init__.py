"""What a nightly run keeps, what it may spend, and how it is stopped and resumed."""
