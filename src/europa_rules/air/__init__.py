"""The rules of the air war (rules 16 to 25): airbases, missions, air operations, and what they do to the ground war.

The ground rooms do not know these; they meet at openings, steps and contributions.
"""
