"""What a run would do, worked out before anything is kept: the dry run and the beginning of the run are the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from affectory.accounts.models import Project, User
from affectory.core.errors import InvalidError, NotAllowedError
from affectory.endpoints.domain.states import ProfileState
from affectory.endpoints.models import Profile
from affectory.endpoints.selectors import profile_for
from annotation.drafting import policies
from annotation.drafting.domain.facts import Window
from annotation.drafting.domain.options import OptionError, Options, read_options
from annotation.drafting.domain.states import LeftOut
from annotation.drafting.facts import asked_of, facts_of
from annotation.drafting.prompting import LATEST, Prompt, prompt
from annotation.drafting.registry import drafter as load_drafter
from annotation.drafting.requests import Most, Sends, forecast, output_limit, shows_anything
from annotation.questions.domain.states import ItemState, Origin
from annotation.questions.models import Item
from datasets.videos.domain import VideoState
from datasets.videos.models import SubtitleTrack, Video
from datasets.videos.selectors import search_videos, subtitles_in_force, videos_visible_to

MAX_VIDEOS = 20_000
WEIGHED = 200
"""So many windows are written out to estimate what a run takes; of more, the others are taken to be like them."""


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
class Wish:
    """What a maintainer asks for. ``profile_id`` and ``prompt_id`` are for drafters that ask a model."""

    drafter_id: str
    types: Sequence[str]
    per_video: int
    choice: Choice = field(default_factory=Choice)
    options: Mapping[str, Any] = field(default_factory=dict)
    profile_id: UUID | None = None
    prompt_id: str = LATEST


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
    """``most``: what the calls take at most, ``sends``: what they carry; None where no model is asked."""

    wish: Wish
    options: Options
    videos: tuple[PlannedVideo, ...]
    profile: Profile | None
    prompt: Prompt | None
    most: Most | None
    sends: Sends | None

    @property
    def taken(self) -> tuple[PlannedVideo, ...]:
        return tuple(planned for planned in self.videos if planned.left_out is None)

    @property
    def windows(self) -> int:
        return sum(len(planned.windows) for planned in self.taken)

    @property
    def drafts(self) -> int:
        return sum(planned.drafts for planned in self.taken)


def plan_run(*, actor: User, project: Project, wish: Wish) -> Plan:
    """DR9: every chosen video is either taken, with what is planned for it, or left out with a reason."""
    require_maintainer(actor, project)
    drafter = load_drafter(wish.drafter_id)
    options = _options(wish)
    profile = _profile(actor, project, wish, options) if drafter.uses_model else None
    told = prompt(wish.prompt_id) if drafter.uses_model else None
    most, sends, weighed, windows_seen = Most(), Sends(), 0, 0
    planned = []
    chosen = _chosen(actor, project, wish.choice)
    tracks = _tracks(chosen)
    for video in chosen:
        track = tracks.get(video.pk)
        reason = _left_out(video, drafter.uses_model, wish.choice.skip_drafted)
        windows: tuple[Window, ...] = ()
        if reason is None:
            facts = facts_of(video, track)
            windows = drafter.windows(facts, options)
            reason = None if windows else LeftOut.NO_BOUNDARY
            if profile is not None and windows:
                windows = tuple(w for w in windows if shows_anything(asked_of(facts, w, options), options, profile))
                reason = None if windows else LeftOut.NOTHING_TO_SHOW
            windows_seen += len(windows)
            if profile is not None and told is not None:
                size = video.width or 0, video.height or 0
                for window in windows[: max(0, WEIGHED - weighed)]:
                    asked = asked_of(facts, window, options)
                    takes, carries = forecast(drafter, asked, options, told, profile, size=size)
                    most, sends, weighed = most + takes, sends + carries, weighed + 1
        planned.append(PlannedVideo(video, track, windows, reason))
    if weighed:
        most, sends = most.scaled(windows_seen, weighed), sends.scaled(windows_seen, weighed)
    is_asking = profile is not None
    return Plan(
        wish,
        options,
        tuple(planned),
        profile,
        told,
        most=most if is_asking else None,
        sends=sends if is_asking else None,
    )


def require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_run_drafting(actor, project):
        raise NotAllowedError("Only a maintainer of the project may ask for drafts.", code="drafting.not_maintainer")


def _options(wish: Wish) -> Options:
    try:
        return read_options(wish.types, wish.per_video, wish.options)
    except OptionError as error:
        message = f"{error.field} {error}."
        raise InvalidError(message, code="drafting.options", fields={error.field: [str(error)]}) from error


def _profile(actor: User, project: Project, wish: Wish, options: Options) -> Profile:
    if wish.profile_id is None:
        message = "Choose the endpoint that is to be asked."
        raise InvalidError(message, code="drafting.no_profile", fields={"profile": [message]})
    profile = profile_for(actor, project, wish.profile_id)
    if profile.state != ProfileState.ACTIVE:
        message = f"The endpoint {profile.slug} is not in use any more; choose another, or its present version."
        raise InvalidError(message, code="drafting.profile_not_active", fields={"profile": [message]})
    output_limit(options, profile)
    return profile


def _chosen(actor: User, project: Project, choice: Choice) -> Sequence[Video]:
    drafted = Item.objects.filter(video=OuterRef("pk"), origin=Origin.DRAFTED).exclude(state=ItemState.DISCARDED)
    videos: QuerySet[Video] = videos_visible_to(actor, project).annotate(has_drafts=Exists(drafted))
    videos = videos.order_by("name", "id")
    if choice.video_ids is not None:
        videos = videos.filter(pk__in=choice.video_ids)
    else:
        videos = search_videos(videos, domain=choice.domain, search=choice.search, subtitles=choice.subtitles)
    found = list(videos[: MAX_VIDEOS + 1])
    missing = set(choice.video_ids or ()) - {video.pk for video in found}
    message = ""
    if missing:
        message = f"There is no video {next(iter(missing))} in this project."
    elif not found:
        message = "No video fits this choice; choose others, or take the filters away."
    elif len(found) > MAX_VIDEOS:
        message = f"More than {MAX_VIDEOS:,} videos; narrow the choice down."
    if message:
        raise InvalidError(message, code="drafting.videos", fields={"videos": [message]})
    return found


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
