"""Second Front: a plugin of europa_rules. Its data and the rules in which it differs from the series."""
