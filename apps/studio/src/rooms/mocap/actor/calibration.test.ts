import { createBodyFrame } from '@leib/mocap';
import { beforeEach, expect, test } from 'vitest';
import { createSettingsStore } from '../../../files/settingsStore.js';
import { mocapShape } from '../mocapShape.js';
import { ownMotion } from '../motions/ownMotions.js';
import { OffsetsEdits } from '../settings/offsetsEdits.js';
import { createSimulatedSource } from '../sources/simulatedSource.js';
import { Calibration } from './calibration.js';

const DT = 1 / 60;
const simulated = createSimulatedSource(ownMotion('demo'), { noiseMm: 0, noiseDeg: 0, lostPercent: 0 });

let offsets: OffsetsEdits;
let calibration: Calibration;

beforeEach(() => {
  offsets = new OffsetsEdits(createSettingsStore('mocap', mocapShape, { getItem: () => null, setItem() {} }));
  calibration = new Calibration(offsets);
});

/** The simulated person does what is asked, as in the room. */
function play(seconds: number): void {
  const frame = createBodyFrame(simulated.names);
  for (let i = 0; i < seconds * 60; i++) {
    (calibration.tPoseOf(simulated) ?? simulated).step(DT, frame);
    calibration.step(frame, DT);
  }
}

test('a T-pose of two seconds, after three to get ready, gives the offsets of all bodies', () => {
  calibration.start(false);
  play(2.9);
  expect([calibration.phase, offsets.own]).toEqual(['ready', null]);
  play(2);
  expect([calibration.phase, offsets.own]).toEqual(['hold', null]);
  play(0.3);
  expect(calibration.phase).toBeNull();
  expect(calibration.result).toMatch(/^Found for a person of 1\.[67]\d m: all by proportions\.$/);
  expect(Object.keys(offsets.own?.bodies ?? {})).toHaveLength(10);
});

test('movement after the T-pose finds joints where two bodies turn about each other', () => {
  calibration.start(true);
  play(5.2);
  expect([calibration.phase, offsets.own]).toEqual(['move', null]);
  play(20.2);
  expect(calibration.phase).toBeNull();
  expect(calibration.result).toMatch(/: .*Wrist.* by movement, the others by proportions\.$/);
});

test('a search that is cancelled leaves the offsets as they were', () => {
  calibration.start(false);
  play(4);
  calibration.cancel();
  play(3);
  expect([calibration.phase, offsets.own, calibration.result]).toEqual([null, null, '']);
});
