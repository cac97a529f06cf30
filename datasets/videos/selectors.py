from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.errors import NotFoundError
from affectory.core.rights import MayRedistribute, Rights
from datasets.intake.selectors import counts_by_outcome
from datasets.videos import policies
from datasets.videos.domain import RegistrationOutcome, VideoState
from datasets.videos.models import PreparedClip, Registration, RegistrationRow, SubtitleTrack, Upload, Video


def videos_visible_to(user: User, project: Project) -> QuerySet[Video]:
    videos = Video.objects.filter(project=project)
    return videos if policies.can_see_videos(user, project) else videos.none()


def video_visible_to(user: User, project: Project, video_id: UUID) -> Video:
    video = videos_visible_to(user, project).select_related("created_by").filter(pk=video_id).first()
    if video is None:
        raise NotFoundError("There is no such video in this project.", code="video.no_video")
    return video


def file_of_video(video_id: UUID) -> Path:
    """Where the original lies on this machine, for a worker."""
    sha256 = Video.objects.filter(pk=video_id).values_list("file_sha256", flat=True).first()
    return storage.local_path(sha256 or "")


def videos_with_counts(videos: QuerySet[Video]) -> QuerySet[Video]:
    """With the numbers that a list shows beside each."""
    return videos.annotate(
        subtitle_tracks=Count(
            "subtitles",
            filter=Q(subtitles__replaced_at__isnull=True, subtitles__deleted_at__isnull=True),
            distinct=True,
        ),
        clip_count=Count("clips", distinct=True),
    )


def search_videos(
    videos: QuerySet[Video], *, state: str = "", domain: str = "", search: str = "", subtitles: str = ""
) -> QuerySet[Video]:
    """``subtitles`` is "yes" or "no"; ``search`` looks into name, source and external id."""
    if state:
        videos = videos.filter(state=state)
    if domain:
        videos = videos.filter(domain=domain)
    if subtitles in ("yes", "no"):
        has = Exists(subtitles_in_force().filter(video=OuterRef("pk")))
        videos = videos.filter(has if subtitles == "yes" else ~has)
    if search:
        videos = videos.filter(
            Q(name__icontains=search) | Q(source__icontains=search) | Q(external_id__icontains=search)
        )
    return videos


def subtitles_in_force() -> QuerySet[SubtitleTrack]:
    return SubtitleTrack.objects.filter(replaced_at__isnull=True, deleted_at__isnull=True)


def subtitles_visible_to(user: User, project: Project) -> QuerySet[SubtitleTrack]:
    """Replaced and deleted ones too: items may quote them."""
    tracks = SubtitleTrack.objects.filter(video__project=project)
    return tracks if policies.can_see_videos(user, project) else tracks.none()


def clips_visible_to(user: User, project: Project) -> QuerySet[PreparedClip]:
    clips = PreparedClip.objects.filter(video__project=project).select_related("video")
    return clips if policies.can_see_videos(user, project) else clips.none()


def clip_visible_to(user: User, project: Project, clip_id: UUID) -> PreparedClip:
    clip = clips_visible_to(user, project).filter(pk=clip_id).first()
    if clip is None:
        raise NotFoundError("There is no such clip in this project.", code="clip.no_clip")
    return clip


def uploads_open_to(user: User, project: Project) -> QuerySet[Upload]:
    """What somebody has sent themselves and no registration has used."""
    uploads = Upload.objects.filter(project=project, created_by=user, used_at__isnull=True)
    return uploads if policies.can_change_videos(user, project) else uploads.none()


def registrations_visible_to(user: User, project: Project) -> QuerySet[Registration]:
    registrations = Registration.objects.filter(project=project)
    return registrations if policies.can_change_videos(user, project) else registrations.none()


def counts_of_registrations(registrations: Iterable[Registration]) -> dict[UUID, dict[str, int]]:
    """Outcome → rows for each, in one query."""
    rows = RegistrationRow.objects.all()
    return counts_by_outcome(registrations, rows, of="registration", outcomes=RegistrationOutcome)


def video_counts(project: Project) -> dict[str, int]:
    """State → number of videos; every state is there, an empty one as 0."""
    counted = dict(Video.objects.filter(project=project).values_list("state").annotate(n=Count("id")).order_by())
    return {state.value: counted.get(state.value, 0) for state in VideoState}


def videos_sendable_to_models(project: Project) -> QuerySet[Video]:
    """VI44: the only videos whose bytes, frames or subtitles may go to a model endpoint outside."""
    return Video.objects.filter(project=project, state=VideoState.READY.value, may_send_to_external_model=True)


def videos_redistributable(project: Project, *, kind: MayRedistribute = MayRedistribute.MEDIA) -> QuerySet[Video]:
    """VI44: the videos of which a release may carry this kind of thing: the files, or what was derived from them."""
    enough = [one.value for one in MayRedistribute if Rights("", one).allows(kind)]
    return Video.objects.filter(project=project, state=VideoState.READY.value, may_redistribute__in=enough)
