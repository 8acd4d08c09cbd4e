#!/usr/bin/env python3
"""Writes a checkpoint of train.py as the file that is shipped: python export_checkpoint.py --data DIR in.pt out.bin"""

import argparse
import os

import torch

from augment import Sampler
from export import export_prior
from motion_set import read_training_set
from train import SEED, load_prior


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--data', required=True)
    p.add_argument('checkpoint')
    p.add_argument('out')
    args = p.parse_args()
    torch.manual_seed(SEED)
    # What is ordinary is judged by everybody there is.
    everybody, _ = read_training_set(os.path.join(args.data, 'train.bin'))
    export_prior(load_prior(args.checkpoint, 'cpu'), Sampler(everybody, 256, 96), args.out)


if __name__ == '__main__':
    main()
