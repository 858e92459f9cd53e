"""Questions about ports, beaches, Mulberries and naval transport (SF 30, 31)."""

from __future__ import annotations

from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.naval import ports
from europa_rules.numbers import ZERO, exact
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules_sf.naval import beaches, mulberries, off_map_ports, port_fates, transport
from europa_rules_sf.questions import HANDLERS

OWN = {"own": True, "enemy": False}
BY_RAIL = {"normal": False, "R": True, "rail": True, "resource_point": True}
SITES = {site: site for site in transport.SITES}
ACTIONS = {action: action for action in transport.ACTIONS}
PHASES = {phase: phase for phase in beaches.PHASES}
CLASSES = {name: name for name in ("non_motorized", "artillery", "cm")}
SEAS = {sea: sea for sea in ("calm", "rough", "stormy")}
EMPLACEMENT = {result: result for result in (mulberries.EMPLACED, mulberries.WRECKED)}
STATES = {state: state for state in mulberries.STATES}
EVENTS = {event: event for event in mulberries.EVENTS}
PORTS = {kind: kind for kind in ("minor", "standard", "major", "great")}
CARRIERS = {cat: cat for cat in ("TF", "CG", "NT", "LC")}


def first_result(given: Given) -> str:
    """The result of the emplacement table that the question tells; "" where it tells none."""
    return next((EMPLACEMENT[result] for result in given.texts("chart_results", ())), "")


# --- ports and beaches (SF 30A, 30B) ---------------------------------------------------------------------------------


@HANDLERS.answers("ruling port.use", "player owner_at_own_initial_phase owner_now", by="30A")
def port_use(given: Given, rules: Ruleset) -> Answer:
    """May the player use the port this turn?"""
    player = given.text("player")
    now, at_start = ({player: True}.get(given.text(key, player), False) for key in ("owner_now", OWNER_AT_START))
    return Answer.legal(ports.rule_on_port_owner(now, at_start, rules))


OWNER_AT_START = "owner_at_own_initial_phase"


@HANDLERS.answers(
    "reckon port.state",
    "chart_capacity chart_max_hits hits artificial_harbor destroyed",
    needs="chart_capacity",
    by="30A2 30A4 30A6",
)
def port_state(given: Given, rules: Ruleset) -> Answer:
    """The capacity of the port now, and whether it functions."""
    facts = ports.PortCondition(
        given.number("chart_capacity"),
        given.count("hits"),
        given.whole("chart_max_hits", None),
        given.flag("artificial_harbor"),
        given.flag("destroyed"),
    )
    functioning = ports.rule_on_functioning(facts, rules)
    capacity = ports.reckon_capacity_left(facts, rules)
    return Answer.of(functioning, capacity=capacity, functioning=functioning.allowed)


@HANDLERS.answers("ruling port.capacity_use", "chart_capacity used_re cargo_re", needs="chart_capacity", by="30A1")
def port_capacity(given: Given, rules: Ruleset) -> Answer:
    """May this cargo still pass the port?"""
    facts = ports.Passing(given.number("cargo_re"), given.number("used_re", ZERO), given.number("chart_capacity"))
    return Answer.legal(ports.rule_on_passing(facts, rules), used_re=ports.reckon_passed(facts, rules))


@HANDLERS.answers("ruling beach.capacity_use", "used_re cargo_re", by="30B")
def beach_capacity(given: Given, rules: Ruleset) -> Answer:
    """May this cargo still pass the beach?"""
    facts = ports.Passing(given.number("cargo_re"), given.number("used_re", ZERO))
    return Answer.legal(ports.rule_on_passing(facts, rules), used_re=ports.reckon_passed(facts, rules))


@HANDLERS.answers("reckon port.is_naval_base", "port_type", by="30A9")
def naval_base(given: Given, rules: Ruleset) -> Answer:
    """Is a port of this type a naval base?"""
    return Answer.of(naval_base=ports.is_naval_base(given.choice("port_type", PORTS), rules))


@HANDLERS.answers("reckon beach.is_beach", "coastal terrain", by="30B")
def beach(given: Given, rules: Ruleset) -> Answer:
    """Is the hex a beach?"""
    return Answer.of(beach=ports.is_beach(given.flag("coastal"), given.text("terrain", "clear")))


@HANDLERS.answers("reckon beach.friendly", "captured_in now", by="30B")
def beach_friendly(given: Given, rules: Ruleset) -> Answer:
    """Does a beach captured in one phase count as friendly in another?"""
    friendly = beaches.is_beach_friendly(given.choice("captured_in", PHASES), given.choice("now", PHASES))
    return Answer.of(friendly_for_naval=friendly)


@HANDLERS.answers(
    "ruling port.destroy", "port_type owner_nation loser gainer roll", needs="port_type owner_nation", by="30A3"
)
def port_destroy(given: Given, rules: Ruleset) -> Answer:
    """May the port be destroyed as it falls, and is it?"""
    facts = port_fates.FallingPort(
        given.choice("port_type", PORTS),
        rules.nations.find(given.text("owner_nation")).code,
        Side(given.text("loser", AXIS)),
        Side(given.text("gainer", ALLIED)),
    )
    ruling = port_fates.rule_on_destroying(facts)
    rolled = {} if not given.has("roll") else {"destroyed": port_fates.is_destroyed_by(given.whole("roll"))}
    return Answer.legal(ruling, **(rolled if ruling.allowed else {}))


# --- off-map and inland ports (SF 30A5, 30A7) ------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling offmap.enter",
    "port owner player chart_distance chart_entry_hexes entry_hex",
    needs="port player entry_hex",
    by="30A5",
)
def offmap_enter(given: Given, rules: Ruleset) -> Answer:
    """May a group of the player use this off-map port and entry hex?"""
    stated = given.has("chart_entry_hexes", "chart_distance", "owner")
    port = described_port(given) if stated else off_map_ports.off_map_port(given.text("port"), rules)
    ruling = off_map_ports.rule_on_passage(port, Side(given.text("player")), Hex(given.text("entry_hex")))
    return Answer.legal(ruling, distance=port.distance)


def described_port(given: Given) -> off_map_ports.OffMapPort:
    """An off-map port as the question describes it."""
    return off_map_ports.OffMapPort(
        given.text("port"),
        Side(given.text("owner")),
        Reckoning.of(given.number("chart_distance"), "hexes by sea", off_map_ports.BY),
        tuple(map(Hex, given.texts("chart_entry_hexes"))),
    )


@HANDLERS.answers("effect offmap.damage", "port hits", by="30A5")
def offmap_damage(given: Given, rules: Ruleset) -> Answer:
    """What hits do to an off-map port."""
    found = off_map_ports.damage_off_map_port(given.whole("hits"))
    return Answer.of(hits=found.hits, functioning=found.is_functioning)


@HANDLERS.answers("ruling inland_port.use", "player port_owner bank_owners", by="30A7")
def inland_port(given: Given, rules: Ruleset) -> Answer:
    """May the player use the inland port?"""
    player = Side(given.text("player"))
    banks = tuple(map(Side, given.texts("bank_owners", ())))
    facts = port_fates.Waterway(player, Side(given.text("port_owner", player)), banks)
    return Answer.legal(port_fates.rule_on_inland_port(facts))


@HANDLERS.answers(
    "ruling inland_port.rebuild",
    "inland artificial_harbor_symbol destroyed",
    needs="inland|artificial_harbor_symbol|destroyed",
    by="30A7",
)
def inland_rebuild(given: Given, rules: Ruleset) -> Answer:
    """May the port be rebuilt?"""
    facts = given.flag("inland", True), given.flag("artificial_harbor_symbol"), given.flag("destroyed", True)
    return Answer.legal(port_fates.rule_on_rebuilding(*facts, rules))


# --- Mulberries (SF 30A8) --------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon mulberry.count", "", by="30A8")
def mulberry_count(given: Given, rules: Ruleset) -> Answer:
    """How many Mulberries there are."""
    return Answer.of(mulberries=mulberries.reckon_mulberries())


@HANDLERS.answers(
    "ruling mulberry.tow",
    "tower from_region sea hex_owner beach port_in_hex mulberry_in_hex arrives_in_step",
    needs="tower|from_region|sea|hex_owner|beach|port_in_hex|mulberry_in_hex|arrives_in_step",
    by="30A8",
)
def mulberry_tow(given: Given, rules: Ruleset) -> Answer:
    """May the Mulberry be towed and emplaced, and what is it then?"""
    facts = mulberries.Tow(
        given.choice("tower", CARRIERS, "NT"),
        given.text("from_region", mulberries.TOWED_FROM),
        given.choice("sea", SEAS, mulberries.CALM),
        Side(given.text("hex_owner", ALLIED)),
        given.flag("beach", True),
        given.flag("port_in_hex"),
        given.flag("mulberry_in_hex"),
        given.flag("arrives_in_step", True),
    )
    ruling, after = mulberries.rule_on_towing(facts), mulberries.arrive(facts)
    there = {"state": after.state, "functions": after.functions} if ruling.allowed else {}
    return Answer.legal(ruling, **there)


@HANDLERS.answers("ruling mulberry.event", "state event chart_results", by="30A8")
def mulberry_event(given: Given, rules: Ruleset) -> Answer:
    """May this befall the Mulberry, and what is it then?"""
    state, event = given.choice("state", STATES), given.choice("event", EVENTS)
    facts = mulberries.MulberryEvent(state, event, first_result(given))
    after = mulberries.reckon_mulberry(facts, rules)
    return Answer.legal(
        mulberries.rule_on_event(facts) & mulberries.resting_on(rules),
        state=after.state,
        functions_this_turn=after.functions,
        as_port=after.as_port or None,
    )


@HANDLERS.answers("effect mulberry.timeline", "arrived chart_results", needs="arrived chart_results", by="30A8")
def mulberry_timeline(given: Given, rules: Ruleset) -> Answer:
    """The turns of the roll and of the first use."""
    found = mulberries.timetable_of(Turn.parse(given.text("arrived")), first_result(given), rules)
    works = found.works and str(found.works)
    return Answer.of(mulberries.resting_on(rules), roll_on=str(found.rolls), functions_from=works)


# --- naval transport (SF 31) -----------------------------------------------------------------------------------------


@HANDLERS.answers("ruling transport.group_cost", "action site site_owner amphibious_cargo", by="31A")
def group_cost(given: Given, rules: Ruleset) -> Answer:
    """May the cargo pass there, and what does the group spend?"""
    facts = transport.CargoMove(
        given.choice("action", ACTIONS),
        given.choice("site", SITES),
        given.choice("site_owner", OWN, "own"),
        given.flag("amphibious_cargo"),
    )
    return Answer.legal(transport.rule_on_cargo_move(facts), mp=transport.reckon_group_cost(facts))


def voyage(given: Given) -> transport.Voyage:
    """What a naval group does in a sub-phase."""
    spends = tuple((str(what), exact(mps)) for what, mps in given.raw("actions"))
    steps = given.whole("steps", transport.STEPS_IN_PHASE)
    return transport.Voyage(spends, steps, given.count("dedicated_to_replenishment"))


@HANDLERS.answers("ruling transport.phase_budget", "actions steps dedicated_to_replenishment", by="31A")
def phase_budget(given: Given, rules: Ruleset) -> Answer:
    """Do these expenses fit into the steps of a phase?"""
    facts = voyage(given)
    ruling, total = transport.rule_on_voyage(facts), transport.reckon_voyage(facts)
    return Answer.legal(ruling, total=total, spare=transport.reckon_spare(facts))


@HANDLERS.answers("ruling transport.timeline", "actions steps", by="31A")
def timeline(given: Given, rules: Ruleset) -> Answer:
    """In which step is each thing done?"""
    facts = voyage(given)
    return Answer.legal(
        transport.rule_on_voyage(facts),
        completed_in_step=list(transport.steps_of_completion(facts)),
        mp_left_in_last_step=transport.reckon_left_in_last_step(facts),
    )


@HANDLERS.answers("reckon transport.unit_cost", "unit_class amphibious site move_kind", needs="site", by="31A")
def unit_cost(given: Given, rules: Ruleset) -> Answer:
    """What the unit spends to embark or disembark."""
    fare = transport.reckon_fare(
        transport.Passenger(
            given.choice("unit_class", CLASSES, "non_motorized"),
            given.flag("amphibious"),
            given.choice("site", SITES),
            given.choice("move_kind", BY_RAIL, "normal"),
        )
    )
    return Answer.of(mp=fare.mps, rail_hexes=fare.rail_hexes)


@HANDLERS.answers("ruling transport.unit_pay", "mp_left cost", by="31A")
def unit_pay(given: Given, rules: Ruleset) -> Answer:
    """What does a unit with so many MPs pay?"""
    left = given.number("mp_left")
    paid = transport.reckon_payment(left, given.number("cost"))
    return Answer.legal(transport.rule_on_payment(left, rules), spent=paid.spent, mp_left=paid.left)


@HANDLERS.answers(
    "ruling transport.action",
    "action phase unit_class amphibious heavy_equipment site sea",
    needs="action site",
    by="31A 31B",
)
def boarding(given: Given, rules: Ruleset) -> Answer:
    """May the unit embark or disembark?"""
    facts = transport.Boarding(
        given.choice("action", ACTIONS),
        given.choice("phase", PHASES, transport.MOVEMENT),
        given.choice("unit_class", CLASSES, "non_motorized"),
        given.flag("amphibious"),
        given.flag("heavy_equipment"),
        given.choice("site", SITES),
        given.choice("sea", SEAS, "calm"),
    )
    return Answer.legal(transport.rule_on_boarding(facts, rules))


@HANDLERS.answers("ruling transport.load", "capacities same_group cargo_re", by="31")
def load(given: Given, rules: Ruleset) -> Answer:
    """May the carriers take this cargo?"""
    facts = given.numbers("capacities"), given.number("cargo_re"), given.flag("same_group", True)
    return Answer.legal(transport.rule_on_load(*facts))


@HANDLERS.answers("effect transport.cargo_loss", "capacity_after cargo random_picks", within="id re cadre_re", by="31")
def cargo_loss(given: Given, rules: Ruleset) -> Answer:
    """What becomes of cargo that no longer fits."""
    cargo = [
        transport.CargoItem(item.text("id"), item.number("re"), item.number("cadre_re", None))
        for item in given.parts("cargo")
    ]
    found = transport.lose_cargo(given.number("capacity_after"), cargo, given.texts("random_picks", ()))
    return Answer.of(
        lost=list(found.lost),
        reduced_to_cadre=list(found.reduced),
        surviving=[item.name for item in found.left],
    )


@HANDLERS.answers("ruling transport.supplies_available", "line_at_initial_phase", by="31C")
def supplies(given: Given, rules: Ruleset) -> Answer:
    """May supplies or mines be loaded?"""
    return Answer.legal(transport.rule_on_supplies(given.text("line_at_initial_phase") or ""))


@HANDLERS.answers("ruling transport.transfer", "giver taker same_group at_sea hex_has", needs="giver taker", by="31D")
def transfer(given: Given, rules: Ruleset) -> Answer:
    """May cargo be transferred at sea, and for how many MPs?"""
    facts = transport.Transfer(
        given.choice("giver", CARRIERS),
        given.choice("taker", CARRIERS),
        given.flag("same_group", True),
        given.flag("at_sea", True),
        given.texts("hex_has", ()),
    )
    cost = transport.reckon_transfer_cost()
    return Answer.legal(transport.rule_on_transfer(facts), giver_mp=cost, taker_mp=cost)


@HANDLERS.answers("reckon transport.afterwards", "unit_class landed_in mp_left", needs="landed_in", by="31")
def afterwards(given: Given, rules: Ruleset) -> Answer:
    """What a transported unit may still do in the player turn."""
    found = transport.activity_after(
        given.choice("unit_class", CLASSES, "non_motorized"),
        given.choice("landed_in", PHASES),
        given.number("mp_left", ZERO),
    )
    return Answer.of(
        may_move_in_ground_sub_phase=found.may_move,
        may_attack=found.may_attack,
        may_move_in_exploitation=found.may_exploit,
    )
