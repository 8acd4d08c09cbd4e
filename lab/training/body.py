"""The body the network knows: SMPL's 22 joints, and as joint 22 the lower back, which carries spine1."""

import torch

from rotations import rotate

JOINT_COUNT = 23
HEAD, LEFT_WRIST, RIGHT_WRIST, LOWER_BACK = 15, 20, 21, 22
PARENTS = [-1, 0, 0, 22, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 0]
MIRROR = [0, 2, 1, 3, 5, 4, 6, 8, 7, 9, 11, 10, 12, 14, 13, 15, 17, 16, 19, 18, 21, 20, 22]
CONTACT_JOINTS = [7, 8, 10, 11]
UPPER = [3, 6, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]
LOWER = [0, 1, 2, 4, 5, 7, 8, 10, 11]
# Tracked points: head, hands, hips, feet. The joint each one sits on.
POINT_JOINTS = [15, 20, 21, 0, 7, 8]
# World rotations the network speaks about: all but the head's, which is tracked.
PREDICTED = [j for j in range(JOINT_COUNT) if j != HEAD]


def chain(turned):
    """Joint positions from the root, when every joint's turned offset is known. [..., 23, 3]."""
    steps = turned.unbind(-2)
    places = [None] * JOINT_COUNT
    for joint in (0, LOWER_BACK, *range(1, LOWER_BACK)):
        parent = PARENTS[joint]
        places[joint] = torch.zeros_like(steps[0]) if parent < 0 else places[parent] + steps[joint]
    return torch.stack(places, -2)


def joints_from_root(matrices, offsets):
    """Joint positions relative to the root. matrices [..., T, 23, 3, 3] world, offsets [..., 23, 3]."""
    parents = torch.tensor([max(p, 0) for p in PARENTS], device=matrices.device)
    return chain(rotate(matrices.index_select(-3, parents), offsets.unsqueeze(-3)))


def rest_joints(offsets):
    """Rest positions relative to the root. offsets [..., 23, 3]."""
    return chain(offsets)


def body_scale(offsets):
    """Head above ankles at rest, metres: the unit of length of all features. [...]."""
    rest = rest_joints(offsets)[..., 1]
    return rest[..., HEAD] - 0.5 * (rest[..., 7] + rest[..., 8])


def proportions(offsets):
    """20 numbers that say what body it is, in units of body_scale, left and right averaged. [..., 20]."""
    o = offsets / body_scale(offsets)[..., None, None]

    def both(left, axis):
        sign = -1 if axis == 0 else 1
        return 0.5 * (o[..., left, axis] + sign * o[..., MIRROR[left], axis])

    def length(left):
        return 0.5 * (o[..., left, :].norm(dim=-1) + o[..., MIRROR[left], :].norm(dim=-1))

    return torch.stack(
        [
            both(1, 0), both(1, 1), both(1, 2), length(4), length(7), both(10, 1), both(10, 2),
            o[..., 3, 1], o[..., 6, 1], o[..., 9, 1], o[..., 12, 1], o[..., 12, 2], o[..., 15, 1], o[..., 15, 2],
            both(13, 1), length(13), both(16, 0), both(16, 1), length(18), length(20),
        ],
        -1,
    )


PROPORTION_COUNT = 20


def feet_of(joints):
    """Middle of ankle and toes, left and right. [..., 2, 3]."""
    return 0.5 * (joints[..., [7, 8], :] + joints[..., [10, 11], :])
