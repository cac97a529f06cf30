"""Mappings for manifests that are met often, and a guess for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from datasets.intake.mapping import MappingError, columns_by_name, plain_name
from datasets.intake.text import shown
from datasets.motion.domain.fields import Field
from datasets.motion.domain.mapping import UNKNOWN_PERFORMERS, ManifestMapping, mapping_from_json

# An index of public motion files: one line per file with its origin and technical traits. "yes" alone allows media;
# "probably", "no (…)" and the like are not a permission. Its performer column often describes instead of naming.
PUBLIC_INDEX = ManifestMapping(
    id="public-index",
    columns={
        Field.FILE: "file",
        Field.COLLECTION: "origin",
        Field.LICENCE: "licence",
        Field.MAY_REDISTRIBUTE: "redistributable",
        Field.SOURCE_LABEL: "source_label",
        Field.LABEL: "five_class",
        Field.PERFORMER: "performer",
    },
    values={
        Field.MAY_REDISTRIBUTE: {"yes": "media"},
        Field.LABEL: {"UNMAPPED (valence/arousal scheme)": "unmapped"},
    },
    otherwise={Field.MAY_REDISTRIBUTE: "annotations"},
    unknown_performers=(
        *UNKNOWN_PERFORMERS,
        "one of *",
        "* performer",
        "*not published*",
        "cmu subject",
        "mocapbank",
        "makehuman",
    ),
)

# The manifest that Affectory itself writes, with the fields' own names.
OWN_NAMES = ManifestMapping(id="affectory", columns={name: name for name in Field})

MANIFEST_PRESETS: dict[str, ManifestMapping] = {preset.id: preset for preset in (OWN_NAMES, PUBLIC_INDEX)}


@dataclass(frozen=True, slots=True)
class NamePreset:
    """A collection whose files say by their names what they are."""

    title: str
    example: str
    mapping: ManifestMapping

    @property
    def id(self) -> str:
        return self.mapping.id


NAME_PRESETS: dict[str, NamePreset] = {
    preset.id: preset
    for preset in (
        NamePreset(
            "KDAE: sex and actor, emotion, scenario, version",
            "BVH/F01/F01SA0V1.bvh",
            ManifestMapping(
                id="kdae-names",
                file_pattern="{performer:3}{source_label:A|D|F|H|N|SA|SU}{scenario:digits}V{*:digits}.bvh",
                constants={
                    Field.COLLECTION: "KDAE",
                    Field.LICENCE: "PhysioNet Restricted Health Data License 1.5.0",
                },
                label_preset="kdae",
            ),
        ),
        NamePreset(
            "Emilya: actor, action, emotion, take; change the pattern where your copy is named otherwise",
            "Actor03_Walking_Joy_2.bvh",
            ManifestMapping(
                id="emilya-names",
                file_pattern="{performer}_{scenario}_{source_label}_{*:digits}.bvh",
                constants={Field.COLLECTION: "Emilya"},
                label_preset="emilya",
            ),
        ),
        NamePreset(
            "Bandai-Namco: set, action, style, number; the actors are not named",
            "dataset-1_bow_not-confident_001.bvh",
            ManifestMapping(
                id="bandai-namco-names",
                file_pattern="{*}_{scenario}_{source_label}_{*:digits}.bvh",
                constants={Field.COLLECTION: "Bandai-Namco", Field.LICENCE: "CC BY-NC 4.0"},
                label_preset="bandai-namco",
            ),
        ),
        NamePreset(
            "Two people on one clock: session, emotion, A or B",
            "session07_happy_A.bvh",
            ManifestMapping(
                id="dyadic-names", file_pattern="{performance}_{source_label}_{part:A|B}.bvh", label_preset="free"
            ),
        ),
    )
}

_SYNONYMS: dict[str, tuple[str, ...]] = {
    Field.FILE: ("file", "filename", "file_name", "path", "filepath", "file_path", "bvh", "motion", "name"),
    Field.EXTERNAL_ID: ("external_id", "id", "motion_id"),
    Field.COLLECTION: ("collection", "dataset", "corpus", "origin", "source"),
    Field.PERFORMER: ("performer", "performer_id", "actor", "actor_id", "subject", "subject_id", "person"),
    Field.PERFORMANCE: ("performance", "performance_id", "recording", "recording_id", "take", "take_id"),
    Field.PART: ("part", "side", "role"),
    Field.SOURCE_LABEL: ("source_label", "emotion", "style", "category", "affect"),
    Field.LABEL: ("label", "five_class", "five_label", "harmonised_label", "harmonized_label"),
    Field.SCENARIO: ("scenario", "action", "activity", "scene"),
    Field.LICENCE: ("licence", "license", "terms"),
    Field.MAY_REDISTRIBUTE: ("may_redistribute", "redistribute", "redistributable", "redistribution"),
    Field.MAY_SEND: ("may_send_to_external_model", "external_model"),
    Field.CONTENT_WARNINGS: ("content_warnings", "content_warning", "warnings"),
    Field.UNIT: ("unit", "units", "length_unit"),
    Field.UP_AXIS: ("up_axis", "up", "axis"),
    Field.CONSENT_REFERENCE: ("consent_reference", "consent", "consent_id", "consent_form"),
    Field.CONSENT_TERMS: ("consent_terms", "consent_text"),
    Field.CONSENTED_ON: ("consented_on", "consent_date"),
    Field.SHA256: ("sha256", "sha_256", "digest", "checksum"),
}


def manifest_preset(preset_id: str) -> ManifestMapping:
    known = MANIFEST_PRESETS | {preset.id: preset.mapping for preset in NAME_PRESETS.values()}
    if preset_id not in known:
        raise MappingError(
            f"unknown manifest preset {shown(preset_id)}; there are {', '.join(known)}", field="mapping"
        )
    return known[preset_id]


def mapping_given(given: object) -> ManifestMapping:
    """A mapping as somebody sends it: a preset's id, an object with columns and values, or an object that names a
    ``preset`` and what differs from it."""
    if isinstance(given, str):
        return manifest_preset(given)
    if not isinstance(given, Mapping) or "preset" not in given:
        return mapping_from_json(given)
    named = given["preset"]
    if not isinstance(named, str):
        raise MappingError("preset must be the id of one", field="preset")
    base = manifest_preset(named)
    said = {key: value for key, value in given.items() if key != "preset"}
    own = mapping_from_json({"id": base.id, "label_preset": base.label_preset, **said})
    return replace(
        base,
        constants={**base.constants, **own.constants},
        values={**base.values, **own.values},
        otherwise={**base.otherwise, **own.otherwise},
        columns=own.columns or base.columns,
        unknown_performers=own.unknown_performers if "unknown_performers" in said else base.unknown_performers,
        label_preset=own.label_preset,
        file_pattern=own.file_pattern or base.file_pattern,
        encoding=own.encoding,
    )


def detect_mapping(columns: Iterable[str]) -> ManifestMapping:
    """MO27: a mapping read off the header line. Only names are looked at, never values; a column that nothing
    claims is left alone. Raises MappingError where no column can be the file's name."""
    present = list(columns)
    if set(PUBLIC_INDEX.columns.values()) <= set(present):
        return PUBLIC_INDEX
    found = columns_by_name(present, _SYNONYMS)
    if Field.FILE not in found:
        raise MappingError(
            f"no column holds the file names (there are {', '.join(shown(c) for c in present[:12]) or 'none'}); "
            'call one "file", or give a mapping with "columns": {"file": "…"}',
            field="file",
        )
    # A bare "label" next to nothing else is what the source called it; the collection's mapping harmonises it.
    if Field.SOURCE_LABEL not in found and Field.LABEL in found and plain_name(found[Field.LABEL]) == "label":
        found[Field.SOURCE_LABEL] = found.pop(Field.LABEL)
    yes_is_media = plain_name(found.get(Field.MAY_REDISTRIBUTE, "")) in {
        "redistributable",
        "redistribute",
        "redistribution",
    }
    return ManifestMapping(
        id="detected",
        columns=found,
        values={Field.MAY_REDISTRIBUTE: {"yes": "media"}} if yes_is_media else {},
        otherwise={Field.MAY_REDISTRIBUTE: "annotations"} if yes_is_media else {},
    )
