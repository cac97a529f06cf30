"""The shipped editions. A published edition never changes: another wording is another version, beside it."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from affectory.core.canonical import canonical_json, sha256_hex
from affectory.core.strict_json import read_json
from annotation.taxonomy.domain import (
    Edition,
    Guideline,
    Guidelines,
    Label,
    RubricFamily,
    Rubrics,
    TaxonomyError,
    Vocabulary,
)

EMOTIC = "emotic-26"
FIVE_CLASSES = "five-classes"
RUBRICS = "rubrics"
GUIDELINES = "guidelines"

PUBLISHED = {
    (EMOTIC, 1): "5a44aece2f849df0c9c6c2121332631872b3ec1d14d5d9c8eb78c26b859a76fb",
    (FIVE_CLASSES, 1): "d7438c14ed168937414972015ae0219682c900c88ba097072812cfaedc40c4e1",
    (RUBRICS, 1): "d03a6203942820b4ef82137c1e3f5e6eab161019f27674626e823d047eecb7b2",
    (GUIDELINES, 1): "616d032e1d9b9bed605639d27e6be348cb5215347de35a194803f77d78f349cc",
}


def versions(edition_id: str) -> tuple[int, ...]:
    return tuple(sorted(version for known, version in PUBLISHED if known == edition_id))


def vocabulary(edition_id: str = EMOTIC, version: int | None = None) -> Vocabulary:
    """A vocabulary by id and version; without a version the latest."""
    return _vocabulary(edition_id, _chosen(edition_id, version))


def rubrics(version: int | None = None) -> Rubrics:
    return _rubrics(_chosen(RUBRICS, version))


def guidelines(version: int | None = None) -> Guidelines:
    return _guidelines(_chosen(GUIDELINES, version))


@lru_cache
def _vocabulary(edition_id: str, version: int) -> Vocabulary:
    edition, data = _load(edition_id, version, "vocabulary")
    labels = tuple(Label(item["id"], item["name"], item["definition"]) for item in data["labels"])
    return Vocabulary(edition, data["title"], labels)


@lru_cache
def _rubrics(version: int) -> Rubrics:
    edition, data = _load(RUBRICS, version, "rubrics")
    families = tuple(
        RubricFamily(
            item["id"],
            item["title"],
            item["criterion"],
            {int(score): words for score, words in item["scores"].items()},
        )
        for item in data["families"]
    )
    for family in families:
        if sorted(family.scores) != list(range(len(family.scores))):
            raise TaxonomyError(f"the scores of {family.id} do not run from 0")
    return Rubrics(edition, families)


@lru_cache
def _guidelines(version: int) -> Guidelines:
    edition, data = _load(GUIDELINES, version, "guidelines")
    tasks = tuple(
        Guideline(
            item["granularity"],
            item["type"],
            item["summary"],
            tuple(data["general"][item["granularity"]]),
            tuple(item["points"]),
        )
        for item in data["tasks"]
    )
    return Guidelines(edition, tasks)


def _chosen(edition_id: str, version: int | None) -> int:
    known = versions(edition_id)
    if not known:
        raise TaxonomyError(f'no edition "{edition_id}"; there are {", ".join(sorted({i for i, _ in PUBLISHED}))}')
    if version is not None and version not in known:
        raise TaxonomyError(f"no version {version} of {edition_id}; there are {', '.join(map(str, known))}")
    return known[-1] if version is None else version


def _load(edition_id: str, version: int, kind: str) -> tuple[Edition, dict[str, Any]]:
    """TX2: the digest is taken over the content, and must be the published one."""
    path = files("annotation.taxonomy") / "data" / f"{edition_id}.{version}.json"
    data = read_json(path.read_bytes())
    digest = sha256_hex(canonical_json(data))
    if (data["id"], data["version"], data["kind"]) != (edition_id, version, kind):
        raise TaxonomyError(f"{path.name} says it is {data['id']} {data['version']} ({data['kind']})")
    if digest != PUBLISHED[edition_id, version]:
        raise TaxonomyError(f"{path.name} is not what was published as version {version}; make a new version")
    return Edition(edition_id, version, digest), data
