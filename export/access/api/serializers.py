"""Shapes of what goes in and out; the rules are in services."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from export.access.domain import Decision, whole_terms
from export.access.models import ACCESS_MODES, REQUEST_STATES, AccessRequest, Download, Terms

MAX_TERMS = 20_000
DECISIONS = [decision.value for decision in Decision]


class TermsSerializer(serializers.ModelSerializer[Terms]):
    """One version: what the project adds, and the whole as it is accepted."""

    whole = serializers.SerializerMethodField()
    created_by = serializers.CharField(source="created_by.display_name", read_only=True)

    class Meta:
        model = Terms
        fields = ["number", "text", "whole", "created_at", "created_by"]
        read_only_fields = fields

    def get_whole(self, terms: Terms) -> str:
        return whole_terms(terms.text)


class AccessSerializer(serializers.Serializer[dict[str, Any]]):
    """RL41: how far a project's releases are open."""

    mode = serializers.ChoiceField(choices=ACCESS_MODES)
    repository = serializers.CharField(allow_null=True)
    terms = TermsSerializer(allow_null=True)
    standing_clauses = serializers.ListField(child=serializers.CharField())
    waiting = serializers.IntegerField()
    bytes_per_day = serializers.IntegerField()
    bytes_per_day_unknown = serializers.IntegerField()


class AccessChangeSerializer(serializers.Serializer[dict[str, Any]]):
    mode = serializers.ChoiceField(choices=ACCESS_MODES, required=False)
    terms_text = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_TERMS,
        trim_whitespace=False,
        help_text="Makes a new version.",
    )


class AccessRequestSerializer(serializers.ModelSerializer[AccessRequest]):
    person = serializers.CharField(source="user.__str__", read_only=True)
    username = serializers.CharField(source="user.username", read_only=True)
    terms = serializers.IntegerField(source="terms.number", read_only=True)
    decided_by = serializers.CharField(source="decided_by.__str__", read_only=True, default=None, allow_null=True)

    class Meta:
        model = AccessRequest
        fields = [
            "id",
            "person",
            "username",
            "state",
            "affiliation",
            "purpose",
            "terms",
            "created_at",
            "decided_at",
            "decided_by",
            "note",
        ]
        read_only_fields = fields


class AccessDecisionSerializer(serializers.Serializer[dict[str, str]]):
    decision = serializers.ChoiceField(choices=DECISIONS)
    note = serializers.CharField(required=False, allow_blank=True, max_length=2000, default="")


class DownloadSerializer(serializers.ModelSerializer[Download]):
    """RL44. `person` is null for somebody unknown, whom `who` tells apart from others without saying who it was."""

    person = serializers.CharField(source="user.__str__", read_only=True, default=None, allow_null=True)
    who = serializers.SerializerMethodField()

    class Meta:
        model = Download
        fields = [
            "id",
            "day",
            "version",
            "path",
            "person",
            "who",
            "token_hint",
            "agent",
            "bytes",
            "requests",
            "first_at",
            "last_at",
        ]
        read_only_fields = fields

    def get_who(self, download: Download) -> str:
        return download.who[:8]


class OpenProjectSerializer(serializers.Serializer[dict[str, Any]]):
    """A project whose releases the caller may read or ask for; `repository` is its name in the Hub protocol."""

    slug = serializers.CharField()
    repository = serializers.CharField(allow_null=True)
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    is_synthetic = serializers.BooleanField()
    mode = serializers.ChoiceField(choices=ACCESS_MODES)
    may_read = serializers.BooleanField()
    request_state = serializers.ChoiceField(choices=REQUEST_STATES, allow_null=True)


class OpenProjectDetailSerializer(OpenProjectSerializer):
    terms = TermsSerializer(allow_null=True)
    request = AccessRequestSerializer(allow_null=True)


class AskForAccessSerializer(serializers.Serializer[dict[str, Any]]):
    terms = serializers.IntegerField(min_value=1, max_value=2**31 - 1, help_text="The version that is accepted.")
    affiliation = serializers.CharField(max_length=200)
    purpose = serializers.CharField(max_length=5000)
