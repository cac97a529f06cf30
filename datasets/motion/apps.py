from django.apps import AppConfig


class MotionConfig(AppConfig):
    name = "datasets.motion"
    label = "motion"
    verbose_name = "Motions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Motions are a list with facets, an export and bulk actions; an import ends with its job."""
        from affectory.browsing.actions import ACTIONS
        from affectory.browsing.library import LIBRARIES
        from affectory.core import signals
        from datasets.motion.services import running

        signals.job_ended.connect(running.end_with_job, dispatch_uid="motion.import")
        LIBRARIES.register("motions", "datasets.motion.library:LIBRARY")
        for name in ("exclude", "include", "scenario", "warnings", "inspect"):
            ACTIONS.register(f"motions.{name}", f"datasets.motion.bulk:{name.upper()}")
