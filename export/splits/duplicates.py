"""SP11: what looks or reads nearly the same. Pure: fingerprints come from the worker, texts from whoever asks."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

HASH_SIDE = 16
HASH_FRAMES = 4
HASH_BITS = HASH_FRAMES * HASH_SIDE * HASH_SIDE
NEAR_BITS = 40
"""Of 1,024 bits so many may differ at most. See docs/decisions/0045 for what was measured."""
NEAR_TEXT = 0.9
_BAND_BYTES = 3
_BANDS = HASH_BITS // (8 * _BAND_BYTES)
_GRAM = 5
_AT_ONCE = 256
_PLACES = np.array([1 << 16, 1 << 8, 1], dtype=np.int64)

Words = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things, by their places in what was given, and the part in which they differ."""

    first: int
    second: int
    distance: float


def near_hashes(hashes: Sequence[bytes], limit: int = NEAR_BITS) -> Iterator[Pair]:
    """Every pair of fingerprints that differ in at most ``limit`` bits, in ascending order.

    If fewer bits differ than there are bands, one band at least is the same in both: only what shares a band is
    compared, and nothing is missed. Bits are dealt to the bands in a fixed random order, so that a plain wall, whose
    bits are alike in one corner, does not fill a band by itself.
    """
    if limit >= _BANDS:
        raise ValueError(f"limit has to be below {_BANDS}, the number of bands")
    if len(hashes) < 2:
        return
    dealt = _dealt(hashes)
    words = dealt.view(np.uint64)
    found: dict[tuple[int, int], int] = {}
    for band in range(_BANDS):
        values = dealt[:, band * _BAND_BYTES : (band + 1) * _BAND_BYTES] @ _PLACES
        order = np.argsort(values, kind="stable")
        same = np.flatnonzero(np.diff(values[order]) != 0) + 1
        for run in np.split(order, same):
            if len(run) > 1:
                _compare(words, np.sort(run), limit, found)
    for first, second in sorted(found):
        yield Pair(first, second, found[first, second] / HASH_BITS)


def normalise_text(text: str) -> str:
    """Letters and digits in lower case, words set apart by one blank: what remains when typing habits are gone."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(c if c.isalnum() else " " for c in folded).split())


def near_texts(texts: Sequence[str], least: float = NEAR_TEXT) -> Iterator[Pair]:
    """Every pair of texts that are the same once normalised, or share ``least`` of their five-letter sequences.

    Two sets with a Jaccard likeness of t share an element among the first (1 - t)·n + 1 of each in any fixed order,
    here the rarest first; only texts that do are compared.
    """
    grams = [_grams(normalise_text(text)) for text in texts]
    counts: dict[str, int] = {}
    for some in grams:
        for gram in some:
            counts[gram] = counts.get(gram, 0) + 1
    index: dict[str, list[int]] = {}
    for number, some in enumerate(grams):
        rare = sorted(some, key=lambda gram: (counts[gram], gram))
        prefix = rare[: int((1 - least) * len(rare)) + 1]
        near = sorted({other for gram in prefix for other in index.get(gram, ())})
        for other in near:
            shared = len(some & grams[other])
            likeness = shared / (len(some) + len(grams[other]) - shared)
            if likeness >= least:
                yield Pair(other, number, round(1 - likeness, 4))
        for gram in prefix:
            index.setdefault(gram, []).append(number)


def _dealt(hashes: Sequence[bytes]) -> npt.NDArray[np.uint8]:
    """The fingerprints with their bits in the order of the bands; some rows at a time, as unpacked bits are large."""
    order = np.random.default_rng(0).permutation(HASH_BITS)
    dealt = np.empty((len(hashes), HASH_BITS // 8), dtype=np.uint8)
    for start in range(0, len(hashes), _AT_ONCE):
        some = np.frombuffer(b"".join(hashes[start : start + _AT_ONCE]), dtype=np.uint8)
        bits = np.unpackbits(some.reshape(-1, HASH_BITS // 8), axis=1)
        dealt[start : start + _AT_ONCE] = np.packbits(bits[:, order], axis=1)
    return dealt


def _compare(words: Words, run: npt.NDArray[np.int64], limit: int, found: dict[tuple[int, int], int]) -> None:
    for start in range(0, len(run), _AT_ONCE):
        left = run[start : start + _AT_ONCE]
        bits = np.bitwise_count(words[left][:, None, :] ^ words[run][None, :, :]).sum(axis=2)
        for i, j in zip(*np.nonzero(bits <= limit), strict=True):
            if left[i] < run[j]:
                found[int(left[i]), int(run[j])] = int(bits[i, j])


def _grams(text: str) -> frozenset[str]:
    return frozenset(text[n : n + _GRAM] for n in range(max(1, len(text) - _GRAM + 1)))
