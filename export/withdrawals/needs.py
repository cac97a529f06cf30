"""WD4: who needs stored bytes. Every column of a table that holds a SHA-256 is named here, with whether it is a need
(an architecture test looks for columns that are not)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db.models import F, Func, Q, TextField, Value
from django.db.models.functions import Cast

from datasets.episodes.domain import EpisodeState
from datasets.intake.domain import IntakeState
from datasets.motion.domain.states import AssetState, RowOutcome
from datasets.videos.domain import RegistrationOutcome, VideoState

_AT_WORK = (IntakeState.QUEUED, IntakeState.RUNNING)
_PENDING_ROW = Q(outcome=RowOutcome.PENDING, motion_import__state__in=_AT_WORK)
_PENDING_REGISTRATION = Q(outcome=RegistrationOutcome.PENDING, registration__state__in=_AT_WORK)
_DIGEST = "[0-9a-f]{64}"


@dataclass(frozen=True, slots=True)
class Need:
    """Rows of a model that need the bytes named by one of their columns: a digest, or JSON with digests in it."""

    model: str
    column: str
    where: Q
    is_json: bool

    def of(self, digests: set[str]) -> set[str]:
        rows: Any = apps.get_model(self.model)._default_manager.filter(self.where).order_by()
        if not self.is_json:
            return set(rows.filter(**{f"{self.column}__in": digests}).values_list(self.column, flat=True))
        found = Func(
            Cast(F(self.column), TextField()),
            Value(_DIGEST),
            Value("g"),
            function="regexp_matches",
            output_field=ArrayField(TextField()),
        )
        return {one for ((one,),) in rows.values_list(found).distinct()} & digests


def _columns(model: str, *columns: str, where: Q | None = None, is_json: bool = False) -> Iterator[Need]:
    return (Need(model, column, where or Q(), is_json) for column in columns)


NEEDS: tuple[Need, ...] = (
    *_columns("motion.MotionAsset", "source_sha256", where=~Q(state=AssetState.WITHDRAWN)),
    *_columns("motion.MotionAsset", "check_series_sha256", "positions_sha256", "retargeted_sha256"),
    *_columns("motion.Avatar", "source_sha256", "glb_sha256"),
    *_columns(
        "motion.EarlierRetargeting",
        "source_sha256",
        "check_series_sha256",
        "positions_sha256",
        "retargeted_sha256",
    ),
    *_columns("motion.Import", "manifest_sha256", where=Q(state__in=_AT_WORK)),
    *_columns("motion.Import", "files", "archives", where=Q(state__in=_AT_WORK), is_json=True),
    *_columns("motion.ImportRow", "source_sha256", where=_PENDING_ROW),
    *_columns("motion.StagedFile", "sha256"),
    *_columns("scenes.SceneUpload", "sha256"),
    *_columns("scenes.Scene", "glb_sha256", "nav_sha256", "source_sha256"),
    # An episode goes on showing the motion that it was composed of, whatever bytes that has by now.
    *_columns("episodes.Episode", "spec", where=~Q(state=EpisodeState.WITHDRAWN), is_json=True),
    *_columns("episodes.Episode", "picture_sha256", where=~Q(state=EpisodeState.WITHDRAWN)),
    *_columns("observation.Render", "spec_sha256", "video_sha256", "poster_sha256", "frames_sha256"),
    *_columns("videos.Video", "file_sha256", where=~Q(state=VideoState.WITHDRAWN)),
    *_columns("videos.Video", "frames_sha256", "proxy_sha256", "poster_sha256", "peaks_sha256"),
    *_columns("videos.Video", "sprite", where=Q(sprite__isnull=False), is_json=True),
    *_columns("videos.SubtitleTrack", "file_sha256", where=~Q(video__state=VideoState.WITHDRAWN)),
    *_columns("videos.PreparedClip", "video_sha256", "frames_sha256", "poster_sha256"),
    *_columns("videos.CutSegment", "sha256"),
    *_columns("videos.Upload", "sha256", where=Q(used_at=None)),
    *_columns("videos.Registration", "manifest_sha256", where=Q(state__in=_AT_WORK)),
    *_columns("videos.Registration", "files", where=Q(state__in=_AT_WORK), is_json=True),
    *_columns("videos.RegistrationRow", "sha256", where=_PENDING_REGISTRATION),
    *_columns("questions.ItemImport", "file_sha256", where=Q(state__in=_AT_WORK)),
    *_columns("endpoints.Call", "request", is_json=True),
    *_columns("drafting.DraftWindow", "shown", where=Q(shown__isnull=False), is_json=True),
    *_columns("releases.ReleaseFile", "sha256", where=Q(tombstone=None)),
    *_columns("releases.HiddenArtefact", "sha256"),
)
NO_NEEDS: dict[tuple[str, str], str] = {
    ("motion.MotionAsset", "skeleton_sha256"): "names a tree of joints, which stands beside it",
    ("motion.SkeletonMapping", "skeleton_sha256"): "names a tree of joints, which its motions hold",
    ("observation.Render", "parameters_sha256"): "names parameters, which stand beside it",
    ("drafting.DraftRun", "prompt_sha256"): "names a text that is part of the program",
    ("releases.Release", "manifest_sha256"): "names a file of the release, which has a row",
    ("releases.ReleaseLine", "row_sha256"): "names a line, which stands beside it",
    ("releases.ClipHash", "video_sha256"): "a fingerprint of bytes that others need or nobody",
    ("hub.HubEntry", "sha256"): "names a file of the release, which has a row",
    ("mirror.MirroredFile", "sha256"): "names a copy in the object store",
    ("withdrawals.PurgeFile", "sha256"): "names what is to go",
}


def needed(digests: set[str]) -> set[str]:
    """Those of these digests that any row needs as things stand."""
    found: set[str] = set()
    for need in NEEDS:
        if left := digests - found:
            found |= need.of(left)
    return found
