"""SP11: nearly the same, found without comparing all with all and without missing a pair."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from export.splits.duplicates import (
    HASH_BITS,
    NEAR_BITS,
    near_hashes,
    near_texts,
    normalise_text,
)


def flipped(value: bytes, places) -> bytes:
    bits = np.unpackbits(np.frombuffer(value, dtype=np.uint8))
    bits[list(places)] ^= 1
    return np.packbits(bits).tobytes()


def test_sp11_pairs_within_the_limit_are_found_and_others_are_not() -> None:
    draw = random.Random(3)
    one, other = draw.randbytes(HASH_BITS // 8), draw.randbytes(HASH_BITS // 8)
    places = draw.sample(range(HASH_BITS), NEAR_BITS + 1)
    hashes = [one, other, flipped(one, places[:-1]), flipped(other, places), one]
    found = [(pair.first, pair.second, round(pair.distance * HASH_BITS)) for pair in near_hashes(hashes)]
    assert found == [(0, 2, NEAR_BITS), (0, 4, 0), (2, 4, NEAR_BITS)]


def test_sp11_nothing_is_missed_wherever_the_bits_lie() -> None:
    """Against all pairs counted one by one, with fingerprints of plain walls among them."""
    draw = random.Random(8)
    wall = bytes(HASH_BITS // 8)
    hashes = [draw.randbytes(HASH_BITS // 8) for _ in range(20)]
    for base in (*hashes[:4], wall):
        for _ in range(12):
            hashes.append(flipped(base, draw.sample(range(HASH_BITS), draw.randint(0, 30))))
    numbers = [int.from_bytes(value) for value in hashes]
    expected = {
        (i, j)
        for i, j in itertools.combinations(range(len(hashes)), 2)
        if (numbers[i] ^ numbers[j]).bit_count() <= 40
    }
    assert {(pair.first, pair.second) for pair in near_hashes(hashes)} == expected
    assert len(expected) > 100


def test_sp11_a_limit_that_could_miss_pairs_is_refused() -> None:
    with pytest.raises(ValueError, match="number of bands"):
        list(near_hashes([b"", b""], limit=42))
    assert list(near_hashes([])) == []


def test_sp11_texts_are_compared_without_case_marks_and_width() -> None:
    assert normalise_text("  Wie  fühlt—sich ÉVA?! ﬁne １２ ") == "wie fühlt sich éva fine 12"
    texts = ["How does she feel?", "HOW DOES SHE FEEL", "How does he feel at the end?"]
    assert [(pair.first, pair.second, pair.distance) for pair in near_texts(texts)] == [(0, 1, 0)]


def test_sp11_likeness_is_counted_on_five_letters() -> None:
    # "abcdefghijklmnopqrstuvwx" has 20 sequences of five; with one letter appended 21 of which 20 are shared: 20/21.
    alphabet = "abcdefghijklmnopqrstuvwx"
    (pair,) = near_texts([alphabet, alphabet + "y"])
    assert pair.distance == pytest.approx(1 - 20 / 21, abs=1e-4)
    assert list(near_texts([alphabet, alphabet + "yz0"])) == []  # 20 of 23


def test_sp11_all_near_texts_are_found() -> None:
    draw = random.Random(1)
    words = [f"word{n}" for n in range(40)]
    texts = [" ".join(draw.choices(words, k=14)) for _ in range(60)]
    texts += [text.replace(text.split()[3], "changed", 1) for text in texts[:30]]

    def grams(text: str) -> set[str]:
        return {text[n : n + 5] for n in range(max(1, len(text) - 4))}

    sets = [grams(normalise_text(text)) for text in texts]
    expected = {
        (i, j)
        for i, j in itertools.combinations(range(len(texts)), 2)
        if len(sets[i] & sets[j]) / len(sets[i] | sets[j]) >= 0.8
    }
    assert expected
    assert {(pair.first, pair.second) for pair in near_texts(texts, least=0.8)} == expected
