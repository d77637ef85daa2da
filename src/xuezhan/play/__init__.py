"""Play: a hand from the deal to the settled scores, its states and views, matches of hands."""
