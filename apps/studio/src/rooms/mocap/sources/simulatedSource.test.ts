import { createActorSolver, createBodyFrame } from '@leib/mocap';
import { expect, test } from 'vitest';
import { ownMotion } from '../motions/ownMotions.js';
import { createSimulatedSource } from './simulatedSource.js';

const exact = { noiseMm: 0, noiseDeg: 0, lostPercent: 0 };
const solve = { method: 'dh', smoothingMs: 12, predictMs: 100, swaps: 'correct' } as const;

test('offsets that a T-pose tells let the skeleton follow the simulated bodies', () => {
  const source = createSimulatedSource(ownMotion('walk'), exact);
  const solver = createActorSolver(source.names, source.foundOffsets, solve);
  const frame = createBodyFrame(source.names);
  let sum = 0;
  for (let i = 0; i < 180; i++) {
    source.step(1 / 60, frame);
    solver.step(frame, 1 / 60);
    if (i >= 90) sum += Math.max(...solver.residuals.positions) / 90;
  }
  expect(sum).toBeLessThan(0.05);
  expect(solver.state.isPlaced).toBe(true);
});

test('the same person stands in the T-pose with the same bodies', () => {
  const source = createSimulatedSource(ownMotion('walk'), exact);
  const frame = createBodyFrame(source.names);
  const tPose = source.standInTPose();
  tPose.step(0.5, frame);
  const body = (name: string) => frame.names.indexOf(name) * 7;
  expect(frame.poses[body('leftHand')] - frame.poses[body('rightHand')]).toBeGreaterThan(1.2);
});
