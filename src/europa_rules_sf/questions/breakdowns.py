"""Questions about breakdowns, assemblies and panzer detachments (SF 15)."""

from __future__ import annotations

from europa_rules.ground.breakdowns import (
    SUPPORTED,
    WITH_HEADQUARTERS,
    AssemblyFacts,
    BreakdownFacts,
    Component,
    assembled,
    components_in,
    rule_on_assembly,
    rule_on_break_down,
)
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.units import Rating, Unit, as_cadre
from europa_rules_sf.panzer_detachments import (
    AttachFacts,
    Battalions,
    DetachFacts,
    reckon_division,
    rule_on_attaching,
    rule_on_detaching,
)
from europa_rules_sf.questions import HANDLERS

WAYS = {True: SUPPORTED, False: WITH_HEADQUARTERS}
IS_PHASING = {"non-phasing": False}
TYPE_WORDS = {("armor", "ge"): "panzer", ("armor", ""): "armored"}
"""Unit types in the words of the book, by nation where these differ."""


def type_of(unit: Unit) -> str:
    """The type of a unit in the words of the book."""
    plain = TYPE_WORDS.get((unit.type, ""), unit.type.replace("_", " "))
    return TYPE_WORDS.get((unit.type, unit.nation), plain)


@HANDLERS.answers("breakdown", "supported unit", within="breakdown", by="15B")
def breakdown(given: Given, rules: Ruleset) -> Answer:
    """The components of a unit."""
    found = components_in(given.unit("unit"), WAYS[given.flag("supported")], rules)
    return Answer.of(found.ruling, components=[str(u.rating) for u in found.components], hq=found.has_headquarters)


@HANDLERS.answers("assemble", "components", within="assemble disrupted turn_out", by="15A")
def assemble(given: Given, rules: Ruleset) -> Answer:
    """The unit that components make, and its supply state."""
    components = tuple(
        Component(
            entry.as_unit() if entry.has("rating") else None,
            entry.count("turn_out"),
            entry.flag("disrupted"),
        )
        for entry in given.parts("components")
        for _ in range(entry.whole("count", 1))
    )
    found = assembled(components, rules)
    unit = found.unit
    return Answer.of(
        unit=str(unit.rating) if unit else None,
        type=type_of(unit) if unit else None,
        size=unit.size if unit else None,
        turn_out=found.turns_out,
        disrupted=found.disrupted,
    )


@HANDLERS.answers(
    "legal break-down",
    "counters_free has_specific_counters mp_available on_chart overstacked_at_phase_end overstacks_now unit use",
    within="",
    by="15A 15B",
)
def break_down(given: Given, rules: Ruleset) -> Answer:
    """May the unit break down? MPs do not matter, nor does overstacking until the phase ends."""
    action = given.part("action")
    facts = BreakdownFacts(
        action.unit("unit"),
        is_phasing=IS_PHASING.get(given.text("actor", "phasing"), True),
        phase=given.text("phase", "movement"),
        moment=given.text("when", "start"),
        is_listed=action.flag("on_chart", True),
        counters_free=action.whole("counters_free") if action.has("counters_free") else None,
        has_specific=action.flag("has_specific_counters"),
        use=action.text("use", ""),
        overstacked_at_end=action.flag("overstacked_at_phase_end"),
    )
    return Answer.legal(rule_on_break_down(facts, rules))


@HANDLERS.answers("legal assemble", "components_same_hex unit", needs="unit|components_same_hex", within="", by="15A")
def legal_assemble(given: Given, rules: Ruleset) -> Answer:
    """May the components be assembled?"""
    action = given.part("action")
    facts = AssemblyFacts(
        action.unit("unit") if action.has("unit") else None,
        is_phasing=IS_PHASING.get(given.text("actor", "phasing"), True),
        phase=given.text("phase", "movement"),
        moment=given.text("when", "end"),
        are_together=action.flag("components_same_hex", True),
    )
    return Answer.legal(rule_on_assembly(facts, rules))


# --- panzer detachments ----------------------------------------------------------------------------------------------


def battalion(rating: str) -> Unit:
    """A panzer battalion of this rating."""
    return Unit("ge", "armor", "battalion", Rating.parse(rating))


def battalions(given: Given, detached: str) -> Battalions:
    """What a division has detached and received."""
    return Battalions(given.flag(detached), tuple(battalion(rating) for rating in given.texts("attached", ())))


@HANDLERS.answers("panzer_detachment", "at_cadre attached cadre detached division", by="15E")
def panzer_detachment(given: Given, rules: Ruleset) -> Answer:
    """Rating and type of a division after battalions have left or joined it."""
    cadre = Rating.parse(given.text("cadre")) if given.has("cadre") else None
    unit = Unit("ge", "armor", "division", Rating.parse(given.text("division")), cadre=cadre)
    found = reckon_division(as_cadre(unit) if given.flag("at_cadre") else unit, battalions(given, "detached"), rules)
    return Answer(
        {
            "rating": str(found.unit.rating),
            "type": type_of(found.unit),
            "re": found.size.value,
            "stacking_units": found.stacking_units,
        },
        (("attack", found.attack), ("defense", found.defense), ("re", found.size)),
    )


@HANDLERS.answers("legal detach-panzer", "already_detached division", within="", by="15E")
def detach_panzer(given: Given, rules: Ruleset) -> Answer:
    """May the division detach its battalion?"""
    action = given.part("action")
    facts = DetachFacts(
        action.part("division").as_unit(size="division"),
        Battalions(action.flag("already_detached")),
        is_phasing=IS_PHASING.get(given.text("actor", "phasing"), True),
        phase=given.text("phase", "movement"),
        moment=given.text("when", "start"),
    )
    return Answer.legal(rule_on_detaching(facts, rules))


@HANDLERS.answers("legal attach-panzer", "attached battalion division", within="detached", by="15E")
def attach_panzer(given: Given, rules: Ruleset) -> Answer:
    """May the battalion join the division?"""
    action = given.part("action")
    facts = AttachFacts(
        action.part("division").as_unit(size="division"),
        battalion(action.text("battalion")),
        battalions(action, "detached"),
        is_phasing=IS_PHASING.get(given.text("actor", "phasing"), True),
        phase=given.text("phase", "movement"),
        moment=given.text("when", "end"),
    )
    return Answer.legal(rule_on_attaching(facts, rules))
