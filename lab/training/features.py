"""What the network sees in a tick. packages/embody/src/prior/network/priorFeatures.ts computes the same numbers; the layout is
part of the weight file's version.

Everything is in a frame that stands under the head on the floor and turns with the low-passed yaw of the head, in units
of body_scale (head above ankles at rest). Order of the numbers:

  head       height; 6D rotation; velocity (3) ; rate of the 6D rotation (6)
  5 points   left hand, right hand, hips, left foot, right foot: position from the head (3); 6D rotation;
             velocity (3); rate of the 6D rotation (6); weight
  5 lags     of 6 12 24 48 90 ticks: where head, left hand and right hand were, from where the head is (9); the head's 6D
  body       20 proportions

Numbers of a point are normalised (mean 0, deviation 1 over the training set, cut at +-8) and then multiplied by the
point's weight (lags: by the weights now and then), so a lost point is an average one that says so."""

import torch

from body import POINT_JOINTS, PROPORTION_COUNT
from rotations import columns_of, turn_yaw, unwrap, yaw_of

HZ = 60
LAGS = (6, 12, 24, 48, 90)
HEADING_SECONDS = 0.25
HEADING_SHARE = 1 - 2.718281828459045 ** (-1 / (HZ * HEADING_SECONDS))
POINT_COUNT = len(POINT_JOINTS)
POINT_SIZE = 19
HEAD_SIZE = 16
LAG_SIZE = 15
FEATURE_COUNT = HEAD_SIZE + 5 * POINT_SIZE + len(LAGS) * LAG_SIZE + PROPORTION_COUNT
FEATURE_LIMIT = 8.0


def low_passed_yaw(head_matrices):
    """heading += share * (yaw - heading), from the first frame's yaw. As one product, for whole sequences. [B, T]."""
    yaw = unwrap(yaw_of(head_matrices))
    frames = torch.arange(yaw.shape[-1], device=yaw.device)
    power = (frames[:, None] - frames[None, :]).double()
    table = torch.where(power >= 0, HEADING_SHARE * (1 - HEADING_SHARE) ** power.clamp_min(0), 0.0)
    table[:, 0] = (1 - HEADING_SHARE) ** frames.double()
    return (yaw.double() @ table.T).to(yaw.dtype)


def delayed(values, ticks):
    """As it was some ticks ago; before the beginning, as at the beginning. Time is axis 1."""
    at = (torch.arange(values.shape[1], device=values.device) - ticks).clamp_min(0)
    return values.index_select(1, at)


def make_features(positions, matrices, weights, scale, proportions):
    """Raw features and their weights, both [B, T, FEATURE_COUNT].

    positions [B, T, 6, 3], matrices [B, T, 6, 3, 3] and weights [B, T, 6] of the tracked points, world, floor at 0;
    scale [B]; proportions [B, 20]. Returns the heading too."""
    heading = low_passed_yaw(matrices[:, :, 0])
    unit = scale[:, None, None, None]
    head = positions[:, :, 0]

    def seen_from(origin, points):
        return turn_yaw(-heading[..., None], ((points - origin[:, :, None]) / unit)[..., None]).squeeze(-1)

    six = columns_of(turn_yaw(-heading[..., None], matrices))
    before = columns_of(turn_yaw(-heading[..., None], delayed(matrices, 1)))
    rate = (six - before) * HZ
    velocity = seen_from(torch.zeros_like(head), positions - delayed(positions, 1)) * HZ
    place = seen_from(head, positions)

    values = [(head[..., 1:2] / unit[..., 0]), six[:, :, 0], velocity[:, :, 0], rate[:, :, 0]]
    ones = torch.ones_like(weights[..., :1])
    shares = [ones.expand(-1, -1, HEAD_SIZE)]
    for point in range(1, POINT_COUNT):
        weight = weights[..., point:point + 1]
        values += [place[:, :, point], six[:, :, point], velocity[:, :, point], rate[:, :, point], torch.ones_like(weight)]
        shares += [weight.expand(-1, -1, POINT_SIZE)]
    for lag in LAGS:
        then = seen_from(head, delayed(positions[:, :, :3], lag))
        head_then = columns_of(turn_yaw(-heading, delayed(matrices[:, :, 0], lag)))
        share = weights[..., :3] * delayed(weights[..., :3], lag)
        share = torch.cat([ones, share[..., 1:]], -1)
        values += [then.flatten(-2), head_then]
        shares += [share[..., None].expand(-1, -1, -1, 3).flatten(-2), ones.expand(-1, -1, 6)]
    frames = positions.shape[1]
    values.append(proportions[:, None].expand(-1, frames, -1))
    shares.append(ones.expand(-1, -1, PROPORTION_COUNT))
    return torch.cat(values, -1), torch.cat(shares, -1), heading


WEIGHT_FEATURES = [HEAD_SIZE + POINT_SIZE * (p + 1) - 1 for p in range(5)]


def normalise(values, shares, mean, inverse):
    return ((values - mean) * inverse).clamp(-FEATURE_LIMIT, FEATURE_LIMIT) * shares


def measure_statistics(values, shares):
    """Mean and 1 / deviation of every feature over where it is present; weights themselves stay as they are."""
    total = shares.sum((0, 1)).clamp_min(1)
    mean = (values * shares).sum((0, 1)) / total
    deviation = (((values - mean) ** 2 * shares).sum((0, 1)) / total).sqrt()
    mean[WEIGHT_FEATURES], deviation[WEIGHT_FEATURES] = 0.0, 1.0
    return mean, 1 / deviation.clamp_min(0.01)
