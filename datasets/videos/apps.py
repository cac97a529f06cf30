from django.apps import AppConfig


class VideosConfig(AppConfig):
    name = "datasets.videos"
    label = "videos"
    verbose_name = "Videos"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """A registration ends with its job."""
        from affectory.core import signals
        from datasets.videos.services import running

        signals.job_ended.connect(running.end_with_job, dispatch_uid="videos.registration")
