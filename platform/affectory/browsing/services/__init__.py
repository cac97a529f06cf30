from affectory.browsing.services.bulk import carry_out, foresee_bulk, start_bulk, undo_bulk
from affectory.browsing.services.filters import change_filter, delete_filter, restore_filter, save_filter, set_default

__all__ = [
    "carry_out",
    "change_filter",
    "delete_filter",
    "foresee_bulk",
    "restore_filter",
    "save_filter",
    "set_default",
    "start_bulk",
    "undo_bulk",
]
