"""What the HTML pages are made of: one escaping function, a shell with a strict policy, bars, and the parts."""
