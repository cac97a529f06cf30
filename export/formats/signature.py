"""RL15: an Ed25519 signature over the digest of a release's manifest, in a file beside it. Pure."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from affectory.core.canonical import canonical_json

SIGNATURE = "manifest.json.sig"
FORMAT = "affectory-signature-1"
_RAW_BYTES = 32


class PublicKeyError(ValueError):
    """A public key that cannot be read; the text says what is expected."""


@dataclass(frozen=True, slots=True)
class SignatureCheck:
    """Whose signature it is (a fingerprint, empty if it cannot be read), and what is wrong with it."""

    signed_by: str
    problems: tuple[str, ...]


def signature_bytes(manifest_sha256: str, seed: bytes) -> bytes:
    """The signature file. Ed25519 has no randomness: the same manifest and key give the same bytes (RL4)."""
    key = Ed25519PrivateKey.from_private_bytes(seed)
    signed = {
        "algorithm": "Ed25519",
        "format": FORMAT,
        "manifest_sha256": manifest_sha256,
        "public_key": base64.b64encode(key.public_key().public_bytes_raw()).decode(),
        "signature": base64.b64encode(key.sign(_message(manifest_sha256))).decode(),
    }
    return canonical_json(signed) + b"\n"


def public_key_of(seed: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def fingerprint(public_key: bytes) -> str:
    """What people compare: the SHA-256 of the raw public key."""
    return hashlib.sha256(public_key).hexdigest()


def read_public_key(text: str) -> bytes:
    """A raw public key from base64 (as the server gives it) or PEM."""
    text = text.strip()
    try:
        if text.startswith("-----BEGIN"):
            found = load_pem_public_key(text.encode())
            if isinstance(found, Ed25519PublicKey):
                return found.public_bytes_raw()
        elif len(raw := base64.b64decode(text, validate=True)) == _RAW_BYTES:
            return raw
    except (ValueError, binascii.Error):
        pass
    raise PublicKeyError("That is no Ed25519 public key: give the server's base64 text, a PEM, or a file with one.")


def check_signature(data: bytes, manifest_sha256: str, trusted: bytes | None) -> SignatureCheck:
    """Whether the file signs this manifest, and with the trusted key if one is given."""
    try:
        said = json.loads(data)
        public, signature = (base64.b64decode(said[key], validate=True) for key in ("public_key", "signature"))
        known = said["algorithm"] == "Ed25519" and said["format"] == FORMAT and len(public) == _RAW_BYTES
        named = said["manifest_sha256"]
    except (ValueError, KeyError, TypeError, binascii.Error):
        known = False
    if not known:
        return SignatureCheck("", (f"{SIGNATURE} is not a signature of ours.",))
    problems = []
    if named != manifest_sha256:
        problems.append(f"{SIGNATURE} signs another manifest, {named}.")
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _message(manifest_sha256))
    except InvalidSignature:
        problems.append(f"{SIGNATURE}: the signature is wrong. The manifest or the signature was changed.")
    if trusted is not None and trusted != public:
        problems.append(
            f"{SIGNATURE} was made with the key {fingerprint(public)}, not with the one that you trust "
            f"({fingerprint(trusted)})."
        )
    return SignatureCheck(fingerprint(public), tuple(problems))


def _message(manifest_sha256: str) -> bytes:
    return b"affectory release\n" + manifest_sha256.encode() + b"\n"
