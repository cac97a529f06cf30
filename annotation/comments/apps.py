from django.apps import AppConfig


class CommentsConfig(AppConfig):
    name = "annotation.comments"
    label = "comments"
    default_auto_field = "django.db.models.BigAutoField"
