#!/usr/bin/env python3
"""From data to the shipped file, or the cross-validation of a recipe.

python make_prior.py --data DIR --out DIR                                     # OUT/prior.bin, OUT/prior.pt
python make_prior.py --data DIR --out DIR --cross-validate second first       # figures of recipes on the same folds

DIR holds train.bin (LEIBTRN1). Shipping is one run on everybody. Steps and seeds are fixed: the same machine gives the
same file."""

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
from train import SEED, load_prior

LARGER = ['--embedding', '256', '--hidden', '384', '--head', '256']
HARD = [*LARGER, '--hard', '2', '--weigh', 'slide=0.12', '--weigh', 'contact=0.03']
RECIPES = {
    'first': ['--steps', '4200'],
    'larger': [*LARGER, '--steps', '3000'],
    'hard': [*HARD, '--batch', '512', '--rate', '3e-3', '--steps', '7600'],
    'second': [*HARD, '--batch', '512', '--rate', '3e-3', '--steps', '7600', '--reverse', '0.2'],
}
# Its figures are printed by --cross-validate.
FIGURES = ('mpjpe', 'snapped', 'lower', 'hips', 'slide', 'f1', 'f1_said', 'jitter')


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--data', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--recipe', choices=RECIPES, default='second')
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
    runs = [(f'{recipe}-fold{fold}', [*RECIPES[recipe], '--hold-out', f'fold{fold}'])
            for fold in range(args.folds) for recipe in args.cross_validate]
    run_at_once(args, runs)
    for recipe in args.cross_validate:
        rows = [last_row(args, f'{recipe}-fold{fold}', 'held out, weights as stored') for fold in range(args.folds)]
        print(recipe, json.dumps({name: [round(row[name], 3) for row in rows] for name in FIGURES}), flush=True)


def ship(args):
    run_at_once(args, [('prior', [*RECIPES[args.recipe], '--hold-out', 'nobody'])])
    path = os.path.join(args.out, 'prior.last1000.pt')
    torch.manual_seed(SEED)
    everybody, _ = read_training_set(os.path.join(args.data, 'train.bin'))
    export_prior(load_prior(path, 'cpu'), Sampler(everybody, 256, 96), os.path.join(args.out, 'prior.bin'))
    os.replace(path, os.path.join(args.out, 'prior.pt'))


def run_at_once(args, runs):
    """Runs side by side. The first compiles alone; the others find its kernels in the cache."""
    started = []
    for index, (name, options) in enumerate(runs):
        command = [sys.executable, os.path.join(os.path.dirname(__file__), 'train.py'), '--data', args.data, '--out', args.out,
                   '--name', name, '--average', '1000', '--validate-every', '1000000', *options, *(['--no-compile'] if args.no_compile else [])]
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
