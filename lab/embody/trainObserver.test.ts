import { expect, test } from 'vitest';
import { type GaitTake, TRUTH_COUNT } from './gaitSamples.ts';
import { SIGNAL_COUNT } from './internals.ts';
import { defaultObserverTraining, lossOf, trainObserver } from './trainObserver.ts';

/** A person whose head sways over the foot that stands: all there is to learn. */
function swayingTake(frameCount: number, phase: number): GaitTake {
  const signals = new Float32Array(frameCount * SIGNAL_COUNT);
  const truths: [Float32Array, Float32Array] = [
    new Float32Array(frameCount * TRUTH_COUNT),
    new Float32Array(frameCount * TRUTH_COUNT),
  ];
  for (let frame = 0; frame < frameCount; frame++) {
    const sway = Math.sin(0.1 * frame + phase);
    signals[frame * SIGNAL_COUNT + 1] = 0.3 * sway;
    for (let side = 0; side < 2; side++) {
      const isDown = (side === 0 ? sway : -sway) > 0 ? 1 : 0;
      truths[side].set([isDown, isDown], frame * TRUTH_COUNT);
    }
  }
  return {
    subject: '1',
    frameCount,
    signals,
    truths,
    headHeight: 1.5,
    positions: new Float64Array(),
    contacts: new Uint8Array(),
    hipsYaw: new Float64Array(),
  };
}

test('the observer learns which foot stands, for both feet, and the same twice', () => {
  const takes = [swayingTake(200, 0), swayingTake(200, 2)];
  const options = { ...defaultObserverTraining, cellCount: 6, steps: 600, batchSize: 4, learningRate: 1e-2 };
  const { weights, validationLoss } = trainObserver(takes, [swayingTake(200, 1)], options);
  // Guessing costs 2 x 4 ln 2 = 5.5.
  expect(validationLoss).toBeLessThan(2.7);
  expect(lossOf(weights, [swayingTake(200, 1)])).toBeCloseTo(validationLoss, 2);
  const short = { ...options, steps: 20 };
  const [one, two] = [short, short].map((o) => trainObserver(takes, takes, o).weights);
  expect(one).toEqual(two);
});
