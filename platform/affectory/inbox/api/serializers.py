"""Shapes only."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from affectory.inbox.domain import Every
from affectory.inbox.models import InboxLine
from affectory.inbox.selectors import said


class LineProjectSerializer(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()


class InboxLineSerializer(serializers.ModelSerializer[InboxLine]):
    """``link`` is a page of the site."""

    project = LineProjectSerializer(allow_null=True)
    text = serializers.SerializerMethodField()
    link = serializers.SerializerMethodField()

    class Meta:
        model = InboxLine
        fields = ["id", "kind", "project", "text", "link", "created_at", "read_at"]

    @extend_schema_field(str)
    def get_text(self, line: InboxLine) -> Any:
        return said(line)["text"]

    @extend_schema_field(str)
    def get_link(self, line: InboxLine) -> Any:
        return said(line)["link"]


class UnreadSerializer(serializers.Serializer):
    unread = serializers.IntegerField()


class LineReadSerializer(serializers.Serializer):
    read = serializers.BooleanField()


class ReadUntilSerializer(serializers.Serializer):
    """``until``: when the newest line that was seen was made."""

    until = serializers.DateTimeField()


class DigestSerializer(serializers.Serializer):
    """``weekday``: 0 is Monday; it counts for a weekly digest. ``failure`` says why the last try did not go out.
    ``confirmed``: whether the link that was sent to the address has been followed; before that no digest goes out."""

    every = serializers.ChoiceField(choices=[(kind.value, kind.value) for kind in Every])
    hour = serializers.IntegerField(min_value=0, max_value=23)
    weekday = serializers.IntegerField(min_value=0, max_value=6)
    time_zone = serializers.CharField(max_length=64)
    address = serializers.CharField(max_length=254, allow_blank=True)
    confirmed = serializers.BooleanField(source="is_confirmed", read_only=True)
    next_at = serializers.DateTimeField(read_only=True, allow_null=True)
    sent_at = serializers.DateTimeField(read_only=True, allow_null=True)
    failure = serializers.CharField(read_only=True)
