"""Questions about ports, beaches, naval transport and evacuation (FoF 26)."""

from __future__ import annotations

from europa_rules.ground.restricted_units import rule_on_transport
from europa_rules.naval import ports
from europa_rules.numbers import ZERO
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side
from europa_rules_fof import evacuation, naval_transport
from europa_rules_fof.questions import HANDLERS

TAKEN_NOW = {"this_player_turn": True}
BEACH = {"beach": True}


@HANDLERS.answers("reckon port", "port_kind hits", needs="port_kind")
def port(given: Given, rules: Ruleset) -> Answer:
    """The capacity and the damage maximum of a port."""
    kind = given.text("port_kind")
    capacity = ports.reckon_port_capacity(kind, given.whole("hits", 0), rules)
    return Answer.of(capacity=capacity, max_hits=ports.reckon_most_hits(kind, rules))


@HANDLERS.answers("ruling use_port", "port_kind hits units owned_since", needs="port_kind")
def use_port(given: Given, rules: Ruleset) -> Answer:
    """May the units pass the port?"""
    facts = ports.PortUse(
        given.text("port_kind"),
        given.whole("hits", 0),
        given.units("units", ()),
        not TAKEN_NOW.get(given.text("owned_since", "") or "", False),
    )
    return Answer.legal(ports.rule_on_port(facts, rules))


@HANDLERS.answers("reckon port_load", "units", needs="units")
def port_load(given: Given, rules: Ruleset) -> Answer:
    """The REs that units count against port capacity."""
    return Answer.of(re=ports.reckon_port_load(given.units("units"), rules))


@HANDLERS.answers("reckon beach", "coastal terrain")
def beach(given: Given, rules: Ruleset) -> Answer:
    """Does the coastal hex have a beach?"""
    return Answer.of(beach=ports.is_beach(given.flag("coastal", True), given.text("terrain", "clear")))


@HANDLERS.answers(
    "ruling naval_transport",
    "ntp_pool embark debark unit re announced_in_initial_phase in_regular_supply "
    "within_hexes_of_british_port to_place from_place units leave_aside paris_open emergency_used "
    "zone side ends phase path_crosses_land supply_re",
    needs=(
        "announced_in_initial_phase|debark|embark|emergency_used|ends|from_place|in_regular_supply|"
        "leave_aside|ntp_pool|paris_open|path_crosses_land|phase|re|side|supply_re|to_place|unit|units|"
        "within_hexes_of_british_port|zone"
    ),
    within="abandoned_equipment",
)
def transport(given: Given, rules: Ruleset) -> Answer:
    """Is the naval transport legal? The capacity of ports is asked for by itself."""
    alone = (given.unit("unit"),) if given.has("unit") else ()
    facts = naval_transport.NavalTransport(
        side=Side(given.text("side", ALLIED)),
        phase=given.text("phase", "movement"),
        pool=given.text("ntp_pool", "") or "",
        units=(*alone, *given.units("units", ())),
        re=given.number("re", None),
        supply=given.number("supply_re", ZERO),
        embark=given.text("embark", naval_transport.PORT),
        debark=given.text("debark", naval_transport.PORT),
        origin=given.text("from_place", "") or "",
        destination=given.text("to_place", "") or "",
        zone=given.text("zone", "") or "",
        events=naval_transport.events_of(given.flag("paris_open"), given.flag("emergency_used")),
        announced=given.flag("announced_in_initial_phase", True),
        in_regular_supply=given.flag("in_regular_supply", True),
        hexes_from_british_port=given.whole("within_hexes_of_british_port", None),
        ends=given.text("ends", "") or "",
        crosses_land=given.flag("path_crosses_land"),
        has_left_equipment=given.part("unit", {}).flag("abandoned_equipment"),
    )
    ruling = naval_transport.rule_on_naval_transport(facts, rules) & rule_on_transport(facts.aboard, rules)
    return Answer.legal(ruling)


@HANDLERS.answers("reckon ntp_cost", "units supply_re", needs="units|supply_re")
def ntp_cost(given: Given, rules: Ruleset) -> Answer:
    """The NTPs that cargo needs."""
    return Answer.of(ntp=naval_transport.reckon_ntps(given.units("units", ()), given.number("supply_re", ZERO), rules))


@HANDLERS.answers(
    "ruling announce_evacuation",
    "earlier_uses phase side",
    needs="earlier_uses|phase|side",
)
def announce_evacuation(given: Given, rules: Ruleset) -> Answer:
    """May emergency evacuation be announced? Earlier uses make no difference."""
    side, phase = Side(given.text("side", ALLIED)), given.text("phase", "initial")
    return Answer.legal(naval_transport.rule_on_announcing(side, phase, rules))


def is_over_beach(given: Given) -> bool:
    """Whether a unit embarks or disembarks at a beach."""
    ends = (given.text(end, naval_transport.PORT) for end in ("embark", "debark"))
    return any(BEACH.get(end, False) for end in ends)


@HANDLERS.answers("reckon naval_mp", "unit embark debark ntp_pool", needs="unit")
def naval_mp(given: Given, rules: Ruleset) -> Answer:
    """The MPs that a unit spends to be transported."""
    return Answer.of(mp=naval_transport.reckon_naval_mps(given.unit("unit"), is_over_beach(given), rules))


@HANDLERS.answers("reckon mp_left_after_naval", "unit embark debark ntp_pool", needs="unit")
def mp_left_after_naval(given: Given, rules: Ruleset) -> Answer:
    """The MPs that a unit has left for other movement; the pool makes no difference."""
    return Answer.of(mp=naval_transport.reckon_mps_left(given.unit("unit"), is_over_beach(given), rules))


@HANDLERS.answers("ruling embark_supply", "port_traces_to", needs="port_traces_to")
def embark_supply(given: Given, rules: Ruleset) -> Answer:
    """May supply be embarked?"""
    return Answer.legal(naval_transport.rule_on_embarking_supply(given.text("port_traces_to") or ""))


@HANDLERS.answers(
    "ruling evacuate",
    "nations_in_hex british_awaiting unit_in_regular_supply in_parts",
    needs="british_awaiting|in_parts|nations_in_hex|unit_in_regular_supply",
)
def evacuate(given: Given, rules: Ruleset) -> Answer:
    """May the units be evacuated so?"""
    facts = evacuation.Evacuation(
        tuple(rules.nations.find(name).code for name in given.texts("nations_in_hex", ())),
        given.flag("unit_in_regular_supply"),
        given.flag("in_parts"),
        given.flag("british_awaiting") if given.has("british_awaiting") else None,
    )
    return Answer.legal(evacuation.rule_on_evacuation(facts, rules))


@HANDLERS.answers("reckon evacuation_vp", "non_british_re non_british_re_by_turn british_re")
def evacuation_vp(given: Given, rules: Ruleset) -> Answer:
    """The victory points of the Allies for evacuated REs; the British bring none."""
    alone = (given.number("non_british_re"),) if given.has("non_british_re") else ()
    counts = (*alone, *given.numbers("non_british_re_by_turn", ()))
    return Answer.of(allied_vp=evacuation.reckon_evacuation(counts, rules))
