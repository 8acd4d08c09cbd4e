#!/usr/bin/env python3
"""From data to the shipped file, or the cross-validation of a recipe.

python make_prior.py --data DIR --out DIR                                     # OUT/prior.bin, OUT/prior.pt
python make_prior.py --data DIR --out DIR --cross-validate larger shipped     # figures of recipes on the same folds

DIR holds train.bin (LEIBTRN1). Shipping: one run on everybody, then BRANCHES further runs from there with seeds of their
own, at once; the file is their mean. Steps and seeds are fixed: the same machine gives the same file."""

import argparse
import json
import os
import subprocess
import sys
import time

import torch

from augment import Sampler
from export import export_prior
from motion_set import read_training_set
from train import SEED, load_prior, mean_of

LARGER = ['--embedding', '256', '--hidden', '384', '--head', '256']
RECIPES = {
    'shipped': ['--embedding', '192', '--hidden', '256', '--head', '192'],
    'larger': LARGER,
    'hard': [*LARGER, '--hard', '2', '--weigh', 'slide=0.12', '--weigh', 'contact=0.03'],
    'dropped': [*LARGER, '--hard', '2', '--weigh', 'slide=0.12', '--weigh', 'contact=0.03', '--drop', '0.1'],
}
BRANCHES = 5


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--data', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--recipe', choices=RECIPES, default='larger')
    p.add_argument('--steps', type=int, default=9000, help='of the first run')
    p.add_argument('--branch-steps', type=int, default=6000)
    p.add_argument('--folds', type=int, default=3)
    p.add_argument('--cross-validate', nargs='+', choices=RECIPES, default=[], metavar='RECIPE')
    p.add_argument('--no-compile', action='store_true')
    args = p.parse_args()
    os.makedirs(args.out, exist_ok=True)
    os.environ.setdefault('CUBLAS_WORKSPACE_CONFIG', ':4096:8')
    if args.cross_validate:
        cross_validate(args)
    else:
        ship(args)


def cross_validate(args):
    runs = [(f'{recipe}-fold{fold}', [*RECIPES[recipe], '--hold-out', f'fold{fold}', '--steps', str(args.steps)])
            for fold in range(args.folds) for recipe in args.cross_validate]
    run_at_once(args, runs)
    for recipe in args.cross_validate:
        rows = [last_row(args, f'{recipe}-fold{fold}', 'held out, weights as stored') for fold in range(args.folds)]
        names = ('mpjpe', 'snapped', 'lower', 'hips', 'slide', 'f1', 'f1_said', 'jitter')
        print(recipe, json.dumps({name: [round(row[name], 3) for row in rows] for name in names}), flush=True)


def ship(args):
    recipe = [*RECIPES[args.recipe], '--hold-out', 'nobody', '--validate-every', '1000000']
    run_at_once(args, [('base', [*recipe, '--steps', str(args.steps)])])
    base = os.path.join(args.out, 'base.last1000.pt')
    run_at_once(args, [
        (f'branch{k}', [*recipe, '--steps', str(args.branch_steps), '--resume', base, '--rate', '1.5e-3', '--end', '0.1',
                        '--seed', str(20 + k)])
        for k in range(BRANCHES)])
    paths = [base, *(os.path.join(args.out, f'branch{k}.last3000.pt') for k in range(BRANCHES))]
    model = mean_of([load_prior(path, 'cpu') for path in paths])
    saved = torch.load(base, map_location='cpu', weights_only=True)['args']
    torch.save({'state': model.state_dict(), 'args': saved}, os.path.join(args.out, 'prior.pt'))
    torch.manual_seed(SEED)
    everybody, _ = read_training_set(os.path.join(args.data, 'train.bin'))
    export_prior(model, Sampler(everybody, 256, 96), os.path.join(args.out, 'prior.bin'))


def run_at_once(args, runs):
    """Runs side by side. The first compiles alone; the others find its kernels in the cache."""
    started = []
    for index, (name, options) in enumerate(runs):
        command = [sys.executable, os.path.join(os.path.dirname(__file__), 'train.py'), '--data', args.data, '--out', args.out,
                   '--name', name, *options, *(['--no-compile'] if args.no_compile else [])]
        log = open(os.path.join(args.out, f'{name}.txt'), 'w')
        started.append((name, subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)))
        if index == 0 and len(runs) > 1:
            wait_for_pace(args, *started[0])
    for name, process in started:
        if process.wait() != 0:
            raise SystemExit(f'{name}: training ended with {process.returncode}; see {name}.txt')


def wait_for_pace(args, name, process):
    while process.poll() is None and last_row(args, name, 'pace') is None:
        time.sleep(1)


def last_row(args, name, what):
    """The last line of a run's log of some kind, or None."""
    try:
        with open(os.path.join(args.out, f'{name}.log.jsonl')) as log:
            rows = [json.loads(line) for line in log]
    except (FileNotFoundError, json.JSONDecodeError):
        return None
    return next((row for row in reversed(rows) if row['what'] == what), None)


if __name__ == '__main__':
    main()
