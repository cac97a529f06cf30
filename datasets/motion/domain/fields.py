"""What can be said about a motion from outside."""

from __future__ import annotations

from enum import StrEnum


class Field(StrEnum):
    """What a manifest can say about a motion."""

    FILE = "file"
    EXTERNAL_ID = "external_id"
    COLLECTION = "collection"
    PERFORMER = "performer"
    PERFORMANCE = "performance"
    PART = "part"
    SOURCE_LABEL = "source_label"
    LABEL = "label"
    SCENARIO = "scenario"
    LICENCE = "licence"
    MAY_REDISTRIBUTE = "may_redistribute"
    MAY_SEND = "may_send_to_external_model"
    CONTENT_WARNINGS = "content_warnings"
    UNIT = "unit"
    UP_AXIS = "up_axis"
    CONSENT_REFERENCE = "consent_reference"
    CONSENT_TERMS = "consent_terms"
    CONSENTED_ON = "consented_on"
    SHA256 = "sha256"


CONSENT = (Field.CONSENT_REFERENCE, Field.CONSENT_TERMS, Field.CONSENTED_ON)
"""What a manifest can say of the consent that somebody who was recorded gave."""
