"""The words in which people answer, for pickers and forms: the editions in force and the tasks."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.api.files import etag_matches
from affectory.core.canonical import canonical_json, sha256_hex
from annotation.questions.domain.kinds import (
    KINDS,
    PREFIX_OF_FAMILY,
    AnswerForm,
)
from annotation.questions.models import GRANULARITIES, ITEM_TYPES
from annotation.taxonomy import catalogue
from annotation.taxonomy.domain import Edition


class EditionSerializer(serializers.Serializer):
    id = serializers.CharField()
    version = serializers.IntegerField()
    sha256 = serializers.CharField()


class CategorySerializer(serializers.Serializer):
    id = serializers.CharField()
    definition = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "label": serializers.CharField()}


class VocabularySerializer(EditionSerializer):
    title = serializers.CharField()
    categories = CategorySerializer(many=True)


class RubricFamilySerializer(serializers.Serializer):
    """``prefix``: how its reference items are named (S1, R1, C1)."""

    id = serializers.CharField()
    title = serializers.CharField()
    prefix = serializers.CharField()
    max_score = serializers.IntegerField()
    criterion = serializers.CharField()
    scores = serializers.DictField(child=serializers.CharField())


class RubricsSerializer(EditionSerializer):
    families = RubricFamilySerializer(many=True)


class GuidelineSerializer(serializers.Serializer):
    granularity = serializers.ChoiceField(choices=GRANULARITIES)
    type = serializers.ChoiceField(choices=ITEM_TYPES)
    summary = serializers.CharField()
    general = serializers.ListField(child=serializers.CharField())
    points = serializers.ListField(child=serializers.CharField())


class GuidelinesSerializer(EditionSerializer):
    tasks = GuidelineSerializer(many=True)


class TaskKindSerializer(serializers.Serializer):
    """``families``: the rubrics that may score it; none for a task answered with labels."""

    granularity = serializers.ChoiceField(choices=GRANULARITIES)
    type = serializers.ChoiceField(choices=ITEM_TYPES)
    group = serializers.CharField()
    answer_form = serializers.ChoiceField(choices=[(form.value, form.value) for form in AnswerForm])
    families = serializers.ListField(child=serializers.CharField())


class TaxonomySerializer(serializers.Serializer):
    vocabulary = VocabularySerializer()
    rubrics = RubricsSerializer()
    guidelines = GuidelinesSerializer()
    kinds = TaskKindSerializer(many=True)


class TaxonomyView(APIView):
    """TX3: the answer changes only with the editions in force; its digest is its ETag."""

    @extend_schema(responses=TaxonomySerializer)
    def get(self, request: Request) -> HttpResponseBase:
        body, etag = _taxonomy()
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if etag_matches(request.headers.get("If-None-Match"), etag):
            return HttpResponse(status=304, headers=headers)
        return Response(body, headers=headers)


@cache
def _taxonomy() -> tuple[dict[str, Any], str]:
    vocabulary, rubrics, guidelines = catalogue.vocabulary(), catalogue.rubrics(), catalogue.guidelines()
    body = {
        "vocabulary": {
            **_edition(vocabulary.edition),
            "title": vocabulary.title,
            "categories": [
                {"id": label.id, "label": label.name, "definition": label.definition} for label in vocabulary.labels
            ],
        },
        "rubrics": {
            **_edition(rubrics.edition),
            "families": [
                {
                    "id": family.id,
                    "title": family.title,
                    "prefix": PREFIX_OF_FAMILY[family.id].value,
                    "max_score": family.max_score,
                    "criterion": family.criterion,
                    "scores": {str(score): text for score, text in family.scores.items()},
                }
                for family in rubrics.families
            ],
        },
        "guidelines": {**_edition(guidelines.edition), "tasks": [asdict(task) for task in guidelines.tasks]},
        "kinds": [
            {
                "granularity": kind.granularity.value,
                "type": kind.type,
                "group": kind.group,
                "answer_form": kind.form.value,
                "families": list(kind.families),
            }
            for kind in KINDS
        ],
    }
    return body, f'"{sha256_hex(canonical_json(body))}"'


def _edition(edition: Edition) -> dict[str, Any]:
    return asdict(edition)
