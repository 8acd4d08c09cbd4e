"""The gait's observer: one small GRU that hears the left foot's rhythm in head and hands. What it learns from and what
it is judged by are those of lab/embody/trainObserver.ts, a batch at a time."""

import torch
from torch import nn

from gait_set import BALL, HEEL, IS_KNOWN, SECONDS, SIGNAL_COUNT

INPUT_MEANS = [0.942, 0, 0, 0.16, 0, 0, -0.19, 0, 0.15, -0.31, 0.05, -0.15, -0.31, 0.05, 0, 0, 0.16, 0, 0, 0.16]
INPUT_SCALES = [0.1, 0.2, 0.2, 0.34, 0.25, 0.4, 0.38, 0.17, 0.11, 0.16, 0.13, 0.11, 0.16, 0.13,
                0.37, 0.43, 0.53, 0.37, 0.43, 0.53]
INPUT_LIMIT = 6.0
CONTACT_WEIGHT = 4.0
# Truth, distance over which an answer is off by one, how much that counts, whether the goal must be known.
COMPARED = (
    (2, 0.05, 0.3, True), (3, 0.05, 0.3, True), (SECONDS, 0.1, 0.15, True),
    (6, 0.05, 0.5, False), (7, 0.05, 0.5, False), (8, 0.05, 0.5, False), (9, 0.3, 0.3, False), (10, 0.3, 0.3, False))
ANSWER_COUNT = 2 + len(COMPARED)
# Frames of a sequence: it starts from nothing, so that a cold start is learned too.
LENGTH = 150
# Velocities among the signals: they grow with the tempo, and are unknown in the first frame.
HEAD_RATES = [1, 2, 3, 5]
HAND_RATES = list(range(14, 20))


class Observer(nn.Module):
    def __init__(self, cells=24):
        super().__init__()
        self.gru = nn.GRU(SIGNAL_COUNT, cells, batch_first=True)
        self.out = nn.Linear(cells, ANSWER_COUNT)
        spread = cells ** -0.5
        for values in self.parameters():
            nn.init.uniform_(values, -spread, spread)

    def forward(self, signals):
        means, scales = signals.new_tensor(INPUT_MEANS), signals.new_tensor(INPUT_SCALES)
        states, _ = self.gru(((signals - means) / scales).clamp(-INPUT_LIMIT, INPUT_LIMIT))
        return self.out(states)


def judge(answers, truths, valid):
    """Mean over the sequences of each one's mean loss per frame. answers [B, T, 10], truths [B, T, 11], valid [B, T]."""
    logits = nn.functional.binary_cross_entropy_with_logits(
        answers[..., :2], truths[..., [HEEL, BALL]], reduction='none')
    loss = CONTACT_WEIGHT * logits.sum(-1)
    for answer, (truth, scale, weight, needs_goal) in enumerate(COMPARED, 2):
        # Huber's loss: one far answer does not outweigh many near ones.
        off = nn.functional.smooth_l1_loss(answers[..., answer] / scale, truths[..., truth] / scale, reduction='none')
        loss = loss + weight * (off * truths[..., IS_KNOWN] if needs_goal else off)
    return ((loss * valid).sum(1) / valid.sum(1).clamp_min(1)).mean()


class GaitSampler:
    """Pieces of takes, as other people might have done them; torch.manual_seed() decides which."""

    def __init__(self, gait, batch):
        self.gait, self.batch = gait, batch
        takes, starts, weights = [], [], []
        for take, (first, frames) in enumerate(zip(gait.starts.tolist(), gait.lengths.tolist())):
            if frames < 40:
                continue
            count = max(1, frames // 30)
            signals = gait.signals[0, first:first + frames]
            # Running, going back or sideways is rare and counts more.
            rare = (signals[:, 3] > 1.2) | (signals[:, 3] < -0.12) | (signals[:, 1].abs() > 0.2)
            for piece in range(count):
                start = max(0, frames - LENGTH) * piece // max(1, count - 1)
                takes.append(take)
                starts.append(start)
                share = float(rare[start:start + LENGTH].float().mean())
                weights.append(frames ** 0.5 * count ** -0.7 * (1 + 3 * share))
        self.takes, self.starts, self.weights = torch.tensor(takes), torch.tensor(starts), torch.tensor(weights)

    def bell(self, *shape):
        """Bell-shaped about zero, never beyond 1.65, deviation 0.55."""
        return (torch.rand(3, *shape).sum(0) - 1.5) * 1.1

    def draw(self):
        """Signals, truths and which frames there are: mirrored, faster or slower, with longer or shorter arms, a crooked
        headset, a floor that is off, and the noise of trackers. All but the noise hold for the whole sequence."""
        gait, batch = self.gait, self.batch
        chosen = torch.multinomial(self.weights, batch, replacement=True)
        take, start = self.takes[chosen], self.starts[chosen]
        frames = gait.lengths[take]
        first = torch.minimum(start + torch.randint(30, (batch,)), torch.maximum(start, frames - 30))
        side = torch.randint(2, (batch, 1))
        speed = 1 + 0.075 * (2 * torch.rand(batch, 1) - 1)
        at = first[:, None] + torch.arange(LENGTH) * speed
        low = at.floor().long()
        valid = low + 1 < frames[:, None]
        low = torch.minimum(low, frames[:, None] - 2)
        part = (at - low).clamp(0, 1)
        low = low + gait.starts[take][:, None]

        def between(values, share):
            return torch.lerp(values[side, low], values[side, low + 1], share)

        signals = self.shake(between(gait.signals, part[..., None]), speed)
        truths = between(gait.truths, part[..., None])
        near = gait.truths[side, low + (part >= 0.5)]
        truths[..., [HEEL, BALL]] = near[..., [HEEL, BALL]]
        truths[..., IS_KNOWN] = torch.minimum(gait.truths[side, low, IS_KNOWN], gait.truths[side, low + 1, IS_KNOWN])
        truths[..., SECONDS] /= speed
        return signals, truths, valid.float()

    def shake(self, signals, speed):
        batch = self.batch
        noise = (torch.rand(batch, 1, 1) < 0.5) * 0.0008 * torch.rand(batch, 1, 1)
        now = 2 * noise * self.bell(batch, LENGTH, 9)
        rate = (now - torch.cat([torch.zeros_like(now[:, :1]), now[:, :-1]], 1)) * 60
        signals[..., HEAD_RATES] *= speed[..., None]
        signals[..., HAND_RATES] *= speed[..., None] * torch.exp(0.09 * self.bell(batch, 1, 1))
        signals[..., 8:14] = signals[..., 8:14] * torch.exp(0.045 * self.bell(batch, 1, 1)) + 0.014 * self.bell(batch, 1, 6)
        signals[..., 8:14] += now[..., 3:]
        signals[..., 1:4] += rate[..., :3]
        signals[..., 14:20] += rate[..., 3:]
        signals[..., 0] += 0.022 * self.bell(batch, 1) + now[..., 1]
        signals[..., 6] += 0.22 * self.bell(batch, 1)
        signals[..., 7] += 0.055 * self.bell(batch, 1)
        signals[:, 0, HEAD_RATES + HAND_RATES] = 0
        return signals


def plain_pieces(gait):
    """Takes as they were and mirrored, every third piece of the training length: signals, truths, valid."""
    at, valid, side = [], [], []
    for first, frames in zip(gait.starts.tolist(), gait.lengths.tolist()):
        for start in range(0, frames - 30, 3 * LENGTH):
            rows = start + torch.arange(LENGTH)
            for mirrored in (0, 1):
                at.append(first + rows.clamp_max(frames - 1))
                valid.append((rows < frames).float())
                side.append(mirrored)
    at, side = torch.stack(at), torch.tensor(side)[:, None]
    return gait.signals[side, at], gait.truths[side, at], torch.stack(valid)


@torch.no_grad()
def figures(model, pieces):
    """Loss, and contact F1 of heel and ball together."""
    signals, truths, valid = pieces
    answers = model(signals)
    said, true = answers[..., :2] > 0, truths[..., [HEEL, BALL]] > 0.5
    there = valid[..., None] > 0
    hits = float((said & true & there).sum())
    return {'loss': float(judge(answers, truths, valid)),
            'f1': 2 * hits / max(1.0, float((said & there).sum() + (true & there).sum()))}


def weights_of(model):
    """As packages/embody/src/gait/observer/observerModel.ts reads them (ObserverWeights)."""
    def read(values):
        return [float(f'{value:.5g}') for value in values.detach().flatten().tolist()]

    gru = model.gru
    return {
        'cellCount': gru.hidden_size, 'inputMeans': INPUT_MEANS, 'inputScales': INPUT_SCALES,
        'inputWeights': read(gru.weight_ih_l0), 'inputBiases': read(gru.bias_ih_l0),
        'cellWeights': read(gru.weight_hh_l0), 'cellBiases': read(gru.bias_hh_l0),
        'outputWeights': read(model.out.weight), 'outputBiases': read(model.out.bias),
    }


def observer_from(weights):
    """The other way round."""
    model = Observer(weights['cellCount'])
    with torch.no_grad():
        for values, name in ((model.gru.weight_ih_l0, 'inputWeights'), (model.gru.bias_ih_l0, 'inputBiases'),
                             (model.gru.weight_hh_l0, 'cellWeights'), (model.gru.bias_hh_l0, 'cellBiases'),
                             (model.out.weight, 'outputWeights'), (model.out.bias, 'outputBiases')):
            values.copy_(torch.tensor(weights[name]).view_as(values))
    return model
