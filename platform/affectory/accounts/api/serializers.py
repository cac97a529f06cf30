from __future__ import annotations

from rest_framework import serializers

from affectory.core.models import Job

from ..domain import Scope
from ..models import Project, Role, Token, User


class ProjectSerializer(serializers.ModelSerializer[Project]):
    class Meta:
        model = Project
        fields = ["id", "slug", "name", "kind", "description", "is_synthetic", "created_at"]
        read_only_fields = ["id", "created_at"]


class MembershipSerializer(serializers.Serializer):
    """A project with the roles that the caller has in it."""

    project = ProjectSerializer()
    roles = serializers.ListField(child=serializers.ChoiceField(choices=Role.choices))


class MeSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    username = serializers.CharField()
    display_name = serializers.CharField()
    is_administrator = serializers.BooleanField()
    preferences = serializers.JSONField()
    memberships = MembershipSerializer(many=True)


class PreferencesSerializer(serializers.Serializer):
    display_name = serializers.CharField(max_length=120, allow_blank=True, required=False)
    preferences = serializers.DictField(required=False)


class CredentialsSerializer(serializers.Serializer):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=500, trim_whitespace=False, write_only=True)


class TokenSerializer(serializers.ModelSerializer[Token]):
    class Meta:
        model = Token
        fields = ["id", "name", "hint", "scopes", "created_at", "expires_at", "revoked_at", "last_used_at"]


class NewTokenSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=80)
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=[s.value for s in Scope]), min_length=1)
    expires_at = serializers.DateTimeField(required=False)


class IssuedTokenSerializer(TokenSerializer):
    """A new token with its secret, which is shown this once."""

    secret = serializers.CharField()

    class Meta(TokenSerializer.Meta):
        fields = [*TokenSerializer.Meta.fields, "secret"]


class PersonSerializer(serializers.ModelSerializer[User]):
    is_administrator = serializers.BooleanField(source="is_superuser", read_only=True)

    class Meta:
        model = User
        fields = ["id", "username", "display_name", "is_administrator", "is_active", "last_login"]


class NewPersonSerializer(serializers.Serializer):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=500, trim_whitespace=False, write_only=True)
    display_name = serializers.CharField(max_length=120, allow_blank=True, required=False, default="")
    is_administrator = serializers.BooleanField(required=False, default=False)


class MemberSerializer(serializers.Serializer):
    """A person with their roles in one project."""

    user = PersonSerializer()
    roles = serializers.ListField(child=serializers.ChoiceField(choices=Role.choices))


class RolesSerializer(serializers.Serializer):
    roles = serializers.ListField(child=serializers.ChoiceField(choices=Role.choices))


class JobSerializer(serializers.ModelSerializer[Job]):
    class Meta:
        model = Job
        fields = [
            "id",
            "title",
            "task",
            "project_id",
            "state",
            "done",
            "total",
            "refused",
            "message",
            "error_code",
            "attempts",
            "cancel_requested",
            "created_at",
            "started_at",
            "heartbeat_at",
            "finished_at",
        ]


class JobDetailSerializer(JobSerializer):
    class Meta(JobSerializer.Meta):
        fields = [*JobSerializer.Meta.fields, "log"]
