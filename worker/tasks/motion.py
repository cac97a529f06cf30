from uuid import UUID

from celery import shared_task

from affectory.core import jobs
from datasets.motion import services
from worker.tasks.intakes import carry_out


@shared_task(name="motion.import")
def import_motions(job_id: str, import_id: str) -> None:
    """Carry out an import, or go on with one whose worker died."""
    carry_out(job_id, services.run_import, services.fail_import, import_id=import_id)


@shared_task(name="motion.inspect")
def inspect_motion(motion_id: str) -> None:
    """Read, retarget and check one motion; a second delivery finds it done."""
    services.inspect_motion(motion_id=UUID(motion_id))


@shared_task(name="motion.reinspect")
def reinspect_motions(job_id: str, of_project: str) -> None:
    """Inspect the motions of a project again that somebody decided otherwise about."""
    with jobs.running(job_id) as run:
        if run is not None:
            services.reinspect_motions(project_id=UUID(of_project), run=run)


@shared_task(name="motion.forget_staged")
def forget_staged_files() -> None:
    """Let go of files that were sent a week ago and that no import is about to take."""
    services.forget_staged_files(older_than_s=7 * 24 * 3600)


@shared_task(name="motion.resend_waiting")
def resend_waiting_motions() -> None:
    """Send motions whose message was lost to their inspection again."""
    services.resend_waiting_motions(older_than_s=180)
