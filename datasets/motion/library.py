"""The list of motions: its facets, orders and exported columns."""

from __future__ import annotations

from collections.abc import Collection as Ids
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import F, FloatField, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from affectory.accounts.models import Project, Role, User
from affectory.browsing.finding import among, by_id
from affectory.browsing.library import Column, Facet, Kind, Library, Roles, Sort
from datasets.motion import policies, selectors
from datasets.motion.domain.labels import FIVE_LABELS
from datasets.motion.domain.states import AssetState, ExclusionKind
from datasets.motion.models import Collection, MotionAsset, Performance, Performer


def _find(motions: QuerySet[MotionAsset], text: str, sees_all: bool) -> QuerySet[MotionAsset]:
    return motions.filter(
        Q(name__icontains=text)
        | Q(source_label__icontains=text)
        | among("performer", Performer.objects.filter(name__icontains=text).values("pk"))
        | among("performance", Performance.objects.filter(external_id__icontains=text).values("pk"))
        | by_id(text)
    )


def _visible(user: User, project: Project, roles: Roles) -> QuerySet[MotionAsset]:
    return selectors.motions_visible_to(user, project, roles)


def _sees_all(user: User, project: Project, roles: Roles) -> bool:
    return policies.can_see_motions(user, project, roles)


def _collections(ids: Ids[UUID]) -> Mapping[UUID, str]:
    return dict(Collection.objects.filter(pk__in=ids).values_list("pk", "name"))


def _performers(ids: Ids[UUID]) -> Mapping[UUID, str]:
    return dict(Performer.objects.filter(pk__in=ids).values_list("pk", "name"))


def _names(ids: Ids[UUID]) -> Mapping[UUID, str]:
    return dict(MotionAsset.objects.filter(pk__in=ids).values_list("pk", "name"))


def _number(column: str) -> Any:
    """What is not known yet comes before every number."""
    return Coalesce(F(column), Value(-1.0), output_field=FloatField())


LIBRARY = Library(
    name="motions",
    readers=frozenset({Role.MAINTAINER}),
    visible_to=_visible,
    sees_all=_sees_all,
    find=_find,
    facets=(
        Facet("state", "State", "state", always=tuple(AssetState)),
        Facet("label", "Label", "label", always=FIVE_LABELS),
        Facet("checks", "Checks", "checks_outcome", always=("pass", "warn", "fail")),
        Facet("exclusion", "Excluded", "exclusion_kind", always=tuple(kind for kind in ExclusionKind if kind)),
        Facet(
            "collection",
            "Collection",
            "collection_id",
            Kind.ID,
            many=True,
            called=_collections,
            also=lambda name: Q(collection__name=name),
        ),
        Facet("performer", "Performer", "performer_id", Kind.ID, many=True, called=_performers),
        Facet("scenario", "Scenario", "scenario", many=True),
        Facet("synthetic", "Generated", "is_synthetic", Kind.FLAG),
    ),
    sorts=(
        Sort("name", "name"),
        Sort("label", "label"),
        Sort("source_label", "source_label"),
        Sort("collection", "collection__name"),
        Sort(
            "performer",
            "sort_performer",
            Coalesce(F("performer__name"), Value("")),
            Performer._meta.get_field("name"),
        ),
        Sort("scenario", "scenario"),
        Sort("duration", "sort_duration", _number("duration_s"), FloatField()),
        Sort("frames", "sort_frames", _number("frames"), FloatField()),
        Sort("checks", "checks_outcome"),
        Sort("state", "state"),
        Sort("created", "created_at"),
    ),
    columns=(
        Column("id", "id", "The motion's id."),
        Column("name", "name", "What it is called: the file's name, as it was imported."),
        Column("collection", "collection__name", "The collection that it belongs to."),
        Column("performer", "performer__name", "Who was recorded; empty where that is not known."),
        Column("performance", "performance__external_id", "The take; motions of one take stay together in splits."),
        Column("part", "part", "Whose part of the take, where it shows several people."),
        Column("scenario", "scenario", "What was acted, as the collection says."),
        Column("source_label", "source_label", "The label that the collection gives."),
        Column("label", "label", "One of the five labels after mapping; empty where there is none."),
        Column("exclusion", "exclusion_kind", "Excluded by `label` (a mapping), `person` or `withdrawn`; or empty."),
        Column("exclusion_reason", "exclusion_reason", "Why it is excluded."),
        Column("content_warnings", "content_warnings", "What people should know before they see it; a JSON list."),
        Column("state", "state", "`uploaded`, `ready`, `rejected` or `withdrawn`."),
        Column("checks", "checks_outcome", "The worst outcome of its checks: `pass`, `warn` or `fail`."),
        Column("fps", "fps", "Frames per second."),
        Column("frames", "frames", "Number of frames."),
        Column("duration_s", "duration_s", "Length in seconds."),
        Column("licence", "licence", "Its own licence; the collection's is strictest where both are set."),
        Column("synthetic", "is_synthetic", "Whether it was generated."),
        Column("source_file", "source_file", "The file that it came from."),
        Column("source_sha256", "source_sha256", "SHA-256 of that file."),
        Column("retargeted_sha256", "retargeted_sha256", "SHA-256 of the motion on the common avatar."),
        Column("created_at", "created_at", "When it was imported, in UTC."),
    ),
    titled=_names,
    packed="facets",
)
