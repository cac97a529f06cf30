"""Shapes of what goes in and out; the rules are in services. Money is a decimal number as text."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from affectory.endpoints import selectors
from affectory.endpoints.domain.money import from_micros
from affectory.endpoints.models import (
    ATTEMPT_STATES,
    BUDGET_STATES,
    CALL_STATES,
    MEDIA,
    OUTCOMES,
    OUTPUT_LIMIT_NAMES,
    PAUSE_REASONS,
    PROFILE_STATES,
    Attempt,
    Budget,
    Call,
    Profile,
)
from affectory.endpoints.services import ProfileFields

_PRICE: dict[str, Any] = {"max_digits": 12, "decimal_places": 6, "min_value": Decimal(0)}


@extend_schema_field(OpenApiTypes.STR)
class MoneyField(serializers.Field[int, Decimal, str, Any]):
    """Millionths of a currency's unit as a decimal number in text: 1500000 is "1.5"."""

    def to_representation(self, value: int) -> str:
        return f"{from_micros(value):f}"


class SecretSerializer(serializers.Serializer[dict[str, Any]]):
    """EN14: a secret by its name, and where the caller may send it."""

    name = serializers.CharField()
    hosts = serializers.ListField(child=serializers.CharField())
    anywhere = serializers.BooleanField()


class ProfileFieldsSerializer(serializers.Serializer[dict[str, Any]]):
    name = serializers.CharField(max_length=120)
    base_url = serializers.CharField(max_length=400)
    model = serializers.CharField(max_length=200)
    secret_name = serializers.CharField(max_length=60, allow_blank=True, default="")
    takes = serializers.ListField(child=serializers.ChoiceField(choices=MEDIA), default=list, max_length=10)
    json_schema = serializers.BooleanField(default=False)
    output_limit_name = serializers.ChoiceField(choices=OUTPUT_LIMIT_NAMES, default="max_tokens")
    max_output_tokens = serializers.IntegerField(min_value=1, max_value=1_000_000, default=4096)
    frame_tokens = serializers.IntegerField(min_value=0, max_value=1_000_000, default=2000)
    second_tokens = serializers.IntegerField(min_value=0, max_value=1_000_000, default=600)
    max_file_bytes = serializers.IntegerField(min_value=1, max_value=500_000_000, default=20_000_000)
    currency = serializers.CharField(max_length=3, default="USD")
    price_in = serializers.DecimalField(**_PRICE, default=Decimal(0))
    price_out = serializers.DecimalField(**_PRICE, default=Decimal(0))
    requests_per_minute = serializers.IntegerField(min_value=1, max_value=1_000_000, allow_null=True, default=None)
    tokens_per_minute = serializers.IntegerField(min_value=1, max_value=1_000_000_000, allow_null=True, default=None)
    concurrency = serializers.IntegerField(min_value=1, max_value=256, default=8)
    timeout_s = serializers.IntegerField(min_value=1, max_value=1800, default=120)
    max_attempts = serializers.IntegerField(min_value=1, max_value=20, default=5)

    def fields_of_profile(self) -> ProfileFields:
        given = {name: self.validated_data[name] for name in ProfileFields.__slots__}
        return ProfileFields(**{**given, "takes": tuple(given["takes"])})


class NewProfileSerializer(ProfileFieldsSerializer):
    slug = serializers.SlugField(max_length=60)
    for_all = serializers.BooleanField(default=False, help_text="For all projects; administrators only.")


class ProfileSerializer(serializers.ModelSerializer[Profile]):
    state = serializers.ChoiceField(choices=PROFILE_STATES)
    takes = serializers.ListField(child=serializers.ChoiceField(choices=MEDIA))
    for_all = serializers.SerializerMethodField()
    can_change = serializers.SerializerMethodField()

    class Meta:
        model = Profile
        fields = ["id", "slug", "version", "state", "for_all", "can_change", "created_at", *ProfileFields.__slots__]
        read_only_fields = fields

    def get_for_all(self, profile: Profile) -> bool:
        return profile.project_id is None

    def get_can_change(self, profile: Profile) -> bool:
        """Whoever sees a project's profile maintains the project; one for all is an administrator's."""
        return profile.project_id is not None or self.context["request"].user.is_superuser


class ProfilesSerializer(serializers.Serializer[dict[str, Any]]):
    profiles = ProfileSerializer(many=True)
    secrets = SecretSerializer(many=True)
    allow_private = serializers.BooleanField()


class BudgetSerializer(serializers.ModelSerializer[Budget]):
    """EN10: a run: what it may spend, has spent, and has reserved for calls on their way."""

    state = serializers.ChoiceField(choices=BUDGET_STATES)
    reason = serializers.ChoiceField(choices=PAUSE_REASONS, allow_blank=True)
    limit = MoneyField(source="limit_micros", allow_null=True)
    spent = MoneyField(source="spent_micros")
    reserved = MoneyField(source="reserved_micros")
    estimated = MoneyField(source="estimated_micros")
    calls = serializers.SerializerMethodField()

    class Meta:
        model = Budget
        fields = [
            "id", "purpose", "title", "state", "reason", "message", "created_at", "changed_at", "currency", "limit",
            "spent", "reserved", "estimated", "limit_tokens", "spent_tokens", "reserved_tokens", "calls",
        ]  # fmt: skip
        read_only_fields = fields

    def get_calls(self, budget: Budget) -> dict[str, int]:
        return selectors.call_counts(budget.pk)


class BudgetChangeSerializer(serializers.Serializer[dict[str, Any]]):
    limit = serializers.DecimalField(max_digits=15, decimal_places=6, min_value=Decimal(0), allow_null=True)
    limit_tokens = serializers.IntegerField(min_value=0, max_value=10**15, allow_null=True)


class CallSerializer(serializers.ModelSerializer[Call]):
    state = serializers.ChoiceField(choices=CALL_STATES)
    outcome = serializers.ChoiceField(choices=OUTCOMES, allow_blank=True)
    profile = serializers.CharField(source="profile.__str__")
    cost = MoneyField(source="cost_micros")
    currency = serializers.CharField(source="profile.currency")

    class Meta:
        model = Call
        fields = [
            "id", "created_at", "ended_at", "purpose", "title", "state", "outcome", "explanation", "profile",
            "tokens_in", "tokens_out", "cost", "currency", "attempt_count", "unknown_count", "is_possibly_billed",
            "is_other_model",
        ]  # fmt: skip
        read_only_fields = fields


class AttemptSerializer(serializers.ModelSerializer[Attempt]):
    """`code`: HTTP status; 0: no connection; -1: broken off; null: not known. The raw answer is read by itself."""

    state = serializers.ChoiceField(choices=ATTEMPT_STATES)
    outcome = serializers.ChoiceField(choices=OUTCOMES, allow_blank=True)
    cost = MoneyField(source="cost_micros")
    reserved = MoneyField(source="reserved_micros")
    run = serializers.UUIDField(source="budget_id")
    raw_length = serializers.IntegerField()

    class Meta:
        model = Attempt
        fields = [
            "number", "run", "state", "sent_at", "ended_at", "code", "outcome", "explanation", "request_id",
            "retry_after_s", "finish_reason", "returned_model", "is_other_model", "fingerprint", "reported_usage",
            "tokens_in", "tokens_out", "cost", "reserved", "reserved_tokens", "is_estimated", "is_possibly_billed",
            "raw_length",
        ]  # fmt: skip
        read_only_fields = fields


class FindingSerializer(serializers.Serializer[Any]):
    weight = serializers.ChoiceField(choices=["good", "note", "bad"])
    text = serializers.CharField()


class CallDetailSerializer(CallSerializer):
    """A call with all that was sent, media as references, and what came back. `findings`: of a test call.
    `answer_hidden`: what was written is kept from whoever asks until they can judge nothing of it any more (DR26)."""

    model = serializers.CharField(source="profile.model")
    base_url = serializers.CharField(source="profile.base_url")
    request = serializers.JSONField()
    answer = serializers.SerializerMethodField()
    answer_hidden = serializers.SerializerMethodField()
    attempts = serializers.SerializerMethodField()
    runs = serializers.SerializerMethodField()
    findings = serializers.SerializerMethodField()
    can_put_back = serializers.SerializerMethodField()

    class Meta(CallSerializer.Meta):
        fields = [
            *CallSerializer.Meta.fields, "key", "model", "base_url", "request", "video_ids", "tokens_in_most",
            "tokens_out_most", "answer", "answer_hidden", "finish_reason", "returned_model", "attempts", "runs",
            "findings", "can_put_back",
        ]  # fmt: skip
        read_only_fields = fields

    def get_answer(self, call: Call) -> str:
        return call.answer if self.context["may_read"] else ""

    def get_answer_hidden(self, call: Call) -> bool:
        return not self.context["may_read"]

    @extend_schema_field(AttemptSerializer(many=True))
    def get_attempts(self, call: Call) -> Any:
        return AttemptSerializer(selectors.attempts_of(call), many=True).data

    @extend_schema_field(BudgetSerializer(many=True))
    def get_runs(self, call: Call) -> Any:
        return BudgetSerializer(selectors.runs_of(call), many=True).data

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, call: Call) -> Any:
        return FindingSerializer(selectors.findings_of(call), many=True).data

    def get_can_put_back(self, call: Call) -> bool:
        return selectors.may_go_again(call)


class RawSerializer(serializers.Serializer[dict[str, str]]):
    raw = serializers.CharField()
