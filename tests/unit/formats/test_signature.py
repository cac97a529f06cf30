"""RL15: signatures over a manifest, checked offline."""

from __future__ import annotations

import base64
import json

import pytest

from export.formats.signature import (
    SIGNATURE,
    PublicKeyError,
    check_signature,
    fingerprint,
    public_key_of,
    read_public_key,
    signature_bytes,
)

SEED = bytes(range(32))
DIGEST = "ab" * 32


def test_rl15_the_public_key_is_the_one_that_rfc_8032_gives() -> None:
    # RFC 8032, section 7.1, test 1.
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    assert public_key_of(seed).hex() == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"


def test_rl15_a_signature_holds_and_is_the_same_each_time() -> None:
    data = signature_bytes(DIGEST, SEED)
    assert data == signature_bytes(DIGEST, SEED)
    found = check_signature(data, DIGEST, public_key_of(SEED))
    assert (found.signed_by, found.problems) == (fingerprint(public_key_of(SEED)), ())


def test_rl15_another_manifest_is_not_signed() -> None:
    problems = check_signature(signature_bytes(DIGEST, SEED), "cd" * 32, None).problems
    assert problems == (
        f"{SIGNATURE} signs another manifest, {DIGEST}.",
        f"{SIGNATURE}: the signature is wrong. The manifest or the signature was changed.",
    )


def test_rl15_a_key_that_is_not_trusted_is_named() -> None:
    other = public_key_of(b"x" * 32)
    (problem,) = check_signature(signature_bytes(DIGEST, SEED), DIGEST, other).problems
    assert fingerprint(other) in problem
    assert fingerprint(public_key_of(SEED)) in problem


def test_rl15_every_flipped_bit_of_the_signature_is_found() -> None:
    said = json.loads(signature_bytes(DIGEST, SEED))
    raw = bytearray(base64.b64decode(said["signature"]))
    for at in range(0, len(raw) * 8, 37):
        changed = bytearray(raw)
        changed[at // 8] ^= 1 << at % 8
        said["signature"] = base64.b64encode(changed).decode()
        assert check_signature(json.dumps(said).encode(), DIGEST, None).problems


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"{}", b'{"public_key":"x"}', b"\xff"])
def test_rl15_what_is_no_signature_is_a_problem_and_not_a_crash(data: bytes) -> None:
    assert check_signature(data, DIGEST, None).problems == (f"{SIGNATURE} is not a signature of ours.",)


def test_rl15_a_public_key_is_read_from_base64_and_from_pem() -> None:
    raw = public_key_of(SEED)
    pem = "-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n"
    # SubjectPublicKeyInfo of Ed25519 (RFC 8410): a fixed head of twelve bytes before the raw key.
    der = bytes.fromhex("302a300506032b6570032100") + raw
    assert read_public_key(base64.b64encode(raw).decode() + "\n") == raw
    assert read_public_key(pem.format(base64.b64encode(der).decode())) == raw
    for wrong in ("", "abc", base64.b64encode(b"short").decode(), pem.format("AAAA"), "é"):
        with pytest.raises(PublicKeyError, match="no Ed25519 public key"):
            read_public_key(wrong)
