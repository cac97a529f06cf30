from uuid import UUID

from celery import shared_task

from datasets.scenes import services
from datasets.scenes.services import anchors
from worker.tasks.intakes import carry_out


@shared_task(name="scenes.import")
def import_scenes(job_id: str, import_id: str) -> None:
    """Look at a large file, or add scenes; a second delivery goes on where the first stopped."""
    carry_out(job_id, services.run_scene_import, services.fail_scene_import, import_id=import_id)


@shared_task(name="scenes.find_anchors")
def find_anchors(scene_id: str) -> None:
    """The anchors of a scene that was too large to have them found while it was imported."""
    anchors.find_missing(scene_id=UUID(scene_id))
