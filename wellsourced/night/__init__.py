"""The state and the budget of a nightly run, and how it is stopped and resumed."""
