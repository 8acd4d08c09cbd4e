import { createBodyFrame } from '@leib/mocap';
import { expect, test } from 'vitest';
import { ownMotion } from '../motions/ownMotions.js';
import type { OffsetsFile } from '../settings/offsetsFile.js';
import { createSimulatedSource } from '../sources/simulatedSource.js';
import { Calibration } from './calibration.js';

const source = createSimulatedSource(ownMotion('walk'), { noiseMm: 1, noiseDeg: 0.3, lostPercent: 0 });

/** Leads a person through the T-pose who does what `bodies` say; the result, and the offsets that were set. */
function lead(bodies: Pick<typeof source, 'step' | 'names'>) {
  const set: OffsetsFile[] = [];
  const calibration = new Calibration({ set: (file) => void (file && set.push(file)) });
  const frame = createBodyFrame(bodies.names);
  calibration.start(false);
  for (let step = 0; step < 6 * 60 && calibration.phase !== null; step++) {
    bodies.step(1 / 60, frame);
    calibration.step(frame, 1 / 60);
  }
  return { result: calibration.result, set };
}

test('a person who goes on walking is told what is missing, and the offsets stay', () => {
  const { result, set } = lead(source);
  expect(result).toMatch(/^T-pose: expected .*; stand upright with arms out to the sides and hold still for a second$/);
  expect(set).toEqual([]);
});

test('a person who stands in the T-pose gets offsets', () => {
  const { result, set } = lead(source.standInTPose());
  expect(result).toMatch(/^Found for a person of 1\.\d\d m/);
  expect(Object.keys(set[0].bodies)).toHaveLength(10);
});

test('movement after the T-pose finds joints where two bodies turn about each other; a cancelled search sets nothing', () => {
  const moving = createSimulatedSource(ownMotion('demo'), { noiseMm: 0, noiseDeg: 0, lostPercent: 0 });
  const set: (OffsetsFile | null)[] = [];
  const calibration = new Calibration({ set: (file) => void set.push(file) });
  const frame = createBodyFrame(moving.names);
  // The simulated person does what is asked, as in the room.
  const play = (seconds: number) => {
    for (let step = 0; step < seconds * 60; step++) {
      (calibration.tPoseOf(moving) ?? moving).step(1 / 60, frame);
      calibration.step(frame, 1 / 60);
    }
  };
  calibration.start(true);
  play(4);
  calibration.cancel();
  play(2);
  expect([calibration.phase, set]).toEqual([null, []]);
  calibration.start(true);
  play(5.2);
  expect([calibration.phase, set]).toEqual(['move', []]);
  play(20.2);
  expect(calibration.phase).toBeNull();
  expect(set).toHaveLength(1);
  expect(calibration.result).toMatch(/: .*Wrist.* by movement, the others by proportions\.$/);
});
