"""Automatic players, games between them, and what must hold after every event of any game."""
