"""Shapes of uploads and registrations."""

from __future__ import annotations

from rest_framework import serializers

from affectory.core.rights import MayRedistribute
from datasets.intake.api import IntakeSerializer, intake_fields
from datasets.videos.domain import RegistrationOutcome
from datasets.videos.models import Registration, RegistrationRow, Upload


class UploadSerializer(serializers.ModelSerializer[Upload]):
    size = serializers.IntegerField(source="size_bytes")

    class Meta:
        model = Upload
        fields = ["id", "name", "size", "sha256", "created_at"]


class UploadsSerializer(serializers.Serializer):
    """The caller's own uploads that no registration has used."""

    max_bytes = serializers.IntegerField()
    results = UploadSerializer(many=True)


class NewUploadSerializer(serializers.Serializer):
    """Multipart, one file. ``path`` is its path within the folder that was chosen, else its name stands."""

    file = serializers.FileField(allow_empty_file=True, max_length=None)
    path = serializers.CharField(required=False, allow_blank=True, default="", max_length=500)


class KnownUploadSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=500)
    size = serializers.IntegerField(min_value=0, max_value=2**62)
    sha256 = serializers.RegexField(r"^[0-9a-f]{64}$")


class RegistrationDefaultsSerializer(serializers.Serializer):
    """What stands where the manifest says nothing."""

    source = serializers.CharField(required=False, allow_blank=True, max_length=1000)
    licence = serializers.CharField(required=False, allow_blank=True, max_length=500)
    may_redistribute = serializers.ChoiceField(required=False, choices=MayRedistribute.choices)
    may_send_to_external_model = serializers.BooleanField(required=False)
    domain = serializers.CharField(required=False, allow_blank=True, max_length=200)
    content_warnings = serializers.ListField(
        child=serializers.CharField(max_length=100), required=False, max_length=20
    )


class NewRegistrationSerializer(serializers.Serializer):
    uploads = serializers.ListField(child=serializers.UUIDField(), max_length=5000)
    manifest = serializers.UUIDField(required=False, allow_null=True, default=None)
    mapping = serializers.JSONField(required=False, allow_null=True, default=None)
    defaults = RegistrationDefaultsSerializer(required=False)
    dry_run = serializers.BooleanField(required=False, default=False)


class RegistrationSerializer(IntakeSerializer[Registration]):
    class Meta:
        model = Registration
        fields = intake_fields("manifest_name")


class RegistrationChangeSerializer(serializers.Serializer):
    field = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class RegistrationRowSerializer(serializers.ModelSerializer[RegistrationRow]):
    video = serializers.UUIDField(source="video_id", allow_null=True)
    changes = RegistrationChangeSerializer(many=True)
    warnings = serializers.ListField(child=serializers.CharField())
    outcome = serializers.ChoiceField(choices=[outcome.value for outcome in RegistrationOutcome])

    class Meta:
        model = RegistrationRow
        fields = [
            "number",
            "kind",
            "file",
            "size_bytes",
            "outcome",
            "change",
            "changes",
            "reason",
            "line",
            "field",
            "warnings",
            "video",
        ]


class RegistrationDetailSerializer(RegistrationSerializer):
    """``next`` is the number to go on after; from ``columns_ignored`` of the manifest nothing was read."""

    rows = RegistrationRowSerializer(many=True)
    next = serializers.CharField(allow_null=True)
    mapping = serializers.DictField()
    defaults = serializers.DictField()
    columns_ignored = serializers.ListField(child=serializers.CharField())

    class Meta(RegistrationSerializer.Meta):
        fields = [*RegistrationSerializer.Meta.fields, "mapping", "defaults", "columns_ignored", "rows", "next"]


class StartedRegistrationSerializer(serializers.Serializer):
    registration = RegistrationSerializer()
    job = serializers.UUIDField(allow_null=True)
