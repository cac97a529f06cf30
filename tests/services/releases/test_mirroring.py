"""RL50, RL51, RL52: copies of large released files in an object store, with addresses only for who may read."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings as django_settings
from django.core.files.storage import storages

from affectory.core.errors import JobInputError
from affectory.core.jobs import Job
from export.access.metering import BUFFER
from export.access.models import Download
from export.mirror.domain import is_mirrored, object_key
from export.mirror.models import MirroredFile
from export.releases import services
from tests.factories.kept_episodes import fill_profile, make_kept
from tests.factories.object_store import SETTINGS, MemoryStore

pytestmark = pytest.mark.django_db
FILES = "/api/v1/projects/lab/releases/0.1.0/files"


@pytest.fixture
def store(settings):
    settings.STORAGES = {**django_settings.STORAGES, **SETTINGS}
    MemoryStore.saved.clear()
    MemoryStore.cut_to = None
    yield storages["mirror"]
    MemoryStore.cut_to = None


@pytest.fixture
def release(project, maintainer, frozen):
    fill_profile(project, maintainer)
    make_kept(project, 6)
    return frozen("0.1.0")


def published(release, maintainer):
    return services.publish_release(actor=maintainer, release_id=release.pk)


def large(release) -> dict[str, str]:
    return {p: sha for p, sha, size in release.files.values_list("path", "sha256", "size") if is_mirrored(p, size)}


@pytest.mark.parametrize(
    ("path", "size", "goes"),
    [
        ("media/x/P-Init.mp4", 10, True),
        ("data/test.parquet", 10, True),
        ("data/test.jsonl", 1024 * 1024, False),
        ("data/test.jsonl", 1024 * 1024 + 1, True),
        ("README.md", 4_000, False),
    ],
)
def test_rl50_media_data_and_what_is_large_are_copied(path, size, goes) -> None:
    assert is_mirrored(path, size) is goes


def test_without_a_store_publishing_asks_for_no_copy(release, maintainer) -> None:
    published(release, maintainer)
    assert not Job.objects.filter(task="releases.mirror").exists()
    assert services.unmirror_release(release_id=release.pk) == 0


def test_rl50_a_published_release_is_copied_once_and_a_draft_never(store, release, maintainer) -> None:
    assert services.mirror_release(release_id=release.pk) == 0
    published(release, maintainer)
    assert Job.objects.filter(task="releases.mirror").count() == 1
    expected = set(large(release).values())
    assert services.mirror_release(release_id=release.pk) == len(expected)
    assert services.mirror_release(release_id=release.pk) == 0
    assert sorted(MemoryStore.saved) == sorted(object_key(sha256) for sha256 in expected)
    assert set(MirroredFile.objects.values_list("sha256", flat=True)) == expected


def test_rl50_a_copy_that_was_cut_off_goes_on_and_a_short_one_is_taken_back(store, release, maintainer) -> None:
    published(release, maintainer)
    MemoryStore.cut_to = 1
    with pytest.raises(JobInputError, match=r"1 bytes of .* The copy was taken back"):
        services.mirror_release(release_id=release.pk)
    assert not MirroredFile.objects.exists()
    assert not store.exists(MemoryStore.saved[0])
    MemoryStore.cut_to = None
    assert services.mirror_release(release_id=release.pk) == len(set(large(release).values()))


def test_rl51_a_reader_goes_to_the_copy_and_its_bytes_count(store, release, maintainer, client, researcher) -> None:
    published(release, maintainer)
    services.mirror_release(release_id=release.pk)
    client.force_login(researcher)
    sha256 = large(release)["data/test.parquet"]
    reply = client.get(f"{FILES}/data/test.parquet")
    assert (reply.status_code, reply["ETag"], reply["Cache-Control"]) == (302, f'"{sha256}"', "private, no-store")
    address = urlsplit(reply["Location"])
    assert address.path == f"/{object_key(sha256)}"
    assert parse_qs(address.query)["ResponseContentDisposition"] == ["attachment; filename*=UTF-8''test.parquet"]
    assert client.head(f"{FILES}/data/test.parquet").status_code == 200
    assert client.get(f"{FILES}/data/test.parquet", headers={"If-None-Match": f'"{sha256}"'}).status_code == 304
    assert client.get(f"{FILES}/README.md").status_code == 200
    part = client.get(f"{FILES}/data/test.parquet", headers={"Range": "bytes=10-19"})
    assert part.status_code == 302
    BUFFER.flush()
    size = release.files.get(path="data/test.parquet").size
    assert Download.objects.get(path="data/test.parquet").bytes == size + 10


def test_rl51_who_may_not_read_gets_no_address(store, release, maintainer, client, outsider) -> None:
    published(release, maintainer)
    services.mirror_release(release_id=release.pk)
    client.force_login(outsider)
    reply = client.get(f"{FILES}/data/test.parquet")
    assert reply.status_code == 404
    assert "Location" not in reply


def test_rl52_a_withdrawn_release_leaves_the_store_but_for_what_another_holds(
    store, release, maintainer, frozen, client
) -> None:
    published(release, maintainer)
    services.publish_release(actor=maintainer, release_id=frozen("0.1.1").pk)
    services.mirror_all()
    media = {sha256 for path, sha256 in large(release).items() if not path.endswith(".parquet")}
    assert media
    services.withdraw_release(
        actor=maintainer, release_id=release.pk, typed_version="0.1.0", reason="A performer withdrew consent."
    )
    gone = {sha256 for path, sha256 in large(release).items() if path.endswith(".parquet")}
    assert services.unmirror_release(release_id=release.pk) == len(gone)
    assert services.unmirror_release(release_id=release.pk) == 0
    assert not any(store.exists(object_key(sha256)) for sha256 in gone)
    assert all(store.exists(object_key(sha256)) for sha256 in media)
    client.force_login(maintainer)
    assert client.get(f"{FILES}/data/test.parquet").status_code == 410
