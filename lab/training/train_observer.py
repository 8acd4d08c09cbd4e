#!/usr/bin/env python3
"""Trains the gait's observer. One command, fixed seeds: python train_observer.py --data DIR --out DIR [--hold-out fold0]

DIR holds gait.bin (LEIBGAI1); where it is missing, export_gait.mjs makes it from --takes, a folder with train.bin and
its read_set.py. Store the result with
  node lab/embody/fitGait.ts --train FOLDER --observer OUT/observer.json --by 'how it was fitted'"""

import argparse
import copy
import json
import math
import os
import re
import subprocess
import time

import torch

from folds import HOLD_OUTS, held_out
from gait_set import read_gait
from observer import GaitSampler, Observer, figures, judge, observer_from, plain_pieces, weights_of

HERE = os.path.dirname(os.path.abspath(__file__))
COMMITTED = os.path.join(HERE, '../../packages/embody/src/gait/fittedGait.generated.ts')


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--data', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--takes', default='', help='folder with train.bin and read_set.py, where gait.bin is not made yet')
    p.add_argument('--cells', type=int, default=24)
    p.add_argument('--steps', type=int, default=2400)
    p.add_argument('--batch', type=int, default=768)
    p.add_argument('--rate', type=float, default=4e-3)
    p.add_argument('--decay', type=float, default=1e-3)
    p.add_argument('--seed', type=int, default=2)
    p.add_argument('--threads', type=int, default=1)
    p.add_argument('--keep', choices=('best', 'last'), default='last', help='the weights that do best on the validation people, or the last')
    p.add_argument('--sureness', type=float, default=3, help='factor on the stored logits of contacts: the rules have to decide')
    p.add_argument('--validate-steps', type=int, default=100)
    p.add_argument('--hold-out', choices=HOLD_OUTS[1:], default='validation',
                   help='people that are judged at the end and not fitted to; the validation people never are')
    return p.parse_args()


def say(log, **row):
    text = json.dumps({k: round(v, 5) if isinstance(v, float) else v for k, v in row.items()})
    print(text, flush=True)
    log.write(text + '\n')
    log.flush()


def main():
    args = parse()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    os.makedirs(args.out, exist_ok=True)
    path = os.path.join(args.data, 'gait.bin')
    if not os.path.exists(path):
        if not args.takes:
            raise SystemExit(f'{path} is missing: name a folder with train.bin and read_set.py by --takes')
        subprocess.run(['node', os.path.join(HERE, 'export_gait.mjs'), args.takes, path], check=True)
    everyone, validation_people = read_gait(path)
    judged = set(held_out(args.hold_out, everyone.subjects, validation_people))
    training = everyone.without(judged | set(validation_people))
    validation, unseen = everyone.only(validation_people), everyone.only(judged)
    with open(os.path.join(args.out, 'observer.log.jsonl'), 'w') as log:
        say(log, what='start', **vars(args))
        model = fit(args, log, GaitSampler(training, args.batch), plain_pieces(validation))
        for name, found in (('fitted', model), ('committed', observer_from(read_committed(COMMITTED)))):
            for people, gait in (('people fitted to', training), (f'{args.hold_out} people', unseen)):
                say(log, what=f'{name}, {people}', **figures(found, plain_pieces(gait)))
    with open(os.path.join(args.out, 'observer.json'), 'w') as file:
        json.dump(weights_of(surer(model, args.sureness)), file)


def fit(args, log, sampler, pieces):
    """The running mean of the weights: the one that does best on the validation people, or the last."""
    model = Observer(args.cells)
    mean, best, best_loss = copy.deepcopy(model), copy.deepcopy(model), math.inf
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=args.decay)
    start = time.time()
    for step in range(args.steps):
        for group in optimizer.param_groups:
            group['lr'] = args.rate * min(1.0, (step + 1) / 200) * 0.5 * (1 + math.cos(math.pi * step / args.steps))
        signals, truths, valid = sampler.draw()
        loss = judge(model(signals), truths, valid)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        share = min(1 - 1 / 800, (step + 1) / (step + 10))
        with torch.no_grad():
            for a, b in zip(mean.parameters(), model.parameters()):
                a.lerp_(b, 1 - share)
        if (step + 1) % args.validate_steps and step + 1 < args.steps:
            continue
        found = figures(mean, pieces)
        say(log, what='step', step=step + 1, seconds=time.time() - start, training_loss=float(loss.detach()), **found)
        if args.keep == 'last' or found['loss'] < best_loss:
            best, best_loss = copy.deepcopy(mean), found['loss']
    return best


def surer(model, factor):
    """The same model, its logits of contacts multiplied."""
    with torch.no_grad():
        model.out.weight[:2] *= factor
        model.out.bias[:2] *= factor
    return model


def read_committed(path):
    """The weights in a file that fitGait.ts wrote: TypeScript whose object is JSON but for quotes and last commas."""
    with open(path) as file:
        text = file.read()
    text = text[text.index('observer: {') + len('observer: '):text.rindex('}')]
    text = re.sub(r'(\w+):', r'"\1":', text)
    return json.loads(re.sub(r',(\s*[}\]])', r'\1', text).rstrip().rstrip(',;'))


if __name__ == '__main__':
    main()
