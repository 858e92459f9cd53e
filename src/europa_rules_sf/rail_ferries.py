"""Rail ferries (SF 37A2): low-volume rail lines from port to port, and never roads.

Needs who owns the two ports and whether they function, and the rail nets that the ferry joins; gives whether units may
use it, and what they count for on each net.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ground.rail_lines import FerryPort, rule_on_ferry
from europa_rules.ground.rail_nets import reckon_ferry_use
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ONE, Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

BY = Citation("SF", "37A2")


@frozen
class RailFerry:
    """A rail ferry that units would use.

    Attributes:
        ports: its two ports.
        nets: the rail nets that it joins.
        re: REs that use it.
    """

    ports: tuple[FerryPort, ...]
    nets: tuple[str, ...] = ()
    re: Number = ONE


@rule("SF 37A2")
def rule_on_rail_ferry(facts: RailFerry, rules: Ruleset) -> Ruling:
    """Whether units may use a rail ferry: the player owns both ports, and both function.

    >>> from europa_rules import load
    >>> rule_on_rail_ferry(RailFerry((FerryPort(True, True), FerryPort(True, False))), load("sf")).allowed
    False
    """
    return rule_on_ferry(facts.ports, rules)


@rule("SF 37A2", "SF 7A3")
def reckon_ferry_re(facts: RailFerry, rules: Ruleset) -> dict[str, Reckoning]:
    """REs that count against the capacity of each net: the ferry is a low-volume line of both.

    >>> from europa_rules import load
    >>> nets = reckon_ferry_re(RailFerry((), ("Sicily", "Mainland Italy"), 3), load("sf"))
    >>> {net: str(re.value) for net, re in nets.items()}
    {'Sicily': '6', 'Mainland Italy': '6'}
    """
    return dict.fromkeys(facts.nets, reckon_ferry_use(facts.re, rules))


@rule("SF 37A2", "SF 7B")
def rule_on_ferry_as_road(rules: Ruleset) -> Ruling:
    """Whether units may use a rail ferry as a road: never, though other rail lines are roads too."""
    return Ruling.refuse("a rail ferry is no road", BY, possible="use it for rail movement")
