from __future__ import annotations

from rest_framework import serializers

from affectory.core.rights import MayRedistribute

from ..models import Scene


class RightsSerializer(serializers.Serializer):
    licence = serializers.CharField(max_length=500)
    may_redistribute = serializers.ChoiceField(choices=MayRedistribute.choices)
    may_send_to_external_model = serializers.BooleanField()


class SceneRowSerializer(serializers.ModelSerializer):
    rights = RightsSerializer(source="rights_json")

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
        ]


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
            "source_name",
            "stage_url",
            "map_url",
        ]


class NewSceneSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=120)
    file = serializers.FileField()
    scale = serializers.FloatField(default=1.0)
    up_axis = serializers.ChoiceField(choices=["auto", "y", "z"], default="auto")
    licence = serializers.CharField(max_length=500)
    may_redistribute = serializers.ChoiceField(choices=MayRedistribute.choices, default=MayRedistribute.ANNOTATIONS)
    may_send_to_external_model = serializers.BooleanField(default=False)


class MapObjectSerializer(serializers.Serializer):
    name = serializers.CharField()
    category = serializers.CharField()
    polygon = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    height = serializers.FloatField()


class SceneMapSerializer(serializers.Serializer):
    """Metres, x to the right and z down. The picture of navigable ground starts at `navigable_origin`."""

    bounds = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    walls = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    objects = MapObjectSerializer(many=True)
    navigable_png_url = serializers.CharField(allow_null=True)
    navigable_origin = serializers.ListField(child=serializers.FloatField())
    navigable_cell_m = serializers.FloatField()
