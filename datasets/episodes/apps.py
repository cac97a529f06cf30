from django.apps import AppConfig


class EpisodesConfig(AppConfig):
    name = "datasets.episodes"
    label = "episodes"
    verbose_name = "Episodes"
    default_auto_field = "django.db.models.BigAutoField"
