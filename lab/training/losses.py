"""What training makes small. Joints in metres; every term is a mean over the frames that exist."""

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from body import CONTACT_JOINTS, LOWER, PREDICTED, UPPER
from features import HZ

WEIGHTS = {
    'joint': 1.0,
    'rotation': 0.03,
    'velocity': 0.05,
    'acceleration': 0.0008,
    'slide': 0.08,
    'floor': 0.2,
    'contact': 0.02,
    'error': 0.05,
}


# Hands are tracked and elbows follow from them, so arms count less: these outputs only help the network to learn.
ARM_SHARE = 0.2
ARMS = [18, 19, 20, 21]


def length(vectors):
    """Euclidean norm with a gradient at zero."""
    return (vectors * vectors).sum(-1).add(1e-8).sqrt()


def losses(truth, joints, matrices, logits, errors):
    valid = truth['valid']

    def mean(values, frames=valid):
        values = values.flatten(2).mean(-1)
        return (values * frames).sum() / frames.sum().clamp_min(1)

    share = valid.new_ones(22)
    share[ARMS] = ARM_SHARE
    share = share / share.mean()
    true = truth['joints'][:, :, :22]
    found = joints[:, :, :22]
    distance = length(found - true)
    gap = found - true
    step = (gap[:, 1:] - gap[:, :-1]) * HZ
    jump = (step[:, 1:] - step[:, :-1]) * HZ
    feet = found[:, :, CONTACT_JOINTS]
    planted = truth['contacts'][:, 1:] * truth['contacts'][:, :-1]
    speed = length((feet[:, 1:] - feet[:, :-1])[..., [0, 2]]) * HZ
    below = (truth['joints'][:, :, CONTACT_JOINTS, 1] - feet[..., 1]).clamp_min(0) * truth['contacts']
    wanted = torch.stack([distance[:, :, UPPER].mean(-1), distance[:, :, LOWER].mean(-1)], -1).detach()
    turned = truth['matrices'][:, :, PREDICTED] - matrices[:, :, PREDICTED]
    terms = {
        'joint': mean(distance * share),
        'rotation': mean((turned * turned).sum((-1, -2)).add(1e-8).sqrt()),
        'velocity': mean(length(step) * share, valid[:, 1:]),
        'acceleration': mean(length(jump) * share, valid[:, 2:]),
        'slide': mean(speed * planted, valid[:, 1:]),
        'floor': mean(below),
        'contact': mean(binary_cross_entropy_with_logits(logits, truth['contacts'], reduction='none')),
        'error': mean((errors - wanted).abs()),
    }
    return sum(WEIGHTS[name] * value for name, value in terms.items()), terms
