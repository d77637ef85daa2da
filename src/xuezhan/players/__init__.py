"""Players and what they think: policies, search, programs, matches between them, evaluations."""
