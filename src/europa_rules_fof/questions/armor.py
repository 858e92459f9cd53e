"""Questions about armor and antitank effects (FoF 10)."""

from __future__ import annotations

from europa_rules.ground import armor, armor_proportions
from europa_rules.ground.battleground import bars_armor, features_of
from europa_rules.ground.facts import Combatant
from europa_rules.ground.zones import turns_out
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_fof.questions import HANDLERS
from europa_rules_fof.questions.combat import ground


def involved(entry: Given, rules: Ruleset) -> armor_proportions.Involved:
    """An armor entry: a size in REs and values, or a unit."""
    who = Combatant(
        entry.as_unit("division"),
        elections=dict.fromkeys(
            (armor_proportions.AECA, armor_proportions.AECD, armor_proportions.ATEC), entry.text("treat_as", "")
        ),
        situation={armor_proportions.TURNS_OUT: str(turns_out(entry.text("supply_state", "in")))},
    )
    return armor_proportions.involve(who, rules, re=entry.number("re", None))


@HANDLERS.answers(
    "reckon armor_modifiers",
    "attackers defenders no_aec_terrain terrain",
    within="division re supply_state treat_as",
    by="10C",
)
def armor_modifiers(given: Given, rules: Ruleset) -> Answer:
    """Proportions and die roll modifiers of both sides; `terrain` decides where `no_aec_terrain` is not stated."""
    barred = bars_armor(features_of(ground(given.text("terrain", "clear")), rules))
    found = armor.reckon_armor_modifiers(
        armor.ArmorFacts(
            attackers=tuple(involved(entry, rules) for entry in given.parts("attackers")),
            defenders=tuple(involved(entry, rules) for entry in given.parts("defenders")),
            no_aec=given.flag("no_aec_terrain", barred),
        ),
        rules,
    )
    return Answer.of(
        attacker_aec=found.capability,
        attacker_drm=found.attack,
        defender_aec=found.aecd,
        defender_atec=found.atec,
        defender_drm=found.defense,
        net_drm=found.net,
    )


@HANDLERS.answers("reckon capable_re", "re value", by="10B")
def capable_re(given: Given, rules: Ruleset) -> Answer:
    """REs that count as capable, and REs that count at all."""
    capable, counted = armor_proportions.reckon_capable_re(given.number("re"), given.text("value"), rules)
    return Answer.of(capable=capable, counted=counted)
