

PIECE_CIRCUMSTANCES = "piece circumstances"
"""The slot of the sources that tell of one piece: each names a function (piece, state, rules) -> such facts."""

TellOfPiece = Callable[[Piece, GameState, Ruleset], Mapping[str, str]]


def circumstances_of(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """What the game's own rules ask about a piece; empty in a game without such rules."""
    found: dict[str, str] = {}
    for source in rules.sources(PIECE_CIRCUMSTANCES):
        found.update(cast(TellOfPiece, source.value)(piece, state, rules))
    return found
