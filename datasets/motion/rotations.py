"""Arithmetic on arrays of unit quaternions (x, y, z, w) in the last axis."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

IDENTITY = np.array([0.0, 0.0, 0.0, 1.0])


def multiply(a: Floats, b: Floats) -> Floats:
    """First ``b``, then ``a``."""
    ax, ay, az, aw = a[..., 0], a[..., 1], a[..., 2], a[..., 3]
    bx, by, bz, bw = b[..., 0], b[..., 1], b[..., 2], b[..., 3]
    x = aw * bx + ax * bw + ay * bz - az * by
    out = np.empty((*x.shape, 4))
    out[..., 0] = x
    out[..., 1] = aw * by - ax * bz + ay * bw + az * bx
    out[..., 2] = aw * bz + ax * by - ay * bx + az * bw
    out[..., 3] = aw * bw - ax * bx - ay * by - az * bz
    return out


def inverse(q: Floats) -> Floats:
    return np.asarray(q * np.array([-1.0, -1.0, -1.0, 1.0]))


def rotate(q: Floats, v: Floats) -> Floats:
    """The vectors ``v`` turned by ``q``."""
    qx, qy, qz, qw = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    vx, vy, vz = v[..., 0], v[..., 1], v[..., 2]
    tx = 2.0 * (qy * vz - qz * vy)
    ty = 2.0 * (qz * vx - qx * vz)
    tz = 2.0 * (qx * vy - qy * vx)
    x = vx + qw * tx + qy * tz - qz * ty
    out = np.empty((*x.shape, 3))
    out[..., 0] = x
    out[..., 1] = vy + qw * ty + qz * tx - qx * tz
    out[..., 2] = vz + qw * tz + qx * ty - qy * tx
    return out


def normalised(v: Floats) -> Floats:
    """Vectors or quaternions of length one; a zero vector stays zero."""
    length = np.sqrt(np.einsum("...i,...i->...", v, v))[..., None]
    return np.asarray(v / np.where(length > 0.0, length, 1.0))


def about_axis(axis: int, radians: Floats) -> Floats:
    """Rotations about a coordinate axis (0, 1, 2)."""
    out = np.zeros((*radians.shape, 4))
    half = 0.5 * radians
    out[..., axis] = np.sin(half)
    out[..., 3] = np.cos(half)
    return out


def between(a: Floats, b: Floats) -> Floats:
    """The shortest rotation from direction ``a`` to direction ``b`` (not necessarily unit vectors)."""
    a, b = normalised(a), normalised(b)
    across = np.cross(a, b)
    out = np.empty((*across.shape[:-1], 4))
    out[..., :3] = across
    out[..., 3] = 1.0 + np.einsum("...i,...i->...", a, b)
    # Within 4e-7 of the opposite direction rounding would decide on the axis; the error of any other is no larger.
    opposite = out[..., 3] < 1e-13
    if np.any(opposite):
        # Any axis across will do; the coordinate axis furthest from ``a`` gives a well-conditioned one.
        start = np.broadcast_to(a, (*out.shape[:-1], 3))[opposite]
        axis = normalised(np.cross(start, np.eye(3)[np.argmin(np.abs(start), axis=-1)]))
        out[opposite] = np.concatenate([axis, np.zeros((len(axis), 1))], axis=-1)
    return normalised(out)


def from_axes(x: Floats, y: Floats, z: Floats) -> Floats:
    """The rotation that takes the coordinate axes to three orthonormal vectors."""
    return from_matrices(np.stack([x, y, z], axis=-1))


def from_matrices(m: Floats) -> Floats:
    """Rotation matrices (..., 3, 3) acting on columns, as quaternions with w >= 0."""
    trace = np.einsum("...ii->...", m)
    # k = 4·q·qᵀ, so every row is a multiple of q; the one with the largest diagonal is the best conditioned.
    k = np.empty((*m.shape[:-2], 4, 4))
    k[..., 3, 3] = 1.0 + trace
    for i in range(3):
        k[..., i, i] = 1.0 + 2.0 * m[..., i, i] - trace
        a, b = (i + 1) % 3, (i + 2) % 3
        k[..., a, b] = k[..., b, a] = m[..., a, b] + m[..., b, a]
        k[..., i, 3] = k[..., 3, i] = m[..., b, a] - m[..., a, b]
    best = np.argmax(np.einsum("...ii->...i", k), axis=-1)[..., None, None]
    q = normalised(np.take_along_axis(k, best, axis=-2)[..., 0, :])
    return np.asarray(q * np.where(q[..., 3:] < 0.0, -1.0, 1.0))


def matrices(q: Floats) -> Floats:
    """Rotation matrices (..., 3, 3) acting on columns."""
    return np.swapaxes(rotate(q[..., None, :], np.eye(3)), -1, -2)


def slerp(a: Floats, b: Floats, share: float | Floats) -> Floats:
    """From ``a`` (share 0) to ``b`` (share 1) on the shorter way."""
    dot = np.einsum("...i,...i->...", a, b)[..., None]
    b = np.where(dot < 0.0, -b, b)
    angle = np.arccos(np.clip(np.abs(dot), 0.0, 1.0))
    sine = np.sin(angle)
    near = sine < 1e-6
    safe = np.where(near, 1.0, sine)
    wa = np.where(near, 1.0 - share, np.sin((1.0 - share) * angle) / safe)
    wb = np.where(near, share, np.sin(share * angle) / safe)
    return normalised(wa * a + wb * b)


def continuous(q: Floats) -> Floats:
    """Signs chosen so that neighbours along the first axis never jump to the opposite quaternion."""
    dots = np.einsum("f...i,f...i->f...", q[1:], q[:-1])
    signs = np.cumprod(np.where(dots < 0.0, -1.0, 1.0), axis=0)
    out = q.copy()
    out[1:] *= signs[..., None]
    return out


def angle_between(a: Floats, b: Floats) -> Floats:
    """Radians that separate two rotations, 0 to pi. Sound for tiny angles too, where an arc cosine is not."""
    apart = multiply(inverse(a), b)
    sine = np.sqrt(np.einsum("...i,...i->...", apart[..., :3], apart[..., :3]))
    return np.asarray(2.0 * np.arctan2(sine, np.abs(apart[..., 3])))
