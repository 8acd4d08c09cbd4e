"""Laws of the recurrence that training uses on processors: python -m unittest (in this folder)."""

import unittest

try:
    import torch
except ModuleNotFoundError as missing:
    raise unittest.SkipTest('needs PyTorch, which is not installed') from missing

from network import Prior
from recurrence import linear, run_gru


def off(found, wanted):
    return float(((found - wanted).norm() / wanted.norm()).detach())


class Recurrence(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)
        self.gru = torch.nn.GRU(12, 16, batch_first=True)
        self.x = torch.randn(5, 30, 12, requires_grad=True)
        self.state = torch.randn(1, 5, 16)

    def test_is_the_vendors_but_for_rounding(self):
        wanted, last = self.gru(self.x, self.state)
        found, found_last = run_gru(self.gru, self.x, self.state)
        self.assertLess(off(found.float(), wanted), 0.01)
        self.assertLess(off(found_last, last), 0.01)

    def test_gradients_are_the_vendors_but_for_rounding(self):
        pull = torch.randn(5, 30, 16)
        inputs = [self.x, *self.gru.parameters()]
        wanted = torch.autograd.grad((self.gru(self.x, self.state)[0] * pull).sum(), inputs)
        found = torch.autograd.grad((run_gru(self.gru, self.x, self.state)[0].float() * pull).sum(), inputs)
        for a, b in zip(found, wanted):
            self.assertEqual(a.dtype, torch.float32)
            self.assertLess(off(a, b), 0.03)

    def test_two_windows_with_the_state_carried_on_are_one(self):
        whole, _ = run_gru(self.gru, self.x, self.state)
        first, state = run_gru(self.gru, self.x[:, :13], self.state)
        second, _ = run_gru(self.gru, self.x[:, 13:], state)
        torch.testing.assert_close(torch.cat([first, second], 1), whole)

    def test_a_layer_and_its_gradients(self):
        layer, x = torch.nn.Linear(12, 7), torch.randn(4, 9, 12, requires_grad=True)
        inputs, pull = [x, *layer.parameters()], torch.randn(4, 9, 7)
        self.assertLess(off(linear(layer, x).float(), layer(x)), 0.01)
        wanted = torch.autograd.grad((layer(x) * pull).sum(), inputs)
        found = torch.autograd.grad((linear(layer, x).float() * pull).sum(), inputs)
        for a, b in zip(found, wanted):
            self.assertLess(off(a, b), 0.01)

    def test_the_network_says_the_same_while_it_learns(self):
        model, x = Prior(32, 48, 32).eval(), torch.randn(4, 40, 206)
        with torch.no_grad():
            wanted, state = model(x)
        found, found_state = model(x)
        self.assertTrue(found.requires_grad)
        self.assertLess(off(found.detach(), wanted), 0.005)
        self.assertLess(off(found_state.detach(), state), 0.02)


if __name__ == '__main__':
    unittest.main()
