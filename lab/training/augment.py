"""Makes many people, rigs and trackers out of few recordings. All choices hold for a whole sequence (a choice that
changes every frame would fight the velocity loss); lost points have a beginning and an end."""

import math

import torch

from body import HEAD, JOINT_COUNT, MIRROR, POINT_JOINTS, feet_of, joints_from_root, rest_joints
from rotations import compose, matrix_from_quat, matrix_from_vector, quat_from_vector, quat_multiply, rotate, turn_x

DEG = math.pi / 180
# Rest poses of the same recording differ between readers: neck, lower neck and head turned about X by this much in the
# file's zero pose, against its T-pose frame. Joints 9, 12, 15.
ZERO_POSE_TURNS = (16 * DEG, -5 * DEG, -16 * DEG)
# Ways of one's own that say nothing about the legs: joints that turn together, how far about X, Y and Z (degrees), and
# whether in the joint's own space (as a head turns on its neck) or in the room (as an arm swings about the shoulder).
MANNERS = (
    ((HEAD,), (8, 14, 4), True),
    ((20,), (10, 10, 10), True),
    ((21,), (10, 10, 10), True),
    ((16, 18, 20), (7, 7, 7), False),
    ((17, 19, 21), (7, 7, 7), False),
    ((18, 20), (6, 6, 6), False),
    ((19, 21), (6, 6, 6), False),
    ((3, 6, 9, 12, 13, 14, HEAD, 16, 17, 18, 19, 20, 21), (3, 2, 2), False),
)


class Sampler:
    """Draws batches of sequences from a MotionSet, on its device; torch.manual_seed() decides which."""

    def __init__(self, motion, batch, frames, strength=1.0, manner=1.0, hard=0.0, reverse=0.0):
        self.motion, self.batch, self.frames, self.strength, self.manner = motion, batch, frames, strength, manner
        self.reverse = reverse
        device = motion.rotations.device
        self.starts = torch.as_tensor(motion.starts, device=device)
        self.lengths = torch.as_tensor(motion.lengths, device=device)
        # Long clips are drawn more often, but not in proportion: their frames are more alike.
        self.chances = self.lengths.double() ** 0.75 * (1 + hard * torch.as_tensor(hard_shares(motion), device=device))
        self.mirror = torch.tensor(MIRROR, device=device)
        self.device = device

    def uniform(self, *shape, low=0.0, high=1.0):
        return torch.rand(*shape, device=self.device) * (high - low) + low

    def normal(self, *shape):
        return torch.randn(*shape, device=self.device)

    def chance(self, probability):
        """One yes or no (1 or 0) per sequence."""
        return (self.uniform(self.batch) < probability).float()

    def draw(self):
        """Truth and trackers of a batch: a dict of tensors."""
        clip, rotations, feet, contacts, stance, valid = self.draw_frames()
        offsets = self.motion.offsets[clip]
        # Where the feet are in the recording: they stay there, in legs, when the proportions change.
        rotations, feet, contacts, stance, offsets = self.draw_mirror(rotations, feet, contacts, stance, offsets)
        rotations = self.draw_manners(rotations)
        old_leg = leg_length(offsets)
        offsets = self.draw_proportions(offsets)
        rotations, offsets = self.draw_rest_turns(rotations, offsets)
        rotations, offsets = self.draw_chest_rig(rotations, offsets)
        matrices = matrix_from_quat(rotations)
        joints = joints_from_root(matrices, offsets)
        grown = (leg_length(offsets) / old_leg)[:, None, None, None]
        shift = ((feet * grown - feet_of(joints)) * stance[..., None]).sum(2)
        joints = joints + shift[:, :, None]
        truth = {'matrices': matrices, 'joints': joints, 'offsets': offsets, 'contacts': contacts, 'valid': valid}
        truth.update(self.draw_trackers(joints, matrices))
        return truth

    def draw_frames(self):
        """Windows of the recordings, half of them faster or slower by up to a fifth; some play backwards."""
        m, batch, frames = self.motion, self.batch, self.frames
        clip = torch.multinomial(self.chances, batch, replacement=True)
        speed = torch.exp(self.uniform(batch, low=-0.2, high=0.2) * self.chance(0.5) * self.strength)
        length = self.lengths[clip]
        room = (length - 1 - speed * (frames - 1)).clamp_min(0)
        # Sometimes from the clip's very beginning.
        first = self.uniform(batch) * room * (1 - self.chance(0.1))
        at = first[:, None] + speed[:, None] * torch.arange(frames, device=self.device)
        # Only where the clip fills the window: `valid` cuts the end.
        backwards = (self.chance(self.reverse) > 0) & (room > 0)
        at = torch.where(backwards[:, None], at.flip(1), at)
        valid = (at <= (length - 1)[:, None]).float()
        at = torch.minimum(at, (length - 1)[:, None].to(at.dtype))
        low = at.floor()
        part = (at - low)[..., None]
        low = low.long()
        high = torch.minimum(low + 1, (length - 1)[:, None])
        low, high = low + self.starts[clip][:, None], high + self.starts[clip][:, None]
        near = torch.where(part[..., 0] < 0.5, low, high)

        def between(values, share):
            return values[low] * (1 - share) + values[high] * share

        rotations = between(m.rotations, part[..., None])
        rotations = rotations / rotations.norm(dim=-1, keepdim=True)
        return clip, rotations, between(m.feet, part[..., None]), m.contacts[near], between(m.stance, part), valid

    def draw_mirror(self, rotations, feet, contacts, stance, offsets):
        flip = self.chance(0.5) > 0
        other = rotations.index_select(2, self.mirror) * rotations.new_tensor([1.0, -1.0, -1.0, 1.0])
        rotations = torch.where(flip[:, None, None, None], other, rotations)
        other = feet[:, :, [1, 0]] * feet.new_tensor([-1.0, 1.0, 1.0])
        feet = torch.where(flip[:, None, None, None], other, feet)
        contacts = torch.where(flip[:, None, None], contacts[..., [1, 0, 3, 2]], contacts)
        stance = torch.where(flip[:, None, None], stance[..., [1, 0]], stance)
        other = offsets.index_select(1, self.mirror) * offsets.new_tensor([-1.0, 1.0, 1.0])
        return rotations, feet, contacts, stance, torch.where(flip[:, None, None], other, offsets)

    def draw_manners(self, rotations):
        """Heads that look elsewhere, arms that are held otherwise, trunks that lean: slowly changing turns."""
        if self.manner <= 0:
            return rotations
        turned = list(rotations.unbind(2))
        for joints, degrees, is_own in MANNERS:
            turn = self.draw_sway(torch.tensor(degrees, device=self.device) * DEG * self.manner)
            for joint in joints:
                turned[joint] = quat_multiply(turned[joint], turn) if is_own else quat_multiply(turn, turned[joint])
        return torch.stack(turned, 2)

    def draw_sway(self, deviation):
        """Turns [B, T, 4] that come and go within seconds; none in half of the sequences."""
        time = torch.arange(self.frames, device=self.device)[None, :, None, None] / 60
        # A constant part and two waves.
        pace = self.uniform(self.batch, 1, 3, 3, low=0.05, high=0.7) * pace_shares(self.device)
        phase = self.uniform(self.batch, 1, 3, 3, high=2 * math.pi)
        size = self.normal(self.batch, 1, 3, 3) * deviation * self.chance(0.5)[:, None, None, None]
        return quat_from_vector((size * torch.sin(2 * math.pi * pace * time + phase)).sum(2))

    def draw_proportions(self, offsets):
        """Every bone longer or shorter by its own factor, left as right; wide, since rigs differ more than people."""
        batch = self.batch
        wide = self.strength * (1 - self.chance(0.25))[:, None]

        def factors(count, deviation):
            return torch.exp(self.normal(batch, count).clamp(-2.5, 2.5) * deviation * wide)

        factor = torch.ones(batch, JOINT_COUNT, 3, device=self.device)

        def scale(joints, by):
            for joint in joints:
                factor[:, joint] = factor[:, joint] * by

        leg, arm, trunk = factors(1, 0.06), factors(1, 0.06), factors(1, 0.08)
        thigh, shin = factors(1, 0.07), factors(1, 0.07)
        scale([4, 5], leg * thigh)
        scale([7, 8], leg * shin)
        scale([10, 11], leg * factors(3, 0.25))
        # Pelvis: how wide, and how high the root sits above the hip joints.
        changed = (wide > 0).float()
        high = 1 + changed * self.uniform(batch, 1, low=-1.05, high=0.2)
        ahead = 1 + changed * self.uniform(batch, 1, low=-1.2, high=0.4)
        scale([1, 2], torch.cat([factors(1, 0.15), high, ahead], 1))
        for joint in (3, 6, 9, 12, 15):
            scale([joint], trunk * factors(1, 0.2))
        scale([16, 17], torch.cat([factors(1, 0.14), factors(1, 0.4), factors(1, 0.3)], 1))
        scale([18, 19], arm * factors(1, 0.06))
        scale([20, 21], arm * factors(1, 0.06))
        grown = offsets * factor
        # Spines are not equally straight.
        bend = torch.zeros_like(grown)
        bend[:, [3, 6, 9, 12, 15], 2] = self.normal(batch, 5) * 0.012 * wide
        return grown + bend

    def draw_rest_turns(self, rotations, offsets):
        """Other rest poses of neck and head: R' = R Rx(turn)^-1, and what hangs on the joint turns the other way."""
        kind = self.uniform(self.batch)
        known = torch.tensor(ZERO_POSE_TURNS, device=self.device).expand(self.batch, 3)
        drawn = self.normal(self.batch, 3) * 10 * DEG * self.strength
        turns = torch.where((kind < 0.35)[:, None], torch.zeros_like(drawn), torch.where((kind < 0.7)[:, None], known, drawn))
        rotations, offsets = rotations.clone(), offsets.clone()
        for column, (joint, children) in enumerate(((9, (12, 13, 14)), (12, (15,)), (HEAD, ()))):
            back = turn_x(-turns[:, column])
            rotations[:, :, joint] = quat_multiply(rotations[:, :, joint], back[:, None].expand(-1, rotations.shape[1], -1))
            forth = matrix_from_quat(turn_x(turns[:, column]))
            for child in children:
                offsets[:, child] = rotate(forth, offsets[:, child])
        return rotations, offsets

    def draw_chest_rig(self, rotations, offsets):
        """A third as most rigs are: upper chest one piece with the chest, collar bones on it beside the neck."""
        is_chest = self.chance(0.35 * min(1.0, self.strength))
        rotations, offsets = rotations.clone(), offsets.clone()
        chest = is_chest[:, None, None] > 0
        rotations[:, :, 9] = torch.where(chest, rotations[:, :, 6], rotations[:, :, 9])
        size = offsets[:, 9].norm(dim=-1, keepdim=True)
        collar = torch.cat(
            [self.uniform(self.batch, 1, low=0.0, high=0.5), self.uniform(self.batch, 1, low=-0.1, high=0.9),
             self.uniform(self.batch, 1, low=-0.25, high=0.25)], 1) * size
        other = collar * collar.new_tensor([-1.0, 1.0, 1.0])
        lower = self.uniform(self.batch, 1, low=0.5, high=1.1)
        longer = self.uniform(self.batch, 1, low=0.9, high=1.8)
        changed = offsets.clone()
        changed[:, 13], changed[:, 14] = collar, other
        changed[:, 16], changed[:, 17] = offsets[:, 16] - 0.9 * collar, offsets[:, 17] - 0.9 * other
        changed[:, 9], changed[:, 12] = offsets[:, 9] * lower, offsets[:, 12] * longer
        return rotations, torch.where(is_chest[:, None, None] > 0, changed, offsets)

    def draw_trackers(self, joints, matrices):
        """Poses and weights of the six points: offset, noisy, sometimes lost; hips and feet sometimes there."""
        batch, frames = self.batch, self.frames
        points = torch.tensor(POINT_JOINTS, device=self.device)
        positions = joints.index_select(2, points)
        rotations = matrices.index_select(2, points)
        s = self.strength
        # How the tracker sits on its joint, beyond what calibration knows.
        loose = (self.chance(0.4) * s)[:, None, None]
        turn = self.normal(batch, 6, 3) * torch.tensor(
            [[7, 3, 3], [10, 8, 8], [10, 8, 8], [6, 6, 6], [6, 6, 6], [6, 6, 6]], device=self.device) * DEG * loose
        reach = self.normal(batch, 6, 3) * torch.tensor([0.012, 0.015, 0.015, 0.02, 0.02, 0.02], device=self.device)[:, None] * loose
        positions = positions + rotate(rotations, reach[:, None])
        rotations = compose(rotations, matrix_from_vector(turn)[:, None])
        # A floor that is a little off.
        floor = (self.normal(batch) * 0.012 * s)[:, None, None]
        positions = positions + torch.stack([torch.zeros_like(floor), floor, torch.zeros_like(floor)], -1)
        noisy = (self.chance(0.5) * self.uniform(batch) * s)[:, None, None, None]
        positions = positions + self.normal(batch, frames, 6, 3) * 0.001 * noisy
        # Small turns: R (1 + [n]x), columns crossed with the noise.
        shake = self.normal(batch, frames, 6, 1, 3) * 0.3 * DEG * noisy[..., None]
        rotations = rotations + torch.linalg.cross(shake.expand_as(rotations), rotations)
        return {'positions': positions, 'rotations': rotations, 'weights': self.draw_weights()}

    def draw_weights(self):
        """1 where a point is tracked. Hands: now and then lost for a while, or never there. Hips, feet: in a third."""
        batch, frames = self.batch, self.frames
        weights = torch.ones(batch, frames, 6, device=self.device)
        extra = self.chance(0.25)[:, None]
        hips = extra * (self.uniform(batch, 1) < 0.65)
        feet = extra * (self.uniform(batch, 1) < 0.65)
        one_foot = (self.uniform(batch, 2) > 0.05).float()
        weights[:, :, 3:] = torch.cat([hips, feet.expand(-1, 2) * one_foot], 1)[:, None]
        lost = torch.cat([self.chance(0.12)[:, None] * (self.uniform(batch, 2) < 0.6), (self.uniform(batch, 3) < 0.05)], 1)
        middle = self.uniform(batch, 1, 5) * frames
        half = self.uniform(batch, 1, 5) ** 2 * frames * 0.7
        time = torch.arange(frames, device=self.device)[None, :, None]
        # Hand-over takes about a tenth of a second.
        gone = ((half - (time - middle).abs()) / 6 + 0.5).clamp(0, 1) * lost[:, None]
        weights[:, :, 1:] *= 1 - gone
        return weights


def pace_shares(device):
    return torch.tensor([0.0, 0.4, 1.0], device=device)[:, None]


def leg_length(offsets):
    rest = rest_joints(offsets)[..., 1]
    return rest[..., 1] - 0.5 * (rest[..., 7] + rest[..., 8])


def hard_shares(motion):
    """Per clip the share of frames in which hips or head are low for this person, or the hips move fast: crouching, sitting,
    getting up, running and sport, where most of the error is."""
    shares = []
    for index in range(len(motion.names)):
        roots = motion.roots[motion.clip(index)]
        low = roots[:, 1] < 0.82 * leg_length(motion.offsets[index][None])[0]
        speed = torch.zeros(len(roots), device=roots.device)
        if len(roots) > 6:
            speed[6:] = (roots[6:] - roots[:-6])[:, [0, 2]].norm(dim=-1) * 10
        shares.append(float((low | (speed > 2.0)).float().mean()))
    return shares
