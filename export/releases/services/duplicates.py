"""SP10: rulings about motions that look alike, and the fingerprints of clips."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import UUID

from django.db import IntegrityError, transaction

from affectory.accounts.models import Project, User
from affectory.core import jobs, storage
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from datasets.observation.domain import RenderState
from datasets.observation.models import Render
from export.releases import audit, policies
from export.releases.domain import Verdict
from export.releases.kinds import kind_of
from export.releases.kinds.episodes.duplicates import kept_clips, without_hash
from export.releases.models import AnyRuling, ClipHash, Release

MIN_REASON = 10


@transaction.atomic
def rule_on_duplicates(
    *, actor: User, project: Project, first: UUID, second: UUID, verdict: str, reason: str
) -> AnyRuling:
    """Two motions or items are twins, which ties them together, or distinct, which lets them stand in two splits; say
    why."""
    _check_maintainer(actor, project)
    if len(reason.strip()) < MIN_REASON:
        message = "Say in a sentence why; it is kept and printed in the release."
        raise InvalidError(message, code="release.no_reason", fields={"reason": [message]})
    if first == second:
        raise InvalidError("Nothing is a twin of itself.", code="release.same_motion")
    alike = kind_of(project).alike
    found = alike.model._default_manager.filter(project=project, pk__in=(first, second)).order_by("pk")
    if found.count() != 2:
        raise NotFoundError(f"There are no two such {alike.many} in this project.", code=f"{alike.one}.not_found")
    one, other = found
    try:
        with transaction.atomic():
            ruling = alike.rulings._default_manager.create(
                project=project,
                first=one,
                second=other,
                verdict=Verdict(verdict).value,
                reason=reason.strip(),
                created_by=actor,
            )
    except IntegrityError as error:
        message = f"There is a ruling on these two {alike.many} already. Take it back first."
        raise ConflictError(message, code="release.ruled_already") from error
    audit.duplicates_ruled(actor=actor, ruling=ruling)
    return ruling


@transaction.atomic
def take_back_ruling(*, actor: User, project: Project, ruling_id: UUID) -> None:
    """Frozen releases keep what they were frozen with."""
    _check_maintainer(actor, project)
    rulings = kind_of(project).alike.rulings._default_manager
    ruling = rulings.select_for_update().filter(project=project, pk=ruling_id).first()
    if ruling is None:
        raise NotFoundError("There is no such ruling.", code="release.ruling_not_found")
    audit.ruling_taken_back(actor=actor, ruling=ruling)
    ruling.delete()


def hash_waiting(make: Callable[[Path], bytes | None], *, limit: int) -> int:
    """Fingerprints of some kept clips that have none. ``make`` gives None where a file cannot be read as a video."""
    clips = without_hash(Render.objects.filter(episode__state="kept", state=RenderState.DONE)).order_by()
    waiting = list(clips.values_list("video_sha256", flat=True).distinct()[:limit])
    return sum(_store(sha256, make) for sha256 in waiting)


def hash_release(release_id: UUID, make: Callable[[Path], bytes | None], run: jobs.Run | None = None) -> None:
    """Fingerprints of the clips of the project of a release, before its rows are looked at."""
    release = Release.objects.select_related("project").filter(pk=release_id).first()
    if release is None:
        return
    waiting = without_hash(kept_clips(release.project)).values_list("video_sha256", flat=True).distinct()
    for number, sha256 in enumerate(list(waiting)):
        _store(sha256, make)
        if run is not None and number % 20 == 0:
            run.progress(message=f"looked at {number:,} clips")
            run.stop_if_cancelled()


def _store(sha256: str, make: Callable[[Path], bytes | None]) -> bool:
    try:
        value = make(storage.local_path(sha256))
    except NotFoundError:
        return False
    ClipHash.objects.bulk_create([ClipHash(video_sha256=sha256, value=value or b"")], ignore_conflicts=True)
    return True


def _check_maintainer(actor: User, project: Project) -> None:
    if not policies.can_manage_releases(actor, project):
        raise NotAllowedError("Only a maintainer rules on duplicates.", code="release.not_maintainer")
