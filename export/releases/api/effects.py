"""What a change to a collection's labels or rights, or to a performer's terms, would do. Nothing changes."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.core.errors import NotFoundError
from datasets.motion import selectors as motions
from datasets.motion import services
from datasets.motion.api.collections import rules_given
from datasets.motion.api.motions import MotionView
from datasets.motion.api.serializers import NewLabelMappingSerializer
from datasets.motion.api.terms import CollectionTermsSerializer, PerformerTermsSerializer
from export.releases.effects import effects_of_labels, effects_of_rights


class ReleaseUseSerializer(serializers.Serializer):
    version = serializers.CharField()
    published = serializers.BooleanField()
    rows = serializers.IntegerField()


class EffectsSerializer(serializers.Serializer):
    motions = serializers.IntegerField(help_text="Motions that change.")
    stricter = serializers.IntegerField(help_text="Motions of which less is allowed.")
    opener = serializers.IntegerField(help_text="Motions of which more is allowed.")
    episodes = serializers.DictField(child=serializers.IntegerField(), help_text="Episodes of them by state.")
    leaving = serializers.IntegerField(help_text="Kept episodes that the next release loses.")
    returning = serializers.IntegerField(help_text="Kept episodes that the next release gains.")
    losing_media = serializers.IntegerField(help_text="Kept episodes whose clips the next release leaves out.")
    gaining_media = serializers.IntegerField(help_text="Kept episodes whose clips the next release takes in.")
    releases = ReleaseUseSerializer(many=True, help_text="Frozen releases with such episodes; they stay as they are.")


class LabelEffectsView(MotionView):
    @extend_schema(request=NewLabelMappingSerializer, responses=EffectsSerializer)
    def post(self, request: Request, project: str, collection_id: UUID) -> Response:
        _collection(self, collection_id)
        rules = rules_given(request.data)[0]
        changes = services.label_changes(actor=self.person, collection_id=collection_id, rules=rules)
        return Response(EffectsSerializer(effects_of_labels(self.project, changes)).data)


class CollectionEffectsView(MotionView):
    @extend_schema(request=CollectionTermsSerializer, responses=EffectsSerializer)
    def post(self, request: Request, project: str, collection_id: UUID) -> Response:
        _collection(self, collection_id)
        given = CollectionTermsSerializer(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        changes = services.collection_rights_changes(
            actor=self.person, collection_id=collection_id, terms=given.validated_data
        )
        return Response(EffectsSerializer(effects_of_rights(self.project, changes)).data)


class PerformerEffectsView(MotionView):
    @extend_schema(request=PerformerTermsSerializer, responses=EffectsSerializer)
    def post(self, request: Request, project: str, performer_id: UUID) -> Response:
        if not motions.performers_visible_to(self.person, self.project).filter(pk=performer_id).exists():
            raise NotFoundError("There is no such performer in this project.", code="motion.no_performer")
        given = PerformerTermsSerializer(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        changes = services.performer_rights_changes(
            actor=self.person, performer_id=performer_id, terms=given.validated_data
        )
        return Response(EffectsSerializer(effects_of_rights(self.project, changes)).data)


def _collection(view: MotionView, collection_id: UUID) -> None:
    if not motions.collections_visible_to(view.person, view.project).filter(pk=collection_id).exists():
        raise NotFoundError("There is no such collection in this project.", code="motion.no_collection")
