"""Scenarios (FoF 33, SF 41): what a scenario is, read from a TOML head; `setting_up` makes positions of them."""
