from django.apps import AppConfig


class WorkerConfig(AppConfig):
    name = "worker"
    label = "worker"

    def ready(self) -> None:
        # Registers the task names in every process, so that enqueue() can refuse a wrong one at once.
        from affectory import celery  # noqa: F401  as said above

        from . import tasks  # noqa: F401  likewise
