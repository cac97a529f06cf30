from django.apps import AppConfig


class MotionConfig(AppConfig):
    name = "datasets.motion"
    label = "motion"
    verbose_name = "Motions"
    default_auto_field = "django.db.models.BigAutoField"
