from .decisions import choices_in, first_rounds_in, initial_decisions, judgements_of, left_out, pseudonym
from .people import own_agreement, people_at_work
from .splits import Wanted, counts_of_splits, guideline_of, side_by_side, split_for, split_rows, splits_visible_to
from .stored import state_of, stored_report, threshold_of

__all__ = [
    "Wanted",
    "choices_in",
    "counts_of_splits",
    "first_rounds_in",
    "guideline_of",
    "initial_decisions",
    "judgements_of",
    "left_out",
    "own_agreement",
    "people_at_work",
    "pseudonym",
    "side_by_side",
    "split_for",
    "split_rows",
    "splits_visible_to",
    "state_of",
    "stored_report",
    "threshold_of",
]
