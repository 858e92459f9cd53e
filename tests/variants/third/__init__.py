"""A made-up variant of The Fall of France as a plugin author would write it: polders, dykes and sluices.

It uses nothing but public names and its own data, and lives in the tests because nobody plays it.
"""
