"""A rules engine for the Europa series of wargames."""
