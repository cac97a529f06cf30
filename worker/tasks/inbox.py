from celery import shared_task

from affectory.inbox import services


@shared_task(name="inbox.send_digests")
def send_digests() -> None:
    """Mail what is due to those who asked for it."""
    services.send_due_digests()
