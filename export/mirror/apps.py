from django.apps import AppConfig


class MirrorConfig(AppConfig):
    name = "export.mirror"
    label = "mirror"
    default_auto_field = "django.db.models.BigAutoField"
