from django.apps import AppConfig


class ScenesConfig(AppConfig):
    name = "datasets.scenes"
    label = "scenes"
    verbose_name = "Scenes"
    default_auto_field = "django.db.models.BigAutoField"
