"""The object store itself, by Django's storage interface; the library behind it is loaded only where it is used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import Storage, storages

from affectory.core.errors import JobInputError, JobRetryError
from export.mirror.domain import object_key

ALIAS = "mirror"


def is_configured() -> bool:
    return ALIAS in settings.STORAGES


def put(sha256: str, content: File) -> int:
    """Copy the bytes; returns the size that the store says it has."""
    key = object_key(sha256)
    with _faults():
        store = _store()
        store.save(key, content)
        return int(store.size(key))


def delete(sha256: str) -> None:
    with _faults():
        _store().delete(object_key(sha256))


def signed_address(sha256: str, answer_with: dict[str, str]) -> str:
    """RL51: an address that works for a few minutes and for this object alone. Nobody is asked over the network."""
    store = _store()
    address: str = store.url(object_key(sha256), parameters=answer_with)  # type: ignore[call-arg]  # S3's own argument
    return address


def _store() -> Storage:
    return storages[ALIAS]


@contextmanager
def _faults() -> Iterator[None]:
    """A store that is away is tried again later; one that refuses us wants a person."""
    from botocore.exceptions import BotoCoreError, ClientError

    try:
        yield
    except ClientError as error:
        code = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        if code in (401, 403, 404):
            raise JobInputError(
                f"The object store refused: {error}. Check the bucket and the keys in the settings.",
                code="mirror.refused",
            ) from error
        raise JobRetryError(f"The object store answered {code}.") from error
    except BotoCoreError as error:
        raise JobRetryError(f"The object store does not answer: {error}") from error
