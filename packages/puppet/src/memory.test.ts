import { createVec3 } from '@leib/core';
import { bytesPerCall } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { buildCoarseExample } from './play/examplePuppets.testing.js';
import { noInput, type PuppetInput } from './play/puppetInput.js';
import { buildPuppetModel, type PuppetModel } from './play/puppetModel.js';
import { createPuppetState } from './play/puppetState.js';
import { stepPuppet } from './play/stepPuppet.js';
import { handAt, mouthMesh, mouthPuppet } from './play/testPuppet.testing.js';

/** What a frame may leave, bytes. */
const FRAME_GARBAGE = 2048;
/** Frames until the compiler has seen enough, and after which the input begins again. */
const WARM_UP = 3000;
const ROUND = 240;

/** Bytes that a frame leaves while the input goes round and round. */
function garbageOf(model: PuppetModel, inputAt: (turn: number) => PuppetInput, enough: number): number {
  const state = createPuppetState(model);
  const inputs = Array.from({ length: ROUND }, (_, i) => inputAt((2 * Math.PI * i) / ROUND));
  let i = 0;
  const step = () => stepPuppet(model, state, inputs[i++ % ROUND], 1 / 60);
  for (let k = 0; k < WARM_UP; k++) step();
  return bytesPerCall(step, 4 * ROUND, enough);
}

test('a frame of a puppet that two hands play leaves little garbage', async () => {
  const model = await buildPuppetModel(mouthPuppet(), mouthMesh());
  const inputAt = (turn: number) => {
    const bend = 0.5 - 0.5 * Math.cos(4 * turn);
    return { ...noInput, hands: [handAt([bend, bend, bend, bend, bend], [bend, 0, 0]), handAt([0, bend, 0, 0, 0])] };
  };
  expect(garbageOf(model, inputAt, FRAME_GARBAGE)).toBeLessThan(FRAME_GARBAGE);
});

// The frog has lips and two chains. The human has five chains and does not keep to 2 kB yet: measured here, after the
// frog in the same process, it leaves 3.5 kB.
test.each([
  ['frog', FRAME_GARBAGE],
  ['human', 2.5 * FRAME_GARBAGE],
] as const)('the %s leaves little, too, while a hand plays it and a chain is dragged', async (name, most) => {
  const model = await buildCoarseExample(name, 200);
  if (name === 'frog') expect(model.skin.lips.pairCount).toBeGreaterThan(0);
  const [{ chain, point }] = model.chains.effectors;
  const [x, y, z] = createPuppetState(model).chains.chains[chain].lastPointsWorld.subarray(point * 3);
  const inputAt = (turn: number): PuppetInput => {
    const bends = [4, 5, 6, 7, 8].map((times) => 0.5 - 0.5 * Math.cos(times * turn));
    const positionWorld = createVec3(x + 0.05 * Math.cos(2 * turn), y + 0.05 * Math.sin(2 * turn), z);
    const drag = { effector: 0, positionWorld, rotationWorld: null };
    return { ...noInput, hands: [handAt(bends, [0.05 * Math.sin(turn), 0, 0])], drags: [drag] };
  };
  expect(garbageOf(model, inputAt, most)).toBeLessThan(most);
});
