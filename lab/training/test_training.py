"""Laws of the training code: python -m unittest (in this folder). Needs no data."""

import os
import struct
import tempfile
import unittest

import numpy as np
try:
    import torch
except ModuleNotFoundError as missing:
    raise unittest.SkipTest('needs PyTorch, which is not installed') from missing

from augment import Sampler
from body import CONTACT_JOINTS, HEAD, JOINT_COUNT, MIRROR, PARENTS, body_scale, joints_from_root, proportions
from export import checksum, export_prior, matrices_of, quantise, use_stored_weights
from features import FEATURE_COUNT, WEIGHT_FEATURES, delayed, low_passed_yaw, make_features
from losses import losses
from make_fixture import REST
from motion_set import MotionSet, finish, read_training_set
from network import Prior, mirror_trackers, place, propose, see
from rotations import (columns_of, compose, matrix_from_columns, matrix_from_quat, matrix_from_vector, quat_from_vector,
                       quat_multiply, rotate, turn_yaw, unwrap, yaw_of)
from train import cut, make_optimizers


def made_up_motion(clips=3, frames=300, seed=1):
    """People who sway on planted feet: hips and knees bend so that the ankles stay."""
    torch.manual_seed(seed)
    rest = torch.tensor(REST)
    offsets = torch.stack([rest[j] - (rest[PARENTS[j]] if PARENTS[j] >= 0 else 0) for j in range(JOINT_COUNT)])
    rotations, roots = [], []
    for _ in range(clips):
        time = torch.arange(frames) / 60
        vectors = torch.zeros(frames, JOINT_COUNT, 3)
        for joint in (22, 3, 6, 9, 12, 15, 16, 17, 18, 19, 20, 21):
            vectors[:, joint] = torch.sin(time[:, None] * (1 + torch.rand(3)) + 6 * torch.rand(3)) * 0.3
        local = quat_from_vector(vectors)
        world = local.clone()
        for joint in [0, 22, *range(1, 22)]:
            if PARENTS[joint] >= 0:
                world[:, joint] = quat_multiply(world[:, PARENTS[joint]], local[:, joint])
        rotations.append(world)
        roots.append(torch.tensor([0.0, 0.93, 0.0]).expand(frames, 3))
    lengths = np.full(clips, frames)
    return finish(MotionSet(
        names=[str(i) for i in range(clips)], subjects=np.arange(clips), starts=np.arange(clips) * frames, lengths=lengths,
        offsets=offsets.expand(clips, -1, -1).clone(), rotations=torch.cat(rotations), roots=torch.cat(roots)))


class Rotations(unittest.TestCase):
    def test_products_and_columns(self):
        torch.manual_seed(2)
        a, b = torch.randn(50, 3), torch.randn(50, 3)
        product = matrix_from_quat(quat_multiply(quat_from_vector(a), quat_from_vector(b)))
        torch.testing.assert_close(compose(matrix_from_vector(a), matrix_from_vector(b)), product, atol=1e-5, rtol=0)
        torch.testing.assert_close(matrix_from_columns(columns_of(product)), product, atol=1e-5, rtol=0)
        torch.testing.assert_close(rotate(product, a), (product @ a[..., None]).squeeze(-1), atol=1e-5, rtol=0)

    def test_yaw_is_what_was_turned(self):
        yaw = torch.linspace(-3, 3, 40)
        tilt = matrix_from_vector(torch.tensor([[1.4, 0.0, 0.0]])).expand(40, 3, 3)
        torch.testing.assert_close(yaw_of(turn_yaw(yaw, tilt)), yaw, atol=1e-5, rtol=0)

    def test_unwrap(self):
        angle = torch.linspace(0, 20, 200)
        torch.testing.assert_close(unwrap(torch.atan2(torch.sin(angle), torch.cos(angle))), angle, atol=1e-4, rtol=0)


class Body(unittest.TestCase):
    def test_at_rest_joints_are_where_the_offsets_say(self):
        offsets = made_up_motion(1).offsets[0]
        joints = joints_from_root(torch.eye(3).expand(1, JOINT_COUNT, 3, 3), offsets)[0]
        torch.testing.assert_close(joints, torch.tensor(REST) - torch.tensor(REST[0]), atol=1e-6, rtol=0)

    def test_size_and_side_do_not_change_proportions(self):
        offsets = made_up_motion(1).offsets
        mirrored = offsets[:, MIRROR] * torch.tensor([-1.0, 1.0, 1.0])
        torch.testing.assert_close(proportions(offsets * 0.7), proportions(offsets))
        torch.testing.assert_close(proportions(mirrored), proportions(offsets))


class Mirror(unittest.TestCase):
    def test_the_proposal_of_a_mirror_image_is_the_mirror_image_of_the_proposal(self):
        batch = Sampler(made_up_motion(), 4, 40).draw()
        model = Prior().eval()
        joints, _, logits, _ = propose(model, batch)
        flip = torch.tensor([-1.0, 1.0, 1.0])
        reflected = {**mirror_trackers(batch), 'joints': batch['joints'][:, :, MIRROR] * flip}
        other, _, other_logits, _ = propose(model, reflected)
        torch.testing.assert_close(other[:, :, MIRROR] * flip, joints, atol=1e-4, rtol=0)
        torch.testing.assert_close(other_logits[..., [1, 0, 3, 2]], logits, atol=1e-4, rtol=0)


class Augmentation(unittest.TestCase):
    def setUp(self):
        self.sampler = Sampler(made_up_motion(), 32, 100)
        self.batch = self.sampler.draw()

    def test_backwards_is_the_same_movement_the_other_way(self):
        motion = made_up_motion(1)
        for share, expected in ((0.0, 1.0), (1.0, -1.0)):
            torch.manual_seed(3)
            _, rotations, *_ = Sampler(motion, 8, 100, strength=0.0, reverse=share).draw_frames()
            frames = [int((motion.rotations - r).abs().sum((1, 2)).argmin()) for r in rotations[0, [0, 50]]]
            self.assertEqual(1.0 if frames[1] > frames[0] else -1.0, expected)

    def test_planted_feet_stay_planted_whatever_the_proportions(self):
        feet = self.batch['joints'][:, :, CONTACT_JOINTS]
        self.assertGreater(float(self.batch['contacts'].mean()), 0.95)
        self.assertLess(float((feet[:, 1:] - feet[:, :-1]).norm(dim=-1).max()) * 60, 0.05)

    def test_truth_is_a_body(self):
        joints, offsets = self.batch['joints'], self.batch['offsets']
        for joint in range(1, JOINT_COUNT):
            bone = (joints[:, :, joint] - joints[:, :, PARENTS[joint]]).norm(dim=-1)
            torch.testing.assert_close(bone, offsets[:, joint].norm(dim=-1)[:, None].expand_as(bone), atol=1e-4, rtol=0)

    def test_weights_are_shares_and_the_head_is_never_lost(self):
        weights = self.batch['weights']
        self.assertTrue(bool(((weights >= 0) & (weights <= 1)).all()))
        self.assertTrue(bool((weights[:, :, 0] == 1).all()))

    def test_the_same_seed_draws_the_same(self):
        torch.manual_seed(5)
        first = self.sampler.draw()
        torch.manual_seed(5)
        second = self.sampler.draw()
        for name in first:
            self.assertTrue(torch.equal(first[name], second[name]), name)


class Features(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)
        self.batch = Sampler(made_up_motion(), 4, 120).draw()

    def see(self, positions, rotations):
        b = self.batch
        return make_features(positions, rotations, b['weights'], body_scale(b['offsets']), proportions(b['offsets']))

    def test_place_and_direction_in_the_room_do_not_matter(self):
        b = self.batch
        yaw = torch.full(b['positions'].shape[:3], 0.8)
        turned = turn_yaw(yaw, b['positions'][..., None]).squeeze(-1) + torch.tensor([3.0, 0.0, -2.0])
        here = self.see(b['positions'], b['rotations'])[0]
        there = self.see(turned, turn_yaw(yaw, b['rotations']))[0]
        self.assertEqual(here.shape[-1], FEATURE_COUNT)
        torch.testing.assert_close(here, there, atol=2e-3, rtol=0)

    def test_nothing_of_the_future_is_seen(self):
        b = self.batch
        cut = {k: b[k].clone() for k in ('positions', 'rotations')}
        cut['positions'][:, 60:] += 1
        before = self.see(b['positions'], b['rotations'])[0][:, :60]
        torch.testing.assert_close(self.see(cut['positions'], cut['rotations'])[0][:, :60], before)

    def test_the_heading_follows_step_by_step(self):
        from features import HEADING_SHARE
        yaw = yaw_of(self.batch['rotations'][:, :, 0])
        heading = yaw[:, 0]
        found = low_passed_yaw(self.batch['rotations'][:, :, 0])
        for frame in range(1, 120):
            heading = heading + HEADING_SHARE * (yaw[:, frame] - heading)
            torch.testing.assert_close(found[:, frame], heading, atol=1e-4, rtol=0)

    def test_delayed_holds_the_beginning(self):
        values = torch.arange(10.0)[None, :, None]
        self.assertEqual(delayed(values, 3)[0, :, 0].tolist(), [0, 0, 0, 0, 1, 2, 3, 4, 5, 6])
        self.assertEqual(delayed(values, 30)[0, :, 0].tolist(), [0] * 10)

    def test_weights_are_at_their_places(self):
        values, shares, _ = self.see(self.batch['positions'], self.batch['rotations'])
        torch.testing.assert_close((values * shares)[..., WEIGHT_FEATURES], self.batch['weights'][..., 1:])


class Network(unittest.TestCase):
    def test_the_head_stays_where_it_is_tracked_and_a_step_makes_the_loss_smaller(self):
        torch.manual_seed(3)
        sampler = Sampler(made_up_motion(), 16, 60)
        model = Prior(32, 32, 32, drop=0.0)
        batch = sampler.draw()
        optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
        totals = []
        for _ in range(12):
            proposal = propose(model, batch)
            total, terms = losses(batch, *proposal)
            optimizer.zero_grad()
            total.backward()
            optimizer.step()
            totals.append(float(total))
        torch.testing.assert_close(proposal[0][:, :, HEAD], batch['joints'][:, :, HEAD], atol=1e-5, rtol=0)
        self.assertLess(totals[-1], totals[0])
        self.assertTrue(all(bool(value.isfinite()) for value in terms.values()))

    def test_the_truth_costs_nothing(self):
        batch = Sampler(made_up_motion(), 8, 60, strength=0.0).draw()
        sure = (batch['contacts'] * 2 - 1) * 50
        _, terms = losses(batch, batch['joints'], batch['matrices'], sure, torch.zeros(8, 60, 2))
        for name in ('joint', 'rotation', 'velocity', 'acceleration', 'floor', 'contact', 'error'):
            self.assertLess(float(terms[name]), 0.01, name)


class Loop(unittest.TestCase):
    def test_every_parameter_is_learned_by_one_optimizer(self):
        model = Prior(32, 48, 32)
        learned = [p for optimizer in make_optimizers(model, 1e-3, 0.1) for g in optimizer.param_groups for p in g['params']]
        self.assertEqual(sorted(map(id, learned)), sorted(map(id, model.parameters())))

    def test_windows_cut_frames_and_leave_bodies_whole(self):
        batch = Sampler(made_up_motion(), 4, 60).draw()
        part = cut(batch, slice(20, 40))
        self.assertTrue(torch.equal(part['offsets'], batch['offsets']))
        self.assertTrue(torch.equal(part['joints'], batch['joints'][:, 20:40]))
        self.assertEqual(part['weights'].shape, (4, 20, 6))


class Export(unittest.TestCase):
    def test_rounding_is_small_and_the_file_is_whole(self):
        torch.manual_seed(4)
        model = Prior(32, 48, 32).eval()
        for matrix in matrices_of(model).values():
            rows, scale = quantise(matrix)
            self.assertLess(float((rows * scale[:, None] - matrix).detach().abs().max()), 0.35 * float(matrix.detach().abs().max()))
        sampler = Sampler(made_up_motion(), 16, 60)
        batch = sampler.draw()
        x, heading = see(batch, model.mean, model.inverse)
        exact = place(model(x)[0], heading, batch)[0]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'prior.bin')
            export_prior(model, sampler, path)
            with open(path, 'rb') as file:
                data = file.read()
        self.assertEqual(data[:8], b'LEIBPRIO')
        version, stored = struct.unpack('<2I', data[8:16])
        self.assertEqual((version, stored), (1, checksum(data[16:])))
        use_stored_weights(model)
        self.assertLess(float((place(model(x)[0], heading, batch)[0] - exact).norm(dim=-1).mean()), 0.01)


class Reading(unittest.TestCase):
    def test_other_files_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'x.bin')
            with open(path, 'wb') as file:
                file.write(b'something else entirely')
            with self.assertRaisesRegex(ValueError, 'not with LEIB'):
                read_training_set(path)


if __name__ == '__main__':
    unittest.main()
