"""Keys, signatures, and the outsider's own Ed25519."""

from __future__ import annotations

import stat
from pathlib import Path
from random import Random

import pytest

from dealer_console.journal import JournalRefused
from dealer_console.journal.keys import create_key, is_signed, load_key, load_or_create_key, public_key, sign
from tests.journal.test_tampering import outsider

# RFC 8032, 7.1: secret, public, message, signature.
VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe2465"
        "5141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb0"
        "0d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc0"
        "27beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("secret", "public", "message", "signature"), VECTORS)
def test_the_vectors_of_rfc_8032(secret: str, public: str, message: str, signature: str) -> None:
    key, text, signed = bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature)
    assert public_key(bytes.fromhex(secret)) == key
    assert sign(bytes.fromhex(secret), text) == signed
    assert is_signed(key, text, signed)
    assert outsider.is_signed(key, text, signed.hex())


def test_both_judge_broken_signatures_alike() -> None:
    dice = Random(8032)
    for _ in range(40):
        seed, message = dice.randbytes(32), dice.randbytes(dice.randrange(200))
        public, signature = public_key(seed), bytearray(sign(seed, message))
        assert outsider.is_signed(public, message, signature.hex())
        signature[dice.randrange(64)] ^= 1 << dice.randrange(8)
        assert not is_signed(public, message, bytes(signature))
        assert not outsider.is_signed(public, message, signature.hex())


@pytest.mark.parametrize(
    ("public", "signature"),
    [(b"\xff" * 32, bytes(64)), (b"", bytes(64)), (public_key(b"k" * 32), b""), (public_key(b"k" * 32), b"\xff" * 64)],
)
def test_what_is_no_key_or_signature_is_no_proof(public: bytes, signature: bytes) -> None:
    assert not is_signed(public, b"text", signature)
    assert not outsider.is_signed(public, b"text", signature.hex())


def test_the_order_of_the_group_added_to_a_signature_is_refused() -> None:
    """A second form of the same signature must not pass (RFC 8032, 5.1.7)."""
    signature = sign(b"k" * 32, b"text")
    number = int.from_bytes(signature[32:], "little") + outsider.ORDER
    twin = signature[:32] + number.to_bytes(32, "little")
    assert not is_signed(public_key(b"k" * 32), b"text", twin)
    assert not outsider.is_signed(public_key(b"k" * 32), b"text", twin.hex())


def test_a_key_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    seed = create_key(tmp_path / "key")
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert len(seed) == 32
    assert load_key(tmp_path / "key") == seed == load_or_create_key(tmp_path / "key")
    assert load_or_create_key(tmp_path / "other") == load_key(tmp_path / "other") != seed


def test_a_key_file_is_never_overwritten(tmp_path: Path) -> None:
    create_key(tmp_path / "key")
    with pytest.raises(JournalRefused, match="exists already"):
        create_key(tmp_path / "key")


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    create_key(tmp_path / "key")
    (tmp_path / "key").chmod(0o640)
    with pytest.raises(JournalRefused, match="chmod 600"):
        load_key(tmp_path / "key")


@pytest.mark.parametrize("text", ["", "no key", "00" * 31, "00" * 33, "é"])
def test_a_file_that_is_no_key(tmp_path: Path, text: str) -> None:
    (tmp_path / "key").write_text(text)
    (tmp_path / "key").chmod(0o600)
    with pytest.raises(JournalRefused, match="no key file"):
        load_key(tmp_path / "key")


def test_a_key_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JournalRefused, match="cannot be read"):
        load_key(tmp_path / "key")
    with pytest.raises(JournalRefused, match="cannot be made"):
        create_key(tmp_path / "nowhere" / "key")
