"""WD3, WD5: taking a video out for good, with what was made of it. Its row stays, so that what points at it explains
itself."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from affectory.accounts.models import User
from affectory.core.errors import GoneError
from affectory.core.models import Job
from affectory.core.rights import MayRedistribute
from affectory.core.transitions import move
from affectory.core.withdrawn import Name, What, mark_withdrawn
from datasets.videos import audit
from datasets.videos.domain import VIDEO_TRANSITIONS, VideoState
from datasets.videos.models import CutSegment, PreparedClip, Registration, RegistrationRow, Upload, Video
from datasets.videos.services.preparation import ACTIVE, NOTHING_MADE

GONE = "withdrawn"


def lock_video(video_id: UUID) -> Video | None:
    """Needs the caller's transaction; None if it is withdrawn already."""
    videos = Video.objects.exclude(state=VideoState.WITHDRAWN)
    return videos.select_for_update(of=("self",)).filter(pk=video_id).first()


def bytes_of_video(video: Video) -> set[str]:
    """The digests of everything that was stored of it."""
    found = {video.file_sha256, video.frames_sha256, video.proxy_sha256, video.poster_sha256, video.peaks_sha256}
    found |= set((video.sprite or {}).get("sheets", ()))
    found |= set(video.subtitles.values_list("file_sha256", flat=True))
    found |= set(CutSegment.objects.filter(video=video).values_list("sha256", flat=True))
    columns = ("video_sha256", "frames_sha256", "poster_sha256")
    for digests in PreparedClip.objects.filter(video=video).values_list(*columns):
        found |= set(digests)
    rows = RegistrationRow.objects.filter(Q(video=video) | Q(sha256=video.file_sha256))
    registrations = Registration.objects.filter(pk__in=rows.values("registration"))
    found |= set(registrations.values_list("manifest_sha256", flat=True))
    return found - {""}


def withdraw_video(*, actor: User, video: Video, sentence: str) -> None:
    """Needs the caller's transaction and lock, and that nothing points at the video's clips any more."""
    names: list[Name] = [(What.BYTES, video.file_sha256)]
    if video.external_id:
        names.append((What.VIDEO, video.external_id))
    mark_withdrawn(video.project_id, names, sentence)
    clips = PreparedClip.objects.filter(video=video)
    _forget_jobs(video, [str(pk) for pk in clips.values_list("pk", flat=True)])
    clips.delete()
    CutSegment.objects.filter(video=video).delete()
    now = timezone.now()
    video.subtitles.filter(deleted_at=None).update(deleted_at=now)
    video.subtitles.update(cues=[], notes=[], name=GONE, label=GONE, cue_count=0, note_count=0)
    _forget_reports(video)
    Upload.objects.filter(project_id=video.project_id, sha256=video.file_sha256).delete()
    move(
        video,
        to=VideoState.WITHDRAWN,
        transitions=VIDEO_TRANSITIONS,
        actor=actor,
        lease=None,
        name=f"{GONE} {video.pk.hex[:8]}",
        source="",
        external_id="",
        domain="",
        licence="",
        may_redistribute=MayRedistribute.ANNOTATIONS,
        may_send_to_external_model=False,
        content_warnings=[],
        notes=[],
        steps_done=[],
        probe=None,
        **NOTHING_MADE,
    )
    audit.video_withdrawn(actor=actor, video=video)


def check_there(video: Video) -> None:
    if video.state == VideoState.WITHDRAWN:
        raise GoneError("This video was withdrawn; nothing of it is here any more.", code="video.withdrawn")


def _forget_jobs(video: Video, clips: list[str]) -> None:
    """Titles and logs of jobs name the file."""
    of_video = Q(arguments__video_id=str(video.pk)) | Q(arguments__clip_id__in=clips)
    jobs = Job.objects.filter(of_video, project_id=video.project_id)
    jobs.filter(state__in=ACTIVE).update(cancel_requested=True)
    jobs.update(title=f"Work on {GONE} {video.pk.hex[:8]}", message="", log="")


def _forget_reports(video: Video) -> None:
    rows = RegistrationRow.objects.filter(Q(video=video) | Q(sha256=video.file_sha256))
    for one in Registration.objects.filter(pk__in=rows.values("registration")):
        kept = [stored for stored in one.files if stored["sha256"] != video.file_sha256]
        if len(kept) != len(one.files):
            one.files = kept
            one.save(update_fields=["files"])
    rows.update(file=GONE, reason=GONE, field="", warnings=[], changes=[], fields={})
