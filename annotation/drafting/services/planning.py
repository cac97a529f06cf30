"""What a run would do, worked out before anything is kept: the dry run and the beginning of the run are the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from affectory.accounts.models import Project, User
from affectory.core.errors import InvalidError, NotAllowedError
from annotation.drafting import policies
from annotation.drafting.domain.facts import Window
from annotation.drafting.domain.options import OptionError, Options, read_options
from annotation.drafting.domain.states import LeftOut
from annotation.drafting.facts import facts_of
from annotation.drafting.registry import drafter as load_drafter
from annotation.questions.domain.states import ItemState, Origin
from annotation.questions.models import Item
from datasets.videos.domain import VideoState
from datasets.videos.models import SubtitleTrack, Video
from datasets.videos.selectors import search_videos, subtitles_in_force, videos_visible_to

MAX_VIDEOS = 20_000


@dataclass(frozen=True, slots=True)
class Choice:
    """Which videos are meant: these, or all that fit the filters. ``skip_drafted`` leaves out those that have drafts
    of a drafter already."""

    video_ids: tuple[UUID, ...] | None = None
    domain: str = ""
    search: str = ""
    subtitles: str = ""
    skip_drafted: bool = True


@dataclass(frozen=True, slots=True)
class PlannedVideo:
    video: Video
    track: SubtitleTrack | None
    windows: tuple[Window, ...] = ()
    left_out: LeftOut | None = None

    @property
    def drafts(self) -> int:
        return sum(window.count for window in self.windows)


@dataclass(frozen=True, slots=True)
class Plan:
    drafter_id: str
    options: Options
    videos: tuple[PlannedVideo, ...]

    @property
    def taken(self) -> tuple[PlannedVideo, ...]:
        return tuple(planned for planned in self.videos if planned.left_out is None)

    @property
    def windows(self) -> int:
        return sum(len(planned.windows) for planned in self.taken)

    @property
    def drafts(self) -> int:
        return sum(planned.drafts for planned in self.taken)


def plan_run(
    *,
    actor: User,
    project: Project,
    drafter_id: str,
    types: Sequence[str],
    per_video: int,
    options: Mapping[str, Any],
    choice: Choice,
) -> Plan:
    """DR9: every chosen video is either taken, with what is planned for it, or left out with a reason."""
    require_maintainer(actor, project)
    drafter = load_drafter(drafter_id)
    try:
        read = read_options(types, per_video, options)
    except OptionError as error:
        message = f"{error.field} {error}."
        raise InvalidError(message, code="drafting.options", fields={error.field: [str(error)]}) from error
    chosen = list(_chosen(actor, project, choice)[: MAX_VIDEOS + 1])
    if not chosen:
        message = "No video fits this choice; choose others, or take the filters away."
        raise InvalidError(message, code="drafting.no_videos", fields={"videos": [message]})
    if len(chosen) > MAX_VIDEOS:
        message = f"More than {MAX_VIDEOS:,} videos; narrow the choice down."
        raise InvalidError(message, code="drafting.too_many_videos", fields={"videos": [message]})
    tracks = _tracks(chosen)
    planned = []
    for video in chosen:
        track = tracks.get(video.pk)
        reason = _left_out(video, drafter.uses_model, choice.skip_drafted)
        windows: tuple[Window, ...] = ()
        if reason is None:
            windows = drafter.windows(facts_of(video, track), read)
            reason = None if windows else LeftOut.NO_BOUNDARY
        planned.append(PlannedVideo(video, track, windows, reason))
    return Plan(drafter_id, read, tuple(planned))


def require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_run_drafting(actor, project):
        raise NotAllowedError("Only a maintainer of the project may ask for drafts.", code="drafting.not_maintainer")


def _chosen(actor: User, project: Project, choice: Choice) -> QuerySet[Video]:
    drafted = Item.objects.filter(video=OuterRef("pk"), origin=Origin.DRAFTED).exclude(state=ItemState.DISCARDED)
    videos = videos_visible_to(actor, project).annotate(has_drafts=Exists(drafted)).order_by("name", "id")
    if choice.video_ids is not None:
        found = videos.filter(pk__in=choice.video_ids)
        missing = set(choice.video_ids) - set(found.values_list("pk", flat=True))
        if missing:
            message = f"There is no video {next(iter(missing))} in this project."
            raise InvalidError(message, code="drafting.no_such_video", fields={"videos": [message]})
        return found
    return search_videos(videos, domain=choice.domain, search=choice.search, subtitles=choice.subtitles)


def _left_out(video: Video, uses_model: bool, skip_drafted: bool) -> LeftOut | None:
    if video.state != VideoState.READY:
        return LeftOut.NOT_READY
    if uses_model and not video.may_send_to_external_model:
        return LeftOut.NO_RIGHT
    if skip_drafted and video.has_drafts:  # type: ignore[attr-defined]  # annotated above
        return LeftOut.HAS_DRAFTS
    return None


def _tracks(videos: Sequence[Video]) -> dict[UUID, SubtitleTrack]:
    """The first track in force of each, as an item's lines are taken from it (QU65)."""
    tracks = subtitles_in_force().filter(video__in=videos).order_by("video", "language", "label", "id")
    return {track.video_id: track for track in tracks.distinct("video")}
