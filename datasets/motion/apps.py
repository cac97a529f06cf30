from django.apps import AppConfig


class MotionConfig(AppConfig):
    name = "datasets.motion"
    label = "motion"
    verbose_name = "Motions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from affectory.accounts.overview import PROJECT_COUNTS

        PROJECT_COUNTS.register("motions", "datasets.motion.selectors:motion_counts")
