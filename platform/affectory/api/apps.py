from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "affectory.api"
    label = "api"
