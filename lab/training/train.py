#!/usr/bin/env python3
"""One training run of the prior: python train.py --data DIR --out DIR [--steps 9000] [--hold-out fold0]

DIR holds train.bin (LEIBTRN1). The schedule goes by steps and all chance by --seed, so the same call gives the same
weights on the same machine. make_prior.py calls this for every run that the shipped file needs."""

import argparse
import copy
import ctypes
import json
import os
import time

import numpy as np
import torch
import torch._dynamo

from augment import Sampler
from body import body_scale, proportions
from export import use_stored_weights
from folds import HOLD_OUTS, held_out
from features import make_features, measure_statistics
from losses import WEIGHTS, losses
from metrics import evaluate
from motion_set import read_training_set, subset
from network import Prior, place, see
from recurrence import compile_cells

SEED = 1


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--data', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--steps', type=int, default=9000)
    p.add_argument('--hold-out', choices=HOLD_OUTS, default='validation', help='people that are not trained on but judged')
    p.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    p.add_argument('--threads', type=int, default=1, help='of a processor')
    p.add_argument('--batch', type=int, default=128)
    p.add_argument('--frames', type=int, default=128, help='that a gradient goes back')
    p.add_argument('--windows', type=int, default=2, help='of so many frames, one after the other, with the state carried on')
    p.add_argument('--rate', type=float, default=2e-3)
    p.add_argument('--decay', type=float, default=0.1)
    p.add_argument('--embedding', type=int, default=192)
    p.add_argument('--hidden', type=int, default=256)
    p.add_argument('--head', type=int, default=192)
    p.add_argument('--drop', type=float, default=0.0)
    p.add_argument('--drop-in', type=float, default=0.0)
    p.add_argument('--strength', type=float, default=1.0, help='of the augmentation')
    p.add_argument('--manner', type=float, default=1.0, help="of the augmentation of heads, arms and trunks")
    p.add_argument('--weigh', action='append', default=[], metavar='TERM=WEIGHT', help='another weight of a loss')
    p.add_argument('--average', type=int, nargs='+', default=[1000, 3000], help='weights over the last so many steps')
    p.add_argument('--end', type=float, default=0.002, help='share of the rate that is left at the end')
    p.add_argument('--seed', type=int, default=SEED)
    p.add_argument('--hard', type=float, default=0.0, help='how much more often hard movements are drawn')
    p.add_argument('--reverse', type=float, default=0.0, help='share of the sequences that play backwards')
    p.add_argument('--validate-every', type=int, default=3000, help='steps')
    p.add_argument('--limit-clips', type=int, default=0, help='only so many clips, for a quick try')
    p.add_argument('--resume', default='', help='checkpoint to start from')
    p.add_argument('--no-compile', action='store_true', help='plain PyTorch: slower steps, no compilation')
    p.add_argument('--name', default='prior')
    return p.parse_args()


def say(log, **row):
    text = json.dumps({k: round(v, 5) if isinstance(v, float) else v for k, v in row.items()})
    print(text, flush=True)
    log.write(text + '\n')
    log.flush()


def main():
    args = parse()
    began = time.time()
    os.makedirs(args.out, exist_ok=True)
    log = open(os.path.join(args.out, f'{args.name}.log.jsonl'), 'w')
    torch.manual_seed(args.seed)
    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.set_num_threads(args.threads)
    keep_memory()
    for term, weight in (each.split('=') for each in args.weigh):
        WEIGHTS[term] = float(weight)
    device = torch.device(args.device)
    training, validation = read_sets(args, device)
    sampler = Sampler(training, args.batch, args.frames * args.windows, args.strength, args.manner, args.hard, args.reverse)
    model = Prior(args.embedding, args.hidden, args.head, args.drop_in, args.drop).to(device)
    if args.resume:
        model.load_state_dict(torch.load(args.resume, map_location=device, weights_only=True)['state'])
    else:
        measure(model, sampler)
    averages = {steps: copy.deepcopy(model).eval() for steps in args.average}
    optimizers = make_optimizers(model, args.rate, args.decay)
    say(log, what='start', parameters=sum(p.numel() for p in model.parameters()), seconds=time.time() - began, **vars(args))

    def draw_seen():
        batch = sampler.draw()
        return (batch, *see(batch, model.mean, model.inverse))

    def judge(output, heading, batch):
        return losses(batch, *place(output, heading, batch))

    if not args.no_compile:
        # Fuses the thousands of small products. What it cannot compile runs plainly.
        torch._dynamo.config.suppress_errors = True
        draw_seen, judge = torch.compile(draw_seen), torch.compile(judge)
        compile_cells()

    step, sums = 0, {}
    start = time.time()
    while step < args.steps:
        progress = step / args.steps
        model.train()
        with torch.no_grad():
            batch, x, heading = draw_seen()
        state = None
        for window in range(args.windows):
            at = slice(window * args.frames, (window + 1) * args.frames)
            rate = args.rate * min(1.0, (step + 1) / 300) * (args.end + (1 - args.end) * 0.5 * (1 + np.cos(np.pi * progress)))
            for optimizer in optimizers:
                optimizer.param_groups[0]['lr'] = rate
            output, state = model(x[:, at], state)
            state = state.detach()
            total, terms = judge(output, heading[:, at], cut(batch, at))
            model.zero_grad(set_to_none=True)
            total.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            for optimizer in optimizers:
                optimizer.step()
            for steps, average in averages.items():
                blend(average, model, 1 / min(steps, 20 + step / 4))
            step += 1
            for name, value in terms.items():
                now = value.detach()
                sums[name] = torch.lerp(sums.get(name, now), now, 0.01)
        if step in (args.windows, 20 * args.windows, 200 * args.windows):
            say(log, what='pace', step=step, seconds=time.time() - start)
        if step % args.validate_every < args.windows or step >= args.steps:
            say(log, what='loss', step=step, seconds=time.time() - start, rate=rate, **{k: float(v) for k, v in sums.items()})
            for steps, average in averages.items():
                say(log, what='step', step=step, average=steps, **evaluate(average, validation)[0])
    for steps, average in averages.items():
        save(average, args, f'{args.name}.last{steps}.pt')
    report(log, average, validation)
    say(log, what='end', steps=step, seconds=time.time() - began)


def make_optimizers(model, rate, decay):
    """Muon for the inner matrices (updates without a preferred direction: Jordan et al., "Muon", 2024; as large as Adam's
    by the factor of Liu et al., "Muon is Scalable for LLM Training", 2025), Adam for the last layer and the biases."""
    inner = [model.embed.weight, model.gru.weight_ih_l0, model.gru.weight_hh_l0, model.first.weight]
    others = [p for p in model.parameters() if all(p is not q for q in inner)]
    return [torch.optim.Muon(inner, lr=rate, weight_decay=decay, adjust_lr_fn='match_rms_adamw'),
            torch.optim.AdamW(others, lr=rate, weight_decay=decay, betas=(0.9, 0.98))]


def keep_memory():
    """Tells glibc to keep what is freed: tens of megabytes come and go with every step, and fresh pages cost a third of it."""
    try:
        libc = ctypes.CDLL('libc.so.6')
    except OSError:
        return
    trim_threshold, top_pad, mmap_max = -1, -2, -4
    libc.mallopt(mmap_max, 0)
    libc.mallopt(trim_threshold, 2**31 - 1)
    libc.mallopt(top_pad, 2**28)


def cut(batch, at):
    """Some frames of a batch."""
    return {name: values if name == 'offsets' else values[:, at] for name, values in batch.items()}


def read_sets(args, device):
    """Clips to train on and clips to judge by; no person is in both, unless nobody is held out."""
    everything, validation_subjects = read_training_set(os.path.join(args.data, 'train.bin'))
    is_out = np.isin(everything.subjects, held_out(args.hold_out, everything.subjects, validation_subjects))
    is_judged = is_out if is_out.any() else np.isin(everything.subjects, validation_subjects)
    chosen = [np.flatnonzero(~is_out), np.flatnonzero(is_judged)]
    if args.limit_clips:
        chosen = [indices[:args.limit_clips] for indices in chosen]
    return (subset(everything, indices).to(device) for indices in chosen)


def save(model, args, name):
    torch.save({'state': model.state_dict(), 'args': vars(args)}, os.path.join(args.out, name))


def report(log, model, validation):
    """Figures of the last, longest average as it would be stored; per person, too."""
    use_stored_weights(model)
    figures, rows = evaluate(model, validation)
    say(log, what='held out, weights as stored', **figures)
    say(log, what='held out, hips and feet tracked', **evaluate(model, validation, points=range(6))[0])
    for subject in sorted(set(validation.subjects)):
        chosen = [row for row, s in zip(rows, validation.subjects) if s == subject]
        say(log, what=f'person {subject}', clips=len(chosen),
            **{k: float(np.nanmean([row[k] for row in chosen])) for k in ('mpjpe', 'snapped', 'lower', 'slide', 'f1_said')})


def load_prior(path, device):
    saved = torch.load(path, map_location=device, weights_only=True)
    model = Prior(*(saved['args'][k] for k in ('embedding', 'hidden', 'head'))).to(device)
    model.load_state_dict(saved['state'])
    return model.eval()


@torch.no_grad()
def measure(model, sampler):
    """Mean and deviation of the features over some batches."""
    parts = []
    for _ in range(4):
        batch = sampler.draw()
        parts.append(make_features(batch['positions'], batch['rotations'], batch['weights'],
                                   body_scale(batch['offsets']), proportions(batch['offsets']))[:2])
    mean, inverse = measure_statistics(torch.cat([v for v, _ in parts]), torch.cat([s for _, s in parts]))
    model.mean.copy_(mean)
    model.inverse.copy_(inverse)


@torch.no_grad()
def blend(average, model, share):
    torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), share)


if __name__ == '__main__':
    main()
