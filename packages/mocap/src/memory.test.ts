import { bytesPerCall } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createBodyFrame } from './bodies/bodyFrame.js';
import { namesOfRecordedBodies, readRecordedBodies } from './bodies/recordedBodies.js';
import { simulateBodies } from './simulate/simulateBodies.js';
import { testMotion } from './simulate/testMotion.testing.js';
import { buildMocapModel, createMocapState, stepMocap } from './stepMocap.js';

/**
 * Short-lived garbage that a frame may leave, bytes, with every import wrapped by the test runner, so that less is inlined and
 * more numbers are boxed; `leib bench --only mocap/dh` counts it as built.
 */
test.each([
  ['dh', 5120],
  ['refined', 10240],
] as const)('a frame solved by %s leaves little garbage', (method, mostBytes) => {
  const { recording, offsets } = simulateBodies(testMotion(3, 240));
  const bodyNames = namesOfRecordedBodies(recording);
  const model = buildMocapModel({ bodyNames, offsets, method });
  const state = createMocapState(model);
  const frames = Array.from({ length: recording.frameCount }, (_, index) => {
    const frame = createBodyFrame(bodyNames);
    readRecordedBodies(recording, index, frame);
    return frame;
  });
  let i = 0;
  const step = () => stepMocap(model, state, frames[i++ % frames.length], 1 / 120);
  for (let k = 0; k < frames.length; k++) step();
  expect(bytesPerCall(step, 300, mostBytes)).toBeLessThan(mostBytes);
});
