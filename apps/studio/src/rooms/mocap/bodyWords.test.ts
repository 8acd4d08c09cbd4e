import { bodyFlag } from '@leib/mocap';
import { bodyLook } from '@leib/three';
import { expect, test } from 'vitest';
import { bodyLabel, describeBody, jointLabel } from './bodyWords.js';

test('a body is described by what matters most', () => {
  expect(describeBody(0, 0, null)).toEqual({ look: bodyLook.seen, words: 'seen' });
  expect(describeBody(bodyFlag.predicted, 0.04, null)).toEqual({ look: bodyLook.lost, words: 'lost 0.0 s, predicted' });
  expect(describeBody(bodyFlag.held | bodyFlag.swapped, 1.26, 'leftHand').words).toBe('lost 1.3 s, held');
  expect(describeBody(bodyFlag.swapped | bodyFlag.returning, 0, 'leftHand').words).toBe('id of left hand');
  expect(describeBody(bodyFlag.unseen, 3, null).words).toBe('not seen yet');
});

test('names read as words', () => {
  expect([bodyLabel('leftElbow'), bodyLabel('wand'), jointLabel('leftAnkle')]).toEqual([
    'Left forearm',
    'wand',
    'Left ankle',
  ]);
});
