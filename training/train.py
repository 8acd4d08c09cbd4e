#!/usr/bin/env python3
"""Trains the prior. One command, fixed seeds: python train.py --data DIR --out DIR [--minutes 8] [--device cuda]

DIR holds train.bin (LEIBTRN1) and, optionally, clips.bin (LEIBCLP1, by export_clips.mjs) to report on. The best
checkpoint so far is in --out whenever the run is cut short."""

import argparse
import copy
import ctypes
import glob
import json
import os
import time

import numpy as np
import torch
import torch._dynamo

from augment import Sampler
from body import body_scale, proportions
from export import export_prior, use_stored_weights
from features import make_features, measure_statistics
from losses import WEIGHTS, losses
from metrics import evaluate
from motion_set import read_clips, read_training_set, subset
from network import Prior, place, see
from recurrence import compile_cells

SEED = 1


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--data', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--minutes', type=float, default=8, help='of the training loop; reading and reporting come on top')
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
    p.add_argument('--average', type=int, nargs='+', default=[1000, 4000, 12000], help='weights over the last so many steps')
    p.add_argument('--end', type=float, default=0.002, help='share of the rate that is left at the end')
    p.add_argument('--everyone', action='store_true', help='train on the validation subjects, too, whose figures then mean nothing')
    p.add_argument('--seed', type=int, default=SEED)
    p.add_argument('--steps', type=int, default=0, help='stop after so many steps, whatever the time')
    p.add_argument('--validate-seconds', type=float, default=20)
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
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.set_num_threads(args.threads)
    keep_memory()
    for term, weight in (each.split('=') for each in args.weigh):
        WEIGHTS[term] = float(weight)
    device = torch.device(args.device)
    training, validation = read_sets(args, device)
    sampler = Sampler(training, args.batch, args.frames * args.windows, args.strength, args.manner)
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

    best, step, sums = float('inf'), 0, {}
    start = last = time.time()
    while True:
        progress = step / args.steps if args.steps else (time.time() - start) / (args.minutes * 60)
        if progress >= 1:
            break
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
        if time.time() - last > args.validate_seconds:
            best = validate(log, args, averages, validation, sampler, best, step, time.time() - start, rate, sums)
            last = time.time()
    validate(log, args, averages, validation, sampler, best, step, time.time() - start, rate, sums)
    for steps, average in averages.items():
        save(average, args, f'{args.name}.last{steps}.pt')
    report(log, args, load_prior(os.path.join(args.out, f'{args.name}.pt'), device), validation)
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
    """Training and validation clips; no subject is in both."""
    everything, validation_subjects = read_training_set(os.path.join(args.data, 'train.bin'))
    is_validation = np.isin(everything.subjects, validation_subjects)
    is_training = np.ones_like(is_validation) if args.everyone else ~is_validation
    chosen = [np.flatnonzero(is_training), np.flatnonzero(is_validation)]
    if args.limit_clips:
        chosen = [indices[:args.limit_clips] for indices in chosen]
    return (subset(everything, indices).to(device) for indices in chosen)


def validate(log, args, averages, validation, sampler, best, step, seconds, rate, sums):
    """Figures of the averaged weights; the best ones so far are kept, as a checkpoint and as the file that is shipped."""
    say(log, what='loss', step=step, seconds=seconds, rate=rate, **{k: float(v) for k, v in sums.items()})
    for steps, model in averages.items():
        figures, _ = evaluate(model, validation)
        # What training makes small, of what is measured.
        judged = figures['snapped'] + WEIGHTS['velocity'] * figures['mpjve'] + WEIGHTS['slide'] * figures['slide']
        say(log, what='step', step=step, average=steps, judged=judged, **figures)
        if judged < best:
            best = judged
            save(model, args, f'{args.name}.pt')
            export_prior(model, sampler, os.path.join(args.out, f'{args.name}.bin'))
    return best


def save(model, args, name):
    torch.save({'state': model.state_dict(), 'args': vars(args)}, os.path.join(args.out, name))


def report(log, args, model, validation):
    say(log, what='validation', **evaluate(model, validation)[0])
    use_stored_weights(model)
    say(log, what='validation, weights as stored', **evaluate(model, validation)[0])
    say(log, what='validation, hips and feet tracked', **evaluate(model, validation, points=range(6))[0])
    for path in sorted(glob.glob(os.path.join(args.data, 'clips*.bin'))):
        name = os.path.basename(path)[:-4]
        clips, categories = read_clips(path)
        figures, rows = evaluate(model, clips.to(args.device))
        say(log, what=name, **figures)
        for category in sorted(set(categories)):
            chosen = [row for row, c in zip(rows, categories) if c == category]
            say(log, what=f'{name}: {category}', clips=len(chosen),
                **{k: float(np.nanmean([row[k] for row in chosen])) for k in ('mpjpe', 'lower', 'hips', 'f1')})


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
def mean_of(models):
    """The network in the middle. Izmailov et al., "Averaging Weights Leads to Wider Optima and Better Generalization", UAI
    2018; of several runs from one beginning: Wortsman et al., "Model soups", ICML 2022."""
    states = [model.state_dict() for model in models]
    middle = copy.deepcopy(models[0])
    middle.load_state_dict({name: sum(state[name] for state in states) / len(states) for name in states[0]})
    return middle


@torch.no_grad()
def blend(average, model, share):
    torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), share)


if __name__ == '__main__':
    main()
