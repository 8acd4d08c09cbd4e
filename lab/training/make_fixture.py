#!/usr/bin/env python3
"""Writes what the training framework answers to a made-up movement: the TypeScript network must say the same.

python make_fixture.py prior.pt out.json      The movement is sines, no recording; the person is a plain one of 1.70 m."""

import json
import math
import sys

import torch

from body import HEAD, JOINT_COUNT, PARENTS
from export import use_stored_weights
from network import propose, see
from rotations import matrix_from_quat
from train import load_prior

# Rest positions in SMPL's order, then the lower back.
REST = [
    (0, 0.93, 0), (0.09, 0.88, 0), (-0.09, 0.88, 0), (0, 1.03, -0.01), (0.095, 0.48, 0.005), (-0.095, 0.48, 0.005),
    (0, 1.15, -0.02), (0.1, 0.08, -0.02), (-0.1, 0.08, -0.02), (0, 1.27, -0.03), (0.11, 0.02, 0.11), (-0.11, 0.02, 0.11),
    (0, 1.42, -0.03), (0.03, 1.38, -0.02), (-0.03, 1.38, -0.02), (0, 1.53, 0), (0.165, 1.39, -0.03), (-0.165, 1.39, -0.03),
    (0.445, 1.39, -0.03), (-0.445, 1.39, -0.03), (0.695, 1.39, -0.03), (-0.695, 1.39, -0.03), (0, 0.93, 0),
]
TICKS = 120
EVERY = 5


def euler(yaw, pitch, roll):
    """Quaternion of yaw (Y) after pitch (X) after roll (Z)."""
    def product(a, b):
        (ax, ay, az, aw), (bx, by, bz, bw) = a, b
        return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
                aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)
    y = (0, math.sin(yaw / 2), 0, math.cos(yaw / 2))
    x = (math.sin(pitch / 2), 0, 0, math.cos(pitch / 2))
    z = (0, 0, math.sin(roll / 2), math.cos(roll / 2))
    return product(product(y, x), z)


def moment(tick):
    """Poses of the six points and their weights: turning on the way, reaching, ducking; a hand lost, then feet tracked."""
    t = tick / 60
    yaw = 2.2 * math.sin(0.9 * t) + 2.5
    c, s = math.cos(yaw), math.sin(yaw)
    head = (0.8 * t, 1.49 - 0.2 * math.sin(1.7 * t) ** 2, 0.3 * math.sin(2 * t))

    def beside(x, y, z):
        return (head[0] + c * x + s * z, head[1] + y, head[2] - s * x + c * z)

    swing = math.sin(4 * t)
    points = [
        (head, euler(yaw, 0.3 * math.sin(2.1 * t), 0.1 * math.sin(3 * t))),
        (beside(0.25, -0.45 + 0.2 * swing, 0.2 + 0.1 * swing), euler(yaw + 0.4, 0.5 * swing, -1.2)),
        (beside(-0.25, -0.5 - 0.1 * swing, 0.15 - 0.1 * swing), euler(yaw - 0.3, 0.4 * swing, 1.3)),
        (beside(0.02, -0.56, -0.06), euler(yaw + 0.1 * swing, 0.1, 0)),
        (beside(0.1, -1.38 + 0.05 * max(0, swing), 0.2 * swing), euler(yaw, 0.2 * swing, 0)),
        (beside(-0.1, -1.38 + 0.05 * max(0, -swing), -0.2 * swing), euler(yaw, -0.2 * swing, 0)),
    ]
    lost = min(1.0, max(0.0, (abs(tick - 55) - 9) / 6))
    feet = min(1.0, max(0.0, (tick - 80) / 10))
    return [[round(v, 5) for v in (*p, *q)] for p, q in points], [1, lost, 1, feet, feet, feet]


def main():
    checkpoint, out = sys.argv[1:]
    model = load_prior(checkpoint, 'cpu')
    use_stored_weights(model)
    model.double()
    moments = [moment(tick) for tick in range(TICKS)]
    poses = torch.tensor([m[0] for m in moments], dtype=torch.float64)[None]
    weights = torch.tensor([m[1] for m in moments], dtype=torch.float64)[None]
    rest = torch.tensor(REST, dtype=torch.float64)
    offsets = torch.stack([rest[j] - (rest[PARENTS[j]] if PARENTS[j] >= 0 else 0) for j in range(JOINT_COUNT)])[None]
    quats = poses[..., 3:] / poses[..., 3:].norm(dim=-1, keepdim=True)
    joints = torch.zeros(1, TICKS, JOINT_COUNT, 3, dtype=torch.float64)
    joints[:, :, HEAD] = poses[:, :, 0, :3]
    batch = {'positions': poses[..., :3], 'rotations': matrix_from_quat(quats), 'weights': weights, 'offsets': offsets,
             'joints': joints}
    with torch.no_grad():
        x, _ = see(batch, model.mean, model.inverse)
        found, _, logits, errors = propose(model, batch)
    answers = range(0, TICKS, EVERY)
    rounded = lambda tensor, digits=6: [round(float(v), digits) for v in tensor.flatten()]
    with open(out, 'w') as file:
        json.dump({
            'about': 'training/make_fixture.py: a made-up movement and what the training framework answers to it',
            'rest': [list(p) for p in REST[:22]],
            'moments': [{'poses': m[0], 'weights': m[1]} for m in moments],
            'every': EVERY,
            'answers': [{'features': rounded(x[0, t], 4), 'joints': rounded(found[0, t, :22], 5),
                         'contacts': rounded(torch.sigmoid(logits[0, t]), 5), 'errors': rounded(errors[0, t], 5)}
                        for t in answers],
        }, file, separators=(',', ':'))


if __name__ == '__main__':
    main()
