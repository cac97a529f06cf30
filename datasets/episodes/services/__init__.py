from .checking import Looked, help_checking, record_checks, refuse_unreadable, run_checks
from .composing import current_report, help_composing, run_composition, start_composition
from .discarding import start_discarding
from .reviewing import open_for_review, record_review_outcome
from .trying import dry_run, faults_of

__all__ = [
    "Looked",
    "current_report",
    "dry_run",
    "faults_of",
    "help_checking",
    "help_composing",
    "open_for_review",
    "record_checks",
    "record_review_outcome",
    "refuse_unreadable",
    "run_checks",
    "run_composition",
    "start_composition",
    "start_discarding",
]
