"""Episodes of two people, put in directly: they only have to be there, with files that play."""

from __future__ import annotations

from typing import Any

from affectory.accounts.models import Project, User
from datasets.episodes.domain import EpisodeSpec, EpisodeState, MotionUse, RobotStart
from datasets.episodes.models import Episode
from datasets.motion.models import MotionAsset
from datasets.scenes.models import Scene
from datasets.scenes.services import add_apartment
from datasets.scenes.stage import load_stage
from tests.factories.episodes import add_motion

FREE_M = 1.4


def add_pair(
    project: Project, *, number: int = 50, labels: tuple[str, str] = ("angry", "sad"), **values: Any
) -> tuple[MotionAsset, MotionAsset]:
    """READY motions of two people in one performance: parts A and B."""
    first = add_motion(project, number=number, label=labels[0], **values)
    second = add_motion(project, number=number + 1, label=labels[1], **values)
    MotionAsset.objects.filter(pk=first.pk).update(part="A")
    MotionAsset.objects.filter(pk=second.pk).update(part="B", performance=first.performance)
    first.refresh_from_db()
    second.refresh_from_db()
    return first, second


def free_place(scene: Scene) -> tuple[float, float]:
    """The first cell of the scene with ``FREE_M`` around it."""
    grid = load_stage(scene.glb_sha256, scene.nav_sha256).grid
    return next(grid.centre(cell) for cell in grid.free_cells if grid.clearance(grid.centre(cell)) >= FREE_M)


def add_dyad(
    project: Project,
    maintainer: User,
    *,
    target: str = "A",
    pair: tuple[MotionAsset, MotionAsset] | None = None,
    state: str = EpisodeState.CHECKED,
    **columns: Any,
) -> Episode:
    """A in yellow at a free place facing +Z, B in green 1.2 m before A and facing A, the robot 1.3 m beside them."""
    scene = Scene.objects.filter(project=project).first() or add_apartment(actor=maintainer, project=project)
    first, second = pair or add_pair(project)
    x, z = (round(v, 3) for v in free_place(scene))
    spec = EpisodeSpec(
        family="dyadic",
        challenge="",
        scene_sha256=scene.glb_sha256,
        motions=(
            MotionUse(first.retargeted_sha256, (x, 0.0, z - 0.6), 0.0, "yellow"),
            MotionUse(second.retargeted_sha256, (x, 0.0, z + 0.6), 3.1416, "green"),
        ),
        robot_start=RobotStart((x + 1.3, 0.0, z), -1.5708),
        seed=1,
        duration_s=float(first.duration_s or 0.0),
        target=target,
    )
    values = {
        "id": spec.id_in(project.pk),
        "project": project,
        "scene": scene,
        "spec": spec.as_json(),
        "family": spec.family,
        "target": target,
        "motion": first,
        "label": first.label,
        "second_motion": second,
        "second_label": second.label,
        "duration_s": spec.duration_s,
        "bounds": {},
        "state": state,
    }
    return Episode.objects.create(**(values | columns))
