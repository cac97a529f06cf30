"""Typed arrays out of buffers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .document import Document

_COMPONENTS = {
    5120: "<i1",
    5121: "<u1",
    5122: "<i2",
    5123: "<u2",
    5125: "<u4",
    5126: "<f4",
}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Accessors:
    """Reads accessors of one document; the elements read over its whole life are bounded."""

    def __init__(self, document: Document) -> None:
        self._document = document
        # A few bytes can be referred to any number of times, so what is counted is what comes out.
        self._elements_left = document.limits.vertices * 6

    def read(
        self,
        index: int,
        field: str,
        *,
        types: tuple[str, ...],
        components: tuple[int, ...],
        normalise: bool = True,
    ) -> NDArray[Any]:
        """(count, width) in the file's component type, or float32 when its values are normalised integers."""
        document = self._document
        where = f"accessors[{index}]"
        row = document.table("accessors")[index]
        kind = document.string(row, "type", where)
        component = document.integer(row, "componentType", where)
        if kind not in types:
            raise document.fail(f"{field} needs {' or '.join(types)}, not {kind!r}", f"{where}.type")
        if component not in components:
            raise document.fail(
                f"{field} cannot have component type {component}",
                f"{where}.componentType",
            )
        if "sparse" in row:
            raise document.fail("sparse accessors are not read; export without them", f"{where}.sparse")
        count = document.integer(row, "count", where, least=1)
        self._elements_left -= count
        most = document.limits.triangles * 3 if kind == "SCALAR" else document.limits.vertices
        if count > most or self._elements_left < 0:
            raise document.fail(f"asks for more than the {most} elements that are read", f"{where}.count")
        dtype = np.dtype(_COMPONENTS[component])
        values = self._elements(row, where, dtype, count, _WIDTHS[kind])
        if normalise and row.get("normalized") is True and dtype.kind in "iu":
            scaled = values.astype(np.float32) / np.float32(np.iinfo(dtype).max)
            return np.maximum(scaled, np.float32(-1.0))
        if dtype.kind == "f" and not np.isfinite(values).all():
            at = int(np.flatnonzero(~np.isfinite(values).all(axis=1))[0])
            raise document.fail(f"{field} is not finite: element {at} is {values[at].tolist()}", where)
        return values

    def _elements(
        self,
        row: dict[str, Any],
        where: str,
        dtype: np.dtype[Any],
        count: int,
        width: int,
    ) -> NDArray[Any]:
        document = self._document
        view_index = document.reference(row, "bufferView", where, "bufferViews")
        if view_index is None:
            return np.zeros((count, width), dtype)
        view_row = document.table("bufferViews")[view_index]
        size = dtype.itemsize * width
        stride = size
        if "byteStride" in view_row:
            stride = document.integer(view_row, "byteStride", f"bufferViews[{view_index}]", least=4)
            if not size <= stride <= 252:
                raise document.fail(
                    f"must lie between the element's {size} bytes and 252",
                    f"bufferViews[{view_index}].byteStride",
                )
        data = document.view(view_index)
        offset = document.integer(row, "byteOffset", where, default=0)
        if offset + (count - 1) * stride + size > len(data):
            raise document.fail(
                f"runs past bufferViews[{view_index}], which has {len(data)} bytes",
                where,
            )
        strided = np.ndarray((count, width), dtype, data, offset, (stride, dtype.itemsize))
        return strided.copy()
