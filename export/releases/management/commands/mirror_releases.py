"""Copy what was published before there was an object store."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from export.mirror import store
from export.releases import services


class Command(BaseCommand):
    help = "Copy the large files of all published releases to the object store; what is there is not copied again."

    def handle(self, *args: Any, **options: Any) -> None:
        if not store.is_configured():
            raise CommandError("There is no object store in the settings. Set AFFECTORY_BUCKET first.")
        self.stdout.write(f"{services.mirror_all():,} files copied.")
