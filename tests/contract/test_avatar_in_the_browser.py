"""The list draws the avatar by a table of its own: it says what the server's skeleton says."""

import re
from pathlib import Path

import pytest

from datasets.motion.avatar.skeleton import AVATAR_JOINTS, AVATAR_PARENTS, REST_POSITIONS

TABLE = Path(__file__).resolve().parents[2] / "frontend" / "src" / "shared" / "scene3d" / "figure2d.ts"
ROW = re.compile(r"\['(\w+)', (-?\d+), \[(-?[\d.]+), (-?[\d.]+), (-?[\d.]+)\]\]")


def test_the_browser_has_the_same_skeleton():
    rows = ROW.findall(TABLE.read_text())
    assert [name for name, *_ in rows] == list(AVATAR_JOINTS)
    assert [int(parent) for _, parent, *_ in rows] == list(AVATAR_PARENTS)
    for (_, _, *place), rest in zip(rows, REST_POSITIONS, strict=True):
        assert [float(value) for value in place] == pytest.approx(list(rest))
