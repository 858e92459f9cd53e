"""The rooms in which a ruleset is built of what plugins contribute; `ruleset_building` is the first of them."""
