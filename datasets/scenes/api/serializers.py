from __future__ import annotations

from collections import Counter
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from affectory.core.rights import MayRedistribute

from ..models import Scene, SceneImport, SceneUpload
from ..opening import SceneFormat
from ..poster import POSTER_VERSION
from ..services import SceneOutcome, name_taken

UP_AXES = [("auto", "as it looks"), ("y", "Y"), ("z", "Z")]
AXES = [("y", "Y"), ("z", "Z")]


class RightsSerializer(serializers.Serializer):
    licence = serializers.CharField(max_length=500)
    may_redistribute = serializers.ChoiceField(choices=MayRedistribute.choices)
    may_send_to_external_model = serializers.BooleanField()


class SceneRowSerializer(serializers.ModelSerializer):
    rights = RightsSerializer(source="rights_json")
    area_m2 = serializers.FloatField(source="navigation.area_m2", default=None, allow_null=True)
    anchors = serializers.SerializerMethodField(help_text="Kind → number of anchors in use.")
    poster_url = serializers.SerializerMethodField()

    class Meta:
        model = Scene
        fields = [
            "id",
            "name",
            "bounds",
            "triangles",
            "glb_sha256",
            "rights",
            "is_synthetic",
            "created_at",
            "area_m2",
            "categories",
            "anchors",
            "poster_url",
        ]

    @extend_schema_field(serializers.DictField(child=serializers.IntegerField()))
    def get_anchors(self, scene: Scene) -> dict[str, int]:
        return dict(Counter(getattr(scene, "anchor_kinds", ())))

    def get_poster_url(self, scene: Scene) -> str:
        base = f"/api/v1/projects/{self.context.get('slug', '')}/scenes/{scene.pk}"
        return f"{base}/poster.svg?v={POSTER_VERSION}"


class TakenOutSceneSerializer(SceneRowSerializer):
    stands_in_the_way = serializers.SerializerMethodField(
        help_text="Why it cannot be brought back at present; null where it can."
    )

    class Meta(SceneRowSerializer.Meta):
        fields = ["id", "name", "bounds", "area_m2", "rights", "poster_url", "taken_out_at", "stands_in_the_way"]

    def get_stands_in_the_way(self, scene: Scene) -> str | None:
        return name_taken(scene.name) if getattr(scene, "name_taken", False) else None


class SceneInstanceSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    category = serializers.CharField()
    bounds = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))


class SceneSerializer(SceneRowSerializer):
    instances = SceneInstanceSerializer(many=True)
    nav = serializers.JSONField(source="navigation")
    stage_url = serializers.CharField()
    map_url = serializers.CharField()

    class Meta(SceneRowSerializer.Meta):
        fields = [
            *SceneRowSerializer.Meta.fields,
            "instances",
            "nav",
            "notes",
            "scale",
            "up_axis",
            "floor_m",
            "source_name",
            "source_entry",
            "with_pictures",
            "taken_out_at",
            "stage_url",
            "map_url",
        ]


class ReadingSerializer(serializers.Serializer):
    """How a file is to be read: metres per unit, which way is up, where its floor lies."""

    entry = serializers.CharField(max_length=500, default="", allow_blank=True)
    scale = serializers.FloatField(default=1.0)
    up_axis = serializers.ChoiceField(choices=UP_AXES, default="auto")
    floor_m = serializers.FloatField(default=None, allow_null=True)
    with_pictures = serializers.BooleanField(default=True)


class NewSceneSerializer(ReadingSerializer):
    """`file`, or `upload`: a file that was sent before. The entry "*" means all scenes of it, by their own names."""

    name = serializers.CharField(max_length=120)
    file = serializers.FileField(required=False)
    upload = serializers.UUIDField(required=False)
    licence = serializers.CharField(max_length=500)
    may_redistribute = serializers.ChoiceField(choices=MayRedistribute.choices, default=MayRedistribute.ANNOTATIONS)
    may_send_to_external_model = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("file" in attrs) == ("upload" in attrs):
            raise serializers.ValidationError({"file": ["Send a file, or name an upload."]})
        return attrs


class SceneChangeSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=120, required=False)
    rights = RightsSerializer(required=False)


class NewSceneUploadSerializer(serializers.Serializer):
    file = serializers.FileField()


class SceneEntrySerializer(serializers.Serializer):
    path = serializers.CharField()
    format = serializers.ChoiceField(choices=[kind.value for kind in SceneFormat])
    name = serializers.CharField()


class SceneUploadSerializer(serializers.ModelSerializer):
    """`entries`: the scenes that the file holds."""

    entries = SceneEntrySerializer(many=True)

    class Meta:
        model = SceneUpload
        fields = ["id", "name", "size_bytes", "sha256", "entries"]


class NewScenePreviewSerializer(ReadingSerializer):
    """Without a scale the likeliest unit is taken."""

    upload = serializers.UUIDField()
    scale = serializers.FloatField(default=None, allow_null=True)


class UnitSerializer(serializers.Serializer):
    unit = serializers.CharField()
    scale = serializers.FloatField()
    size_m = serializers.ListField(child=serializers.FloatField(), help_text="Width, height, depth.")
    plausible = serializers.BooleanField()


class SceneProblemSerializer(serializers.Serializer):
    field = serializers.CharField()
    message = serializers.CharField()


class CategoryCountSerializer(serializers.Serializer):
    category = serializers.CharField()
    count = serializers.IntegerField()


class FloorSerializer(serializers.Serializer):
    height_m = serializers.FloatField()
    area_m2 = serializers.FloatField()


class SameSceneSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()
    taken_out = serializers.BooleanField()


class MapObjectSerializer(serializers.Serializer):
    name = serializers.CharField()
    category = serializers.CharField()
    polygon = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    height = serializers.FloatField()


class RegionSerializer(serializers.Serializer):
    """Free ground that hangs together. Only the largest is navigable."""

    area_m2 = serializers.FloatField()
    at = serializers.ListField(child=serializers.FloatField())
    used = serializers.BooleanField()


class SceneMapSerializer(serializers.Serializer):
    """Metres, x to the right and z down. The picture of navigable ground starts at `navigable_origin`."""

    bounds = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    walls = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    objects = MapObjectSerializer(many=True)
    navigable_png_url = serializers.CharField(allow_null=True)
    navigable_origin = serializers.ListField(child=serializers.FloatField())
    navigable_cell_m = serializers.FloatField()
    regions = RegionSerializer(many=True)


class PreviewMapSerializer(serializers.Serializer):
    bounds = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    walls = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    objects = MapObjectSerializer(many=True)
    navigable_origin = serializers.ListField(child=serializers.FloatField())
    navigable_size_m = serializers.ListField(child=serializers.FloatField())


class ScenePreviewSerializer(serializers.Serializer):
    """What a file would become. With problems it would be refused; lengths are metres unless they say units."""

    file = serializers.CharField()
    entry = serializers.CharField()
    format = serializers.ChoiceField(choices=[kind.value for kind in SceneFormat])
    name = serializers.CharField()
    triangles = serializers.IntegerField()
    objects = serializers.IntegerField()
    categories = CategoryCountSerializer(many=True)
    size_units = serializers.ListField(child=serializers.FloatField(), help_text="Width, height, depth.")
    scale = serializers.FloatField()
    units = UnitSerializer(many=True)
    unit_why = serializers.CharField()
    up_axis = serializers.ChoiceField(choices=AXES)
    up_guess = serializers.ChoiceField(choices=AXES)
    up_why = serializers.CharField()
    floor_m = serializers.FloatField(allow_null=True)
    floors = FloorSerializer(many=True)
    navigable_m2 = serializers.FloatField(allow_null=True)
    regions = serializers.IntegerField(allow_null=True)
    map = PreviewMapSerializer(allow_null=True)
    navigable_png = serializers.CharField(help_text="A data address, empty where there is no ground.")
    problems = SceneProblemSerializer(many=True)
    warnings = serializers.ListField(child=serializers.CharField())
    same_as = SameSceneSerializer(allow_null=True)


class SceneImportRowSerializer(serializers.Serializer):
    entry = serializers.CharField()
    outcome = serializers.ChoiceField(choices=[outcome.value for outcome in SceneOutcome])
    name = serializers.CharField()
    scene = serializers.CharField()
    reason = serializers.CharField()
    field = serializers.CharField()
    preview = ScenePreviewSerializer(allow_null=True)


class SceneImportSerializer(serializers.ModelSerializer):
    """Work on an upload that a worker does; `report` is there once it has ended."""

    job = serializers.UUIDField(source="job_id", allow_null=True)
    report = SceneImportRowSerializer(many=True)

    class Meta:
        model = SceneImport
        fields = ["id", "is_preview", "job", "ended_at", "report"]
