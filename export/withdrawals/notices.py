"""WD10: who is told. Members, and whoever fetched anything of what is gone; once, however often this is called."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from affectory.accounts.models import User
from affectory.accounts.selectors import members_of
from affectory.inbox.domain import Kind
from affectory.inbox.services import notify_all
from export.access.models import Download
from export.releases.models import FileTombstone
from export.releases.services.burying import Affected
from export.withdrawals.domain import said_of
from export.withdrawals.models import Tombstone


def tell(tombstone: Tombstone, affected: Iterable[Affected]) -> None:
    """Needs the transaction in which it happens."""
    paths = {one.release.version: one.paths for one in affected}
    members = {person for person in members_of(tombstone.project) if person.pk != tombstone.created_by_id}
    _notify(tombstone, members | _who_fetched(tombstone, paths), list(paths))


def tell_late(tombstone: Tombstone, versions: list[str], at_splits: dict[str, list[str]]) -> None:
    """Downloads are written down seconds after they happen: those of the last moments are looked for again."""
    paths = {version: {f"splits/{split}" for split in at_splits.get(version, ())} for version in versions}
    buried = FileTombstone.objects.filter(
        file__release__project_id=tombstone.project_id, at=tombstone.created_at.replace(microsecond=0)
    )
    for path, *numbers in buried.values_list(
        "file__path", "file__release__major", "file__release__minor", "file__release__patch"
    ):
        paths.setdefault(".".join(map(str, numbers)), set()).add(path)
    _notify(tombstone, _who_fetched(tombstone, paths), versions)


def _who_fetched(tombstone: Tombstone, paths: dict[str, set[str]]) -> set[User]:
    condition = Q(pk=None)
    for version, some in paths.items():
        condition |= Q(version=version, path__in=some)
    before = Download.objects.filter(project_id=tombstone.project_id, first_at__lte=tombstone.created_at)
    fetched = before.filter(condition, user__isnull=False).exclude(user=tombstone.created_by_id)
    return set(User.objects.filter(pk__in=fetched.values("user")))


def _notify(tombstone: Tombstone, people: set[User], versions: list[str]) -> None:
    notify_all(
        people=people,
        kind=Kind.MATERIAL_WITHDRAWN,
        project=tombstone.project,
        about=tombstone,
        text_args={"what": said_of(versions), "sentence": tombstone.sentence},
    )
