"""How our views are described in OpenAPI."""

from drf_spectacular.openapi import AutoSchema


class Schema(AutoSchema):
    def get_operation_id(self) -> str:
        """Pages of rows are objects to the generator, which would call reading them "retrieve", like one row."""
        name = str(super().get_operation_id())
        if self.method == "GET" and name.endswith("_retrieve") and not self.path.endswith("}"):
            return name.removesuffix("_retrieve") + "_list"
        return name
