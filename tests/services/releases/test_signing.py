"""RL15 and RL4: the key of an installation, signed exports, and what two freezes of the same rows have in common."""

from __future__ import annotations

import base64
import stat
from io import StringIO

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from affectory.core import storage
from export.formats.signature import SIGNATURE, public_key_of
from export.releases.signing import signing_seed
from tests.factories.threads import at_once

KEY = base64.b64encode(public_key_of(bytes(range(32)))).decode()


@pytest.fixture
def exported(kept, frozen, tmp_path):
    release = frozen()
    call_command("export_release", "0.1.0", project="lab", to=tmp_path / "r", stdout=StringIO())
    return release, tmp_path / "r"


def verify(folder, **options) -> str:
    out = StringIO()
    call_command("verify_release", str(folder), stdout=out, stderr=out, **options)
    return out.getvalue()


def faults(folder, **options) -> str:
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_release", str(folder), stdout=out, stderr=out, **options)
    return out.getvalue()


@pytest.mark.django_db
def test_rl15_a_release_is_signed_with_the_key_that_the_server_shows(exported, client, tmp_path) -> None:
    release, folder = exported
    shown = client.get("/api/v1/signing-key").json()
    assert (shown["algorithm"], shown["public_key"]) == ("Ed25519", KEY)
    assert f"key that you trust, {shown['fingerprint']}" in verify(folder, public_key=KEY)
    (tmp_path / "key.txt").write_text(KEY + "\n")
    assert "key that you trust" in verify(folder, public_key=str(tmp_path / "key.txt"))
    assert "--public-key to check" in verify(folder)
    assert release.files.filter(path=SIGNATURE).exists()


@pytest.mark.django_db
def test_rl15_a_wrong_key_a_changed_or_missing_signature_and_a_foreign_file_are_found(exported) -> None:
    _, folder = exported
    other = base64.b64encode(public_key_of(b"y" * 32)).decode()
    assert "not with the one that you trust" in faults(folder, public_key=other)
    signature = folder / SIGNATURE
    good = signature.read_bytes()
    signature.chmod(0o644)
    signature.write_bytes(good.replace(b'"signature":"', b'"signature":"AA'))
    assert SIGNATURE in faults(folder)
    signature.unlink()
    assert f"{SIGNATURE} is missing" in faults(folder)
    signature.write_bytes(good)
    (folder / "extra").write_text("?")
    assert "extra: not part of the release." in faults(folder)
    with pytest.raises(CommandError, match="no Ed25519 public key"):
        verify(folder, public_key="nonsense")


@pytest.mark.django_db
def test_rl15_whoever_makes_the_lists_anew_cannot_sign_them(exported) -> None:
    """Somebody changes a row and writes manifest and checksums anew: all digests agree, the signature does not."""
    from affectory.core.canonical import sha256_hex

    _, folder = exported
    target = folder / "rights.csv"
    before = sha256_hex(target.read_bytes())
    for path in (target, folder / "manifest.json", folder / "SHA256SUMS"):
        path.chmod(0o644)
    target.write_bytes(target.read_bytes().replace(b"studio", b"studi0"))
    manifest = folder / "manifest.json"
    old_manifest = sha256_hex(manifest.read_bytes())
    manifest.write_text(manifest.read_text().replace(before, sha256_hex(target.read_bytes())))
    sums = (folder / "SHA256SUMS").read_text().replace(before, sha256_hex(target.read_bytes()))
    (folder / "SHA256SUMS").write_text(sums.replace(old_manifest, sha256_hex(manifest.read_bytes())))
    assert faults(folder).splitlines() == [
        f"{SIGNATURE} signs another manifest, {old_manifest}.",
        f"{SIGNATURE}: the signature is wrong. The manifest or the signature was changed.",
    ]


def test_rl15_a_key_is_made_once_and_only_its_owner_reads_it(settings, tmp_path) -> None:
    settings.RELEASE_SIGNING_KEY = ""
    settings.RELEASE_SIGNING_KEY_FILE = tmp_path / "new" / "key"
    seeds = at_once([signing_seed] * 4)
    assert len(set(seeds)) == 1
    assert signing_seed() == seeds[0]
    assert stat.S_IMODE(settings.RELEASE_SIGNING_KEY_FILE.stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["key"]


@pytest.mark.parametrize("text", ["x", "AAAA", "é" * 44])
def test_rl15_a_key_of_another_form_is_refused(settings, text: str) -> None:
    settings.RELEASE_SIGNING_KEY = text
    with pytest.raises(ImproperlyConfigured, match="32 random bytes"):
        signing_seed()


@pytest.mark.django_db
def test_rl4_two_freezes_of_the_same_rows_differ_only_where_they_name_the_version(kept, frozen) -> None:
    first, second = frozen("0.1.0"), frozen("0.1.1")
    old, new = (dict(release.files.values_list("path", "sha256")) for release in (first, second))
    assert old.keys() == new.keys()
    names_no_version = {"rights.csv", "splits/train.txt", "splits/validation.txt", "splits/test.txt"}
    names_no_version |= {path for path in old if path.startswith(("media/", "motions/"))}
    assert {path for path in old if old[path] == new[path]} == names_no_version
    for path in (
        "data/train.jsonl",
        "data/test.jsonl",
        "episodes.json",
        "splits/splits.json",
        "reports/leakage.json",
    ):
        again = storage.read_bytes(new[path]).replace(b'"release":"0.1.1"', b'"release":"0.1.0"')
        assert again == storage.read_bytes(old[path])
