from django.apps import AppConfig


class VideosConfig(AppConfig):
    name = "datasets.videos"
    label = "videos"
    verbose_name = "Videos"
    default_auto_field = "django.db.models.BigAutoField"
