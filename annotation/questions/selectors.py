from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import CharField, Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from affectory.core.errors import GoneError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent, uuid_or_none
from annotation.questions import policies
from annotation.questions.domain.planning import Outcome
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Draft, Item, ItemImport, ItemImportRow, Reservation, Revision
from datasets.intake.selectors import counts_by_outcome
from datasets.videos.domain import ClipState, VideoState

UNDER_REVIEW = (ItemState.IN_REVIEW, ItemState.RETURNED)
FINISHED = (ItemState.KEPT, ItemState.REMOVED)
BEGINNINGS = ("item.created", "item.taken")
"""Events of whoever had an item in hand before it ever had a revision."""


def items_visible_to(user: User, project: Project) -> QuerySet[Item]:
    """QU58: maintainers see all items; annotators their own, and mapped questions that nobody has taken yet. Nobody
    else sees any: a reviewer's blindness and a researcher's frozen releases begin here.

    RV51: a maintainer who reviews as well sees nothing of other people's items from when their review begins until
    they are finished. WD3: what was withdrawn is seen by nobody.
    """
    items = Item.objects.filter(project=project).exclude(state=ItemState.WITHDRAWN)
    roles = roles_of(user, project)
    if {Role.MAINTAINER, Role.REVIEWER} <= roles:
        return items.filter(~Q(state__in=UNDER_REVIEW) | Q(author=user))
    if Role.MAINTAINER in roles:
        return items
    if Role.ANNOTATOR in roles:
        return items.filter(Q(author=user) | Q(author=None))
    return items.none()


def items_still_to_judge(user: User, project: Project) -> QuerySet[Item]:
    """DR26: items that this person may still be given to judge: for a reviewer all that are not finished and in which
    they had no hand (RV41). A discarded draft can be taken back, and so is not finished."""
    items = Item.objects.filter(project=project).exclude(state__in=FINISHED)
    if Role.REVIEWER not in roles_of(user, project):
        return items.none()
    begun = AuditEvent.objects.filter(
        subject_type=Item._meta.label, subject_id=Cast(OuterRef("pk"), CharField()), event__in=BEGINNINGS, actor=user
    )
    hands = (
        Exists(Revision.objects.filter(item=OuterRef("pk"), author=user)),
        Exists(Reservation.objects.filter(item=OuterRef("pk"), person=user)),
        Exists(begun),
    )
    return items.exclude(author=user).exclude(hands[0] | hands[1] | hands[2])


def item_counts(project: Project) -> dict[str, int]:
    """State → number of items; every state is there, an empty one as 0."""
    counted = dict(Item.objects.filter(project=project).values_list("state").annotate(n=Count("id")).order_by())
    return {state.value: counted.get(state.value, 0) for state in ItemState}


def item_for(user: User, project: Project, item_id: UUID) -> Item:
    item = items_visible_to(user, project).select_related("author", "video", "clip").filter(pk=item_id).first()
    if item is None:
        roles = roles_of(user, project)
        if roles and Item.objects.filter(project=project, pk=item_id, state=ItemState.WITHDRAWN).exists():
            raise withdrawn_item()
        if Role.MAINTAINER in roles and Item.objects.filter(project=project, pk=item_id).exists():
            raise NotAllowedError(
                "This item is under review, and you review in this project as well: it is here again once its "
                "review has ended.",
                code="item.blind",
            )
        raise no_such_item()
    return item


def draft_of(item: Item) -> Draft | None:
    return Draft.objects.filter(item=item).select_related("saved_by").first()


def items_to_review(project: Project) -> QuerySet[Item]:
    """RV40: submitted items that nobody is editing and whose video, with its clip, can be watched."""
    drafts = Draft.objects.filter(item=OuterRef("pk"))
    watchable = Q(video__state=VideoState.READY) & (Q(clip=None) | Q(clip__state=ClipState.READY))
    return Item.objects.filter(~Exists(drafts), watchable, project=project, state=ItemState.SUBMITTED)


def hands_in(items: Iterable[Item]) -> dict[UUID, frozenset[UUID]]:
    """Item → everybody who began, took, held, wrote or confirmed any of it: nobody of them may judge it (RV41)."""
    people: dict[UUID, set[UUID | None]] = {item.pk: {item.author_id} for item in items}
    for rows in (
        Revision.objects.filter(item__in=people).values_list("item_id", "author_id"),
        Reservation.objects.filter(item__in=people).values_list("item_id", "person_id"),
    ):
        for item_id, person_id in rows:
            people[item_id].add(person_id)
    begun = AuditEvent.objects.filter(
        subject_type=Item._meta.label, subject_id__in=[str(pk) for pk in people], event__in=BEGINNINGS
    )
    for subject_id, actor_id in begun.values_list("subject_id", "actor_id"):
        people[UUID(subject_id)].add(actor_id)
    return {item_id: frozenset(one for one in some if one) for item_id, some in people.items()}


def withdrawn_item() -> GoneError:
    return GoneError("This item was withdrawn; nothing of it is here any more.", code="item.withdrawn")


def no_such_item() -> NotFoundError:
    return NotFoundError(
        "There is no such item in this project, or somebody else is writing it.", code="item.not_found"
    )


def search_items(
    items: QuerySet[Item],
    *,
    granularity: str = "",
    type: str = "",
    state: str = "",
    video: str = "",
    origin: str = "",
    author: str = "",
    search: str = "",
    item: str = "",
) -> QuerySet[Item]:
    """``item`` is the id of the only one wanted; ``video`` is an id, or "none" for items that are linked to none;
    ``search`` looks in the question, the id and the video's names."""
    for name, value in (
        ("granularity", granularity),
        ("type", type),
        ("state", state),
        ("origin", origin),
        ("author__username", author),
    ):
        if value:
            items = items.filter(**{name: value})
    if video == "none":
        items = items.filter(video=None)
    elif video:
        video_id = uuid_or_none(video)
        items = items.filter(video_id=video_id) if video_id is not None else items.none()
    if item:
        item_id = uuid_or_none(item)
        items = items.filter(pk=item_id) if item_id is not None else items.none()
    if search:
        items = items.filter(
            Q(question__icontains=search)
            | Q(external_id__icontains=search)
            | Q(video_name__icontains=search)
            | Q(video__name__icontains=search)
        )
    return items


ROW_COLUMNS = (
    "external_id",
    "granularity",
    "type",
    "state",
    "question",
    "video__name",
    "video__state",
    "video_name",
    "author__username",
    "revision_count",
    "lint_count",
    "origin",
    "is_synthetic",
    "created_at",
    "saved_at",
)


def with_row_columns(items: QuerySet[Item]) -> QuerySet[Item]:
    """What a row of a list shows, in one statement."""
    drafts = Draft.objects.filter(item=OuterRef("pk"))
    return items.select_related("author", "video").only(*ROW_COLUMNS).annotate(has_draft=Exists(drafts))


def imports_visible_to(user: User, project: Project) -> QuerySet[ItemImport]:
    imports = ItemImport.objects.filter(project=project)
    return imports if policies.can_run_items(user, project) else imports.none()


def counts_of_imports(imports: Iterable[ItemImport]) -> dict[UUID, dict[str, int]]:
    """The counts of a page of imports in one query: outcome → records, every outcome there, and the total."""
    return counts_by_outcome(imports, ItemImportRow.objects.all(), of="item_import", outcomes=Outcome)
