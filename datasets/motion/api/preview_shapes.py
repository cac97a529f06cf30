"""Shapes of what an import would read from names and tables."""

from __future__ import annotations

from rest_framework import serializers


class NewPreviewSerializer(serializers.Serializer):
    """Multipart: ``paths`` (a JSON list of file names) or a ``manifest``, or both; no file's contents. Many names are
    better sent as ``names``, the same list gzipped. ``search`` looks files up by a part of their names."""

    paths = serializers.CharField(required=False, allow_blank=True)
    names = serializers.FileField(required=False)
    search = serializers.CharField(required=False, allow_blank=True, max_length=500)
    manifest = serializers.FileField(required=False, allow_empty_file=True)
    mapping = serializers.CharField(required=False, allow_blank=True)
    collection = serializers.CharField(required=False, allow_blank=True, max_length=300)


class ReadMotionSerializer(serializers.Serializer):
    """What was read about one motion."""

    file = serializers.CharField()
    external_id = serializers.CharField()
    collection = serializers.CharField()
    performer = serializers.CharField(allow_null=True)
    performance = serializers.CharField()
    part = serializers.CharField()
    source_label = serializers.CharField()
    scenario = serializers.CharField()
    licence = serializers.CharField()
    may_redistribute = serializers.CharField()
    may_send_to_external_model = serializers.BooleanField()
    unit = serializers.CharField(allow_null=True)
    up_axis = serializers.CharField(allow_null=True)
    consent = serializers.DictField(child=serializers.CharField())


class PreviewedMotionSerializer(serializers.Serializer):
    line = serializers.IntegerField(allow_null=True)
    motion = ReadMotionSerializer(source="fields")
    label = serializers.CharField()
    exclusion_reason = serializers.CharField()


class PreviewedLabelSerializer(serializers.Serializer):
    collection = serializers.CharField()
    source_label = serializers.CharField()
    files = serializers.IntegerField()
    label = serializers.CharField()
    exclusion_reason = serializers.CharField()


class PreviewedPerformerSerializer(serializers.Serializer):
    collection = serializers.CharField()
    performer = serializers.CharField()
    files = serializers.IntegerField()
    consent = serializers.CharField()


class UnreadFilesSerializer(serializers.Serializer):
    outcome = serializers.CharField()
    reason = serializers.CharField()
    field = serializers.CharField()
    count = serializers.IntegerField()
    examples = serializers.ListField(child=serializers.CharField())


class LookedUpSerializer(serializers.Serializer):
    file = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    outcome = serializers.CharField()
    reason = serializers.CharField()
    label = serializers.CharField()
    motion = ReadMotionSerializer(source="fields", allow_null=True)


class ImportPreviewSerializer(serializers.Serializer):
    files = serializers.IntegerField()
    lines = serializers.IntegerField()
    read = serializers.IntegerField()
    labelled = serializers.IntegerField()
    excluded = serializers.IntegerField()
    left_out = serializers.IntegerField()
    labels = serializers.DictField(child=serializers.IntegerField())
    performers = serializers.IntegerField()
    without_performer = serializers.IntegerField()
    performances = serializers.IntegerField()
    pairs = serializers.IntegerField()
    pair_examples = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    alone = serializers.ListField(child=serializers.CharField())
    consents_of_nobody = serializers.IntegerField()
    performer_uses = PreviewedPerformerSerializer(many=True)
    source_labels = PreviewedLabelSerializer(many=True)
    examples = PreviewedMotionSerializer(many=True)
    reasons = UnreadFilesSerializer(many=True)
    unused_columns = serializers.ListField(child=serializers.CharField())
    found = LookedUpSerializer(many=True)
    found_count = serializers.IntegerField()


class NamePresetSerializer(serializers.Serializer):
    id = serializers.CharField()
    title = serializers.CharField()
    example = serializers.CharField()
    file_pattern = serializers.CharField(source="mapping.file_pattern")
    label_preset = serializers.CharField(source="mapping.label_preset")
    constants = serializers.DictField(source="mapping.constants", child=serializers.CharField())
