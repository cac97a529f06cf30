from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "affectory.core"
    label = "core"
