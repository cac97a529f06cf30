"""The release as Croissant 1.1 with the responsible-AI fields: what its files are and what each column holds. Pure.

The frozen file names the other files by their path, so it can be read beside them and says nothing of a host or a
time (RL4). ``served`` gives the same description with addresses, for who has nothing but a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

import pyarrow as pa

from affectory.core.canonical import canonical_json
from export.formats.card import split_counts
from export.formats.datasheet import FORBIDDEN_USES, agreement_sentence
from export.formats.domain import Header, WrittenFile

CROISSANT = "croissant.json"
MEDIA_TYPE = "application/ld+json"
PROFILE = "http://mlcommons.org/croissant/1.1"
CONFORMS_TO = [PROFILE, "http://mlcommons.org/croissant/RAI/1.0"]
PARQUET = "application/x-parquet"
# The context of the specification, in its own order.
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "name": {"@container": "@language"},
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_ARRAY = {"isArray": True, "arrayShape": "-1"}
_SPLIT_KINDS = {"train": "cr:TrainingSplit", "validation": "cr:ValidationSplit", "test": "cr:TestSplit"}
_TYPES: dict[pa.DataType, str] = {
    pa.string(): "sc:Text",
    pa.float64(): "sc:Float",
    pa.int64(): "sc:Integer",
    pa.bool_(): "sc:Boolean",
}


def croissant_bytes(header: Header, files: Iterable[WrittenFile]) -> bytes:
    return canonical_json(croissant(header, files)) + b"\n"


def croissant(header: Header, files: Iterable[WrittenFile]) -> dict[str, Any]:
    """RL19: one FileObject and one RecordSet per split, from the Parquet schema itself."""
    by_path = {file.path: file for file in files}
    splits = header.splits
    name = header.project["name"]
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": f"{header.project['slug']}-{header.version}",
        "alternateName": f"{name} {header.version}",
        "description": _description(header),
        "version": header.version,
        "license": header.profile["licence_statement"],
        "citeAs": header.profile["citation"],
        "creator": {"@type": "sc:Organization", "name": name},
        "publisher": {"@type": "sc:Organization", "name": name},
        "keywords": ["affective computing", "emotion", *(["synthetic"] if header.is_synthetic else [])],
        "isLiveDataset": False,
        **_responsible(header),
        "distribution": [_file(split, by_path[f"data/{split}.parquet"]) for split in splits],
        "recordSet": [_splits(splits), *(_records(split, header) for split in splits)],
    }


def served(frozen: Mapping[str, Any], *, url: str, files_url: str, published: str) -> dict[str, Any]:
    """The frozen description with addresses: ``files_url`` is the folder of exactly this version's files."""
    files = [{**file, "contentUrl": f"{files_url}{quote(file['contentUrl'])}"} for file in frozen["distribution"]]
    return {**frozen, "url": url, "datePublished": published, "distribution": files}


def _description(header: Header) -> str:
    counts = ", ".join(f"{n:,} {split}" for split, n in split_counts(header).items())
    words = header.form.words
    notice = {"all": f" {words.synthetic}", "some": f" Partly synthetic: {words.synthetic}"}
    return f"{words.count(header.rows)} ({counts}).{notice.get(header.synthetic, '')}"


def _responsible(header: Header) -> dict[str, Any]:
    """The responsible-AI fields. What nobody has recorded is left out, never made up."""
    profile = header.profile
    return {
        **header.form.responsible(header),
        "rai:dataCollectionMissingData": "; ".join(f"{r['reason']}: {r['n']:,}" for r in header.left_out)
        or "Nothing was left out.",
        "rai:dataAnnotationPlatform": ["Affectory"],
        "rai:dataAnnotationAnalysis": [agreement_sentence(header.agreement)],
        "rai:annotatorDemographics": ["No data about the reviewers themselves are collected."],
        "rai:dataBiases": [profile["subjectivity_statement"]],
        "rai:dataLimitations": [profile["known_limits"]],
        "rai:dataUseCases": [profile["intended_use"]],
        "rai:dataSocialImpact": " ".join(FORBIDDEN_USES),
        "rai:personalSensitiveInformation": [profile["consent_terms"]],
        "rai:dataReleaseMaintenancePlan": (
            "A version never changes. What is withdrawn is served no more, the version then says why, and the next "
            f"one is a major version. Contact for misuse: {profile['misuse_contact']}"
        ),
    }


def _file(split: str, file: WrittenFile) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": _file_id(split),
        "name": _file_id(split),
        "description": f"The rows of the split {split}.",
        "contentUrl": file.path,
        "contentSize": f"{file.size} B",
        "encodingFormat": PARQUET,
        "sha256": file.sha256,
    }


def _file_id(split: str) -> str:
    return f"parquet-{split}"


def _splits(splits: Iterable[str]) -> dict[str, Any]:
    kinds = {"name": "sc:Text", "url": "sc:URL"}
    return {
        "@type": "cr:RecordSet",
        "@id": "splits",
        "name": "splits",
        "description": "The splits of this version.",
        "dataType": "cr:Split",
        "key": {"@id": "splits/name"},
        "field": [
            {"@type": "cr:Field", "@id": f"splits/{name}", "name": f"splits/{name}", "dataType": kind}
            for name, kind in kinds.items()
        ],
        "data": [
            {"splits/name": split, "splits/url": _SPLIT_KINDS.get(split, "cr:Split").replace("cr:", CONTEXT["cr"])}
            for split in splits
        ],
    }


def _records(split: str, header: Header) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": split,
        "name": split,
        "description": f"{header.form.words.count(split_counts(header)[split])} of the split {split}.",
        "key": {"@id": f"{split}/{header.form.id_column}"},
        "field": [_field(split, column) for column in header.form.schema],
    }


def _field(split: str, column: pa.Field) -> dict[str, Any]:
    """A column; structures, and lists of them, become a field with a sub-field per member, read by JSON path."""
    name = f"{split}/{column.name}"
    kind, is_list = column.type, pa.types.is_list(column.type)
    inner = kind.value_type if is_list else kind
    if not pa.types.is_struct(inner):
        return _leaf(name, kind, _source(split, column.name))
    whole = {"@type": "cr:Field", "@id": name, "name": name, **(_ARRAY if is_list else {})}
    return {**whole, "subField": [leaf for member in inner for leaf in _leaves(split, column.name, name, member)]}


def _leaves(split: str, column: str, parent: str, member: pa.Field) -> Iterator[dict[str, Any]]:
    """The member of a structure; of a list of structures in it each member's values, for readers go no deeper."""
    kind, name = member.type, f"{parent}/{member.name}"
    if pa.types.is_list(kind) and pa.types.is_struct(kind.value_type):
        for deeper in kind.value_type:
            source = _source(split, column, member.name, deeper.name)
            yield {**_leaf(f"{name}/{deeper.name}", deeper.type, source), **_ARRAY}
    else:
        yield _leaf(name, kind, _source(split, column, member.name))


def _leaf(name: str, kind: pa.DataType, source: dict[str, Any]) -> dict[str, Any]:
    is_list = pa.types.is_list(kind)
    scalar = _TYPES[kind.value_type if is_list else kind]
    found = {"@type": "cr:Field", "@id": name, "name": name, "dataType": scalar, "source": source}
    return {**found, **_ARRAY} if is_list else found


def _source(split: str, column: str, *path: str) -> dict[str, Any]:
    """Each step of the path is a transform of its own: after a list the next one is applied to every entry."""
    found: dict[str, Any] = {"fileObject": {"@id": _file_id(split)}, "extract": {"column": column}}
    steps = [{"jsonPath": step} for step in path]
    return {**found, "transform": steps[0] if len(steps) == 1 else steps} if steps else found
