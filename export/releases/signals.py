"""What other apps of this layer are told, inside the transaction in which it happens. Each carries `release`."""

from django.dispatch import Signal

release_frozen = Signal()
release_published = Signal()
