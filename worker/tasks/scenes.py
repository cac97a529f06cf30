from celery import shared_task

from datasets.scenes import services
from worker.tasks.intakes import carry_out


@shared_task(name="scenes.import")
def import_scenes(job_id: str, import_id: str) -> None:
    """Look at a large file, or add scenes; a second delivery goes on where the first stopped."""
    carry_out(job_id, services.run_scene_import, services.fail_scene_import, import_id=import_id)
