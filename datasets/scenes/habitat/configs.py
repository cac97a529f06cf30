"""The JSON files of a scene set with typed access: every refusal names the file and the field."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from affectory.core.errors import InvalidError
from affectory.core.strict_json import read_json
from datasets.scenes.gltf.errors import GltfError

Floats = NDArray[np.float64]
Numbers = tuple[float, ...]

MOST_BYTES = 64 * 1024 * 1024
_FARTHEST = 1e6
_ROUNDED = 0.01


class Config:
    """One object of a file. `name` is the file, `field` where the object stands in it."""

    def __init__(self, values: dict[str, Any], *, name: str, field: str = "") -> None:
        self._values = values
        self.name = name
        self._field = field

    @classmethod
    def read(cls, data: bytes, *, name: str) -> Config:
        """Raises GltfError."""
        if len(data) > MOST_BYTES:
            raise GltfError(f"is larger than the {MOST_BYTES} bytes that are read", name=name)
        try:
            values = read_json(data)
        except InvalidError as error:
            raise GltfError(f"is no JSON that can be read ({error.message.rstrip('.')})", name=name) from error
        if not isinstance(values, dict):
            raise GltfError("must be a JSON object", name=name)
        return cls(values, name=name)

    def over(self, defaults: Config) -> Config:
        """These values, and those of `defaults` where they say nothing."""
        return Config({**defaults._values, **self._values}, name=self.name, field=self._field)

    def where(self, key: str) -> str:
        return f"{self._field}.{key}" if self._field else key

    def fail(self, message: str, key: str) -> GltfError:
        return GltfError(message, name=self.name, field=self.where(key))

    def __contains__(self, key: str) -> bool:
        return self._values.get(key) is not None

    def text(self, key: str, default: str = "") -> str:
        value = self._values.get(key, default)
        if not isinstance(value, str):
            raise self.fail("must be a text", key)
        return value

    def number(self, key: str, default: float) -> float:
        return self._number(self._values.get(key, default), key)

    def whole(self, key: str) -> int | None:
        value = self._values.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fail("must be a whole number", key)
        return value

    def numbers(self, key: str, count: int, default: Numbers) -> Floats:
        value = self._values.get(key, default)
        if not isinstance(value, list | tuple) or len(value) != count:
            raise self.fail(f"must be a list of {count} numbers", key)
        return np.array([self._number(entry, f"{key}[{i}]") for i, entry in enumerate(value)])

    def child(self, key: str) -> Config:
        value = self._values.get(key, {})
        if not isinstance(value, dict):
            raise self.fail("must be an object", key)
        return Config(value, name=self.name, field=self.where(key))

    def children(self, key: str) -> list[Config]:
        value = self._values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.fail("must be a list of objects", key)
        return [Config(entry, name=self.name, field=f"{self.where(key)}[{i}]") for i, entry in enumerate(value)]

    def texts(self, key: str) -> list[str]:
        value = self._values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise self.fail("must be a list of texts", key)
        return value

    def size(self, key: str) -> int:
        value = self._values.get(key)
        return len(value) if isinstance(value, list | dict) else 0

    # ---- what several kinds of files have -----------------------------------------------------------------------

    def rotation(self, key: str = "rotation") -> Floats:
        """A quaternion written w, x, y, z, as habitat has it; as a matrix."""
        given = self.numbers(key, 4, (1.0, 0.0, 0.0, 0.0))
        length = float(np.linalg.norm(given))
        if not abs(length - 1) <= _ROUNDED:
            raise self.fail(f"is no rotation; write w, x, y, z of length 1, not {length:.3g}", key)
        w, x, y, z = given / length
        return np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
            ]
        )

    def scale(self) -> Floats:
        """`uniform_scale` times `non_uniform_scale` of an instance."""
        scale = self.numbers("non_uniform_scale", 3, (1.0, 1.0, 1.0)) * self.number("uniform_scale", 1.0)
        if (scale == 0).any():
            raise self.fail("is 0, which leaves nothing", "uniform_scale or non_uniform_scale")
        return scale

    def turn(self) -> Floats:
        """From the asset's own axes to Y up and front −Z, by `up` and `front`; both or neither."""
        if ("up" in self) != ("front" in self):
            raise self.fail("come together or not at all", "up and front")
        up, front = self.numbers("up", 3, (0.0, 1.0, 0.0)), self.numbers("front", 3, (0.0, 0.0, -1.0))
        lengths = np.linalg.norm(up), np.linalg.norm(front)
        if min(lengths) < 1e-6 or abs(float(up @ front)) > 1e-3 * float(lengths[0] * lengths[1]):
            raise self.fail("must stand at right angles to each other", "up and front")
        up, back = up / lengths[0], -front / lengths[1]
        return np.stack([np.cross(up, back), up, back])

    def _number(self, value: Any, key: str) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.fail("must be a number", key)
        if not abs(value) <= _FARTHEST:
            shown = f"{value:g}" if isinstance(value, float) else "too large"
            raise self.fail(f"is {shown}; at most a million is possible", key)
        return float(value)
