from uuid import UUID

from celery import shared_task

from affectory.inbox import services


@shared_task(name="inbox.send_digests")
def send_digests() -> None:
    """Mail what is due to those who asked for it."""
    services.send_due_digests()


@shared_task(name="inbox.send_confirmation")
def send_confirmation(person_id: str) -> None:
    """Mail the link that confirms somebody's address."""
    services.send_confirmation(person_id=UUID(person_id))
