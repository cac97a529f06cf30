from django.apps import AppConfig


class EpisodesConfig(AppConfig):
    name = "datasets.episodes"
    label = "episodes"
    verbose_name = "Episodes"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from affectory.core import signals
        from datasets.episodes.services import composing

        signals.job_ended.connect(composing.end_with_job, dispatch_uid="episodes.composition")
