import { expect, test } from 'vitest';
import { checkCount, countFrames, fileLimits } from './fileLimits.js';

const frames = { seconds: 2, hz: 60, sourceNumbers: 6100, numbersPerFrame: 100 };

test('frames are counted with both ends', () => {
  expect(countFrames(frames)).toBe(121);
  expect(countFrames({ ...frames, seconds: 0 })).toBe(1);
});

test.each([
  [{ seconds: 1e5 }, 'frames: expected at most 160244, got 6000001: 100000 s at 60 Hz; cut it'],
  [{ numbersPerFrame: 1e7 }, 'frames: expected at most 1, got 121'],
  [{ seconds: Number.POSITIVE_INFINITY }, 'frames: expected at most 160244'],
  [{ hz: 3e7 }, 'hz: expected 0.01 to 10000, got 30000000'],
  [{ hz: 1e-9 }, 'hz: expected 0.01 to 10000, got 1e-9'],
  [{ hz: Number.NaN }, 'hz: expected 0.01 to 10000, got NaN'],
])('%j is refused with the limit', (change, reason) => {
  expect(() => countFrames({ ...frames, ...change })).toThrow(reason);
});

test('a count above its limit names both', () => {
  expect(() => checkCount(fileLimits.joints + 1, fileLimits.joints, 'BVH', 'line 9', 'joints')).toThrow(
    'BVH line 9: expected at most 1024 joints, got 1025',
  );
  checkCount(fileLimits.joints, fileLimits.joints, 'BVH', 'line 9', 'joints');
});
