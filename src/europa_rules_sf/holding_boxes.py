"""Holding boxes (SF 3E5): in his initial phase the Allied player shifts forces between a box and its area."""

from __future__ import annotations

from europa_rules.campaign.boxes import (
    OPENING,
    Transfer,
    carry_out_transfer,
    offer_transfers,
    rule_on_transfer_order,
    transfers_of,
)
from europa_rules.citations import Citation
from europa_rules.contributions import StepContribution
from europa_rules.orders import OrderKind

STEPS = (StepContribution("holding boxes", "player turn", offer_transfers, by="SF 3E5", after="construction"),)
ORDER_KINDS = (
    OrderKind(
        "transfer",
        Transfer,
        rule_on_transfer_order,
        carry_out_transfer,
        by=(Citation.parse("SF 3E5"),),
        openings=(OPENING,),
        of_unit=transfers_of,
    ),
)
