"""Laws of the folds. No data, no torch."""

import unittest

from folds import FOLD_COUNT, FOLD_SIZE, HOLD_OUTS, SAME_PERSON, folds, held_out

SUBJECTS = [s for s in range(1, 90) for _ in range(3)]


class Folds(unittest.TestCase):
    def test_no_person_is_in_two_folds(self):
        found = folds(SUBJECTS)
        self.assertEqual(len(found), FOLD_COUNT)
        self.assertEqual(len({s for fold in found for s in fold}), sum(len(fold) for fold in found))

    def test_a_fold_holds_ten_people_and_all_their_numbers(self):
        for fold in folds(SUBJECTS):
            numbers_of_one = sum(len(group) - 1 for group in SAME_PERSON if group[0] in fold and group[1] in fold)
            self.assertEqual(len(fold) - numbers_of_one, FOLD_SIZE)
            for a, b in SAME_PERSON:
                if b in SUBJECTS:
                    self.assertEqual(a in fold, b in fold)

    def test_the_draw_is_the_same_whatever_the_order_of_clips(self):
        self.assertEqual(folds(SUBJECTS), folds(SUBJECTS[::-1]))

    def test_every_choice_names_people(self):
        for name in HOLD_OUTS:
            self.assertEqual(held_out(name, SUBJECTS, [47, 54]) == [], name == 'nobody')


if __name__ == '__main__':
    unittest.main()
