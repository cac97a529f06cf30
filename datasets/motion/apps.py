from django.apps import AppConfig


class MotionConfig(AppConfig):
    name = "datasets.motion"
    label = "motion"
    verbose_name = "Motions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Motions are a list with facets, an export and bulk actions."""
        from affectory.browsing.actions import ACTIONS
        from affectory.browsing.library import LIBRARIES

        LIBRARIES.register("motions", "datasets.motion.library:LIBRARY")
        for name in ("exclude", "include", "scenario", "warnings", "inspect"):
            ACTIONS.register(f"motions.{name}", f"datasets.motion.bulk:{name.upper()}")
