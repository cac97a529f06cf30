"""The videos that somebody may write whole-video items about, with what they have watched and written of each."""

from __future__ import annotations

from django.db.models import BigIntegerField, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from affectory.accounts.models import Project, User
from annotation.questions import policies
from annotation.questions.domain.kinds import Granularity
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item
from annotation.watching.domain import NEEDED
from annotation.watching.selectors import watchings_of
from datasets.videos.domain import VideoState
from datasets.videos.models import Video
from datasets.videos.selectors import search_videos, videos_visible_to

UNFINISHED = (ItemState.DRAFT.value, ItemState.RETURNED.value)
WATCHED = ("none", "part", "enough")
MINE = ("none", "unfinished", "submitted")


def videos_to_write_about(user: User, project: Project) -> QuerySet[Video]:
    """Prepared videos. QU58: of other people's items there are numbers and nothing else."""
    videos = videos_visible_to(user, project).filter(state=VideoState.READY.value)
    if not policies.can_write_items(user, project):
        return videos.none()
    items = Item.objects.filter(video=OuterRef("pk"), granularity=Granularity.EPISODE.value)
    mine, others = items.filter(author=user), items.exclude(Q(author=user) | Q(author=None))
    watching = watchings_of(user).filter(video=OuterRef("pk"))
    return videos.annotate(
        seen_ticks=Coalesce(Subquery(watching.values("seen_ticks")), 0, output_field=BigIntegerField()),
        whole_ticks=Coalesce(Subquery(watching.values("whole_ticks")), 0, output_field=BigIntegerField()),
        my_unfinished=_count(mine.filter(state__in=UNFINISHED)),
        my_submitted=_count(mine.exclude(state__in=(*UNFINISHED, ItemState.DISCARDED.value))),
        of_others=_count(others.exclude(state=ItemState.DISCARDED.value)),
        others_writing=_count(others.filter(state__in=UNFINISHED), "author"),
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


def _count(items: QuerySet[Item], of: str = "pk") -> Combinable:
    counted = items.order_by().values("video").annotate(n=Count(of, distinct=True)).values("n")
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())
