"""Collections and their label mappings."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db.models import Count, Max
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.core.errors import InvalidError, NotFoundError
from datasets.motion import selectors, services
from datasets.motion.api import serializers
from datasets.motion.api.motions import MotionView
from datasets.motion.api.terms import CollectionTermsSerializer
from datasets.motion.domain.labels import LABEL_PRESETS, LabelRules, LabelRulesError, harmonise, label_rules
from datasets.motion.models import Collection


class CollectionsView(MotionView):
    @extend_schema(responses=serializers.CollectionSerializer(many=True))
    def get(self, request: Request, project: str) -> Response:
        return Response(serializers.CollectionSerializer(self.collections(), many=True).data)

    @extend_schema(request=serializers.CollectionSerializer, responses={201: serializers.CollectionSerializer})
    def post(self, request: Request, project: str) -> Response:
        given = serializers.CollectionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = dict(given.validated_data)
        preset = values.pop("label_preset", "free")
        collection = services.create_collection(
            actor=self.person, project=self.project, rules=label_rules(preset=preset), **values
        )
        body = serializers.CollectionSerializer(self.collections().get(pk=collection.pk)).data
        return Response(body, status=status.HTTP_201_CREATED)

    def collections(self) -> Any:
        return (
            selectors.collections_visible_to(self.person, self.project)
            .annotate(
                motion_count=Count("motions", distinct=True),
                label_mapping_version=Max("label_mappings__version"),
            )
            .order_by("name", "id")
        )


class OneCollectionView(CollectionsView):
    def find_collection(self, collection_id: UUID) -> Collection:
        collection = self.collections().filter(pk=collection_id).first()
        if collection is None:
            raise NotFoundError("There is no such collection in this project.", code="motion.no_collection")
        return collection


class CollectionView(OneCollectionView):
    http_method_names = ["get", "patch", "head", "options"]

    @extend_schema(responses=serializers.CollectionSerializer)
    def get(self, request: Request, project: str, collection_id: UUID) -> Response:  # type: ignore[override]  # an id more
        return Response(serializers.CollectionSerializer(self.find_collection(collection_id)).data)

    @extend_schema(request=CollectionTermsSerializer, responses=serializers.CollectionSerializer)
    def patch(self, request: Request, project: str, collection_id: UUID) -> Response:
        """Change the rights and the consent they stand on; its motions inherit the strictest of these, their own and
        their performer's. ``…/effects`` says before what that changes."""
        self.find_collection(collection_id)
        given = CollectionTermsSerializer(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        services.set_collection_rights(actor=self.person, collection_id=collection_id, **given.validated_data)
        return Response(serializers.CollectionSerializer(self.find_collection(collection_id)).data)


class LabelMappingView(OneCollectionView):
    http_method_names = ["get", "put", "head", "options"]

    @extend_schema(responses=serializers.LabelMappingPageSerializer)
    def get(self, request: Request, project: str, collection_id: UUID) -> Response:  # type: ignore[override]  # an id more
        collection = self.find_collection(collection_id)
        mapping = selectors.current_label_mapping(collection)
        rules = mapping.rules if mapping else LabelRules()
        counted = collection.motions.order_by("source_label").values_list("source_label").annotate(n=Count("id"))
        return Response(
            {
                "mapping": serializers.LabelMappingSerializer(mapping).data if mapping else None,
                "source_labels": [
                    {"source_label": source, "motions": n, **asdict(harmonise(source, rules))}
                    for source, n in counted
                ],
                "presets": {
                    preset.id: {
                        "title": preset.title,
                        "labels": dict(preset.rules.labels),
                        "exclusions": dict(preset.rules.exclusions),
                    }
                    for preset in LABEL_PRESETS.values()
                },
            }
        )

    @extend_schema(
        parameters=[OpenApiParameter("preview", bool, description="Say what would change, and change nothing.")],
        request=serializers.NewLabelMappingSerializer,
        responses=serializers.MappingDiffSerializer,
    )
    def put(self, request: Request, project: str, collection_id: UUID) -> Response:
        self.find_collection(collection_id)
        rules, expected_version = rules_given(request.data)
        if request.query_params.get("preview") in ("1", "true"):
            diff = services.preview_label_mapping(actor=self.person, collection_id=collection_id, rules=rules)
            return Response(_diff_body(diff, applied=False, version=None))
        mapping, diff = services.apply_label_mapping(
            actor=self.person,
            collection_id=collection_id,
            rules=rules,
            expected_version=expected_version,
        )
        return Response(_diff_body(diff, applied=True, version=mapping.version))


def rules_given(data: Any) -> tuple[LabelRules, int | None]:
    """A label mapping as it is sent, and the version that it was made against."""
    given = serializers.NewLabelMappingSerializer(data=data)
    given.is_valid(raise_exception=True)
    values = given.validated_data
    try:
        rules = label_rules(preset=values["preset"], labels=values["labels"], exclusions=values["exclusions"])
    except LabelRulesError as error:
        raise InvalidError(str(error), code="motion.label_mapping", fields={error.field: [str(error)]}) from error
    return rules, values.get("expected_version")


def _diff_body(diff: services.MappingDiff, *, applied: bool, version: int | None) -> dict[str, Any]:
    body = {
        "changed": diff.changed,
        "unchanged": diff.unchanged,
        "kept_out_by_people": diff.kept_out_by_people,
        "totals_before": diff.totals_before,
        "totals_after": diff.totals_after,
        "changes": [asdict(change) for change in diff.changes],
        "applied": applied,
        "version": version,
    }
    return dict(serializers.MappingDiffSerializer(body).data)
