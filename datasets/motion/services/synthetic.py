"""The demo's motions: generated here, brought in by the same road as anybody's."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from affectory.accounts.models import Project, User
from affectory.core.jobs import Watcher
from datasets.motion.models import Import
from datasets.motion.services.imports import import_files
from datasets.motion.services.incoming import IncomingFile
from datasets.motion.services.running import run_import
from datasets.motion.synthetic import (
    ACTION_NAMES,
    EMOTION_NAMES,
    PERFORMER_IDS,
    SyntheticMotion,
    synthetic_motions,
)

COLLECTION = "Affectory synthetic motions"
LICENCE = "CC0 1.0"
_COLUMNS = (
    "file",
    "collection",
    "performer",
    "performance",
    "part",
    "scenario",
    "source_label",
    "licence",
    "may_redistribute",
    "may_send_to_external_model",
)


def import_synthetic_motions(
    *,
    actor: User,
    project: Project,
    seed: int = 0,
    emotions: tuple[str, ...] = EMOTION_NAMES,
    performers: tuple[str, ...] = PERFORMER_IDS,
    actions: tuple[str, ...] = ACTION_NAMES,
    motions: Iterable[SyntheticMotion] | None = None,
    queue: bool = False,
    watch: Watcher | None = None,
) -> Import:
    """Generated motions with a manifest, marked synthetic: ``motions``, else every combination of the names. Called
    again it changes nothing (MO37).

    With ``queue`` workers do the work; otherwise the motions are inspected when this returns.
    """
    if motions is None:
        motions = synthetic_motions(seed=seed, emotions=emotions, performers=performers, actions=actions)
    made = list(motions)
    motion_import = import_files(
        actor=actor,
        project=project,
        files=[IncomingFile(motion.name, motion.bvh) for motion in made],
        manifest=IncomingFile("manifest.csv", _manifest(made)),
        is_synthetic=True,
        queue=queue,
    )
    if queue:
        return motion_import
    return run_import(import_id=motion_import.pk, watch=watch, inspect_here=True)


def _manifest(motions: Iterable[SyntheticMotion]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for motion in motions:
        taken = (motion.name, COLLECTION, motion.performer, motion.performance, motion.part)
        writer.writerow((*taken, motion.action, motion.emotion, LICENCE, "media", "yes"))
    return out.getvalue().encode()
