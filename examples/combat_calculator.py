"""A combat calculator: odds and chances of several attacks, and what each attacker is worth.

    python examples/combat_calculator.py [GAME] [ATTACK ...]

GAME is fof or sf. An attack is one line, as at the table: "14-10 Pz XX, 2x 7-6 Inf XX vs 5-6 Inf XX in woods".
"""

from __future__ import annotations

import sys

import europa_rules as er

ATTACKS = (
    "14-10 Pz XX, 2x 7-6 Inf XX vs 5-6 Inf XX, 2-6 Inf III in woods",
    "2x 7-6 Inf XX, 3-2-8 Art III vs 6-6 Inf XX in rough across river; GS 4",
    "9-8 Mot XX vs 2-6 Inf III in clear",
)


def show(attack: str, rules: er.Ruleset) -> None:
    """The odds, whether the attack may be made, and the chance of each result."""
    report = er.odds(attack, rules)
    print(f"  {report.odds}, die roll modifier {int(report.modifiers.total.value):+}")
    print(f"  {', '.join(f'{result} {chance}' for result, chance in report.chances.items())}")
    if not report.ruling.allowed:
        print(f"  {report.ruling}")


def without_each(attack: str, rules: er.Ruleset) -> None:
    """What the odds are when one attacker stays behind: who is needed, and who could do something else."""
    attackers, versus, rest = attack.partition(" vs ")
    pieces = attackers.split(", ")
    for number, piece in enumerate(pieces):
        others = [*pieces[:number], *pieces[number + 1 :]]
        if others:
            print(f"  without {piece}: {er.odds(', '.join(others) + versus + rest, rules).odds}")


def main(arguments: list[str]) -> None:
    """Reckon the attacks that are named, or three that show something."""
    rules = er.load(arguments[0] if arguments else "fof")
    for attack in arguments[1:] or ATTACKS:
        print(attack)
        try:
            show(attack, rules)
            without_each(attack, rules)
        except er.EuropaError as error:  # a word that nobody knows: the error says which, and what would be right
            print(f"  {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
