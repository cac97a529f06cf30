from django.apps import AppConfig


class RubricsConfig(AppConfig):
    name = "annotation.rubrics"
    label = "rubrics"
