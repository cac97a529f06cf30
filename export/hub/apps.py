from django.apps import AppConfig


class HubConfig(AppConfig):
    name = "export.hub"
    label = "hub"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """A release becomes a tree when it is frozen and a commit when it is published, in the same transactions."""
        from export.hub import receivers
        from export.releases import signals

        signals.release_frozen.connect(receivers.record_tree, dispatch_uid="hub.tree")
        signals.release_published.connect(receivers.record_commit, dispatch_uid="hub.commit")
