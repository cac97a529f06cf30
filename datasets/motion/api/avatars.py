"""Avatars of a project: uploaded characters, and which of them shows the motions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.files import blob_response
from affectory.api.parsers import StrictJSONParser
from affectory.core.errors import InvalidError, NotFoundError
from affectory.core.rights import MayRedistribute, Rights
from datasets.motion import selectors, services
from datasets.motion.api.motions import MotionView
from datasets.motion.avatar.rig import LARGEST_BYTES
from datasets.motion.models import Avatar


class AvatarSerializer(serializers.ModelSerializer[Avatar]):
    created_by = serializers.CharField(source="created_by.username")
    episodes = serializers.IntegerField(source="episode_count", help_text="How many were composed for it.")
    glb_url = serializers.SerializerMethodField()

    class Meta:
        model = Avatar
        fields = [
            "id",
            "name",
            "source_file",
            "glb_sha256",
            "report",
            "is_chosen",
            "taken_out_at",
            "episodes",
            "licence",
            "may_redistribute",
            "may_send_to_external_model",
            "created_at",
            "created_by",
            "glb_url",
        ]

    def get_glb_url(self, avatar: Avatar) -> str:
        return reverse("project-avatar", kwargs={"project": avatar.project.slug, "avatar_id": avatar.pk})


class AvatarsSerializer(serializers.Serializer):
    avatars = AvatarSerializer(many=True)


class NewAvatarSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=120)
    file = serializers.FileField()
    licence = serializers.CharField(max_length=500)
    may_redistribute = serializers.ChoiceField(choices=MayRedistribute.choices, default=MayRedistribute.ANNOTATIONS)
    may_send_to_external_model = serializers.BooleanField(default=False)


class ChoiceSerializer(serializers.Serializer):
    avatar = serializers.UUIDField(allow_null=True)


class AvatarChangeSerializer(serializers.Serializer):
    taken_out = serializers.BooleanField()


class AvatarsView(MotionView):
    parser_classes = [MultiPartParser]

    @extend_schema(responses=AvatarsSerializer)
    def get(self, request: Request, project: str) -> Response:
        return Response(self.listed())

    @extend_schema(
        request={"multipart/form-data": NewAvatarSerializer},
        responses={201: AvatarSerializer},
    )
    def post(self, request: Request, project: str) -> Response:
        given = NewAvatarSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        upload = values["file"]
        if upload.size > LARGEST_BYTES:
            sentence = f"{upload.name} has {upload.size} bytes, at most {LARGEST_BYTES} are read."
            raise InvalidError(sentence, code="motion.avatar_too_large", fields={"file": [sentence]})
        avatar = services.add_avatar(
            actor=self.person,
            project=self.project,
            name=values["name"],
            file_name=upload.name.replace("\x00", ""),
            data=upload.read(),
            rights=Rights(
                values["licence"],
                MayRedistribute(values["may_redistribute"]),
                values["may_send_to_external_model"],
            ),
        )
        return Response(self.shown(avatar.pk), status=status.HTTP_201_CREATED)

    def listed(self) -> dict[str, Any]:
        return {"avatars": AvatarSerializer(self._avatars(), many=True).data}

    def shown(self, avatar_id: UUID) -> Any:
        return AvatarSerializer(self._avatars().get(pk=avatar_id)).data

    def _avatars(self) -> QuerySet[Avatar]:
        avatars = selectors.avatars_visible_to(self.person, self.project).select_related("project", "created_by")
        return avatars.annotate(episode_count=Count("episodes"))


class AvatarChoiceView(AvatarsView):
    """Which avatar shows the motions of this project; none is the mannequin."""

    http_method_names = ["put", "options"]
    parser_classes = [StrictJSONParser]

    @extend_schema(request=ChoiceSerializer, responses=AvatarsSerializer)
    def put(self, request: Request, project: str) -> Response:
        given = ChoiceSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.choose_avatar(actor=self.person, project=self.project, avatar_id=given.validated_data["avatar"])
        return Response(self.listed())


class AvatarDetailView(AvatarsView):
    """Taking an avatar out, and bringing it back."""

    http_method_names = ["patch", "options"]
    parser_classes = [StrictJSONParser]

    @extend_schema(request=AvatarChangeSerializer, responses=AvatarSerializer)
    def patch(self, request: Request, project: str, avatar_id: UUID) -> Response:
        given = AvatarChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.change_avatar(
            actor=self.person,
            project=self.project,
            avatar_id=avatar_id,
            is_taken_out=given.validated_data["taken_out"],
        )
        return Response(self.shown(avatar_id))


class AvatarFileView(ProjectAPIView):
    """A fitted avatar as GLB; reviewers see episodes with it."""

    roles = {"GET": (Role.MAINTAINER, Role.REVIEWER)}

    @extend_schema(responses={(200, "model/gltf-binary"): OpenApiTypes.BINARY})
    def get(self, request: HttpRequest, project: str, avatar_id: UUID) -> HttpResponseBase:
        avatar = selectors.avatars_of(self.project).filter(pk=avatar_id).first()
        if avatar is None:
            raise NotFoundError("There is no such avatar in this project.", code="motion.no_avatar")
        return blob_response(request, avatar.glb_sha256, content_type="model/gltf-binary")
