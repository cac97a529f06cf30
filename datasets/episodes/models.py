from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Func, Q, Value, When
from django.db.models.functions import Coalesce

from affectory.accounts.models import Project
from affectory.browsing.packing import packed
from affectory.core.models import UuidModel, choices_of
from datasets.episodes.domain import (
    FAMILY_COLUMN,
    Action,
    Challenge,
    CompositionState,
    EpisodeSpec,
    EpisodeState,
    Family,
    ShardWork,
    Target,
)
from datasets.motion.domain.labels import FIVE_LABELS
from datasets.motion.models import Avatar, Collection, MotionAsset
from datasets.scenes.models import Scene

COMPOSITION_STATES = choices_of(CompositionState)
LABELS = [(name, name) for name in FIVE_LABELS]


def _only_of(family: Family) -> Q:
    """EP61: in this family its own column is filled and the others are empty."""
    empty = {column: "" for other, column in FAMILY_COLUMN.items() if other != family}
    return Q(family=family.value, **empty) & ~Q(**{FAMILY_COLUMN[family]: ""})


def _asked_label() -> Case:
    """EP62."""
    return Case(
        When(target=Target.B.value, then=F("second_label")), default=F("label"), output_field=models.CharField()
    )


def _failed_check() -> Case:
    """Which check refused an episode: the first that failed, or "unreadable" where none could be worked out."""
    first = Func(
        F("checks"),
        Value('$[*] ? (@.outcome == "fail").id'),
        function="jsonb_path_query_first",
        template="(%(function)s(%(expressions)s) #>> '{}')",
        output_field=models.CharField(),
    )
    return Case(
        When(refusal="", then=Value("")),
        default=Coalesce(first, Value("unreadable")),
        output_field=models.CharField(),
    )


class Composition(UuidModel):
    """A plan and a seed, and what came of them. The report holds counts and examples of refusals.

    ``material`` pins what the composer chooses from, so that whoever works on a part of it, now or after a stop,
    finds the same episodes. A ``trial`` is a dry run that takes longer than a request may: it makes no episode.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="compositions")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    plan_text = models.TextField()
    plan = models.JSONField()
    seed = models.BigIntegerField()
    render = models.BooleanField(default=True)
    trial = models.BooleanField(default=False)
    asked = models.PositiveIntegerField(default=0)
    material = models.JSONField(default=dict)
    state = models.CharField(max_length=12, choices=COMPOSITION_STATES, default=CompositionState.QUEUED.value)
    job_id = models.UUIDField(null=True)
    report = models.JSONField(default=dict)
    failure = models.TextField(blank=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="composition_page")]

    def __str__(self) -> str:
        return f"composition {self.id}"


class Shard(models.Model):
    """A part of a composition for one worker: slots of one group that begin in one scene, or episodes of one scene
    for the engine to look at. It is held by a lease (owner and heartbeat); a finished one never changes (EP51).

    ``done`` of its ``entries`` are worked off and counted in ``report``.
    """

    composition = models.ForeignKey(Composition, on_delete=models.CASCADE, related_name="shards")
    work = models.CharField(max_length=8, choices=choices_of(ShardWork))
    number = models.PositiveIntegerField()
    group = models.CharField(max_length=60, blank=True)
    scene = models.ForeignKey(Scene, on_delete=models.PROTECT, related_name="+", null=True)
    entries = models.JSONField()
    total = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0)
    report = models.JSONField(default=dict)
    examples = models.JSONField(default=list)
    owner = models.UUIDField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    failure = models.TextField(blank=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["composition", "work", "number"], name="shard_number_once"),
            models.CheckConstraint(condition=Q(done__lte=F("total")), name="shard_does_what_it_has"),
            models.CheckConstraint(
                condition=Q(owner__isnull=True) | Q(heartbeat_at__isnull=False), name="held_shard_has_a_heartbeat"
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(owner__isnull=True), name="finished_shard_is_nobodys"
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(done=F("total"), failure=""), name="finished_shard_is_whole"
            ),
            models.CheckConstraint(condition=Q(failure="") | Q(owner__isnull=True), name="given_up_shard_is_nobodys"),
        ]

    def __str__(self) -> str:
        return f"shard {self.number} of {self.composition_id}"


class Episode(models.Model):
    """An immutable specification under an id made from its content (EP1). Only its state and findings change.

    ``label`` is the motion's label when it was composed; reviewers never get it (EP20). In a dyad ``motion`` and
    ``label`` are person A's, ``second_motion`` and ``second_label`` person B's. What a family does not have is empty.
    Without an ``avatar`` its people are mannequins.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="episodes")
    composition = models.ForeignKey(Composition, on_delete=models.PROTECT, null=True, related_name="episodes")
    scene = models.ForeignKey(Scene, on_delete=models.PROTECT, related_name="episodes")
    motion = models.ForeignKey(MotionAsset, on_delete=models.PROTECT, related_name="episodes")
    # BW12: its motion's, copied by a trigger when the episode is made; neither ever changes.
    collection = models.ForeignKey(
        Collection, on_delete=models.PROTECT, related_name="+", editable=False, db_index=False
    )
    spec = models.JSONField()
    family = models.CharField(max_length=30, choices=[(f.value, f.value) for f in Family])
    challenge = models.CharField(max_length=30, blank=True, choices=[(c.value, c.value) for c in Challenge])
    action = models.CharField(max_length=10, blank=True, choices=[(a.value, a.value) for a in Action])
    target = models.CharField(max_length=10, blank=True, choices=[(t.value, t.value) for t in Target])
    label = models.CharField(max_length=20, choices=LABELS)
    second_motion = models.ForeignKey(
        MotionAsset, on_delete=models.PROTECT, null=True, blank=True, related_name="second_episodes"
    )
    second_label = models.CharField(max_length=20, blank=True, choices=LABELS)
    avatar = models.ForeignKey(Avatar, on_delete=models.PROTECT, null=True, blank=True, related_name="episodes")
    duration_s = models.FloatField()
    bounds = models.JSONField()
    state = models.CharField(
        max_length=12, choices=[(s.value, s.value) for s in EpisodeState], default=EpisodeState.COMPOSED.value
    )
    checks = models.JSONField(default=list)
    refusal = models.TextField(blank=True)
    refusal_check = models.GeneratedField(
        expression=_failed_check(), output_field=models.TextField(), db_persist=True
    )
    facets = packed("state", "family", "challenge", "action", "target", _asked_label(), _failed_check())
    removal_reasons = models.JSONField(default=list)
    picture_sha256 = models.CharField(max_length=64, blank=True)
    checked_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            # BW4: a list finds its rows in the first of these alone, and its facets their counts in the second, which
            # is a fourth as wide.
            models.Index(
                fields=["project", "-created_at", "-id"],
                include=[
                    *("scene", "collection", "motion", "duration_s", "composition"),
                    *("state", "family", "challenge", "action", "target", "label", "second_label", "refusal_check"),
                ],
                name="episode_browse",
            ),
            models.Index(
                fields=["project", "facets", "scene", "composition", "collection", "state"], name="episode_counts"
            ),
            models.Index(fields=["project", "state", "challenge"], name="episode_by_state"),
            models.Index(fields=["composition", "state"], name="episode_by_composition"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state=EpisodeState.REFUSED.value) | ~Q(refusal=""), name="refused_episode_says_why"
            ),
            models.CheckConstraint(
                condition=~Q(
                    state__in=[EpisodeState.IN_REVIEW.value, EpisodeState.KEPT.value, EpisodeState.REMOVED.value]
                )
                | Q(opened_at__isnull=False),
                name="reviewed_episode_was_opened",
            ),
            models.CheckConstraint(
                condition=_only_of(Family.OBSERVATION_CONTROLLED)
                | _only_of(Family.ACTION_GROUNDED)
                | _only_of(Family.DYADIC),
                name="episode_has_what_its_family_has",
            ),
            models.CheckConstraint(
                condition=Q(family=Family.DYADIC.value, second_motion__isnull=False) & ~Q(second_label="")
                | ~Q(family=Family.DYADIC.value) & Q(second_motion__isnull=True, second_label=""),
                name="only_a_dyad_has_two_people",
            ),
            models.CheckConstraint(
                condition=Q(second_motion__isnull=True) | ~Q(second_motion=F("motion")),
                name="dyad_has_two_motions",
            ),
            # MO68: whoever looks for an avatar's episodes finds them by the column.
            models.CheckConstraint(
                condition=Q(avatar__isnull=True, spec__avatar_sha256__isnull=True)
                | Q(avatar__isnull=False, spec__avatar_sha256__isnull=False),
                name="episode_names_its_avatar",
            ),
            # EP63: one answer is right whichever of the two is meant.
            models.CheckConstraint(
                condition=~Q(target=Target.EITHER.value) | Q(second_label=F("label")),
                name="either_has_one_answer",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def asked_label(self) -> str:
        """EP62: the label of the person that is asked about."""
        return self.second_label if self.target == Target.B else self.label

    @property
    def variety(self) -> str:
        """EP67: what reviewing and agreement group episodes by: the challenge, the action, or that it is a dyad."""
        return self.challenge or self.action or self.family

    @property
    def labels(self) -> list[str]:
        """Of every person in it, A first."""
        return [self.label, self.second_label] if self.second_label else [self.label]

    @property
    def specification(self) -> EpisodeSpec:
        return EpisodeSpec.from_json(self.spec)
