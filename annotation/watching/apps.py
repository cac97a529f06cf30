from django.apps import AppConfig


class WatchingConfig(AppConfig):
    name = "annotation.watching"
    label = "watching"
