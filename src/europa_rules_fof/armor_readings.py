"""Open points of armor and antitank effects (FoF 10C2, 10E, 10G): what their readings put in."""

from __future__ import annotations

from europa_rules.contributions import Gate, Source
from europa_rules.ground.armor import ATEC_CHOICE
from europa_rules.ground.armor_proportions import BARRED_LEFT_OUT, ELECTED_ALLOW

ELECTION, BARRED, CHOICE = "fof-10E-half-capable-as-neutral", "fof-10G-hexside-bars-some", "fof-10C2-atec-choice"

SOURCES = tuple(
    Source(reading, slot, by=by, value=value, gate=Gate(point=point, reading=reading))
    for slot, point, by, reading, value in (
        (ELECTED_ALLOW, ELECTION, "FoF 10F", "counts", True),
        (ELECTED_ALLOW, ELECTION, "FoF 10F", "neutral-only", False),
        (BARRED_LEFT_OUT, BARRED, "FoF 10G", "left-out", True),
        (BARRED_LEFT_OUT, BARRED, "FoF 10G", "none-for-barred", False),
        (ATEC_CHOICE, CHOICE, "FoF 10C2", "optional", True),
        (ATEC_CHOICE, CHOICE, "FoF 10C2", "used", False),
    )
)
