"""RL11: what is frozen is frozen for everybody, the database says so."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from affectory.core.errors import ConflictError
from export.releases import services
from export.releases.models import Release, ReleaseFile, ReleaseRow

pytestmark = pytest.mark.django_db


def refused(change) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        change()


def test_rl11_a_frozen_release_can_be_neither_changed_nor_deleted(kept, frozen) -> None:
    release = frozen()
    mine = Release.objects.filter(pk=release.pk)
    refused(lambda: mine.update(notes="better"))
    refused(lambda: mine.update(state="draft"))
    refused(lambda: mine.update(header={}))
    refused(lambda: mine.update(manifest_sha256="0" * 64))
    refused(lambda: mine.update(published_at=timezone.now(), seed=1))
    refused(lambda: release.delete())
    assert Release.objects.get(pk=release.pk).notes == "First try."


def test_rl11_rows_and_files_can_be_neither_changed_nor_deleted_nor_added(kept, frozen) -> None:
    release = frozen()
    row, file = release.rows.first(), release.files.first()
    refused(lambda: ReleaseRow.objects.filter(pk=row.pk).update(label="sad"))
    refused(lambda: row.delete())
    refused(lambda: ReleaseFile.objects.filter(pk=file.pk).update(sha256="0" * 64))
    refused(lambda: file.delete())
    refused(lambda: ReleaseFile.objects.create(release=release, path="x", sha256="0" * 64, size=1, media_type="x"))
    refused(lambda: ReleaseRow.objects.filter(pk=row.pk).update(release=Release.objects.create(**draft_of(release))))
    assert (release.rows.count(), release.files.filter(path="x").count()) == (24, 0)


def draft_of(release: Release) -> dict:
    return {"project": release.project, "major": 9, "minor": 0, "patch": 0, "created_by": release.created_by}


def test_rl11_rows_are_only_written_while_freezing(kept, draft) -> None:
    release = draft()
    refused(lambda: ReleaseFile.objects.create(release=release, path="x", sha256="0" * 64, size=1, media_type="x"))


def test_rl11_an_episode_in_a_release_cannot_be_deleted(kept, frozen) -> None:
    frozen()
    with pytest.raises(ProtectedError):
        kept[0].delete()


def test_publishing_is_the_one_thing_that_happens_to_a_frozen_release(kept, frozen, maintainer) -> None:
    release = frozen()
    first = services.publish_release(actor=maintainer, release_id=release.pk)
    assert first.published_by == maintainer
    again = services.publish_release(actor=maintainer, release_id=release.pk)
    assert again.published_at == first.published_at
    refused(lambda: Release.objects.filter(pk=release.pk).update(published_at=None))


def test_a_draft_is_not_published(kept, draft, maintainer) -> None:
    with pytest.raises(ConflictError, match="only a frozen release is published"):
        services.publish_release(actor=maintainer, release_id=draft().pk)


def test_a_frozen_release_is_neither_edited_nor_discarded_by_services(kept, frozen, maintainer) -> None:
    release = frozen()
    with pytest.raises(ConflictError):
        services.change_draft(actor=maintainer, release_id=release.pk, notes="x")
    with pytest.raises(ConflictError):
        services.discard_draft(actor=maintainer, release_id=release.pk)
