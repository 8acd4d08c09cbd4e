"""Figures of whole clips, as core's evaluateClip() takes them: each clip's mean, then the plain mean over clips."""

import numpy as np
import torch

from body import CONTACT_JOINTS, LOWER, POINT_JOINTS, UPPER, joints_from_root
from features import HZ
from motion_set import find_contacts, resting_heights
from network import propose
from rotations import matrix_from_quat


def whole_clips(motion, indices, points=(0, 1, 2)):
    """Clips of a set as one batch, cut by `valid`, with perfect trackers on some of the six points."""
    device = motion.rotations.device
    frames = int(max(motion.lengths[i] for i in indices))
    at = torch.stack([
        torch.arange(frames, device=device).clamp_max(int(motion.lengths[i]) - 1) + int(motion.starts[i]) for i in indices])
    matrices = matrix_from_quat(motion.rotations[at])
    offsets = motion.offsets[list(indices)]
    joints = joints_from_root(matrices, offsets) + motion.roots[at][:, :, None]
    on = torch.tensor(POINT_JOINTS, device=device)
    weights = torch.zeros(len(indices), frames, 6, device=device)
    weights[:, :, list(points)] = 1
    return {
        'matrices': matrices, 'joints': joints, 'offsets': offsets, 'contacts': motion.contacts[at],
        'positions': joints[:, :, on], 'rotations': matrices[:, :, on], 'weights': weights,
    }


@torch.no_grad()
def evaluate(model, motion, points=(0, 1, 2), at_once=16):
    """Mean figures and those of every clip."""
    model.eval()
    order = np.argsort(motion.lengths)
    rows = [None] * len(order)
    for first in range(0, len(order), at_once):
        indices = order[first:first + at_once]
        batch = whole_clips(motion, indices, points)
        joints, _, logits, errors = propose(model, batch)
        for row, index in enumerate(indices):
            n = int(motion.lengths[index])
            rows[index] = clip_figures(batch['joints'][row, :n, :22], joints[row, :n, :22], logits[row, :n],
                                       batch['contacts'][row, :n], errors[row, :n])
    names = rows[0].keys()
    return {name: float(np.nanmean([row[name] for row in rows])) for name in names}, rows


def snap_arms(true, found):
    """Wrists where they are tracked, elbows on the circle that leaves, nearest to the proposed ones. [T, 22, 3]."""
    out = found.clone()
    for shoulder, elbow, wrist in ((16, 18, 20), (17, 19, 21)):
        upper = (found[:, elbow] - found[:, shoulder]).norm(dim=-1, keepdim=True)
        lower = (found[:, wrist] - found[:, elbow]).norm(dim=-1, keepdim=True)
        line = true[:, wrist] - found[:, shoulder]
        reach = line.norm(dim=-1, keepdim=True).clamp_min(1e-6)
        axis = line / reach
        near = reach.clamp_max(0.9999 * (upper + lower))
        along = (upper ** 2 - lower ** 2 + near ** 2) / (2 * near)
        outward = (upper ** 2 - along ** 2).clamp_min(0).sqrt()
        bend = found[:, elbow] - found[:, shoulder]
        bend = bend - (bend * axis).sum(-1, keepdim=True) * axis
        bend = bend / bend.norm(dim=-1, keepdim=True).clamp_min(1e-6)
        out[:, elbow] = found[:, shoulder] + along * axis + outward * bend
        out[:, wrist] = true[:, wrist]
    return out


def clip_figures(true, found, logits, contacts, errors):
    distance = (true - found).norm(dim=-1)
    snapped = (true - snap_arms(true, found)).norm(dim=-1)
    velocity = ((true[1:] - true[:-1]) - (found[1:] - found[:-1])).norm(dim=-1) * HZ

    def jerk(p):
        return float((p[3:] - 3 * p[2:-1] + 3 * p[1:-2] - p[:-3]).norm(dim=-1).mean() * HZ ** 3 / 100)

    feet, true_feet = found[:, CONTACT_JOINTS], true[:, CONTACT_JOINTS]
    resting = resting_heights(true_feet)
    truly = find_contacts(true_feet, resting)
    seen = find_contacts(feet, resting)
    said = logits > 0
    speed = (feet[1:] - feet[:-1])[..., [0, 2]].norm(dim=-1) * HZ
    planted = (truly[1:] & truly[:-1]).float()

    def f1(a, b):
        either = float(a.sum() + b.sum())
        return 2 * float((a & b).sum()) / either if either else float('nan')

    return {
        'mpjpe': 100 * float(distance.mean()), 'upper': 100 * float(distance[:, UPPER].mean()),
        'lower': 100 * float(distance[:, LOWER].mean()), 'hips': 100 * float(distance[:, 0].mean()),
        'elbows': 100 * float(distance[:, [18, 19]].mean()), 'wrists': 100 * float(distance[:, [20, 21]].mean()),
        'snapped': 100 * float(snapped.mean()),
        'mpjve': 100 * float(velocity.mean()), 'jitter': jerk(found), 'true_jitter': jerk(true),
        'slide': 100 * float((speed * planted).sum() / planted.sum()) if planted.sum() else float('nan'),
        'f1': f1(truly, seen), 'f1_said': f1(truly, said),
        'expected': 100 * float(errors.mean()),
    }
