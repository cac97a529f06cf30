"""WD3: everything that belongs to a subject leaves what people work on and see, in the caller's transaction.

Locks in the order that everybody else keeps: motions, releases, rounds, clips, episodes, items, videos. What is out
already is passed over, so that this may run again for what came in meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Q

from affectory.accounts.models import Project, User
from affectory.core import jobs
from affectory.core.errors import ConflictError
from affectory.endpoints.domain.requests import media_of
from affectory.endpoints.models import Attempt, Call
from affectory.inbox.models import InboxLine
from annotation.comments.models import Thread
from annotation.drafting.models import DraftWindow, Proposal
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item, Revision
from annotation.questions.services.withdrawing import (
    end_video_reservations,
    files_of_items,
    lock_items,
    withdraw_items,
)
from annotation.reviews.services.withdrawing import end_reviews, open_rounds_of
from annotation.watching.models import Mark
from datasets.episodes.withdrawing import episodes_of_avatars, episodes_of_motions, of_motions, withdraw_episodes
from datasets.motion.models import Avatar, Collection, MotionAsset, Performer
from datasets.motion.services.withdrawing import (
    lock_motions,
    withdraw_avatar,
    withdraw_collection,
    withdraw_motions,
    withdraw_performer,
)
from datasets.observation.models import Render
from datasets.observation.withdrawing import withdraw_renders
from datasets.videos.models import PreparedClip, Video
from datasets.videos.services.withdrawing import bytes_of_video, lock_video, withdraw_video
from export.releases.domain import ReleaseState
from export.releases.models import Release
from export.releases.services import fail_freeze
from export.releases.services.burying import lock_releases, pins_any
from export.withdrawals.domain import SubjectKind
from export.withdrawals.subjects import Subject

GONE = "withdrawn"


@dataclass(slots=True)
class Material:
    """What is locked and will go, and the digests of its bytes."""

    motions: list[MotionAsset]
    episodes: list[UUID]
    items: list[Item]
    video: Video | None
    ended_freezes: list[str] = field(default_factory=list)
    open_rounds: int = 0
    clips: int = 0
    revisions: int = 0
    digests: set[str] = field(default_factory=set)

    @property
    def of_releases(self) -> set[UUID]:
        """The subjects that rows of releases are about."""
        return {*self.episodes, *(item.pk for item in self.items)}


def lock(subject: Subject, project: Project, sentence: str) -> Material:
    """Everything that goes, still, and nothing that just freezes holds any of it."""
    motions = lock_motions(subject.motions)
    releases = list(lock_releases(project))
    video = None if subject.video is None else lock_video(subject.video)
    material = Material(
        motions=motions,
        episodes=episodes_of_avatars([subject.avatar]) if subject.avatar else episodes_of_motions(subject.motions),
        items=lock_items(subject.items),
        video=video,
    )
    for release in releases:
        if release.state == ReleaseState.FREEZING and pins_any(release, material.of_releases):
            _end_freeze(release, sentence)
            material.ended_freezes.append(release.version)
    return material


def late(ids: Mapping[str, Sequence[UUID]]) -> Material:
    """What came in for things that are withdrawn, by their kinds, while they were being withdrawn."""
    episodes = episodes_of_motions(ids[SubjectKind.MOTION])
    episodes += episodes_of_avatars(ids[SubjectKind.AVATAR])
    late_clips = of_motions(ids[SubjectKind.MOTION], prefix="episode__") | Q(
        episode__avatar__in=ids[SubjectKind.AVATAR]
    )
    clips = Render.objects.filter(late_clips)
    episodes += clips.exclude(episode__in=episodes).values_list("episode", flat=True).distinct()
    items = Item.objects.filter(video__in=ids[SubjectKind.VIDEO]).exclude(state=ItemState.WITHDRAWN)
    return Material(motions=[], episodes=episodes, items=lock_items(items.values_list("pk", flat=True)), video=None)


def take_out(actor: User, subject: Subject, material: Material, sentence: str) -> None:
    items = [item.pk for item in material.items]
    for kind, ids in (("episode", material.episodes), ("item", items)):
        _end_reviews(actor, material, kind, ids)
    material.clips = Render.objects.filter(episode__in=material.episodes).count()
    material.digests |= withdraw_renders(material.episodes)
    material.digests |= withdraw_episodes(actor=actor, ids=material.episodes)
    # Again, for one of them may have been put out for review while its lock was waited for.
    _end_reviews(actor, material, "episode", material.episodes)
    _take_out_items(actor, material, items)
    if material.video is not None:
        _take_out_video(actor, material, material.video, sentence)
    material.digests |= withdraw_motions(actor=actor, motions=material.motions, sentence=sentence)
    if subject.avatar is not None:
        material.digests |= withdraw_avatar(Avatar.objects.get(pk=subject.avatar), sentence)
    if subject.kind is SubjectKind.PERFORMER:
        withdraw_performer(Performer.objects.select_related("collection").get(pk=subject.pk), sentence)
    if subject.kind is SubjectKind.COLLECTION:
        withdraw_collection(Collection.objects.get(pk=subject.pk), sentence)


def _end_reviews(actor: User, material: Material, kind: str, ids: Sequence[UUID]) -> None:
    material.open_rounds += open_rounds_of(kind, ids).count()
    end_reviews(actor=actor, kind=kind, ids=ids)


def _end_freeze(release: Release, sentence: str) -> None:
    job = None if release.job_id is None else jobs.Job.objects.filter(pk=release.job_id).first()
    fail_freeze(
        release_id=release.pk,
        reason=f"Material that this release pinned was withdrawn while it froze: {sentence} Freeze it again.",
    )
    if job is not None and job.state in (jobs.Job.State.QUEUED, jobs.Job.State.RUNNING):
        try:
            jobs.cancel_job(job)
        except ConflictError:
            return  # it ended by itself meanwhile


def _take_out_items(actor: User, material: Material, ids: list[UUID]) -> None:
    if not ids:
        return
    material.revisions = Revision.objects.filter(item__in=ids).count()
    material.digests |= files_of_items(ids)
    threads = list(Thread.objects.filter(item__in=ids).values_list("pk", flat=True))
    told_of = [str(pk) for pk in (*ids, *threads)]
    InboxLine.objects.filter(about_id__in=told_of).delete()
    Thread.objects.filter(pk__in=threads).delete()
    Proposal.objects.filter(item__in=ids).update(given=None, content=None, reasons=[])
    withdraw_items(actor=actor, items=material.items)


def _take_out_video(actor: User, material: Material, video: Video, sentence: str) -> None:
    material.clips += PreparedClip.objects.filter(video=video).count()
    material.digests |= bytes_of_video(video)
    Proposal.objects.filter(video=video).update(given=None, content=None, reasons=[])
    DraftWindow.objects.filter(run_video__video=video).update(shown=None, reason="")
    material.digests |= _forget_calls(video)
    Mark.objects.filter(video=video).delete()
    end_video_reservations(actor=actor, video_id=video.pk)
    withdraw_video(actor=actor, video=video, sentence=sentence)


def _forget_calls(video: Video) -> set[str]:
    """What models were shown of a video and what they said; who asked, when and what it cost stays."""
    calls = Call.objects.filter(video_ids__contains=[video.pk])
    digests: set[str] = set()
    for call in calls.select_for_update():
        messages = call.request.get("messages", [])
        digests |= {part["sha256"] for part in media_of(messages)}
        call.request = {**call.request, "messages": [{"role": "user", "content": GONE}]}
        call.title, call.answer, call.explanation = GONE, "", ""
        call.save(update_fields=["request", "title", "answer", "explanation"])
    Attempt.objects.filter(call__in=calls).update(raw="", explanation="")
    return digests
