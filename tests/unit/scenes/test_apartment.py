from __future__ import annotations

import hashlib
import subprocess
import sys

import numpy as np
import pytest

from datasets.scenes.apartment import apartment_glb
from datasets.scenes.categories import category_of
from datasets.scenes.domain import SceneError, import_scene
from datasets.scenes.gltf import read_gltf
from datasets.scenes.shapes import blob, box, cylinder
from datasets.scenes.sizing import floor_height, survey


def test_the_apartment_has_the_same_bytes_in_another_process():
    """SC1."""
    code = "import hashlib; from datasets.scenes.apartment import apartment_glb as glb; "
    code += "print(hashlib.sha256(glb()).hexdigest())"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == hashlib.sha256(apartment_glb()).hexdigest()


def test_objects_are_named_by_category_and_numbered():
    """SC1: `chair.01` … with instance ids from 1 on; at most 6,000 triangles."""
    gltf = read_gltf(apartment_glb(), name="apartment.glb")
    names = [gltf.nodes[i].name for i in gltf.order]
    assert len(names) == len(set(names)) == 32
    assert {"floor.01", "sofa.01", "low_table.01", "chair.04", "bookshelf.01", "plant.01", "bed.01"} <= set(names)
    assert [gltf.nodes[i].extras["instance_id"] for i in gltf.order] == list(range(1, 33))
    assert gltf.triangle_count() <= 6000
    assert gltf.bounds == ((-4.0, 0.0, -3.5), (4.0, pytest.approx(2.6), 3.5))


def test_both_rooms_are_one_navigable_region_through_the_doorway():
    imported = import_scene(apartment_glb(), name="apartment.glb")
    assert imported.glb == apartment_glb()
    assert imported.notes == ()
    way = imported.grid.distance((-0.5, -0.5), (2.5, -0.5))
    assert 3.0 <= way < 4.0


@pytest.mark.parametrize(
    ("shape", "volume"),
    [
        (box((1, 2, 3)), 6.0),
        # A bevelled box loses, per edge of length l, a prism of b²/2 · l over the inner length, and the corners.
        (box((1, 1, 1), bevel=0.1), 1 - 12 * 0.8 * 0.005 - 8 * (0.1**3) * 5 / 6),
        (cylinder(1, 2, sides=400), 2 * np.pi),
    ],
)
def test_shapes_are_closed_and_face_outwards(shape, volume):
    """The signed volume is positive only if every triangle turns the right way round."""
    a, b, c = (shape.positions[shape.triangles[:, i]] for i in range(3))
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(volume, rel=1e-3)


def test_a_ball_faces_outwards():
    shape = blob(1.0, (0, 0, 0))
    assert len(shape.triangles) == 80
    assert (np.einsum("ij,ij->i", shape.positions, shape.normals) > 0.99).all()


def test_the_largest_flat_area_low_down_is_the_floor():
    """SC2: a table top of 1 m² at 0.7 m and a rug of 2 m² at 1 cm do not lift a floor of 12 m² at 0.3 m."""

    def flat(side: float, y: float) -> np.ndarray:
        return np.array(
            [[[0, y, 0], [side, y, side], [side, y, 0]], [[0, y, 0], [0, y, side], [side, y, side]]], float
        )

    room = np.concatenate([flat(3.46, 0.3), flat(1.0, 1.0), flat(1.41, 0.31), flat(3.46, 2.8)])
    look = survey([room])
    ground = look.grounds["y"]
    assert floor_height(ground.levels, ground.areas, low=0.3, high=2.8) == 0.3


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("chair.03", "chair"),
        ("Chair_03 (Clone)", "chair"),
        ("low_table.01", "table"),
        ("42", "object"),
        ("", "object"),
    ],
)
def test_categories_come_from_names(name, category):
    assert category_of(name) == category


def test_a_scale_that_is_none_is_refused():
    """SC2."""
    with pytest.raises(SceneError, match="nan is no scale") as caught:
        import_scene(apartment_glb(), name="a.glb", scale=float("nan"))
    assert caught.value.field == "scale"
