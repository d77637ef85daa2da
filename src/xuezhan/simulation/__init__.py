"""Many hands at once: sums over them, and batches stepped together."""
