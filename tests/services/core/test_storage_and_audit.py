"""CO4, and bytes under their digest."""

import gc
import hashlib
import io
import os

import pytest
from django.db import DatabaseError, transaction

from affectory.core import storage
from affectory.core.audit import record
from affectory.core.errors import NotFoundError
from affectory.core.models import AuditEvent


def test_bytes_lie_under_their_sha256_once(storage_root):
    digest = storage.put_bytes(b"abc")
    assert digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2, B.1
    assert storage.put_file(io.BytesIO(b"abc")) == digest
    assert storage.read_bytes(digest) == b"abc"
    assert [p.name for p in storage_root.rglob("*") if p.is_file()] == [digest]


def test_a_large_file_object_is_stored_from_where_it_stands():
    data = bytes(range(256)) * 10_000
    file = io.BytesIO(b"skip" + data)
    file.read(4)
    assert storage.put_file(file) == hashlib.sha256(data).hexdigest()


def test_what_comes_in_piece_by_piece_is_kept_or_leaves_nothing(storage_root):
    kept, thrown, forgotten = storage.Incoming(), storage.Incoming(), storage.Incoming()
    for incoming in (kept, thrown, forgotten):
        incoming.write(b"ab")
        incoming.write(b"c")
    assert kept.size == 3
    digest = kept.keep()
    thrown.discard()
    del incoming, forgotten
    gc.collect()
    assert storage.read_bytes(digest) == b"abc"
    assert [p.name for p in storage_root.rglob("*") if p.is_file()] == [digest]
    kept.discard()
    assert storage.exists(digest)


def test_what_a_killed_process_left_half_written_is_removed_after_a_day(storage_root):
    storage.put_bytes(b"abc")
    old, new = storage_root / "incoming" / "tmp1", storage_root / "incoming" / "tmp2"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    assert storage.forget_abandoned() == 1
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.parametrize("name", ["0" * 64, "../../etc/passwd", "ABC", ""])
def test_what_is_not_there_is_not_found(name):
    assert not storage.exists("0" * 64)
    with pytest.raises(NotFoundError):
        storage.local_path(name)


@pytest.mark.django_db
def test_audit_events_are_only_ever_added(maintainer, project):
    """CO4"""
    event = record(actor=maintainer, event="tested", project_id=project.pk, subject=project, n=1)
    for change in (
        lambda: AuditEvent.objects.filter(pk=event.pk).update(event="other"),
        lambda: AuditEvent.objects.filter(pk=event.pk).delete(),
    ):
        with pytest.raises(DatabaseError, match="only ever added"), transaction.atomic():
            change()
    kept = AuditEvent.objects.get(pk=event.pk)
    assert (kept.event, kept.actor, kept.subject_type, kept.data) == (
        "tested",
        maintainer,
        "accounts.Project",
        {"n": 1},
    )
