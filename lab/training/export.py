"""Writes the weights as packages/embody/src/prior/network/loadPrior.ts reads them: version, checksum, float32 tables, int8 rows.

Layout, little endian:
  8 bytes   LEIBPRIO
  uint32    version, checksum (FNV-1a of everything after it, as 32-bit words), then eight counts:
            features, embedding, hidden, head, outputs, lags, groups of novelty, floats of all those groups
  float32   mean and 1/deviation of the features; each group: how many features, which, lower triangle row by row;
            per matrix the scale of each row; biases of the layers
  int8      matrices, rows padded to a multiple of 16 columns, in the order of MATRICES"""

import struct

import numpy as np
import torch

from body import PROPORTION_COUNT
from features import FEATURE_COUNT, HEAD_SIZE, LAG_SIZE, LAGS, POINT_SIZE
from network import OUTPUT_SIZE, see

VERSION = 1
MATRICES = ('embed', 'input', 'state', 'first_state', 'first_embed', 'last')


def novelty_groups():
    """Features that say together that an input is unlike any seen: how the head is held, where each hand is, how fast
    they move, where the head has been, how the body is built."""
    hands = [HEAD_SIZE, HEAD_SIZE + POINT_SIZE]
    lags = HEAD_SIZE + 5 * POINT_SIZE
    return [
        list(range(7)),
        [hands[0] + k for k in range(3)],
        [hands[1] + k for k in range(3)],
        [7, 8, 9] + [hand + 9 + k for hand in hands for k in range(3)],
        [lags + lag * LAG_SIZE + k for lag in (1, 3, 4) for k in range(3)],
        list(range(FEATURE_COUNT - PROPORTION_COUNT, FEATURE_COUNT)),
    ]


def matrices_of(model):
    hidden = model.gru.hidden_size
    return {
        'embed': model.embed.weight, 'input': model.gru.weight_ih_l0, 'state': model.gru.weight_hh_l0,
        'first_state': model.first.weight[:, :hidden], 'first_embed': model.first.weight[:, hidden:],
        'last': model.last.weight,
    }


def biases_of(model):
    return [model.embed.bias, model.gru.bias_ih_l0, model.gru.bias_hh_l0, model.first.bias, model.last.bias]


def quantise(matrix):
    """int8 rows and their scales: for each row the cut that loses least in the mean square."""
    peak = matrix.abs().amax(1, keepdim=True).clamp_min(1e-8)
    best, best_scale = None, None
    for share in (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7):
        scale = peak * share / 127
        lost = ((matrix / scale).round().clamp(-127, 127) * scale - matrix).square().sum(1, keepdim=True)
        if best is None:
            best, best_scale = lost, scale
        best_scale = torch.where(lost < best, scale, best_scale)
        best = torch.minimum(lost, best)
    return (matrix / best_scale).round().clamp(-127, 127).to(torch.int8), best_scale[:, 0]


@torch.no_grad()
def use_stored_weights(model):
    """Rounds a model's weights to what the file can hold."""
    for matrix in matrices_of(model).values():
        rows, scale = quantise(matrix)
        matrix.copy_(rows.float() * scale[:, None])


@torch.no_grad()
def measure_novelty(model, sampler, batches=16):
    """Per group: the features and a lower triangular W with |W z|^2 the squared Mahalanobis distance, in units of what
    only one frame in ten thousand of the (augmented) training data exceeds."""
    seen = []
    for _ in range(batches):
        x, _ = see(sampler.draw(), model.mean, model.inverse)
        seen.append(x.flatten(0, 1).double())
    seen = torch.cat(seen)
    groups = []
    for chosen in novelty_groups():
        z = seen[:, chosen]
        covariance = z.T @ z / len(z) + 0.02 * torch.eye(len(chosen), device=z.device, dtype=z.dtype)
        whiten = torch.linalg.inv(torch.linalg.cholesky(covariance))
        ordered = torch.sort((z @ whiten.T).square().sum(1)).values
        limit = ordered[int(0.9999 * (len(ordered) - 1))]
        groups.append((chosen, (whiten / limit.sqrt()).float().cpu()))
    return groups


@torch.no_grad()
def export_prior(model, sampler, path):
    groups = measure_novelty(model, sampler)
    novelty = torch.cat([
        torch.cat([torch.tensor([len(chosen), *chosen], dtype=torch.float32)] + [w[k, :k + 1] for k in range(len(chosen))])
        for chosen, w in groups])
    counts = [FEATURE_COUNT, model.embed.out_features, model.gru.hidden_size, model.first.out_features, OUTPUT_SIZE,
              len(LAGS), len(groups), len(novelty)]
    tables = [model.mean, model.inverse, novelty]
    packed = []
    for name in MATRICES:
        rows, scale = quantise(matrices_of(model)[name].float())
        columns = -(-rows.shape[1] // 16) * 16
        padded = torch.zeros(rows.shape[0], columns, dtype=torch.int8)
        padded[:, :rows.shape[1]] = rows.cpu()
        tables.append(scale)
        packed.append(padded)
    tables += biases_of(model)
    body = struct.pack('<8I', *counts)
    body += b''.join(t.detach().float().cpu().numpy().tobytes() for t in tables)
    body += b''.join(p.numpy().tobytes() for p in packed)
    body += bytes(-len(body) % 4)
    with open(path, 'wb') as file:
        file.write(b'LEIBPRIO' + struct.pack('<2I', VERSION, checksum(body)) + body)


def checksum(data):
    """FNV-1a over 32-bit words."""
    value = 0x811C9DC5
    for word in np.frombuffer(data, '<u4').tolist():
        value = ((value ^ word) * 0x01000193) & 0xFFFFFFFF
    return value
