"""Reads LEIBGAI1 (export_gait.mjs): what the gait's observer hears in every take, and what the feet did."""

import json
import struct
from dataclasses import dataclass

import numpy as np
import torch

# As lab/embody/gaitSamples.ts writes them.
HEEL, BALL, GOAL_LEFT, GOAL_AHEAD, SECONDS, IS_KNOWN, LEFT, UP, AHEAD, TOES_LEFT, TOES_AHEAD = range(11)
TRUTH_COUNT = 11
SIGNAL_COUNT = 20
# Seen in the mirror, left is right.
SIDEWAYS = (GOAL_LEFT, LEFT, TOES_LEFT)


@dataclass
class GaitSet:
    """Frames of all takes one after the other, 60 Hz. Axis 0 of signals and truths: as it was, mirrored; the observer
    reads the left foot, so the mirrored half is about the right one."""

    subjects: list  # number of the person of each take
    starts: torch.Tensor  # first frame of each take
    lengths: torch.Tensor
    signals: torch.Tensor  # [2, frames, 20]
    truths: torch.Tensor  # [2, frames, 11]

    def only(self, people):
        """The takes of these people."""
        return self._choose([subject in people for subject in self.subjects])

    def without(self, people):
        """The takes of all others."""
        return self._choose([subject not in people for subject in self.subjects])

    def _choose(self, is_wanted):
        wanted = torch.tensor(is_wanted)
        frames = torch.repeat_interleave(wanted, self.lengths)
        lengths = self.lengths[wanted]
        return GaitSet(
            subjects=[subject for subject, is_in in zip(self.subjects, is_wanted) if is_in],
            starts=torch.cumsum(lengths, 0) - lengths, lengths=lengths,
            signals=self.signals[:, frames], truths=self.truths[:, frames])


def read_gait(path):
    """All takes, and the people who are kept for validation."""
    with open(path, 'rb') as file:
        data = file.read()
    if data[:8] != b'LEIBGAI1':
        raise ValueError(f'{path}: starts with {data[:8]!r}, not with LEIBGAI1')
    (length,) = struct.unpack('<I', data[8:12])
    header = json.loads(data[12:12 + length])
    mirror = torch.tensor(header.get('mirror', []), dtype=torch.float32)
    if header.get('truthCount') != TRUTH_COUNT or mirror.shape != (SIGNAL_COUNT, SIGNAL_COUNT):
        raise ValueError(f'{path}: other signals or truths than gait_set.py knows; export it anew')
    numbers, at, takes = np.frombuffer(data, np.float32, offset=12 + length), 0, []
    for take in header['takes']:
        parts = []
        for width in (SIGNAL_COUNT, TRUTH_COUNT, TRUTH_COUNT):
            count = take['frames'] * width
            parts.append(torch.from_numpy(numbers[at:at + count].reshape(-1, width).copy()))
            at += count
        takes.append((int(take['subject']), *parts))
    if at != len(numbers):
        raise ValueError(f'{path}: {len(numbers)} numbers where its header says {at}')
    return make_gait_set(takes, mirror), [int(subject) for subject in header['val']]


def make_gait_set(takes, mirror):
    """takes: (subject, signals [T, 20], left truth [T, 11], right truth [T, 11]) each."""
    signs = torch.ones(TRUTH_COUNT)
    signs[list(SIDEWAYS)] = -1
    signals = torch.cat([take[1] for take in takes])
    left, right = (torch.cat([take[side] for take in takes]) for side in (2, 3))
    lengths = torch.tensor([len(take[1]) for take in takes])
    return GaitSet(
        subjects=[take[0] for take in takes], starts=torch.cumsum(lengths, 0) - lengths, lengths=lengths,
        signals=torch.stack([signals, signals @ mirror]), truths=torch.stack([left, right * signs]))
