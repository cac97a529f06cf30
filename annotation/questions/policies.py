"""Who may do what with items."""

from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from annotation.questions.domain.states import OPEN_TO_EDITS, ItemState
from annotation.questions.models import Item

HANDED_OVER = (ItemState.DRAFT, ItemState.RETURNED)
"""QU86: what a maintainer may give to another annotator."""


def can_run_items(user: User, project: Project) -> bool:
    """All items, imports, exports, and which video an item belongs to: maintainers."""
    return Role.MAINTAINER in roles_of(user, project)


def can_write_items(user: User, project: Project) -> bool:
    return bool(roles_of(user, project) & {Role.MAINTAINER, Role.ANNOTATOR})


def can_see_item(user: User, item: Item) -> bool:
    """QU58: maintainers see all items; annotators their own, and drafts that nobody has taken yet."""
    roles = roles_of(user, item.project)
    if Role.MAINTAINER in roles:
        return True
    return Role.ANNOTATOR in roles and item.author_id in (user.pk, None)


def can_edit_item(user: User, item: Item) -> bool:
    """QU85: whoever sees an item may edit a draft, and what is submitted until a reviewer opens it; what came back is
    its author's; what reviewers judge or have judged, and what was discarded, is nobody's."""
    if item.state == ItemState.RETURNED:
        return item.author_id == user.pk and can_write_items(user, item.project)
    return item.state in OPEN_TO_EDITS and can_see_item(user, item)
