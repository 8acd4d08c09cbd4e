"""Reads motion, LEIBTRN1 (the training set), into one flat form."""

import json
import lzma
import struct
from dataclasses import dataclass, field

import numpy as np
import torch

from body import CONTACT_JOINTS, JOINT_COUNT, PARENTS, feet_of, joints_from_root
from rotations import matrix_from_quat, quat_from_vector, quat_multiply


@dataclass
class MotionSet:
    """Frames of all clips one after the other, 60 Hz, floor at y = 0."""

    names: list
    subjects: np.ndarray
    starts: np.ndarray  # first frame of each clip
    lengths: np.ndarray
    offsets: torch.Tensor  # [clips, 23, 3] rest offsets, metres
    rotations: torch.Tensor  # [frames, 23, 4] world, relative to the T-pose; signs continuous in a clip
    roots: torch.Tensor  # [frames, 3]
    contacts: torch.Tensor = field(default=None)  # [frames, 4] 0 or 1: left and right ankle, left and right toes
    stance: torch.Tensor = field(default=None)  # [frames, 2] share of the weight on each foot, smooth
    feet: torch.Tensor = field(default=None)  # [frames, 2, 3] middle of each foot

    def clip(self, index):
        return slice(int(self.starts[index]), int(self.starts[index] + self.lengths[index]))

    def to(self, device):
        for name in ('offsets', 'rotations', 'roots', 'contacts', 'stance', 'feet'):
            setattr(self, name, getattr(self, name).to(device))
        return self


def read_training_set(path):
    """LEIBTRN1: magic, three lengths, three xz streams: JSON, high bytes, low bytes of zigzag differences in time."""
    with open(path, 'rb') as file:
        data = file.read()
    if data[:8] != b'LEIBTRN1':
        raise ValueError(f'{path}: starts with {data[:8]!r}, not with LEIBTRN1')
    parts, at = [], 32
    for length in struct.unpack('<3Q', data[8:32]):
        parts.append(lzma.decompress(data[at:at + length]))
        at += length
    meta = json.loads(parts[0])
    if meta['parents'] != PARENTS:
        raise ValueError(f'{path}: another joint tree than body.py has')
    high, low = (np.frombuffer(part, np.uint8) for part in parts[1:])
    folded = high.astype(np.uint16) << 8 | low
    steps = (folded >> 1).astype(np.int16) ^ -(folded & 1).astype(np.int16)
    channel_count = JOINT_COUNT * 3 + 3
    locals_, roots, at = [], [], 0
    for clip in meta['clips']:
        count = channel_count * clip['frames']
        # The sum over time is meant modulo 2^16: int16 wraps just so.
        channels = np.cumsum(steps[at:at + count].reshape(channel_count, -1), axis=1, dtype=np.int16).T
        at += count
        locals_.append(channels[:, :-3].astype(np.float32) * meta['rotQ'])
        roots.append(channels[:, -3:].astype(np.float32) * meta['posQ'])
    local = quat_from_vector(torch.from_numpy(np.concatenate(locals_)).unflatten(-1, (JOINT_COUNT, 3)))
    world = torch.empty_like(local)
    for joint in [0, 22, *range(1, 22)]:
        parent = PARENTS[joint]
        world[:, joint] = local[:, joint] if parent < 0 else quat_multiply(world[:, parent], local[:, joint])
    offsets = torch.zeros(len(meta['clips']), JOINT_COUNT, 3)
    for index, clip in enumerate(meta['clips']):
        offsets[index, :22] = torch.tensor(clip['off'])
    lengths = np.array([clip['frames'] for clip in meta['clips']])
    motion = MotionSet(
        names=[clip['clip'] for clip in meta['clips']],
        subjects=np.array([clip['subj'] for clip in meta['clips']]),
        starts=np.concatenate([[0], np.cumsum(lengths)[:-1]]),
        lengths=lengths,
        offsets=offsets,
        rotations=world,
        roots=torch.from_numpy(np.concatenate(roots)),
    )
    return finish(motion), meta['val']


def subset(motion, keep):
    """The clips whose indices are given."""
    frames = np.concatenate([np.arange(motion.starts[i], motion.starts[i] + motion.lengths[i]) for i in keep])
    lengths = motion.lengths[keep]
    at = torch.from_numpy(frames)
    return MotionSet(
        [motion.names[i] for i in keep], motion.subjects[keep], np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths,
        motion.offsets[keep], motion.rotations[at], motion.roots[at], motion.contacts[at], motion.stance[at], motion.feet[at],
    )


def finish(motion):
    """Continuous signs, contacts, weight on the feet."""
    q = motion.rotations
    q /= q.norm(dim=-1, keepdim=True)
    for index in range(len(motion.names)):
        clip = q[motion.clip(index)]
        flips = torch.where((clip[1:] * clip[:-1]).sum(-1) < 0, -1.0, 1.0)
        clip[1:] *= torch.cumprod(flips, 0)[..., None]
    motion.contacts = torch.zeros(len(q), 4)
    motion.stance = torch.zeros(len(q), 2)
    motion.feet = torch.zeros(len(q), 2, 3)
    for index in range(len(motion.names)):
        at = motion.clip(index)
        joints = joints_from_root(matrix_from_quat(q[at]), motion.offsets[index]) + motion.roots[at][:, None]
        feet = joints[:, CONTACT_JOINTS]
        motion.contacts[at] = find_contacts(feet, resting_heights(feet)).float()
        motion.feet[at] = feet_of(joints)
        motion.stance[at] = share_weight(motion.contacts[at], feet)
    return motion


def window_speed(points, hz=60, reach=2):
    """Speed over two frames before and after, cut at the ends. points [T, n, 3]."""
    frames = torch.arange(len(points), device=points.device)
    first, last = (frames - reach).clamp_min(0), (frames + reach).clamp_max(len(points) - 1)
    return (points[last] - points[first]).norm(dim=-1) * hz / (last - first)[:, None].clamp_min(1)


def resting_heights(feet):
    """5th percentile of the heights while slow (of all where never slow). feet [T, 4, 3]."""
    speed = window_speed(feet)
    heights = []
    for k in range(feet.shape[1]):
        slow = feet[speed[:, k] <= 0.2, k, 1]
        ordered = torch.sort(slow if len(slow) else feet[:, k, 1]).values
        heights.append(ordered[int(0.05 * (len(ordered) - 1))])
    return torch.stack(heights)


def find_contacts(feet, resting):
    """Planted: slower than 0.2 m/s, and within 6 cm of where the joint rests (core's footSlide.ts)."""
    return (window_speed(feet) <= 0.2) & (feet[..., 1] <= resting + 0.06)


def share_weight(contacts, feet):
    """Contact of either joint of a foot (or being the lower foot, a little), smoothed over about a quarter second."""
    planted = torch.maximum(contacts[:, :2], contacts[:, 2:])
    height = 0.5 * (feet[:, :2, 1] + feet[:, 2:, 1])
    lower = torch.softmax(-height / 0.02, -1)
    kernel = torch.exp(-0.5 * (torch.arange(-12, 13) / 4.0) ** 2)
    raw = (planted + 0.05 * lower).T[:, None]
    padded = torch.nn.functional.pad(raw, (12, 12), mode='replicate')
    smooth = torch.nn.functional.conv1d(padded, (kernel / kernel.sum())[None, None])[:, 0].T
    return smooth / smooth.sum(-1, keepdim=True)
