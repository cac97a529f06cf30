from .reports import compute_report, current_report, set_threshold, work_report
from .tags import remove_tag, tag_split

__all__ = ["compute_report", "current_report", "remove_tag", "set_threshold", "tag_split", "work_report"]
