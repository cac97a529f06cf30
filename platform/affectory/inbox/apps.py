from django.apps import AppConfig


class InboxConfig(AppConfig):
    name = "affectory.inbox"
    label = "inbox"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Whoever started a job is told when it has ended, in the transaction that ends it."""
        from affectory.core import signals
        from affectory.inbox import receivers

        signals.job_ended.connect(receivers.tell_of_job, dispatch_uid="inbox.job")
