"""The videos that somebody may write whole-video items about, with what they have watched and written of each."""

from __future__ import annotations

from django.db.models import (
    BigIntegerField,
    BooleanField,
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from affectory.accounts.models import Project, User
from annotation.questions import policies, video_queues
from annotation.questions.domain.kinds import Granularity
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item, VideoReservation
from annotation.watching.domain import NEEDED
from annotation.watching.selectors import watchings_of
from datasets.videos.domain import VideoState
from datasets.videos.models import Video
from datasets.videos.selectors import search_videos, videos_visible_to

UNFINISHED = video_queues.UNFINISHED
WATCHED = ("none", "part", "enough")
MINE = ("none", "unfinished", "submitted")


def videos_to_write_about(user: User, project: Project) -> QuerySet[Video]:
    """Prepared videos. QU58: of other people's items there are numbers and nothing else."""
    videos = videos_visible_to(user, project).filter(state=VideoState.READY.value)
    if not policies.can_write_items(user, project):
        return videos.none()
    items = Item.objects.filter(video=OuterRef("pk"), granularity=Granularity.EPISODE.value)
    mine, others = items.filter(author=user), items.exclude(Q(author=user) | Q(author=None))
    in_force = video_queues.open_on(video=OuterRef("pk"))
    of_others = in_force.exclude(person=user)
    watching = watchings_of(user).filter(video=OuterRef("pk"))
    return videos.alias(held_by_others=_count(of_others)).annotate(
        seen_ticks=Coalesce(Subquery(watching.values("seen_ticks")), 0, output_field=BigIntegerField()),
        whole_ticks=Coalesce(Subquery(watching.values("whole_ticks")), 0, output_field=BigIntegerField()),
        my_unfinished=_count(mine.filter(state__in=UNFINISHED)),
        my_submitted=_count(mine.exclude(state__in=(*UNFINISHED, ItemState.DISCARDED.value))),
        of_others=_count(others.exclude(state=ItemState.DISCARDED.value)),
        others_writing=_count(others.filter(state__in=UNFINISHED), "author"),
        mine_until=Subquery(in_force.filter(person=user).values("expires_at")[:1]),
        others_until=Subquery(of_others.order_by("expires_at").values("expires_at")[:1]),
        is_free=Case(
            When(Exists(in_force.filter(person=user)), then=True),
            When(held_by_others__lt=video_queues.policy_of(project.pk).writers, then=True),
            default=False,
            output_field=BooleanField(),
        ),
        is_skipped=Exists(video_queues.skipped_by(user)),
    )


def search_videos_to_write_about(
    videos: QuerySet[Video], *, watched: str = "", mine: str = "", domain: str = "", search: str = ""
) -> QuerySet[Video]:
    """``watched``: none, part or enough of it (WA5); ``mine``: none of one's items, unfinished or submitted ones."""
    videos = search_videos(videos, domain=domain, search=search)
    if watched in WATCHED:
        # The same comparison as WA5 makes, in whole numbers.
        videos = videos.alias(
            seen_parts=F("seen_ticks") * NEEDED.denominator, needed_parts=F("whole_ticks") * NEEDED.numerator
        )
        enough, nothing = Q(whole_ticks__gt=0, seen_parts__gte=F("needed_parts")), Q(seen_ticks=0)
        videos = videos.filter({"none": nothing, "enough": enough, "part": ~enough & ~nothing}[watched])
    if mine == "none":
        videos = videos.filter(**{"my_unfinished": 0, "my_submitted": 0})
    elif mine in MINE:
        videos = videos.filter(**{f"my_{mine}__gt": 0})
    return videos


def _count(items: QuerySet[Item] | QuerySet[VideoReservation], of: str = "pk") -> Combinable:
    counted = items.order_by().values("video").annotate(n=Count(of, distinct=True)).values("n")
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())
