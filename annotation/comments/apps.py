from django.apps import AppConfig


class CommentsConfig(AppConfig):
    name = "annotation.comments"
    label = "comments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from affectory.core.audit import VEILS

        VEILS.register("comments", "annotation.comments.veil:hidden_events")
