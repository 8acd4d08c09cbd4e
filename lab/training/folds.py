"""Which people are held out. No person is in both the training and the validation set."""

import random

FOLD_COUNT = 4
FOLD_SIZE = 10
HOLD_OUTS = ['nobody', 'validation', *(f'fold{k}' for k in range(FOLD_COUNT))]
# The same person under several numbers, as far as is known (CMU; ../shared/mocap has some of them, too).
SAME_PERSON = [(63, 64), (47, 56), (91, 105)]
SEED = 7


def held_out(name, subjects, validation_subjects):
    """Subject numbers of a choice of HOLD_OUTS."""
    if name == 'nobody':
        return []
    if name == 'validation':
        return list(validation_subjects)
    return folds(subjects)[int(name.removeprefix('fold'))]


def folds(subjects):
    """Disjoint folds of ten people each, drawn once for all; a person with several numbers stays in one piece."""
    present = {int(subject) for subject in subjects}
    first = {other: group[0] for group in SAME_PERSON for other in group}
    people = sorted({first.get(subject, subject) for subject in present})
    random.Random(SEED).shuffle(people)
    chosen = [people[k * FOLD_SIZE:(k + 1) * FOLD_SIZE] for k in range(FOLD_COUNT)]
    return [sorted(s for s in present if first.get(s, s) in fold) for fold in chosen]
