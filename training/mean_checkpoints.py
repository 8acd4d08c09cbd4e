#!/usr/bin/env python3
"""The mean of checkpoints of runs that began at one: python mean_checkpoints.py out.pt a.pt b.pt ... (a name twice counts twice)"""

import sys

import torch

from train import load_prior, mean_of


def main():
    out, *paths = sys.argv[1:]
    args = torch.load(paths[0], map_location='cpu', weights_only=True)['args']
    torch.save({'state': mean_of([load_prior(path, 'cpu') for path in paths]).state_dict(), 'args': args}, out)


if __name__ == '__main__':
    main()
