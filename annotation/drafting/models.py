"""Drafting runs, their windows and their proposals. What was proposed never changes (DR7)."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from affectory.accounts.models import Project
from affectory.core.models import UuidModel, choices_of
from affectory.endpoints.models import Budget, Call, Profile
from annotation.drafting.domain.states import LeftOut, PauseReason, ProposalOutcome, RunState, WindowState
from annotation.questions.models import ITEM_TYPES, Item
from datasets.videos.models import SubtitleTrack, Video

RUN_STATES = choices_of(RunState)
PAUSE_REASONS = choices_of(PauseReason)
LEFT_OUT = choices_of(LeftOut)
WINDOW_STATES = choices_of(WindowState)
PROPOSAL_OUTCOMES = choices_of(ProposalOutcome)


class DraftRun(UuidModel):
    """Drafts asked for by a maintainer: of which videos, by which drafter, with which parameters.

    ``prompt`` and ``prompt_sha256`` name the text that a model is told; ``model`` is what the profile says it is.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="draft_runs")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    job_id = models.UUIDField(null=True, blank=True)
    drafter = models.CharField(max_length=40)
    profile = models.ForeignKey(Profile, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    budget = models.OneToOneField(Budget, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    model = models.CharField(max_length=200, blank=True)
    prompt = models.CharField(max_length=60, blank=True)
    prompt_sha256 = models.CharField(max_length=64, blank=True)
    types = models.JSONField()
    per_video = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    state = models.CharField(max_length=20, choices=RUN_STATES, default=RunState.QUEUED.value)
    pause_reason = models.CharField(max_length=20, choices=PAUSE_REASONS, blank=True)
    message = models.TextField(blank=True)
    is_synthetic = models.BooleanField(default=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="draft_run_page")]
        constraints = [
            models.CheckConstraint(
                condition=Q(pause_reason="") | Q(state=RunState.PAUSED.value), name="only_paused_runs_say_why"
            ),
            models.CheckConstraint(
                condition=Q(profile__isnull=True, budget__isnull=True)
                | Q(profile__isnull=False, budget__isnull=False),
                name="what_asks_a_model_has_a_budget",
            ),
        ]

    def __str__(self) -> str:
        return f"drafting run {self.id} ({self.drafter})"


class RunVideo(models.Model):
    """A video that was chosen for a run: taken in with the subtitles it then had, or left out with the reason."""

    run = models.ForeignKey(DraftRun, on_delete=models.CASCADE, related_name="videos")
    number = models.PositiveIntegerField()
    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="draft_runs")
    track = models.ForeignKey(SubtitleTrack, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    left_out = models.CharField(max_length=20, choices=LEFT_OUT, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["run", "video"], name="video_once_per_draft_run")]

    def __str__(self) -> str:
        return f"{self.video_id} in {self.run_id}"


class DraftWindow(UuidModel):
    """A stretch of a video that the drafter looks at by itself: frames ``first_frame`` to ``end_frame``, that one not
    included. ``shown`` says what a model was given of it by ``call``, planned and decoded; ``earlier_calls`` stood
    for it before, the latest last; ``asked_again``: how often somebody asked once more."""

    run = models.ForeignKey(DraftRun, on_delete=models.CASCADE, related_name="windows")
    run_video = models.ForeignKey(RunVideo, on_delete=models.CASCADE, related_name="windows", db_index=False)
    position = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    first_frame = models.PositiveIntegerField()
    end_frame = models.PositiveIntegerField()
    wanted = models.JSONField()
    state = models.CharField(max_length=20, choices=WINDOW_STATES, default=WindowState.WAITING.value)
    call = models.ForeignKey(Call, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    earlier_calls = ArrayField(models.UUIDField(), default=list, blank=True)
    asked_again = models.PositiveSmallIntegerField(default=0)
    shown = models.JSONField(null=True, blank=True)
    reason = models.TextField(blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["run_video", "number"], name="draft_window_once"),
            models.UniqueConstraint(fields=["run", "position"], name="draft_window_position_once"),
            models.CheckConstraint(condition=Q(first_frame__lt=F("end_frame")), name="draft_window_has_frames"),
        ]

    def __str__(self) -> str:
        return f"window {self.number} of {self.run_video_id}"


class Proposal(UuidModel):
    """One thing that a drafter proposed: a draft item came of it, or it was refused with reasons, or it is one that
    was proposed before. ``given`` is what the drafter wrote, ``moved`` by how much its boundaries went to a frame.

    Everything but the item is immutable; an item that was thrown away leaves NULL.
    """

    run = models.ForeignKey(DraftRun, on_delete=models.PROTECT, related_name="proposals")
    window = models.ForeignKey(DraftWindow, on_delete=models.PROTECT, related_name="proposals", db_index=False)
    number = models.PositiveSmallIntegerField()
    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="proposals")
    type = models.CharField(max_length=40, choices=ITEM_TYPES, blank=True)
    given = models.JSONField(null=True, blank=True)
    content = models.JSONField(null=True, blank=True)
    moved_s = models.JSONField(null=True, blank=True)
    digest = models.CharField(max_length=64)
    outcome = models.CharField(max_length=20, choices=PROPOSAL_OUTCOMES)
    reasons = models.JSONField(default=list, blank=True)
    earlier = models.ForeignKey("self", on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    item = models.OneToOneField(Item, on_delete=models.SET_NULL, related_name="proposal", null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["window", "number"], name="proposal_number_once"),
            # DR5: a proposal gives one item.
            models.UniqueConstraint(
                fields=["video", "digest"],
                condition=Q(outcome=ProposalOutcome.PROPOSED.value),
                name="proposal_makes_one_item",
            ),
            models.CheckConstraint(
                condition=Q(item__isnull=True) | Q(outcome=ProposalOutcome.PROPOSED.value),
                name="only_proposed_ones_have_items",
            ),
        ]
        indexes = [models.Index(F("run"), F("created_at").desc(), F("id").desc(), name="proposal_page")]

    def __str__(self) -> str:
        return f"proposal {self.number} of {self.window_id}: {self.outcome}"
