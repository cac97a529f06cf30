from .models import Project, Role, User
from .selectors import roles_of


def can_manage_people(user: User, project: Project) -> bool:
    """AC4: maintainers give and take roles in their project."""
    return Role.MAINTAINER in roles_of(user, project)


def can_administer(user: User) -> bool:
    """Accounts and projects are made by administrators."""
    return user.is_superuser
