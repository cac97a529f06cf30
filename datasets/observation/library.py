"""The list of episodes: its facets, orders and exported columns. It stands here because a row shows its clip."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from django.conf import settings
from django.db.models import Case, CharField, F, OuterRef, Q, QuerySet, Subquery, When

from affectory.accounts.models import Project, Role, User
from affectory.browsing.finding import among, by_id
from affectory.browsing.library import Column, Facet, Kind, Library, Roles, Sort
from datasets.episodes import policies, selectors
from datasets.episodes.domain import Action, Challenge, EpisodeState, Family, Target
from datasets.episodes.models import Composition, Episode
from datasets.motion.domain.labels import FIVE_LABELS
from datasets.motion.models import Collection as MotionCollection
from datasets.motion.models import MotionAsset
from datasets.observation import specs
from datasets.observation.domain import RenderState, Setting
from datasets.observation.models import Render
from datasets.scenes.models import Scene

ASKED_LABEL = Case(When(target=Target.B.value, then=F("second_label")), default=F("label"), output_field=CharField())
"""EP62: the label of the person that is asked about."""


def _visible(user: User, project: Project, roles: Roles) -> QuerySet[Episode]:
    return selectors.episodes_visible_to(user, project, None if roles is None else frozenset(roles))


def _sees_all(user: User, project: Project, roles: Roles) -> bool:
    return policies.can_see_all_episodes(user, project, roles)


def _find(episodes: QuerySet[Episode], text: str, sees_all: bool) -> QuerySet[Episode]:
    """EP20: a motion's name would tell its label, so for others only ids are looked at."""
    if not sees_all:
        return episodes.filter(by_id(text))
    motions = MotionAsset.objects.filter(Q(name__icontains=text) | Q(source_label__icontains=text)).values("pk")
    scenes = Scene.objects.filter(name__icontains=text).values("pk")
    return episodes.filter(
        by_id(text) | among("motion", motions) | among("second_motion", motions) | among("scene", scenes)
    )


def _scenes(ids: Collection[UUID]) -> Mapping[UUID, str]:
    return dict(Scene.objects.filter(pk__in=ids).values_list("pk", "name"))


def _collections(ids: Collection[UUID]) -> Mapping[UUID, str]:
    return dict(MotionCollection.objects.filter(pk__in=ids).values_list("pk", "name"))


def _compositions(ids: Collection[UUID]) -> Mapping[UUID, str]:
    rows = Composition.objects.filter(pk__in=ids).values_list("pk", "created_at", "seed")
    return {pk: f"{created:%Y-%m-%d %H:%M}, seed {seed}" for pk, created, seed in rows}


def _ids(ids: Collection[UUID]) -> Mapping[UUID, str]:
    return {one: f"Episode {str(one)[:8]}" for one in ids}


def clip_of_row() -> Subquery:
    """An episode's clip as the robot sees it at first, made with the present parameters, where there is one."""
    clips = Render.objects.filter(
        episode=OuterRef("pk"),
        setting=Setting.P_INIT.value,
        state=RenderState.DONE.value,
        engine_id=settings.OBSERVATION_ENGINE,
        parameters_sha256=specs.current_parameters().digest(),
    )
    return Subquery(clips.values("pk"))


LIBRARY = Library(
    name="episodes",
    readers=frozenset({Role.MAINTAINER, Role.REVIEWER}),
    visible_to=_visible,
    sees_all=_sees_all,
    find=_find,
    facets=(
        Facet("state", "State", "state", always=tuple(EpisodeState), closed=True),
        Facet("family", "Family", "family", always=tuple(Family)),
        Facet("challenge", "Challenge", "challenge", always=tuple(Challenge)),
        Facet("action", "Action", "action", always=tuple(Action)),
        Facet("target", "Asked about", "target", always=tuple(Target)),
        Facet("label", "Label", "asked", expression=ASKED_LABEL, always=FIVE_LABELS, closed=True),
        Facet("refused", "Refused by", "refusal_check", closed=True),
        Facet("scene", "Scene", "scene_id", Kind.ID, many=True, called=_scenes),
        Facet("composition", "Composition", "composition_id", Kind.ID, many=True, called=_compositions, closed=True),
        Facet("collection", "Collection", "collection_id", Kind.ID, many=True, called=_collections, closed=True),
    ),
    sorts=(
        Sort("state", "state", closed=True),
        Sort("family", "family"),
        Sort("challenge", "challenge"),
        Sort("action", "action"),
        Sort("label", "asked", ASKED_LABEL, CharField(), closed=True),
        Sort("refused", "refusal_check", closed=True),
        Sort("scene", "sort_scene", F("scene__name"), CharField()),
        Sort("motion", "sort_motion", F("motion__name"), CharField(), True, Q(motion__project=F("project"))),
        Sort("duration", "duration_s"),
        Sort("created", "created_at"),
    ),
    columns=(
        Column("id", "id", "The episode's id, which follows from its content."),
        Column("family", "family", "`observation_controlled`, `action_grounded` or `dyadic`."),
        Column("challenge", "challenge", "What makes it hard to observe; empty in other families."),
        Column("action", "action", "What the person does with a thing in the scene; empty in other families."),
        Column("target", "target", "In a dyad whose emotion is asked for: `A`, `B` or `either`."),
        Column("state", "state", "How far it has come, as the list shows it."),
        Column("label", "label", "The label of the person, in a dyad of person A.", closed=True),
        Column("second_label", "second_label", "In a dyad the label of person B.", closed=True),
        Column("asked_label", "asked", "The label of the person that is asked about.", closed=True),
        Column("motion", "motion_id", "The id of the motion, in a dyad of person A's.", closed=True),
        Column("motion_name", "motion__name", "What that motion is called.", closed=True),
        Column("second_motion", "second_motion_id", "In a dyad the id of person B's motion.", closed=True),
        Column("collection", "collection__name", "The collection of the motion.", closed=True),
        Column("scene", "scene_id", "The scene's id."),
        Column("scene_name", "scene__name", "What the scene is called."),
        Column("composition", "composition_id", "The composition that made it.", closed=True),
        Column("duration_s", "duration_s", "Length of the motion in seconds."),
        Column("refused_by", "refusal_check", "The check that refused it; empty where none did.", closed=True),
        Column("refusal", "refusal", "Why it was refused, in a sentence.", closed=True),
        Column("removal_reasons", "removal_reasons", "Why reviewers removed it; a JSON list.", closed=True),
        Column("created_at", "created_at", "When it was composed, in UTC."),
    ),
    titled=_ids,
    packed="facets",
    prepared=lambda episodes: episodes.annotate(asked=ASKED_LABEL),
)
