"""The rules of the campaign: the sequence of play, nations, regions, weather."""
