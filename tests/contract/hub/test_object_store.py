"""RL50, RL51, RL52 against a real S3 server, with the clients that follow its signed addresses."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.files.storage import storages

from affectory.core.errors import JobInputError, JobRetryError
from export.mirror.models import MirroredFile
from export.releases import services

from .conftest import REPO, Client, python_of

pytestmark = [pytest.mark.foreign, pytest.mark.django_db(transaction=True)]
BUCKET = "released"


@pytest.fixture
def server(tmp_path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """moto's S3 as a process; it is ready when it accepts a connection."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = Path(python_of("object-store")).with_name("moto_server")
    with (tmp_path / "s3.log").open("wb") as log:
        process = subprocess.Popen(
            [str(program), "-H", "127.0.0.1", "-p", str(port)],
            stdout=log,
            stderr=log,
            env={"PATH": os.environ["PATH"]},
        )
    url = f"http://127.0.0.1:{port}"
    for _ in range(600):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            break
        assert process.poll() is None, (tmp_path / "s3.log").read_text()
        time.sleep(0.1)
    yield url, process
    process.kill()
    process.wait()


@pytest.fixture
def store(server, settings):
    url, _ = server
    options = {
        "bucket_name": BUCKET, "endpoint_url": url, "region_name": "us-east-1", "access_key": "key",
        "secret_key": "secret", "signature_version": "s3v4", "querystring_expire": 60, "file_overwrite": True,
    }  # fmt: skip
    backend = {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
    settings.STORAGES = {**django_settings.STORAGES, "mirror": backend}
    made = storages["mirror"]
    made.connection.create_bucket(Bucket=BUCKET)
    yield made
    made.connection.meta.client.close()


def test_rl51_clients_pull_and_load_through_signed_addresses(
    tmp_path, live_server, material, published, maintainer, token_for, store
) -> None:
    release = published("0.1.0")
    assert services.mirror_release(release_id=release.pk) == MirroredFile.objects.count() > 0
    client = Client("hub-new", tmp_path, live_server.url)
    asked = {"repo": REPO, "revision": "v0.1.0"}
    pulled, loaded, streamed = client.run(
        {"do": "snapshot", **asked}, {"do": "load", **asked}, {"do": "stream", **asked}, token=token_for(maintainer)
    )
    assert pulled == dict(release.files.values_list("path", "sha256"))
    assert loaded[:2] == [release.counts_by_split()["train"], ["0.1.0"]]
    assert len(streamed) == release.counts_by_split()["train"]


def test_rl51_an_address_is_for_one_object_and_for_minutes(
    live_server, material, published, maintainer, token_for, store
) -> None:
    release = published("0.1.0")
    services.mirror_release(release_id=release.pk)
    address = _address(live_server.url, token_for(maintainer))
    with urllib.request.urlopen(address) as reply:
        assert reply.headers["Content-Disposition"] == "attachment; filename*=UTF-8''train.parquet"
        assert len(reply.read()) == release.files.get(path="data/train.parquet").size
    assert "X-Amz-Expires=60" in address
    assert "X-Amz-Signature=" in address
    assert "secret" not in address


def test_rl50_a_store_that_refuses_us_is_said_and_one_that_is_away_is_tried_again(
    material, published, server, store
) -> None:
    release = published("0.1.0")
    store.bucket.objects.delete()
    store.bucket.delete()
    with pytest.raises(JobInputError, match="Check the bucket and the keys"):
        services.mirror_release(release_id=release.pk)
    _, process = server
    process.kill()
    process.wait()
    with pytest.raises(JobRetryError, match="does not answer"):
        services.mirror_release(release_id=release.pk)
    assert not MirroredFile.objects.exists()


def test_rl52_after_a_withdrawal_the_object_is_gone(
    live_server, material, published, maintainer, token_for, store
) -> None:
    release = published("0.1.0")
    services.mirror_release(release_id=release.pk)
    address = _address(live_server.url, token_for(maintainer))
    services.withdraw_release(
        actor=maintainer, release_id=release.pk, typed_version="0.1.0", reason="A performer withdrew consent."
    )
    services.unmirror_release(release_id=release.pk)
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(address)
    refused.value.close()
    assert refused.value.code in (403, 404)
    assert not [found.key for found in store.bucket.objects.all()]


def _address(url: str, token: str) -> str:
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *args: object) -> None:
            return None

    asked = urllib.request.Request(
        f"{url}/datasets/{REPO}/resolve/v0.1.0/data/train.parquet", headers={"Authorization": f"Bearer {token}"}
    )
    with pytest.raises(urllib.error.HTTPError) as moved:
        urllib.request.build_opener(Stay).open(asked)
    moved.value.close()
    assert moved.value.code == 302
    return str(moved.value.headers["Location"])
