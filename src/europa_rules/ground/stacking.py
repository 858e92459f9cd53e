"""Stacking (rule 8)."""
