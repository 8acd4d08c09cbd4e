import {
  createPose,
  type HumanoidBone,
  InputError,
  jointOfBone,
  type Skeleton,
  sampleMotion,
  updateWorldPose,
} from '@leib/core';
import { testBody } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { type MarkerFit, markerFitFrame } from './describeFit.js';
import { fitMarkers } from './fitMarkers.js';
import { boneLength, type MarkedWalk, markedWalk, plugInGait, throughC3d, WALK_FRAMES } from './markedWalk.testing.js';
import { scaledSkeleton } from './markerBody.js';

/** The body that is given, and the person: larger, with other legs and arms. */
const given = { skeleton: testBody(), stature: 1.7 };
const person = otherPerson();
const walk = markedWalk(person);

function otherPerson(): Skeleton {
  const skeleton = scaledSkeleton(testBody(), 1.06);
  for (const side of ['left', 'right'] as const) {
    stretch(skeleton, `${side}LowerLeg`, 1.05);
    stretch(skeleton, `${side}LowerArm`, 0.95);
  }
  return skeleton;
}

function stretch({ restOffsets }: Skeleton, bone: HumanoidBone, ratio: number): void {
  const at = jointOfBone(given.skeleton, bone) * 3;
  for (let k = 0; k < 3; k++) restOffsets[at + k] *= ratio;
}

/** Mean distance of main joints from where they were, metres. */
function jointError(fit: MarkerFit, { joints }: MarkedWalk, frames: readonly number[]): number {
  const { skeleton } = fit.motion;
  const pose = createPose(skeleton);
  const bones = (['left', 'right'] as const).flatMap((side) =>
    ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'].map((part) => `${side}${part}` as HumanoidBone),
  );
  let sum = 0;
  for (const frame of frames) {
    sampleMotion(fit.motion, frame / fit.motion.hz, pose);
    updateWorldPose(skeleton, pose);
    for (const bone of bones) {
      const joint = jointOfBone(skeleton, bone);
      const at = (frame * skeleton.jointCount + joint) * 3;
      sum += Math.hypot(...[0, 1, 2].map((k) => pose.worldPositions[joint * 3 + k] - joints[at + k]));
    }
  }
  return sum / frames.length / bones.length;
}

const someFrames = [2, 10, 19, 27];
const changed = (
  change: (positions: Float64Array, at: (frame: number, label: string) => number) => void,
): MarkedWalk => {
  const positions = walk.positions.slice();
  change(positions, (frame, label) => (frame * walk.labels.length + walk.labels.indexOf(label)) * 3);
  return { ...walk, positions };
};

describe('a whole marker set', async () => {
  const fit = fitMarkers(await throughC3d(walk), given);

  test('gives the person’s bones, joints and the places of the markers', () => {
    expect(fit.report.meanResidual).toBeLessThan(0.002);
    expect(jointError(fit, walk, someFrames)).toBeLessThan(0.012);
    for (const [name, from, to] of [
      ['leftThigh', 'leftUpperLeg', 'leftLowerLeg'],
      ['leftShank', 'leftLowerLeg', 'leftFoot'],
      ['rightForearm', 'rightLowerArm', 'rightHand'],
    ] as const) {
      expect(Math.abs(fit.report.lengths[name] - boneLength(restOf(person), from, to))).toBeLessThan(0.008);
    }
    const knee = walk.labels.indexOf('LKNE');
    fit.markers[knee].at.forEach((value, k) => {
      expect(Math.abs(value - walk.offsets[knee * 3 + k])).toBeLessThan(0.02);
    });
  });

  test('says what it found', () => {
    expect(fit.report).toMatchObject({
      up: 'y',
      upFrom: 'markers',
      unitFactor: 1,
      leftOut: [],
      swaps: [],
      isMirrored: false,
    });
    expect(fit.markers.map(({ by }) => by)).toEqual(plugInGait.map(() => 'set'));
    const { measured, modelled, residuals } = markerFitFrame(fit, 10);
    const distance = Math.hypot(...[0, 1, 2].map((k) => measured[k] - modelled[k]));
    expect(residuals[0]).toBeCloseTo(distance, 6);
  });
});

function restOf(skeleton: Skeleton): Skeleton {
  const restWorldPositions = skeleton.restOffsets.slice();
  for (let joint = 1; joint < skeleton.jointCount; joint++) {
    for (let k = 0; k < 3; k++)
      restWorldPositions[joint * 3 + k] += restWorldPositions[skeleton.parents[joint] * 3 + k];
  }
  return { ...skeleton, restWorldPositions };
}

test('Z up, a wrong unit, a subject’s name: the same movement', async () => {
  const turned = walk.positions.slice();
  for (let at = 0; at < turned.length; at += 3) {
    const [x, y, z] = walk.positions.subarray(at, at + 3);
    // Metres written where the file says millimetres.
    turned.set([z / 1000, x / 1000, y / 1000], at);
  }
  const labels = walk.labels.map((label) => `Ada:${label}`);
  const fit = fitMarkers(await throughC3d({ ...walk, positions: turned, labels }), given);
  expect(fit.report).toMatchObject({ up: 'z', unitFactor: 1000 });
  expect(jointError(fit, walk, someFrames)).toBeLessThan(0.012);
});

test('gaps are bridged and flagged, outliers do not pull, exchanged labels are put right', async () => {
  const damaged = changed((positions, at) => {
    for (let frame = 12; frame < 15; frame++) {
      for (const label of ['LFIN', 'RKNE']) positions.fill(Number.NaN, at(frame, label), at(frame, label) + 3);
    }
    for (let frame = 17; frame < 20; frame++) {
      const [a, b] = [at(frame, 'LANK'), at(frame, 'RANK')];
      const kept = positions.slice(a, a + 3);
      positions.copyWithin(a, b, b + 3);
      positions.set(kept, b);
    }
    for (let frame = 24; frame < 28; frame++) positions[at(frame, 'RELB')] += 0.4;
  });
  const fit = fitMarkers(await throughC3d(damaged), given);
  expect(jointError(fit, walk, [2, 10, 13, 18, 26])).toBeLessThan(0.016);
  expect(fit.report.swaps).toEqual([{ labels: ['LANK', 'RANK'], fromFrame: 17, toFrame: 19 }]);
  const hand = jointOfBone(given.skeleton, 'leftHand');
  const stateAt = (frame: number) => fit.jointStates[frame * given.skeleton.jointCount + hand];
  expect([stateAt(11), stateAt(12), stateAt(14), stateAt(15)]).toEqual([2, 1, 1, 2]);
  expect(fit.report.bridgedShare).toBeCloseTo(3 / WALK_FRAMES, 6);
  expect(fit.markers[walk.labels.indexOf('RELB')].max).toBeGreaterThan(0.3);
  expect(fit.markers[walk.labels.indexOf('RKNE')].missingShare).toBeCloseTo(3 / WALK_FRAMES, 6);
});

test('left and right exchanged in all labels are noticed', async () => {
  const labels = walk.labels.map((label) => label.replace(/^[LR]/, (side) => (side === 'L' ? 'R' : 'L')));
  const fit = fitMarkers(await throughC3d({ ...walk, labels }), given);
  expect(fit.report.isMirrored).toBe(true);
  expect(fit.report.notes).toContain('left and right are exchanged in all labels; they were put right');
});

test('a marker with an unknown name is found by the bone it moves with; one beside the person is left out', async () => {
  const labels = walk.labels.map((label) => (label === 'LTIB' ? 'XX1' : label === 'RTHI' ? 'XX2' : label));
  const beside = changed((positions, at) => {
    for (let frame = 0; frame < WALK_FRAMES; frame++) positions.set([1, 1, 1], at(frame, 'RTHI'));
  });
  const fit = fitMarkers(await throughC3d({ ...beside, labels }), given);
  expect(fit.markers.find(({ label }) => label === 'XX1')).toMatchObject({ bone: 'leftLowerLeg', by: 'motion' });
  expect(fit.report.leftOut).toEqual(['XX2']);
});

test('an arm alone is solved, and the rest is said to be without markers', async () => {
  const arm = walk.labels.filter((label) => /^R(SHO|UPA|ELB|FRM|WRA|WRB|FIN)|^(C7|T10|CLAV|STRN)/.test(label));
  const part = markedWalk(person, arm);
  const file = { ...(await throughC3d(part)), notes: ['the file ends after 30 of 31 frames'] };
  const fit = fitMarkers(file, { ...given, up: 'y' });
  // What the reader of the file said comes along.
  expect(fit.report.notes[0]).toBe(file.notes[0]);
  expect(fit.report.meanResidual).toBeLessThan(0.003);
  expect(fit.report.unmarked).toContain('leftUpperLeg');
  expect(fit.report.unmarked).not.toContain('rightUpperArm');
  expect(fit.report.notes).toContain('no marker on pelvis and legs: the hips follow the trunk');
});

test('a file without known labels is refused in one sentence', async () => {
  const labels = walk.labels.map((_, i) => `point ${i}`);
  const file = await throughC3d({ ...walk, labels });
  expect(() => fitMarkers(file, given)).toThrow(InputError);
  expect(() => fitMarkers(file, given)).toThrow(/^markers: expected at least 3 labels/);
});
