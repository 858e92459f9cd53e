"""The concordance: for each row of the rule matrix what carries it out, what proves it, and what became of it."""
