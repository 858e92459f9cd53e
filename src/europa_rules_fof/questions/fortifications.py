"""Questions about fortifications, captured hexes and causeways (FoF 31A, 31B, 31I1, 12C3, 12E)."""

from __future__ import annotations

from europa_rules.ground.causeways import hexside_counts_as
from europa_rules.ground.fortifications import Fortification, after_capture
from europa_rules.hexes import Hex
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side
from europa_rules_fof import antitank_option, captured_hexes, eben_emael, maginot
from europa_rules_fof.questions import HANDLERS

FORTRESS = {True: Fortification("fortress", "improved")}
ALONE = {"enemy": True}
DESTROYED = {"destroyed": True}


@HANDLERS.answers("reckon hexside_kind", "hexside crossed_by", by="31B")
def hexside_kind(given: Given, rules: Ruleset) -> Answer:
    """The kind of hexside that one counts as."""
    return Answer.of(treated_as=hexside_counts_as(given.text("hexside"), given.text("crossed_by", "") or "", rules))


@HANDLERS.answers(
    "effect hex_captured", "contents rolls", within="fort fortified_hexsides resource_points supply_re", by="12C3 12E"
)
def hex_captured(given: Given, rules: Ruleset) -> Answer:
    """What becomes of the contents of a captured hex."""
    contents, found = given.part("contents"), dict[str, object]()
    if contents.has("fort"):
        found["fort"] = captured_hexes.keeps_fort(rules)
    if contents.has("fortified_hexsides"):
        sides = captured_hexes.hexsides_after(contents.whole("fortified_hexsides"), rules)
        found.update(fortified_hexsides=sides.left, rebuildable=sides.rebuildable)
    if contents.has("supply_re"):
        found["supply_re"] = captured_hexes.supplies_after(contents.number("supply_re"), rules)
    if contents.has("resource_points"):
        points = captured_hexes.points_after(contents.whole("resource_points"), given.texts("rolls", ()))
        found.update(captured=points.captured, eliminated=points.eliminated)
    return Answer.of(**found)


@HANDLERS.answers(
    "reckon fortress_effect", "hex player_turn parachute_dropped_this_turn disrupted has_fortress", by="31A3"
)
def fortress_effect(given: Given, rules: Ruleset) -> Answer:
    """Does the fortress in the hex count for combat, and what is the hex?"""
    facts = eben_emael.FortressDrop(
        Hex(given.text("hex")),
        Side(given.text("player_turn", AXIS)),
        given.flag("parachute_dropped_this_turn"),
        given.flag("disrupted"),
    )
    ground = eben_emael.ground_of(facts, rules, FORTRESS.get(given.flag("has_fortress")))
    ruling = eben_emael.rule_on_fortress(facts)
    return Answer.of(ruling, fortress=bool(ground.fortification), terrain=ground.terrain)


@HANDLERS.answers("effect fortress", "sole_occupants", needs="sole_occupants", by="31A3")
def fortress(given: Given, rules: Ruleset) -> Answer:
    """Is the fortress destroyed?"""
    alone = ALONE.get(given.text("sole_occupants", "") or "", False)
    row = FORTRESS[True].row(rules)
    return Answer.of(destroyed=DESTROYED.get(after_capture(row, rules, gained=alone, alone=alone), False))


@HANDLERS.answers("effect westwall", "history", needs="history", by="31A4")
def westwall(given: Given, rules: Ruleset) -> Answer:
    """Is the Westwall hex destroyed, and whom does it serve?"""
    found = maginot.westwall_after(tuple(map(Side, given.texts("history", ()))), rules)
    return Answer.of(destroyed=found.is_destroyed, benefits=found.serves)


@HANDLERS.answers("reckon antitank_option", "options", by="31I1")
def antitank(given: Given, rules: Ruleset) -> Answer:
    """Units that the option converts."""
    found = antitank_option.conversion(rules)
    ends = {"from": str(found.before), "to": str(found.after)}
    return Answer.of(converted=found.count, **ends)
