from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    name = "export.releases"
    label = "releases"
    default_auto_field = "django.db.models.BigAutoField"
