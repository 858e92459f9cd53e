"""A house rule as a plugin in one file: cavalry may not attack a city, and bombers unnerve the defender.

    python examples/house_rule.py

A plugin is any module that answers hooks. This script hands itself in. Import your own file and hand it in like this,
or install it as a package, and every command knows it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import europa_rules as er


def cavalry_at_a_city(facts: er.AttackFacts) -> bool:
    """Whether cavalry attacks a hex with a city."""
    return facts.ground.city != "" and any(who.unit.type == "cavalry" for who in facts.attackers)


def has_bombers(facts: er.AttackFacts) -> bool:
    """Whether the attack has ground support."""
    return facts.gs > 0


@er.hookimpl
def europa_prohibitions(variant: str) -> Iterable[er.Prohibition]:
    """Cavalry stays out of the streets."""
    why, instead = "cavalry attacks no city", "attack without the cavalry"
    return [er.Prohibition("cavalry", "attack", "House 1", why=why, when=cavalry_at_a_city, possible=instead)]


@er.hookimpl
def europa_modifiers(variant: str) -> Iterable[er.Modifier]:
    """Bombers add one to the die."""
    return [er.Modifier("bombers unnerve", "combat die roll", "House 2", amount=1, when=has_bombers)]


def main() -> None:
    """The same attacks by the book and by the rules of the house."""
    by_the_book = er.load("fof")
    of_the_house = er.load("fof", plugins=["fof", sys.modules[__name__]])
    for attack in ("2x 3-8 Cav XX vs 2-6 Inf III in clear, dot city", "14-10 Pz XX vs 5-6 Inf XX; GS 3"):
        print(attack)
        for title, rules in (("by the book", by_the_book), ("by the house", of_the_house)):
            report = er.odds(attack, rules)
            modifier = int(report.modifiers.total.value)
            print(f"  {title}: {report.odds}, die roll modifier {modifier:+} | {report.ruling.words}")
    print(er.odds(attack, of_the_house).modifiers.total.tree())


if __name__ == "__main__":
    main()
