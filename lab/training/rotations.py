"""Rotations as torch tensors: unit quaternions x y z w, 3x3 matrices, and the first two columns ("6D").

6D: Zhou, Barnes, Lu, Yang & Li, "On the Continuity of Rotation Representations in Neural Networks", CVPR 2019."""

import torch


def quat_from_vector(vector):
    """Unit quaternion of a rotation vector (axis times angle)."""
    angle = vector.norm(dim=-1, keepdim=True)
    # sin(a/2)/a, by its series near zero.
    share = torch.where(angle > 1e-6, torch.sin(angle / 2) / angle.clamp_min(1e-12), 0.5 - angle * angle / 48)
    return torch.cat([vector * share, torch.cos(angle / 2)], -1)


def quat_multiply(a, b):
    ax, ay, az, aw = a.unbind(-1)
    bx, by, bz, bw = b.unbind(-1)
    return torch.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        -1,
    )


def matrix_from_quat(q):
    x, y, z, w = q.unbind(-1)
    rows = [
        1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
        2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
        2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
    ]
    return torch.stack(rows, -1).unflatten(-1, (3, 3))


def matrix_from_vector(vector):
    return matrix_from_quat(quat_from_vector(vector))


# Millions of 3x3 products: sums over broadcast factors fuse into one pass, batched matrix multiplication does not.


def rotate(matrix, vector):
    return (matrix * vector.unsqueeze(-2)).sum(-1)


def compose(a, b):
    return (a.unsqueeze(-1) * b.unsqueeze(-3)).sum(-2)


def turn_x(angle):
    """Rotation about X by the angle, as a quaternion."""
    half = angle / 2
    zero = torch.zeros_like(half)
    return torch.stack([torch.sin(half), zero, zero, torch.cos(half)], -1)


def columns_of(matrix):
    """First column, then second: 6 numbers."""
    return matrix[..., :2].transpose(-1, -2).flatten(-2)


def matrix_from_columns(six):
    """Gram-Schmidt: the first column keeps its direction."""
    a, b = six[..., :3], six[..., 3:]
    x = torch.nn.functional.normalize(a, dim=-1, eps=1e-6)
    y = torch.nn.functional.normalize(b - (x * b).sum(-1, keepdim=True) * x, dim=-1, eps=1e-6)
    return torch.stack([x, y, torch.linalg.cross(x, y)], -1)


def yaw_of(matrix):
    """Turn about +Y that is in a rotation (its twist): unlike the way the nose points, defined when looking straight down."""
    return torch.atan2(matrix[..., 0, 2] - matrix[..., 2, 0], matrix[..., 0, 0] + matrix[..., 2, 2])


def turn_yaw(yaw, values):
    """Turns the columns of matrices [..., 3, n] about +Y."""
    c, s = torch.cos(yaw), torch.sin(yaw)
    x, y, z = values.unbind(-2)
    return torch.stack([c[..., None] * x + s[..., None] * z, y, c[..., None] * z - s[..., None] * x], -2)


def unwrap(angle):
    """Along the last axis, steps of more than half a turn removed."""
    step = angle[..., 1:] - angle[..., :-1]
    whole = torch.round(step / (2 * torch.pi)) * (2 * torch.pi)
    return torch.cat([angle[..., :1], angle[..., 1:] - torch.cumsum(whole, -1)], -1)
