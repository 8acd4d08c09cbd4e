import { DEG } from '@leib/core';
import { describe, expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { POSE_SIZE, pointNumber, quality } from '../frame/trackedParts.js';
import { createTrackerOffsets } from '../frame/trackerOffsets.js';
import { createJointReader } from '../reader/jointReader.js';
import { readJoints } from '../reader/readJoints.js';
import {
  createPoseTrack,
  headLimits,
  isDoubted,
  judgePose,
  limbLimits,
  type PoseLimits,
  verdict,
} from './judgePose.js';

type Sample = Float64Array | null;
const hz = 60;

/** Something at 1.6 m that goes to and fro by half a metre, slowly, and is turned about up. */
function sampleAt(seconds: number, off = 0, turned = 0): Float64Array {
  const half = 0.4 * Math.sin(seconds) + turned / 2;
  return Float64Array.of(off, 1.6, 0.5 * Math.sin(1.5 * seconds), 0, Math.sin(half), 0, Math.cos(half));
}

/** What is thought of each sample, and how many are left out. */
function judge(limits: PoseLimits, count: number, sample: (i: number) => Sample) {
  const track = createPoseTrack();
  const verdicts: number[] = [];
  let doubted = 0;
  for (let i = 0; i < count; i++) {
    verdicts.push(judgePose(track, limits, sample(i), 0, 1 / hz));
    if (isDoubted(track)) doubted++;
  }
  return { track, verdicts, doubted };
}

describe.each([
  ['a head', headLimits, 0.36, 0],
  ['a head that turns', headLimits, 0, 60 * DEG],
  ['a hand', limbLimits, 0.6, 0],
  ['a hand that turns', limbLimits, 0, 90 * DEG],
] as const)('%s', (_, limits, off, turned) => {
  test('all at once, for one sample, is doubted in it alone', () => {
    const { verdicts, doubted } = judge(limits, 90, (i) => sampleAt(i / hz, i === 60 ? off : 0, i === 60 ? turned : 0));
    expect(verdicts.slice(59, 63)).toEqual([verdict.fine, verdict.jumped, verdict.returned, verdict.fine]);
    expect(doubted).toBe(1);
  });

  test('and for good, is left out for a tenth of a second, and believed in the end', () => {
    const { verdicts, doubted } = judge(limits, 240, (i) => sampleAt(i / hz, i < 60 ? 0 : off, i < 60 ? 0 : turned));
    expect(Math.abs(doubted - 0.1 * hz)).toBeLessThanOrEqual(1);
    expect(verdicts[61]).toBe(verdict.away);
    expect(verdicts.at(-1)).toBe(verdict.fine);
  });

  test.each([30, 60, 90])('slowly, in the time of %i samples, is never doubted', (samples) => {
    const share = (i: number) => Math.min(1, Math.max(0, (i - 30) / samples));
    const { verdicts } = judge(limits, 150, (i) => sampleAt(i / hz, off * share(i), turned * share(i)));
    expect(new Set(verdicts)).toEqual(new Set([verdict.fine]));
  });
});

describe('what is lost', () => {
  test('is missed where it has been there for half a second; what has just come is not', () => {
    const lostAfter = (there: number) =>
      judge(limbLimits, 200, (i) => (i < 30 || (i >= 150 && i < 150 + there) ? sampleAt(i / hz) : null)).verdicts;
    expect(lostAfter(20)[170]).toBe(verdict.absent);
    expect(lostAfter(40)[190]).toBe(verdict.lost);
  });

  test('and back where it rested, to the last digit, goes on from rest', () => {
    const rest = sampleAt(0.3);
    const slow = (i: number) => Float64Array.from(rest, (value, k) => (k === 0 ? value + 0.04 * (i - 80) : value));
    const { verdicts } = judge(limbLimits, 90, (i) => (i >= 60 && i < 70 ? null : i < 80 ? rest : slow(i)));
    expect(verdicts[65]).toBe(verdict.lost);
    expect(new Set(verdicts.slice(70))).toEqual(new Set([verdict.fine]));
  });
});

test('what trembled to and fro is back when it is calm where it was, long before it would be believed elsewhere', () => {
  const { verdicts } = judge(headLimits, 120, (i) =>
    sampleAt(i / hz, i >= 60 && i < 72 ? (i % 2 === 0 ? 0.4 : -0.4) : 0),
  );
  expect(verdicts[71]).toBe(verdict.jumped);
  expect(verdicts.slice(72 + 0.2 * hz).every((found) => found === verdict.fine)).toBe(true);
});

test.each([5, 10])(
  'a source that has become slow (%i Hz) is frozen between its samples, and after ten seconds that is its pace',
  (rate) => {
    const step = hz / rate;
    const every = (i: number) => (i < 60 ? i : 60 + Math.floor((i - 60) / step) * step);
    const { verdicts } = judge(headLimits, 20 * hz, (i) => sampleAt(every(i) / hz));
    const frozenShare = (from: number, to: number) =>
      verdicts.slice(from * hz, to * hz).filter((found) => found === verdict.frozen).length / ((to - from) * hz);
    // It stands still for moments, where it turns round.
    expect(frozenShare(3, 10)).toBeGreaterThan(0.35);
    expect(frozenShare(13, 20)).toBe(0);
    expect(verdicts.every((found) => found === verdict.fine || found === verdict.frozen)).toBe(true);
  },
);

test.each([
  ['leftHand', 0.6, 0],
  ['leftHand', 0, 90 * DEG],
  ['leftFoot', 0.6, 0],
] as const)('one sample of %s that is off does not reach the joints (%d m, %d rad)', (point, off, turned) => {
  const [reader, devices, offsets] = [createJointReader(null), createDeviceFrame(), createTrackerOffsets()];
  const at = pointNumber[point] * POSE_SIZE;
  for (let i = 0; i < 90; i++) {
    for (const one of ['head', 'leftHand', 'rightHand', 'leftFoot'] as const) {
      devices.devicePoses.set(sampleAt(i / hz), pointNumber[one] * POSE_SIZE);
      devices.quality[pointNumber[one]] = quality.tracked;
    }
    if (i === 60) devices.devicePoses.set(sampleAt(i / hz, off, turned), at);
    const { jointPoses } = readJoints(reader, devices, offsets, 1 / hz);
    const wanted = sampleAt(i / hz);
    for (let k = 0; k < POSE_SIZE; k++)
      expect(Math.abs(jointPoses[at + k] - wanted[k]), `frame ${i}`).toBeLessThan(0.03);
  }
});
