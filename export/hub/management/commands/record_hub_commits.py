from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from export.hub import services
from export.releases.models import Release


class Command(BaseCommand):
    help = "Make the commits of releases that were published before this server spoke the Hub protocol."

    def handle(self, *args: Any, **options: Any) -> None:
        missing = Release.objects.filter(published_at__isnull=False, hub_tree__commit__isnull=True)
        for release in missing.select_related("project").order_by("project__slug", "major", "minor", "patch"):
            commit = services.record_commit(release)
            self.stdout.write(f"{release.project.slug} v{release.version} {commit.sha}")
