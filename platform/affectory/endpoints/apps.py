from django.apps import AppConfig


class EndpointsConfig(AppConfig):
    name = "affectory.endpoints"
    label = "endpoints"
    default_auto_field = "django.db.models.BigAutoField"
