"""How our views are described in OpenAPI."""

from drf_spectacular.openapi import AutoSchema


class Schema(AutoSchema):
    def get_operation_id(self) -> str:
        """Pages of rows are objects to the generator, which would call reading them "retrieve", like one row."""
        name = str(super().get_operation_id())
        is_page = type(self.get_response_serializers()).__name__.endswith("Page")
        return name.removesuffix("_retrieve") + "_list" if is_page else name
