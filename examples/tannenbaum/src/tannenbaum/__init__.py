"""Tannenbaum, a variant of The Fall of France."""
