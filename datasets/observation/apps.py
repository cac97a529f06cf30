from django.apps import AppConfig


class ObservationConfig(AppConfig):
    name = "datasets.observation"
    label = "observation"
    verbose_name = "Observation"
    default_auto_field = "django.db.models.BigAutoField"
