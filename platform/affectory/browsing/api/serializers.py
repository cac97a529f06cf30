"""Shapes only."""

from __future__ import annotations

from rest_framework import serializers

from affectory.browsing.models import SavedFilter
from affectory.core.models import Job


class FacetOptionSerializer(serializers.Serializer):
    value = serializers.CharField(help_text="As it stands in the address; `none` for what is empty.")
    label = serializers.CharField()
    n = serializers.IntegerField(help_text="Rows with this value that the other facets allow.")


class FacetSerializer(serializers.Serializer):
    id = serializers.CharField()
    label = serializers.CharField()
    options = FacetOptionSerializer(many=True)
    more = serializers.IntegerField(help_text="Values that are left out, the rarest.")


class FacetsSerializer(serializers.Serializer):
    total = serializers.IntegerField(help_text="Rows that match.")
    facets = FacetSerializer(many=True)


class SavedFilterSerializer(serializers.ModelSerializer[SavedFilter]):
    owner = serializers.CharField(source="owner.username")
    is_mine = serializers.SerializerMethodField()
    is_default = serializers.BooleanField(help_text="One's own list opens with it.")

    class Meta:
        model = SavedFilter
        fields = ["id", "library", "name", "query", "is_shared", "is_default", "is_mine", "owner", "created_at"]

    def get_is_mine(self, saved: SavedFilter) -> bool:
        return bool(saved.owner_id == self.context["person"].pk)


class NewFilterSerializer(serializers.Serializer):
    library = serializers.CharField(max_length=40)
    name = serializers.CharField(max_length=80)
    query = serializers.CharField(allow_blank=True, max_length=8_000, help_text="As it stands in the address.")
    is_shared = serializers.BooleanField(default=False)


class FilterChangeSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=80, required=False)
    query = serializers.CharField(allow_blank=True, max_length=8_000, required=False)
    is_shared = serializers.BooleanField(required=False)
    is_default = serializers.BooleanField(required=False, help_text="For oneself; also of a shared filter.")


class NewBulkSerializer(serializers.Serializer):
    """Rows by their ids, or all that match `where` but those in `except`."""

    action = serializers.CharField(max_length=40)
    arguments = serializers.DictField(required=False, default=dict)
    ids = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=5_000)
    where = serializers.CharField(required=False, allow_blank=True, max_length=8_000, default="")
    besides = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=5_000, default=list)
    expected = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text="The number shown; another one by now refuses.",
    )
    everything = serializers.BooleanField(default=False, help_text="Without ids: that all that match are meant.")

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if "ids" not in attrs and not attrs["everything"]:
            raise serializers.ValidationError({"ids": ["Name the rows, or say `everything` for all that match."]})
        return attrs


class ForeseenSerializer(serializers.Serializer):
    n = serializers.IntegerField()
    what = serializers.CharField(help_text="What would become of so many: `were judged and stay`.")
    changes = serializers.BooleanField(help_text="Whether the action does anything to them.")


class BulkRefusalSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()
    reason = serializers.CharField()


class BulkRunSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    library = serializers.CharField()
    action = serializers.CharField()
    state = serializers.ChoiceField(choices=Job.State.choices)
    total = serializers.IntegerField()
    waiting = serializers.IntegerField()
    done = serializers.IntegerField()
    refused = serializers.IntegerField()
    refusals = BulkRefusalSerializer(many=True, help_text="The first 200.")
    job = serializers.UUIDField(allow_null=True)
    undoes = serializers.UUIDField(allow_null=True)
    can_undo = serializers.BooleanField()
