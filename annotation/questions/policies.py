"""Who may do what with items."""

from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from annotation.questions.models import Item


def can_run_items(user: User, project: Project) -> bool:
    """All items, imports, exports, and which video an item belongs to: maintainers."""
    return Role.MAINTAINER in roles_of(user, project)


def can_write_items(user: User, project: Project) -> bool:
    return bool(roles_of(user, project) & {Role.MAINTAINER, Role.ANNOTATOR})


def can_edit_item(user: User, item: Item) -> bool:
    """QU58: maintainers edit all items; annotators their own, and a mapped question that nobody has taken yet."""
    roles = roles_of(user, item.project)
    if Role.MAINTAINER in roles:
        return True
    return Role.ANNOTATOR in roles and item.author_id in (user.pk, None)
