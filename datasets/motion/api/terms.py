"""What collections and performers allow. Shapes, and the views of performers."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.core.errors import NotFoundError
from affectory.core.rights import MayRedistribute
from datasets.motion import selectors, services
from datasets.motion.api.motions import MotionView
from datasets.motion.models import Collection, Performer

CONSENT = ("consent_reference", "consent_terms", "consented_on")


class CollectionTermsSerializer(serializers.ModelSerializer[Collection]):
    """The rights of a collection and the consent they stand on. What is left out stays as it is."""

    licence = serializers.CharField(max_length=500, required=False, allow_blank=True)
    may_redistribute = serializers.ChoiceField(choices=MayRedistribute.choices, required=False)
    may_send_to_external_model = serializers.BooleanField(required=False)
    consent_terms = serializers.CharField(max_length=20_000, required=False, allow_blank=True)

    class Meta:
        model = Collection
        fields = ["licence", "may_redistribute", "may_send_to_external_model", *CONSENT]


class PerformerTermsSerializer(serializers.ModelSerializer[Performer]):
    """Terms of one person, which can only narrow. Empty texts and null leave what collection and motion say."""

    licence = serializers.CharField(max_length=500, required=False, allow_blank=True)
    may_redistribute = serializers.ChoiceField(
        choices=[("", "as the collection"), *MayRedistribute.choices], required=False, allow_blank=True
    )
    may_send_to_external_model = serializers.BooleanField(required=False, allow_null=True)
    consent_terms = serializers.CharField(max_length=20_000, required=False, allow_blank=True)

    class Meta:
        model = Performer
        fields = ["licence", "may_redistribute", "may_send_to_external_model", *CONSENT]


class PerformerSerializer(PerformerTermsSerializer):
    motions = serializers.IntegerField(source="motion_count", read_only=True)

    class Meta(PerformerTermsSerializer.Meta):
        fields = ["id", "name", "motions", *PerformerTermsSerializer.Meta.fields]
        read_only_fields = ["id", "name"]


class PerformersView(MotionView):
    @extend_schema(responses=PerformerSerializer(many=True))
    def get(self, request: Request, project: str, collection_id: UUID) -> Response:
        """The known people of a collection, with terms of their own where they have some."""
        found = self.performers().filter(collection=collection_id)
        return Response(PerformerSerializer(found.order_by("name", "id"), many=True).data)

    def performers(self) -> QuerySet[Performer]:
        return selectors.performers_visible_to(self.person, self.project)


class PerformerView(PerformersView):
    http_method_names = ["patch", "head", "options"]

    @extend_schema(request=PerformerTermsSerializer, responses=PerformerSerializer)
    def patch(self, request: Request, project: str, performer_id: UUID) -> Response:
        """Set terms. ``…/effects`` says before what that changes."""
        self._find(performer_id)
        given = PerformerTermsSerializer(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        values: dict[str, Any] = given.validated_data
        services.set_performer_terms(actor=self.person, performer_id=performer_id, **values)
        return Response(PerformerSerializer(self._find(performer_id)).data)

    def _find(self, performer_id: UUID) -> Performer:
        performer = self.performers().filter(pk=performer_id).first()
        if performer is None:
            raise NotFoundError("There is no such performer in this project.", code="motion.no_performer")
        return performer
