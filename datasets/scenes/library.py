"""The list of scenes: its facets, orders and exported columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, CharField, FloatField, OuterRef, Q, QuerySet, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from affectory.accounts.models import Project, User
from affectory.browsing.finding import by_id
from affectory.browsing.library import Column, Facet, Kind, Library, Roles, Sort
from datasets.scenes import policies, selectors
from datasets.scenes.anchors import AnchorKind
from datasets.scenes.models import Scene, SceneAnchor

SMALL_M2, LARGE_M2 = 20, 60
AREA = Cast(KeyTextTransform("area_m2", "navigation"), FloatField())
"""Ground that the robot can be on, in square metres."""
SIZE = Case(
    When(area__lt=SMALL_M2, then=Value("small")),
    When(area__lt=LARGE_M2, then=Value("medium")),
    default=Value("large"),
    output_field=CharField(),
)


def _find(scenes: QuerySet[Scene], text: str, sees_all: bool) -> QuerySet[Scene]:
    return scenes.filter(Q(name__icontains=text) | Q(source_name__icontains=text) | by_id(text))


def _visible(user: User, project: Project, roles: Roles) -> QuerySet[Scene]:
    return selectors.scenes_visible_to(user, project).annotate(area=AREA)


def _sees_all(user: User, project: Project, roles: Roles) -> bool:
    return policies.can_change_scenes(user, project)


def _names(ids: Collection[UUID]) -> Mapping[UUID, str]:
    return dict(Scene.objects.filter(pk__in=ids).values_list("pk", "name"))


ANCHORS = SceneAnchor.objects.filter(scene=OuterRef("pk"), taken_out_at=None).order_by()
KINDS = ArraySubquery(ANCHORS.values("kind").distinct())

LIBRARY = Library(
    name="scenes",
    readers=policies.VIEWERS,
    visible_to=_visible,
    sees_all=_sees_all,
    find=_find,
    facets=(
        Facet("size", "Walkable ground", "size", expression=SIZE, always=("small", "medium", "large")),
        Facet("anchors", "Anchors", "kinds", Kind.LIST, expression=KINDS, always=tuple(AnchorKind)),
        Facet("objects", "Objects", "categories", Kind.LIST),
        Facet("licence", "Licence", "licence", many=True),
        Facet("redistribute", "May be passed on", "may_redistribute"),
        Facet("synthetic", "Generated", "is_synthetic", Kind.FLAG),
    ),
    sorts=(
        Sort("name", "name"),
        Sort("area", "area", AREA, FloatField()),
        Sort("triangles", "triangles"),
        Sort("licence", "licence"),
        Sort("redistribute", "may_redistribute"),
        Sort("synthetic", "is_synthetic"),
        Sort("created", "created_at"),
    ),
    columns=(
        Column("id", "id", "The scene's id."),
        Column("name", "name", "What it is called."),
        Column("area_m2", "area", "Ground that the robot can be on, in square metres."),
        Column("bounds", "bounds", "Lowest and highest corner in metres; a JSON list."),
        Column("triangles", "triangles", "Number of triangles."),
        Column("objects", "categories", "Categories of what stands in it; a JSON list."),
        Column("anchors", "kinds", "Kinds of anchors in it; a JSON list."),
        Column("licence", "licence", "The licence as it was given."),
        Column("may_redistribute", "may_redistribute", "What may be passed on."),
        Column("synthetic", "is_synthetic", "Whether it was generated."),
        Column("source_name", "source_name", "The file that it came from."),
        Column("glb_sha256", "glb_sha256", "SHA-256 of the scene as it is stored."),
        Column("created_at", "created_at", "When it was added, in UTC."),
    ),
    titled=_names,
    prepared=lambda scenes: scenes.annotate(kinds=KINDS),
)
