from django.apps import AppConfig


class DraftingConfig(AppConfig):
    name = "annotation.drafting"
    label = "drafting"
