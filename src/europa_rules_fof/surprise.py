"""The surprise offensive (FoF 31E, 31I2, 33A): the German invasion turn and the Allied reaction phase.

Needs the turn, the deployment of the Allies on the Dyle, or the move of a unit in the reaction phase; gives rulings.
The line, the forces that move to it and the figures are data (`charts/surprise.toml`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from attrs import field, frozen

from europa_rules.campaign.nations import stays_neutral
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Option
from europa_rules.nations import normal
from europa_rules.numbers import ZERO, show
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.units import Unit, is_position_aa

CHART = "surprise"
FREE_ADVANCE = "31I2"
DYLE, NEUTRALS = Citation("FoF", "31E2a"), Citation("FoF", "31E2b")
REACTION_RULES = (DYLE, Citation("FoF", "33A"))
"""The rules of the Allied advance."""

BOTH = "33A-dyle-or-netherlands"
REACTION, FIRST_TURN = "reaction", "first_allied_movement"
"""When the units of an invaded neutral move: one or the other."""

OPTIONS = (Option(FREE_ADVANCE, "No advance to the Dyle required", by="FoF 31I2"),)


# --- the invasion turn (31E1) ----------------------------------------------------------------------------------------


@rule("FoF 31E")
def is_first_turn(turn: Turn, rules: Ruleset) -> bool:
    """Whether a game turn is the one that begins with the German invasion."""
    return turn == rules.variant.first_turn


@rule("FoF 31E")
def is_invasion_turn(turn: Turn, player: Side, rules: Ruleset) -> bool:
    """Whether a player turn is the German invasion turn: the first of the game.

    >>> from europa_rules import load
    >>> is_invasion_turn(Turn.parse("May I 40"), AXIS, load("fof"))
    True
    """
    return is_first_turn(turn, rules) and player == AXIS


@frozen
class PhaseFacts:
    """A phase of a player turn. is_invasion: whether the game turn is that of the German invasion."""

    phase: str
    player: Side
    is_invasion: bool


@rule("FoF 31E", "FoF 31E1")
def rule_on_phase(facts: PhaseFacts, rules: Ruleset) -> Ruling:
    """Whether a phase takes place: no exploitation by the Germans as they invade, and a reaction of the Allies then."""
    rests_on = rules.resting("31E-first-turn") if facts.is_invasion else ()
    exploits = facts.phase == "exploitation" and facts.is_invasion and facts.player == AXIS
    reacts = facts.phase == REACTION and not (facts.is_invasion and facts.player == ALLIED)
    return (
        Ruling.refuse_if(exploits, "the German invasion turn has no exploitation phase", Citation("FoF", "31E1"))
        & Ruling.refuse_if(
            reacts, "the Allies have a reaction phase after the German invasion turn only", Citation("FoF", "31E")
        )
        & Ruling(rests_on=rests_on)
    )


@rule("FoF 33A", "FoF 28C4")
def rule_on_invasions(invaded: Collection[str], is_historical: bool, rules: Ruleset) -> Ruling:
    """Whether these countries may be all that Germany invades in its invasion turn."""
    names = {rules.nations.find(country).country for country in invaded}
    lacking = [country for country in rules.charts[CHART].texts("lists", "must_invade") if country not in names]
    ruling = Ruling.refuse_if(
        is_historical and bool(lacking),
        f"Germany does not invade {' and '.join(lacking)}",
        Citation("FoF", "33A"),
        possible="invade Belgium and the Netherlands",
    )
    forever = (country for country in sorted(names) if stays_neutral(country, rules))
    return ruling & Ruling.all(Ruling.refuse(f"nobody attacks {c}", Citation("FoF", "28C4")) for c in forever)


# --- the Allied advance (31E2a) --------------------------------------------------------------------------------------


@frozen
class DyleLine:
    """The Allies on the Dyle as the reaction phase ends.

    Attributes:
        german_in_line: whether German units occupy a hex of it.
        re: the REs in each of its hexes, "16A:1026" or "1026".
        farthest: hexes from the line of the unit farthest from it; None for near enough.
    """

    german_in_line: bool
    re: Mapping[str, Fraction] = field(factory=dict, hash=False)
    farthest: int | None = None


@rule("FoF 31E2a", "FoF 31I2")
def rule_on_dyle(facts: DyleLine, rules: Ruleset) -> Ruling:
    """Whether the Allied deployment on the Dyle is right; nothing is required once Germans stand in the line.

    >>> from europa_rules import load
    >>> rule_on_dyle(DyleLine(german_in_line=True), load("fof")).allowed
    True
    """
    if rules.has_option(FREE_ADVANCE):
        return Ruling(rests_on=rules.resting("31I2-dyle-reference"))
    if facts.german_in_line:
        return Ruling.allow()
    chart = rules.charts[CHART]
    need = chart.whole("rows", "re_in_each_hex", "figure").value
    there = {ref.rpartition(":")[2]: number for ref, number in facts.re.items()}
    short = {ref: there.get(ref.rpartition(":")[2], ZERO) for ref in chart.texts("lists", "dyle_line")}
    near = chart.whole("rows", "hexes_from_line", "figure").value
    return Ruling.all(
        Ruling.refuse(f"{ref} of the Dyle line holds {show(number)} REs of {need}", DYLE)
        for ref, number in short.items()
        if number < need
    ) & Ruling.refuse_if(
        facts.farthest is not None and facts.farthest > near,
        f"a unit stands {facts.farthest} hexes from the Dyle line; it may be {near}",
        DYLE,
    )


@frozen
class Advance:
    """A unit that would advance in the Allied reaction phase.

    Attributes:
        unit: its printed facts; None where nothing about it matters. name: its identification.
        force: its army, or "" for one that may move.
        into: the country that it enters, or "".
        hexrow: the hexrow in which it starts, None for one far enough north.
        south_of_meuse: whether it would move south of the Meuse between Sedan and Liege.
    """

    unit: Unit | None = None
    name: str = ""
    force: str = ""
    into: str = ""
    hexrow: int | None = None
    south_of_meuse: bool = False


def _bare(force: str, rules: Ruleset) -> str:
    """The name of a force without the nation before or within it."""
    words = [word for word in force.split() if normal(word) not in ("french", "the")]
    return normal(" ".join(words))


@frozen
class _Terms:
    """What the chart says of the advance: whose it is, the last hexrow, where it leads, names and types that stay."""

    forces: frozenset[str]
    last: int
    lands: tuple[str, ...]
    staying: tuple[str, ...]
    staying_types: frozenset[str]


@remembered()
def _terms(rules: Ruleset) -> _Terms:
    chart = rules.charts[CHART]
    lands = chart.texts("lists", "countries")
    return _Terms(
        frozenset(map(normal, chart.texts("lists", "forces"))),
        chart.whole("rows", "southernmost_hexrow", "figure").value,
        lands[:1] if rules.reads(BOTH, "dyle-only") else lands,
        tuple(map(normal, chart.texts("lists", "not_advancing"))),
        frozenset(chart.texts("lists", "not_advancing_types")),
    )


@rule("FoF 31E2a")
def rule_on_advance(facts: Advance, rules: Ruleset) -> Ruling:
    """Whether a unit may move so in the Allied reaction phase.

    >>> from europa_rules import load
    >>> print(rule_on_advance(Advance(into="Belgium", force="2nd Army"), load("fof")))
    refused: units of 2nd Army do not move in the reaction phase (FoF 31E2a).
    """
    terms = _terms(rules)
    last, goes = terms.last, terms.lands
    rulings = (
        Ruling.refuse_if(
            bool(facts.force) and _bare(facts.force, rules) not in terms.forces,
            f"units of {facts.force} do not move in the reaction phase",
            DYLE,
        ),
        Ruling.refuse_if(facts.hexrow is not None and facts.hexrow > last, f"it starts south of hexrow {last}", DYLE),
        Ruling.refuse_if(facts.south_of_meuse, "it would move south of the Meuse", DYLE),
        Ruling.refuse_if(
            bool(facts.into) and facts.into not in goes,
            f"it would enter {facts.into}",
            DYLE,
            possible=f"enter {' or '.join(goes)}",
        ),
        _rule_on_kind(facts, rules),
    )
    ruling = Ruling.all(rulings)
    return ruling & Ruling(rests_on=rules.resting(BOTH)) if facts.into == "Netherlands" else ruling


def _rule_on_kind(facts: Advance, rules: Ruleset) -> Ruling:
    """Whether a unit is of a kind that may advance."""
    if facts.unit is None:
        return Ruling.allow()
    unit, terms, name = facts.unit, _terms(rules), normal(facts.name)
    named = any(word in name for word in terms.staying)
    stays = (
        is_position_aa(unit, rules.types)
        or unit.type in terms.staying_types
        or (unit.nation == "br" and (named or unit.type == "construction"))
    )
    why = "position AA, fortress units, Pioneers and Line of Communications troops do not advance"
    return Ruling.refuse_if(stays, why, DYLE)


# --- invaded neutrals (31E2b) ----------------------------------------------------------------------------------------


@frozen
class NeutralReaction:
    """How the units of invaded neutrals move on the first turn.

    Attributes:
        nation: the country, or "" where several are told by their choices.
        in_reaction, in_first_turn: which of its units move in the reaction phase, and in the movement phase of the
            first Allied player turn: "none", "some" or "all".
        choices: country -> "reaction" or "first_allied_movement", for several.
        into: the country that a unit enters in the reaction phase, or "".
        enters_enemy_zoc: whether a unit enters an enemy ZOC in it.
    """

    nation: str = ""
    in_reaction: str = "none"
    in_first_turn: str = "none"
    choices: Mapping[str, str] = field(factory=dict, hash=False)
    into: str = ""
    enters_enemy_zoc: bool = False


@rule("FoF 31E2b")
def rule_on_neutral_reaction(facts: NeutralReaction, rules: Ruleset) -> Ruling:
    """Whether the units of invaded neutrals may move so; each country moves once, and in its own land. They may ride.

    >>> from europa_rules import load
    >>> print(rule_on_neutral_reaction(NeutralReaction("Belgium", into="France"), load("fof")))
    refused: in the reaction phase units of Belgium stay in their country (FoF 31E2b).
    """
    twice = "none" not in (facts.in_reaction, facts.in_first_turn)
    home = rules.nations.find(facts.nation).country if facts.nation else ""
    entered = rules.nations.find(facts.into).country if facts.into else home
    wrong = [country for country, choice in facts.choices.items() if choice not in (REACTION, FIRST_TURN)]
    return Ruling.all(
        (
            Ruling.refuse_if(
                twice or bool(wrong),
                "all units of a country move in the reaction phase, or all in the first Allied movement phase",
                NEUTRALS,
                possible="choose one of them for each country",
            ),
            Ruling.refuse_if(
                entered != home, f"in the reaction phase units of {facts.nation} stay in their country", NEUTRALS
            ),
            Ruling.refuse_if(
                facts.enters_enemy_zoc, "units of invaded neutrals do not enter enemy ZOCs in the reaction", NEUTRALS
            ),
        )
    )
