"""The prior: embedding, one GRU, two layers out. Small enough for a fifth of a millisecond in a browser."""

import torch
from torch import nn

from body import HEAD, MIRROR, PREDICTED, body_scale, joints_from_root, proportions
from features import FEATURE_COUNT, make_features, normalise
from recurrence import linear, run_gru
from rotations import matrix_from_columns, turn_yaw

ROTATION_SIZE = len(PREDICTED) * 6
CONTACT_SIZE = 4
ERROR_SIZE = 2
OUTPUT_SIZE = ROTATION_SIZE + CONTACT_SIZE + ERROR_SIZE


def keep_mask(like, probability, training):
    """Dropout with one mask for a whole sequence."""
    if not training or probability <= 0:
        return like
    mask = torch.rand(like.shape[0], 1, like.shape[2], device=like.device) >= probability
    return like * mask / (1 - probability)


class Prior(nn.Module):
    def __init__(self, embedding=192, hidden=256, head=192, drop_in=0.0, drop=0.1):
        super().__init__()
        self.register_buffer('mean', torch.zeros(FEATURE_COUNT))
        self.register_buffer('inverse', torch.ones(FEATURE_COUNT))
        self.embed = nn.Linear(FEATURE_COUNT, embedding)
        self.gru = nn.GRU(embedding, hidden, batch_first=True)
        self.first = nn.Linear(hidden + embedding, head)
        self.last = nn.Linear(head, OUTPUT_SIZE)
        self.drop_in, self.drop = drop_in, drop
        nn.init.normal_(self.last.weight, std=0.02)
        with torch.no_grad():
            # Start at the identity: columns (1,0,0) and (0,1,0).
            self.last.bias.zero_()
            self.last.bias[:ROTATION_SIZE].copy_(torch.tensor([1.0, 0, 0, 0, 1, 0]).repeat(len(PREDICTED)))

    def forward(self, x, state=None):
        """x: normalised features [B, T, FEATURE_COUNT]."""
        if torch.is_grad_enabled() and x.device.type == 'cpu':
            return self.forward_rough(x, state)
        x = keep_mask(x, self.drop_in, self.training)
        e = keep_mask(torch.relu(self.embed(x)), self.drop, self.training)
        h, state = self.gru(e, state)
        h = keep_mask(h, self.drop, self.training)
        return self.last(torch.relu(self.first(torch.cat([h, e], -1)))), state

    def forward_rough(self, x, state):
        """The same with gradients on a processor, where they are dear."""
        x = keep_mask(x, self.drop_in, self.training)
        e = keep_mask(torch.relu(linear(self.embed, x)), self.drop, self.training)
        h, state = run_gru(self.gru, e, state)
        h = keep_mask(h, self.drop, self.training)
        return self.last(torch.relu(linear(self.first, torch.cat([h, e], -1))).float()), state


def read_output(output, heading, head_matrices):
    """World rotations [B, T, 23, 3, 3] (the head's as tracked), contact logits, expected errors (metres / scale)."""
    local = matrix_from_columns(output[..., :ROTATION_SIZE].unflatten(-1, (len(PREDICTED), 6)))
    world = turn_yaw(heading[..., None], local)
    matrices = torch.cat([world[:, :, :HEAD], head_matrices[:, :, None], world[:, :, HEAD:]], 2)
    logits = output[..., ROTATION_SIZE:ROTATION_SIZE + CONTACT_SIZE]
    errors = nn.functional.softplus(output[..., ROTATION_SIZE + CONTACT_SIZE:] - 3)
    return matrices, logits, errors


def hang_from_head(matrices, offsets, head):
    """Joints [B, T, 23, 3] of a body whose head is where it was tracked."""
    joints = joints_from_root(matrices, offsets)
    return joints - joints[:, :, HEAD:HEAD + 1] + head[:, :, None]


def see(batch, mean, inverse):
    """Normalised features of a batch of trackers, and its heading."""
    values, shares, heading = make_features(
        batch['positions'], batch['rotations'], batch['weights'],
        body_scale(batch['offsets']), proportions(batch['offsets']))
    return normalise(values, shares, mean, inverse), heading


def place(output, heading, batch):
    """The proposal that an output means: joints, matrices, contact logits, expected errors in metres."""
    # The head's own rotation turns only what hangs on the head: none of the 22 joints.
    matrices, logits, errors = read_output(output, heading, batch['rotations'][:, :, 0])
    joints = hang_from_head(matrices, batch['offsets'], batch['joints'][:, :, HEAD])
    return joints, matrices, logits, errors * body_scale(batch['offsets'])[:, None, None]


def mirror_trackers(batch):
    """What would be tracked of the mirror image: x becomes -x, left becomes right."""
    flip = batch['positions'].new_tensor([-1.0, 1.0, 1.0])
    points = [0, 2, 1, 3, 5, 4]
    return {
        'positions': batch['positions'][:, :, points] * flip, 'rotations': batch['rotations'][:, :, points] * flip * flip[:, None],
        'weights': batch['weights'][:, :, points], 'offsets': batch['offsets'][:, MIRROR] * flip,
    }


def mirror_output(output):
    """What the answer about a mirror image says about the person."""
    order = [PREDICTED.index(MIRROR[joint]) for joint in PREDICTED]
    rotations, logits, errors = output.split([ROTATION_SIZE, CONTACT_SIZE, ERROR_SIZE], -1)
    rotations = rotations.unflatten(-1, (len(PREDICTED), 6))[..., order, :] * output.new_tensor([1.0, -1, -1, -1, 1, 1])
    return torch.cat([rotations.flatten(-2), logits[..., [1, 0, 3, 2]], errors], -1)


def ask(model, batch):
    """The mean answer about the person and the mirror image: two opinions for one set of weights. And the heading."""
    x, heading = see(batch, model.mean, model.inverse)
    reflected, _ = see(mirror_trackers(batch), model.mean, model.inverse)
    return 0.5 * (model(x)[0] + mirror_output(model(reflected)[0])), heading


def propose(model, batch):
    """Everything from trackers to joints."""
    return place(*ask(model, batch), batch)
