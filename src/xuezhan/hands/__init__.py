"""One hand: its tiles, what it waits for, how far it is from a win, what it is worth."""
