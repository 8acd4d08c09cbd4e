"""Laws of the gait observer's training: python -m unittest (in this folder). Needs no data."""

import contextlib
import json
import os
import struct
import tempfile
import unittest
from types import SimpleNamespace

try:
    import torch
except ModuleNotFoundError as missing:
    raise unittest.SkipTest('needs PyTorch, which is not installed') from missing

from gait_set import SIGNAL_COUNT, TRUTH_COUNT, make_gait_set, read_gait
from observer import LENGTH, GaitSampler, Observer, figures, judge, observer_from, plain_pieces, weights_of
from train_observer import COMMITTED, fit, read_committed, surer

# Mirroring turns sideways velocity round; all else may stay in a made-up world.
MIRROR = torch.eye(SIGNAL_COUNT)
MIRROR[1, 1] = -1


def swaying_takes(phases, frames=400):
    """People whose head sways over the foot that stands: all there is to learn."""
    takes = []
    for subject, phase in enumerate(phases):
        sway = torch.sin(0.1 * torch.arange(frames) + phase)
        signals = torch.zeros(frames, SIGNAL_COUNT)
        signals[:, 1] = 0.3 * sway
        truths = torch.zeros(2, frames, TRUTH_COUNT)
        truths[0, :, :2] = (sway > 0).float()[:, None]
        truths[1, :, :2] = (sway <= 0).float()[:, None]
        takes.append((str(subject), signals, truths[0], truths[1]))
    return takes


class Learning(unittest.TestCase):
    def test_it_learns_which_foot_stands_and_the_same_twice(self):
        gait = make_gait_set(swaying_takes((0, 2)), MIRROR)
        pieces = plain_pieces(make_gait_set(swaying_takes((1,)), MIRROR))

        def learn(steps):
            torch.manual_seed(3)
            args = SimpleNamespace(cells=6, rate=4e-2, decay=1e-3, steps=steps, validate_steps=20, keep='best')
            with open(os.devnull, 'w') as log, contextlib.redirect_stdout(log):
                return fit(args, log, GaitSampler(gait, 8), pieces)

        self.assertGreater(figures(learn(80), pieces)['f1'], 0.9)
        self.assertEqual(weights_of(learn(4)), weights_of(learn(4)))

    def test_the_truth_costs_nothing(self):
        truths = torch.rand(3, 50, TRUTH_COUNT).round()
        answers = torch.cat([(truths[..., :2] * 2 - 1) * 50, truths[..., [2, 3, 4, 6, 7, 8, 9, 10]]], -1)
        self.assertLess(float(judge(answers, truths, torch.ones(3, 50))), 1e-6)
        # Frames that are not there do not count, nor does a goal that is not known.
        truths[..., 5] = 0
        answers[:, 30:] += 9
        answers[..., 2] += 9
        valid = (torch.arange(50) < 30).float().expand(3, 50)
        self.assertLess(float(judge(answers, truths, valid)), 1e-6)


class Drawing(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(4)
        self.sampler = GaitSampler(make_gait_set(swaying_takes((0, 1, 2), 170), MIRROR), 64)
        self.signals, self.truths, self.valid = self.sampler.draw()

    def test_the_mirrored_half_is_about_the_other_foot(self):
        # Whoever is drawn, however mirrored: the foot told about stands when the head is on its side.
        sway = self.signals[..., 1]
        sure = (self.valid > 0) & (sway.abs() > 0.1)
        self.assertGreater(float(((sway > 0) == (self.truths[..., 0] > 0.5))[sure].float().mean()), 0.98)

    def test_takes_end_where_they_end(self):
        self.assertEqual(self.valid.shape, (64, LENGTH))
        self.assertTrue(bool((self.valid[:, 1:] <= self.valid[:, :-1]).all()))
        self.assertTrue(bool((self.valid.sum(1) >= 25).all()))
        self.assertTrue(bool(self.signals.isfinite().all()))

    def test_no_velocity_is_known_in_the_first_frame(self):
        self.assertTrue(bool((self.signals[:, 0, [1, 2, 3, 5, 14, 19]] == 0).all()))

    def test_short_takes_are_left_out(self):
        sampler = GaitSampler(make_gait_set(swaying_takes((0,), 400) + swaying_takes((1,), 20), MIRROR), 4)
        self.assertEqual(set(sampler.takes.tolist()), {0})


class Files(unittest.TestCase):
    def test_weights_come_back_as_they_were_written(self):
        model = Observer(8)
        again = observer_from(json.loads(json.dumps(weights_of(model))))
        x = torch.randn(2, 30, SIGNAL_COUNT)
        torch.testing.assert_close(again(x), model(x), atol=1e-3, rtol=0)

    def test_a_surer_one_says_the_same_of_contacts_louder_and_nothing_else(self):
        torch.manual_seed(1)
        model, signals = Observer(8), torch.randn(2, 5, SIGNAL_COUNT)
        with torch.no_grad():
            before, after = model(signals), surer(observer_from(weights_of(model)), 3)(signals)
        torch.testing.assert_close(after[..., :2], 3 * before[..., :2], rtol=1e-3, atol=1e-3)
        torch.testing.assert_close(after[..., 2:], before[..., 2:], rtol=1e-3, atol=1e-3)

    def test_the_committed_weights_can_be_read(self):
        weights = read_committed(COMMITTED)
        self.assertEqual(len(weights['inputWeights']), 3 * weights['cellCount'] * SIGNAL_COUNT)
        self.assertEqual(len(weights['outputBiases']), 10)

    def test_takes_are_read_and_people_kept_apart(self):
        takes = swaying_takes((0, 1), 60)
        header = {'truthCount': TRUTH_COUNT, 'mirror': MIRROR.tolist(), 'val': ['1'],
                  'takes': [{'clip': 'x', 'subject': take[0], 'frames': 60} for take in takes]}
        with tempfile.TemporaryDirectory() as folder:
            everyone, validation_people = read_gait(write(folder, header, takes))
            self.assertEqual((everyone.subjects, validation_people), ([0, 1], [1]))
            self.assertEqual(everyone.without([1]).subjects, [0])
            validation = everyone.only([1])
            self.assertEqual((validation.subjects, validation.starts.tolist()), ([1], [0]))
            torch.testing.assert_close(validation.signals[0], takes[1][1])
            torch.testing.assert_close(validation.truths[1, :, 0], takes[1][3][:, 0])
            with self.assertRaisesRegex(ValueError, 'where its header says'):
                read_gait(write(folder, header, takes[:1]))
            with self.assertRaisesRegex(ValueError, 'other signals'):
                read_gait(write(folder, {**header, 'truthCount': 12}, takes))
            path = os.path.join(folder, 'other.bin')
            with open(path, 'wb') as file:
                file.write(b'something else')
            with self.assertRaisesRegex(ValueError, 'not with LEIBGAI1'):
                read_gait(path)


def write(folder, header, takes):
    text = json.dumps(header).encode()
    text += b' ' * (-len(text) % 4)
    path = os.path.join(folder, 'gait.bin')
    with open(path, 'wb') as file:
        file.write(b'LEIBGAI1' + struct.pack('<I', len(text)) + text)
        for take in takes:
            for part in take[1:]:
                file.write(part.numpy().tobytes())
    return path


if __name__ == '__main__':
    unittest.main()
