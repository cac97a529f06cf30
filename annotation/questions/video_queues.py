"""Which whole videos wait for whom, and who has which."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Case, Count, Exists, IntegerField, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import moment
from annotation.questions import queues
from annotation.questions.domain.kinds import Granularity
from annotation.questions.domain.reserving import ReservationState
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item, VideoReservation
from annotation.questions.queues import policy_of
from annotation.watching.selectors import watchings_of
from datasets.videos.domain import VideoState
from datasets.videos.models import Video
from datasets.videos.selectors import videos_visible_to

__all__ = ["begun_by", "free_for", "held_until", "open_on", "policy_of", "returned_to", "unfinished", "unfinished_of"]

UNFINISHED = (ItemState.DRAFT.value, ItemState.RETURNED.value)
_WANTED = queues.Wanted(Granularity.EPISODE)


def returned_to(user: User, project: Project, after: UUID | None) -> QuerySet[Item]:
    return _on_a_usable_video(user, queues.returned_to(user, project), after)


def begun_by(user: User, project: Project, after: UUID | None) -> QuerySet[Item]:
    return _on_a_usable_video(user, queues.begun_by(user, project), after)


def unfinished(video_id: UUID, person_id: UUID) -> QuerySet[Item]:
    """Items about the whole video that this person has in the making."""
    items = Item.objects.filter(video_id=video_id, author_id=person_id, state__in=UNFINISHED)
    return items.filter(granularity=Granularity.EPISODE.value)


def unfinished_of(user: User, video: Video) -> QuerySet[Item]:
    return unfinished(video.pk, user.pk)


def open_on(**conditions: object) -> QuerySet[VideoReservation]:
    """Reservations in force; one past its time is none."""
    return VideoReservation.objects.filter(state=ReservationState.OPEN, expires_at__gt=timezone.now(), **conditions)


def held_until(user: User, video: Video) -> datetime | None:
    """When the first of the others who have the video gives it back; None where nobody has it."""
    others = open_on(video=video).exclude(person=user).order_by("expires_at")
    return others.values_list("expires_at", flat=True).first()


def free_for(user: User, project: Project, writers: int, after: UUID | None) -> QuerySet[Video]:
    """QU100: videos that play, that have room for a writer, and that the user has neither skipped nor written about.
    What they have watched of comes first, then what least has been written about."""
    mine = Item.objects.filter(video=OuterRef("pk"), granularity=Granularity.EPISODE.value, author=user)
    written = Item.objects.filter(video=OuterRef("pk"), granularity=Granularity.EPISODE.value)
    begun = watchings_of(user).filter(video=OuterRef("pk"), seen_ticks__gt=0)
    held = VideoReservation.objects.filter(video=OuterRef("pk"), state=ReservationState.OPEN)
    videos = videos_visible_to(user, project).filter(state=VideoState.READY.value)
    if after is not None:
        videos = videos.exclude(pk=after)
    return (
        videos.annotate(
            held=_counted(held),
            written=_counted(written.exclude(state=ItemState.DISCARDED.value)),
            near=Case(When(Exists(begun), then=Value(0)), default=Value(1), output_field=IntegerField()),
        )
        .filter(held__lt=writers)
        .exclude(Exists(mine.exclude(state=ItemState.DISCARDED.value)))
        .exclude(Exists(skipped_by(user)))
        .order_by("near", "written", "created_at", "pk")
    )


def skipped_by(user: User, video: str = "pk") -> QuerySet[VideoReservation]:
    return VideoReservation.objects.filter(video=OuterRef(video), person=user, state=ReservationState.SKIPPED)


def nothing_for(user: User, project: Project) -> dict[str, object]:
    """Why no video is offered: a code, a sentence, and until when others have what is left."""
    others = open_on(project=project).exclude(person=user).order_by("expires_at")
    count, until = others.count(), others.values_list("expires_at", flat=True).first()
    if until is not None:
        videos = "1 video is" if count == 1 else f"{count} videos are"
        code, message = "with_others", f"{videos} with others; the first until {moment(until)}."
    elif videos_visible_to(user, project).filter(state=VideoState.READY.value).exists():
        code, message = "done", "You have written about, or skipped, every video that is free."
    else:
        code, message = "no_videos", "No video is prepared yet. A maintainer registers them."
    return {"code": code, "message": message, "held_by_others": count, "held_until": until}


def _on_a_usable_video(user: User, items: QuerySet[Item], after: UUID | None) -> QuerySet[Item]:
    usable = _WANTED.within(items).filter(video__state=VideoState.READY.value)
    if after is not None:
        usable = usable.exclude(video_id=after)
    return usable.exclude(Exists(skipped_by(user, "video_id")))


def _counted(rows: QuerySet[Item] | QuerySet[VideoReservation]) -> Coalesce:
    counted = rows.order_by().values("video").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())
