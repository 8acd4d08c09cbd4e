import { expect, test } from 'vitest';
import { buildMirrorNet, solveMirrorNet } from './internals.ts';
import { seededRandom } from './random.ts';
import { defaultTrainingOptions, type TrainingTask, trainMirrorNet } from './trainMirrorNet.ts';

/** Even: e0^2 + o0 o1. Odd: e0 o0. */
function toyTask(seed: number, sampleCount: number): TrainingTask {
  const random = seededRandom(seed);
  const features = Float32Array.from({ length: sampleCount * 4 }, () => 2 * random() - 1);
  return {
    evenCount: 2,
    oddCount: 2,
    evenOutputCount: 1,
    oddOutputCount: 1,
    sampleCount,
    features,
    weights: new Float32Array(sampleCount).fill(1),
    meanOutputs: [0.33],
    lossGradient(sample, answer, gradient) {
      const [even, odd] = toyTruth(features.subarray(sample * 4, sample * 4 + 4));
      gradient[0] = answer[0] - even;
      gradient[1] = answer[1] - odd;
    },
  };
}

function toyTruth([e0, , o0, o1]: Float32Array): [number, number] {
  return [e0 * e0 + o0 * o1, e0 * o0];
}

const options = { ...defaultTrainingOptions, hiddenCount: 12, epochs: 40, batchSize: 32, learningRate: 0.01 };

test('a network learns what can be learnt, also where it was not shown', () => {
  const net = buildMirrorNet(trainMirrorNet(toyTask(1, 4000), options));
  const fresh = toyTask(2, 500).features;
  const answer = new Float64Array(2);
  let squares = 0;
  for (let i = 0; i < 500; i++) {
    const features = Float64Array.from(fresh.subarray(i * 4, i * 4 + 4));
    solveMirrorNet(net, features.subarray(0, 2), features.subarray(2), answer);
    const [even, odd] = toyTruth(fresh.subarray(i * 4, i * 4 + 4));
    squares += (answer[0] - even) ** 2 + (answer[1] - odd) ** 2;
  }
  expect(Math.sqrt(squares / 1000)).toBeLessThan(0.05);
});

test('the same task and seed give the same numbers', () => {
  const short = { ...options, epochs: 2 };
  expect(trainMirrorNet(toyTask(3, 600), short)).toEqual(trainMirrorNet(toyTask(3, 600), short));
});
