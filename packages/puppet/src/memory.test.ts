import { bytesPerCall } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { noInput } from './play/puppetInput.js';
import { buildPuppetModel } from './play/puppetModel.js';
import { createPuppetState } from './play/puppetState.js';
import { stepPuppet } from './play/stepPuppet.js';
import { handAt, mouthMesh, mouthPuppet } from './play/testPuppet.testing.js';

test('a frame of a puppet that two hands play leaves little garbage', async () => {
  const model = await buildPuppetModel(mouthPuppet(), mouthMesh());
  const state = createPuppetState(model);
  const inputs = Array.from({ length: 240 }, (_, i) => {
    const bend = 0.5 - 0.5 * Math.cos(i / 10);
    return { ...noInput, hands: [handAt([bend, bend, bend, bend, bend], [bend, 0, 0]), handAt([0, bend, 0, 0, 0])] };
  });
  let i = 0;
  const step = () => stepPuppet(model, state, inputs[i++ % inputs.length], 1 / 60);
  for (let k = 0; k < 3000; k++) step();
  expect(bytesPerCall(step, 960, 2048)).toBeLessThan(2048);
});
