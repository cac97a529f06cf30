from django.apps import AppConfig


class EpisodesConfig(AppConfig):
    name = "datasets.episodes"
    label = "episodes"
    verbose_name = "Episodes"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from affectory.accounts.overview import PROJECT_COUNTS

        PROJECT_COUNTS.register("episodes", "datasets.episodes.selectors:episode_counts")
