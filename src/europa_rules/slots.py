"""Where plugins may contribute: the slots of modifiers and prohibitions, and the steps of each procedure.

One list for authors and for the checks at load: a contribution to a slot that is not here is refused with the
nearest right name. Each slot says what its predicates are given and what becomes of several answers.
"""

from __future__ import annotations

MODIFIER_SLOTS: dict[str, str] = {
    "attack strength": "ground/combat.py UnitInAttack: changes to one attacking unit's strength, after support",
    "defense strength": "ground/combat.py UnitInAttack: changes to one defending unit's strength, after support",
    "combat die roll": "ground/combat.py AttackFacts: die roll modifiers of an attack; all are added",
    "armor capability": "ground/armor.py ProportionFacts: a side's capable REs in a category, before they are divided",
    "movement allowance": "ground/movement.py Mover: MPs a unit may spend in a phase",
    "movement cost": "ground/terrain.py HexEntry: MPs to enter a hex, beside the chart's",
    "zoc exit cost": "ground/movement.py ZocExit: MPs to leave a hex in an enemy ZOC",
    "construction cost": "ground/construction.py WorkFacts: MPs of each unit for a piece of work",
    "rail cost": "ground/rail.py Ride: MPs of an operational ride; where anything is given, hex by hex",
    "strategic rail hexes": "ground/rail.py Ride: hexes that a unit may ride by strategic rail movement",
    "rail capacity use": "ground/rail_nets.py RailUse: REs that a unit counts against rail capacity",
    "rail capacity": "ground/rail_nets.py NetShare: REs that a side can use of a net in this turn, before raises",
    "stacking size": "ground/stacking.py StackedUnit: what a unit counts for in stacking",
}
"""Slots of modifiers, with the facts that `when` and `amount` are given."""

PROHIBITION_SLOTS: dict[str, str] = {
    "attack": "ground/combat.py AttackFacts: reasons why an attack may not be made",
    "defend": "ground/combat.py AttackFacts: reasons why units cannot be attacked",
    "move": "ground/movement.py MoveFacts: reasons why a unit may not move so",
    "enter hex": "ground/terrain.py HexEntry: reasons why a unit may not enter a hex",
    "retreat into hex": "ground/retreats.py RetreatHex: reasons why a unit may not retreat into a hex",
    "advance": "ground/combat.py AdvanceFacts: reasons why a unit may not advance after combat",
    "exert zoc": "ground/zones.py ZocExertion: reasons why a unit has no ZOC",
    "zoc reaches": "ground/zones.py ZocReach: reasons why a ZOC does not reach a hex",
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
    "rail": "ground/rail.py RailFacts: reasons why a unit may not ride so",
    "retreat before combat": "ground/combat.py: reasons why a unit may not retreat before combat",
}
"""Slots of prohibitions, with the facts that `when` is given; every refusal is collected."""

PHASES = ("initial", "movement", "combat", "exploitation")
"""The phases of a player turn (rule 4A)."""

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
}
"""Named steps of each procedure, in order; a plugin's step goes before, after, or in place of one."""
