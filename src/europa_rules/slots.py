"""Where plugins may contribute: the slots of modifiers, prohibitions and sources, and the steps of each procedure.

One list for authors and for the checks at load: a contribution to a slot that is not here is refused with the
nearest right name. Each slot names the class of the facts that predicates are given and the room where it stands (for
a source without facts, the room that asks), and says what becomes of the answers.
"""

from __future__ import annotations

MODIFIER_SLOTS: dict[str, str] = {
    "attack strength": "ground/combat.py UnitInAttack: changes to one attacking unit's strength, after support",
    "defense strength": "ground/combat.py UnitInAttack: changes to one defending unit's strength, after support",
    "combat die roll": "ground/combat.py AttackFacts: die roll modifiers of an attack; all are added",
    "armor capability": "ground/armor_proportions.py ProportionFacts: capable REs in a category, not yet divided",
    "movement allowance": "ground/movement.py Mover: MPs a unit may spend in a phase",
    "movement cost": "ground/terrain.py HexEntry: MPs to enter a hex, beside the chart's",
    "zoc exit cost": "ground/movement.py ZocExit: MPs to leave a hex in an enemy ZOC",
    "construction cost": "ground/construction.py WorkFacts: MPs of each unit for a piece of work",
    "rail cost": "ground/rail_rides.py Ride: MPs of an operational ride; where anything is given, hex by hex",
    "strategic rail hexes": "ground/rail_rides.py Ride: hexes that a unit may ride by strategic rail movement",
    "rail capacity use": "ground/rail_nets.py RailUse: REs that a unit counts against rail capacity",
    "rail capacity": "ground/rail_nets.py NetShare: REs that a side can use of a net in this turn, before raises",
    "stacking size": "ground/stacking.py StackedUnit: what a unit counts for in stacking",
    "air range": "air/flights.py Flight: hexes that an air unit may fly on a mission",
    "air attack strength": "air/flights.py Flight: changes to an air unit's air attack strength",
    "air defense strength": "air/flights.py Flight: changes to an air unit's air defense strength",
    "antiaircraft strength": "air/aa_strength.py AaFacts: changes to the AA strength that fires at an air unit",
    "intrinsic antiaircraft": "air/aa_strength.py IntrinsicAa: changes to the AA that is intrinsic to a unit",
    "bombing strength": "air/flights.py Flight: changes to the strength with which an air unit bombs",
    "cargo capacity": "air/transport.py Lift: REs that air units carry together",
}
"""Slots of modifiers, with the facts that `when` and `amount` are given."""

PROHIBITION_SLOTS: dict[str, str] = {
    "attack": "ground/combat.py AttackFacts: reasons why an attack may not be made",
    "defend": "ground/combat.py AttackFacts: reasons why units cannot be attacked",
    "move": "ground/movement.py MoveFacts: reasons why a unit may not move so",
    "enter hex": "ground/terrain.py HexEntry: reasons why a unit may not enter a hex",
    "retreat into hex": "ground/retreats.py RetreatHex: reasons why a unit may not retreat into a hex",
    "advance": "ground/advance.py AdvanceFacts: reasons why a unit may not advance after combat",
    "exert zoc": "ground/zones.py ZocExertion: reasons why a unit has no ZOC",
    "zoc reaches": "ground/zones.py ZocReach: reasons why a ZOC does not reach a hex of such land and terrain",
    "fortification": "ground/battleground.py FortificationUse: reasons why a fortification does not serve those in it",
    "support": "ground/support.py SupportFacts: reasons why a unit does not support another",
    "gain hex": "ground/ownership.py Claim: reasons why a ZOC does not take a hex, or why occupation does not last",
    "stack": "ground/stacking.py StackFacts: reasons why units may not be stacked",
    "overrun": "ground/overruns.py OverrunFacts: reasons why an overrun may not be made",
    "carry": "ground/movement_counters.py CarryFacts: reasons why a movement counter may not carry units",
    "seize bridge": "ground/bridge_seizure.py Seizure: reasons why a unit may not try to seize a bridge",
    "break down": "ground/breakdowns.py BreakdownFacts: reasons why a unit may not be broken down",
    "assemble": "ground/breakdowns.py AssemblyFacts: reasons why units may not be assembled",
    "construction": "ground/construction.py WorkFacts: reasons why work may not be done",
    "rail": "ground/rail_rides.py RailFacts: reasons why a unit may not ride so",
    "retreat before combat": "ground/retreat_before_combat.py RetreatBeforeCombat: reasons why a unit may not",
    "use airbase": "air/airbases.py BaseUse: reasons why an air unit may not take off from or land at an airbase",
    "air operation": "air/flight_orders.py OperationFacts: reasons why an air operation may not be flown as a whole",
    "air cargo": "air/transport.py Load: reasons why air units may not carry such cargo on their mission",
    "drop hex": "air/transport.py DropHex: reasons why nothing is dropped or landed in a hex",
    "survive landing": "air/airborne.py Landed: reasons why what has landed from the air is out of play",
    "own drop hex": "air/airborne.py Holding: reasons why units that have landed own nothing yet",
    "arrive": "campaign/reinforcements.py Arrival: reasons why a reinforcement may not appear so",
    "phase": "campaign/sequence.py PhaseEnd: reasons why a phase of a player turn does not take place",
    "end of phase": "campaign/sequence.py PhaseEnd: reasons why the phasing player may not end a phase",
    "stage": "air/staging.py Staging: reasons why an air unit may not stage so",
    "air target": "air/targets.py AimedFlight: reasons why an air unit may not fly its mission to such a hex",
    "antiaircraft fire": "air/antiaircraft.py AaTarget: reasons why antiaircraft may not fire at an air unit",
    "air reinforcement": "air/replacement_orders.py AirReinforcement: reasons why one may not be placed so",
    "air mission": "air/missions.py MissionFacts: reasons why an air unit may not fly a mission so",
}
"""Slots of prohibitions, with the facts that `when` is given; every refusal is collected."""

SOURCE_SLOTS: dict[str, str] = {
    # facts of the board that only a game's own rules ask for
    "game circumstances": "ground/circumstances.py: (state, rules) -> facts that hold everywhere; all are joined",
    "circumstances": "ground/circumstances.py: (hex, side, state, rules) -> facts by name; all are joined",
    "piece circumstances": "ground/circumstances.py: (piece, state, rules) -> facts by name; all are joined",
    # hexes and their owners
    "closed hexes": "ground/closed_ground.py: (side, state, rules) -> hexes, or a ClosedGround; all are closed",
    "hexes closed to a unit": "ground/closed_ground.py: (piece, state, rules) -> hexes; all are closed to it",
    "hex gained": "ground/ownership.py HexGained: (facts, state, rules) -> state; one after the other",
    "hexes whose owners are remembered": "ground/ownership.py: (rules) -> hexes; all are remembered",
    "kept of the set-up": "campaign/deployment.py: (state, rules) -> state as play begins; one after the other",
    # ZOCs, movement, stacking
    "zoc kind": "ground/zones.py ZocExertion: a kind of ZOC, one of KINDS; the weakest counts",
    "hexes entered": "ground/moves.py: (state, rules) -> state, when units have entered a hex; one after the other",
    "movement phases": "ground/movement_phases.py: a phase in which units move as in the movement phase; in all",
    "rulings on moves": "state.py GameState: (pieces, path, state, rules) -> Ruling on the move; all are joined",
    "movement openings": "state.py GameState: a side that may act after each hex of a move; all may",
    "stacked apart": "ground/stacking.py: (piece, state, rules) -> bool; one that says yes is enough",
    "overstacks": "ground/retreats.py: (ids, state, rules) -> state, with these units set apart; one after the other",
    # combat and overruns
    "ground of a hex": "ground/battleground.py: (ground, hex, state, rules) -> ground; one after the other",
    "groups against fortifications": "ground/facts.py Combatant: a group of charts it belongs to; all are",
    "own support": "ground/facts.py Combatant: no value: its name says what supports the unit; one is enough",
    "limited support": "ground/facts.py Combatant: REs that the unit supports in its hex; the first counts",
    "gunfire as artillery": "ground/artillery.py: REs of artillery that a point of gunfire counts as; the first counts",
    "combat results": "ground/losses.py: a ResultMeaning, what the result it is named after does; all are joined",
    "retreat before combat": "ground/retreat_before_combat.py RetreatBeforeCombat: no value: a unit may; one is enough",
    "overrun stacking limit": "ground/overruns.py OverrunFacts: TARGET or OWN; one OWN is enough",
    "overrun announced": "ground/overruns.py: a procedure (hex, state, rules) -> state; one after the other",
    # armor
    "capability": "ground/armor_proportions.py CapableUnit: a Capability, or (facts, rules) -> one; the last counts",
    "elected units allow neutral ones": "ground/armor_proportions.py: whether they do (10F); one yes is enough",
    "barred units are left out": "ground/armor_proportions.py: whether they are (10G); one yes is enough",
    "the defender may decline ATEC": "ground/armor.py: whether he may (10C2); one yes is enough",
    # rail, bridges and construction
    "rail nets": "ground/rail_capacity.py: (side, state, rules) -> the net of each hex in one; all are joined",
    "costs of leaving hexes": "ground/leaving.py: (side, state, rules) -> the Leaving of hexes with one; they add up",
    "rail capacity lost": "ground/rail_capacity.py: (net, side, state, rules) -> REs lost this turn; all are taken off",
    "rail movement phases": "ground/rail_rides.py RailFacts: a phase in which units ride beside movement; in all",
    "bridges": "ground/bridges.py: the game's BridgeTerms; the first counts",
    "civilian labor": "ground/construction_sites.py: (piece, state, rules) -> hexes of cities that help; all do",
    "sites of work": "ground/construction_sites.py: (work, hex, side, state, rules) -> Ruling; all are joined",
    "construction effects": "ground/construction_sites.py: (hex, side, state, rules) -> state; named after its work",
    # the campaign
    "special replacements": "campaign/special_replacements.py: (force, points, state, rules) -> points; in turn",
    "outcome of the game": "campaign/victory.py: (state, rules) -> the Outcome if the game ended now; the first counts",
    "words of orders of battle": "campaign/listed_places.py: (rules) -> hexes; named after the words it ends with",
    "production": "campaign/production.py: (force, points, state, rules) -> points received; one after the other",
    # automatic players
    "sensible orders": "players/sensible_player.py: (side, state, rules) -> orders to give first; all are tried",
    "sensible restraint": "players/sensible_player.py: (order, side, state, rules) -> bool; one yes keeps him from it",
    # the air war
    "game over": "campaign/sequence.py: (state, rules) -> whether the game ends now; one that says yes is enough",
    "passing": "orders.py: (side, state, rules) -> state, when a player passes; one after the other",
    "acting on demand": "campaign/sequence.py: (side, state, rules) -> bool; one that says yes is enough",
    "cargo landings": "air/targets.py AimedFlight: no value: cargo is landed without an airbase; one is enough",
    "closed skies": "air/overflight.py: the name of a country that no air unit may fly over; all are closed",
    "flight circumstances": "air/flight_orders.py: (piece, flying, operation, state, rules) -> facts; all are joined",
    "status when landed": "air/airbases.py Landed: the status of an air unit that has landed; the first counts",
    "air mission results": "air/mission_results.py: MissionResults, how the mission of its name goes; one for each",
    "contingents in air support": "air/air_support.py: (nation) -> the contingent that it supports; the first counts",
    "naval units bombed": "air/bomb_runs.py: a NavalTarget, where there are naval units and what hits do; all are used",
    "air units lost": "air/returning.py Loss: a procedure (loss, state, rules) -> state; one after the other",
    "landed from the air": "air/landing_troops.py: (LandedPiece, state, rules) -> state; one after the other",
    "mines laid": "air/landing_troops.py: (MinesLaid, state, rules) -> state; one after the other",
    "landings": "air/returning.py Landing: a procedure (landing, state, rules) -> state; one after the other",
    "antiaircraft of ships": "air/aa_strength.py: (hex, side, state, rules) -> Ships in the hex; all are joined",
    "air basing boxes": "air/airbases.py: (side, state, rules) -> holding boxes that serve as airbases; all do",
    "rulings on air operations": "air/flight_orders.py: (OperationFacts) -> Ruling; all are joined",
    "heavy equipment by air": "air/transport.py HeavyCargo: no value: it is carried and counts double; one is enough",
    "bombers as transports": "air/bomber_transports.py: no value: bombers may fly as transports; one is enough",
    "airborne surprise": "air/airborne.py Touchdown: no value: a landing comes as a surprise; one is enough",
    "helpless attackers": "air/airborne.py: no value: attackers without strength on the ground are lost; one is enough",
    "airborne overruns": "air/landing_troops.py: no value: units overrun from the air; one is enough",
    "gains no hex": "ground/ownership.py: (piece, state, rules) -> bool; one that says yes is enough",
    "airbase owners": "air/airbases.py: (hex, state, rules) -> the side that owns the airbase alone; the first counts",
    # supply and isolation
    "hexes open to lines": "ground/lines.py: (side, state, rules) -> hexes where enemy units bar no lines; all are",
    "supply elements": "ground/supply_lines.py: an Element; all are used",
    "supply line orders": "ground/supply_lines.py: orders of stages of elements; any of them may be followed",
    "supply line rows": "ground/supply_tracer.py: (element, side, state, rules) -> row of lengths; the first counts",
    "supply nets": "ground/supply_tracer.py: (side, state, rules) -> (name, hexes, REs) of each net; all are used",
    "supply sources": "ground/supply_sources.py: a SupplySource; all are used",
    "supplied places": "ground/supply_sources.py: (kind, (piece, view) -> bool); the first that says yes counts",
    "pieces without lines": "ground/supply_sources.py: (piece, view) -> bool; one that says yes is enough",
    "naval line blockers": "ground/supply_view.py: (side, state, rules) -> hexes; all are closed to naval lines",
    "ports that cannot be used": "ground/supply_view.py: (side, state, rules) -> hexes; none of them is used",
    "further ports": "ground/supply_view.py: (state, rules) -> (hex, size) of each port not printed; all are joined",
    "isolation ends": "ground/supply_map.py: one of ENDS, where lines of communications may end; the first counts",
    "isolation sources": "ground/supply_map.py: (side, state, rules) -> further hexes where they end; all are joined",
}
"""Slots of sources, with the facts that `when` is given (None where no class is named) and what the value is."""

DEPLOYMENT = "deployment"
"""The phase in which forces are set up, before the first player turn (FoF 30, SF 41A)."""

PHASES = ("initial", "movement", "combat", "exploitation")
"""The phases of a player turn (rule 4A)."""

PHASE_OPENINGS = ("movement phase", "combat phase", "exploitation phase")
"""The openings at which the phasing player acts; others give only orders that are given on demand (rule 4B)."""

PROCEDURES: dict[str, tuple[str, ...]] = {
    "player turn": (
        "start of player turn",
        "initial phase",
        "construction",
        "new construction",
        "start of movement",
        "movement phase",
        "end of movement",
        "start of combat",
        "combat phase",
        "end of combat",
        "start of exploitation",
        "exploitation phase",
        "end of exploitation",
        "end of player turn",
    ),
    "attack": ("declare", "before odds", "resolve", "losses", "retreats", "advance", "conclude"),
    "order": ("carried out",),
    "air operation": (
        "mission movement",
        "interceptor movement",
        "air combat",
        "antiaircraft fire",
        "mission resolution",
        "air unit return",
    ),
}
"""Named steps of each procedure, in order; a plugin's step goes before, after, or in place of one."""
