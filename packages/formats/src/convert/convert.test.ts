import {
  createPose,
  InputError,
  jointOfBone,
  type Motion,
  sampleMotion,
  smplToJoint,
  updateWorldPose,
} from '@leib/core';
import { POSE_SIZE, pointNumber, quality, trackedPoints } from '@leib/tracking';
import { expect, test } from 'vitest';
import { motionFromBvh } from '../bvh/motionFromBvh.js';
import { parseBvh } from '../bvh/parseBvh.js';
import { cmuLikeBvh, person, randomMotion } from '../fixtures.testing.js';
import { FormatError } from '../formatError.js';
import { readTrackingLines, writeTrackingLines } from '../lines/trackingLines.js';
import { floorOfMotion, statureOfSkeleton } from './bodyHeights.js';
import { jointsFromMotion } from './jointsFromMotion.js';
import { recordSkeleton, skeletonFromRecorded } from './recordedSkeleton.js';
import { resampleMotion } from './resampleRecording.js';
import { trackingFromMotion } from './trackingFromMotion.js';

const motion = randomMotion(3, 41, 120);

test('a motion that has the rate already comes back itself', () => {
  expect(resampleMotion(motion, 120)).toBe(motion);
});

test.each([60, 30, 40, 240, 90])('at %i Hz the frames whose times both share are bit for bit the same', (hz) => {
  const resampled = resampleMotion(motion, hz);
  const size = person.jointCount * 4;
  let shared = 0;
  for (let frame = 0; frame < resampled.frameCount; frame++) {
    const source = (frame * 120) / hz;
    if (!Number.isInteger(source)) continue;
    shared++;
    expect(resampled.localRotations.subarray(frame * size, (frame + 1) * size)).toEqual(
      motion.localRotations.subarray(source * size, (source + 1) * size),
    );
    expect(resampled.rootPositions.subarray(frame * 3, frame * 3 + 3)).toEqual(
      motion.rootPositions.subarray(source * 3, source * 3 + 3),
    );
  }
  expect(shared).toBeGreaterThan(9);
  expect((resampled.frameCount - 1) / hz).toBeLessThanOrEqual(40 / 120 + 1e-9);
  expect(resampled.frameCount / hz).toBeGreaterThan(40 / 120);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a rate of %f is refused', (hz) => {
  expect(() => resampleMotion(motion, hz)).toThrow(InputError);
});

test('tracking is each joint’s own world pose', () => {
  const { header, frameCount, poses, quality: qualities, times } = trackingFromMotion(motion, { hz: 50 });
  const pose = createPose(person);
  for (let frame = 0; frame < frameCount; frame++) {
    sampleMotion(motion, times[frame], pose);
    updateWorldPose(person, pose);
    for (const [point, bone] of [
      ['head', 'head'],
      ['rightHand', 'rightHand'],
      ['chest', 'chest'],
      ['leftKnee', 'leftLowerLeg'],
    ] as const) {
      const joint = jointOfBone(person, bone);
      const at = frame * trackedPoints.length + pointNumber[point];
      expect(qualities[at]).toBe(quality.tracked);
      for (let k = 0; k < 3; k++) {
        expect(poses[at * POSE_SIZE + k]).toBeCloseTo(pose.worldPositions[joint * 3 + k], 9);
      }
      for (let k = 0; k < 4; k++) {
        expect(poses[at * POSE_SIZE + 3 + k]).toBeCloseTo(pose.worldRotations[joint * 4 + k], 9);
      }
    }
  }
  expect(header.offsets).toEqual({});
});

test('only the points that were asked for are tracked; one the body lacks is refused', () => {
  const { quality: qualities } = trackingFromMotion(motion, { points: ['head', 'leftFoot'] });
  const tracked = trackedPoints.filter((_, point) => qualities[point] !== quality.lost);
  expect(tracked).toEqual(['head', 'leftFoot']);
  const door = { ...motion, skeleton: { ...person, boneToJoint: person.boneToJoint.map(() => -1) } };
  expect(() => trackingFromMotion(door, { points: ['head'] })).toThrow(
    /points, head: expected a body with the bone head/,
  );
});

test('tracking of something that is no person can still be written and read', () => {
  const door = 'HIERARCHY\nROOT door\n{\nOFFSET 0 0 0\nCHANNELS 1 Yrotation\n}\nMOTION\nFrames: 1\nFrame Time: 1\n5\n';
  const { motion: swinging } = motionFromBvh(parseBvh(new TextEncoder().encode(door)));
  const { header } = readTrackingLines(writeTrackingLines(trackingFromMotion(swinging)));
  expect(header).toEqual({ hz: 1, floorY: 0, offsets: {} });
});

test('joints are the 22 of SMPL in the world', () => {
  const { positions, frameCount } = jointsFromMotion(motion, { hz: 120 });
  const joints = smplToJoint(person);
  const pose = createPose(person);
  expect(frameCount).toBe(motion.frameCount);
  sampleMotion(motion, 7 / 120, pose);
  updateWorldPose(person, pose);
  joints.forEach((joint, smpl) => {
    for (let k = 0; k < 3; k++) {
      expect(positions[(7 * 22 + smpl) * 3 + k]).toBeCloseTo(pose.worldPositions[joint * 3 + k], 9);
    }
  });
});

test('[TR8] the actor’s skeleton goes through a header and back: same bones at the same places', () => {
  const { motion: cmu } = motionFromBvh(parseBvh(new TextEncoder().encode(cmuLikeBvh())));
  for (const skeleton of [person, cmu.skeleton]) {
    const tracking = trackingFromMotion({ ...cmu, ...(skeleton === person ? motion : {}) });
    const recorded = readTrackingLines(writeTrackingLines(tracking)).header.skeleton;
    if (recorded === undefined) throw new Error('no skeleton in the header');
    const back = skeletonFromRecorded(recorded);
    skeleton.boneToJoint.forEach((joint, bone) => {
      expect(back.boneToJoint[bone] >= 0).toBe(joint >= 0);
      for (let k = 0; joint >= 0 && k < 3; k++) {
        expect(back.restWorldPositions[back.boneToJoint[bone] * 3 + k]).toBeCloseTo(
          skeleton.restWorldPositions[joint * 3 + k],
          9,
        );
      }
    });
    expect(back.names).toContain('headEnd');
    expect(back.names).toContain('leftToesEnd');
    expect(statureOfSkeleton(back)).toBeCloseTo(statureOfSkeleton(skeleton), 9);
  }
});

test('[TR8] a header may name joints as SMPL or as a rig does', () => {
  const names = ['pelvis', 'leftHip', 'leftKnee', 'leftAnkle', 'leftFoot'];
  const restOffsets = names.flatMap(() => [0, -0.2, 0]);
  const parents = [-1, 0, 1, 2, 3];
  const smpl = skeletonFromRecorded({ names, parents, restOffsets });
  expect(smpl.names[jointOfBone(smpl, 'leftToes')]).toBe('leftFoot');
  expect(smpl.names[jointOfBone(smpl, 'leftFoot')]).toBe('leftAnkle');
  const { motion: cmu } = motionFromBvh(parseBvh(new TextEncoder().encode(cmuLikeBvh())));
  const rig = skeletonFromRecorded({
    names: cmu.skeleton.names,
    parents: Array.from(cmu.skeleton.parents),
    restOffsets: Array.from(cmu.skeleton.restOffsets),
  });
  expect(rig.boneToJoint).toEqual(cmu.skeleton.boneToJoint);
  expect(() => skeletonFromRecorded({ names: ['a', 'a'], parents: [-1, 0], restOffsets: [0, 0, 0, 0, 0, 0] })).toThrow(
    FormatError,
  );
});

test('joints between two bones are folded into the record', () => {
  const { motion: cmu } = motionFromBvh(parseBvh(new TextEncoder().encode(cmuLikeBvh())));
  const { names, parents } = recordSkeleton(cmu.skeleton);
  expect(names).not.toContain('LeftHand');
  expect(names[parents[names.indexOf('leftHand')]]).toBe('leftLowerArm');
  expect(names[parents[names.indexOf('leftUpperLeg')]]).toBe('hips');
});

test('stature is from the soles to the crown, whichever way the rig ends the head', () => {
  // Head joint at 1.56 m, end of the head below the crown.
  expect(statureOfSkeleton(person)).toBeCloseTo((0.96 + 0.6) / 0.868, 2);
});

/** Stands still but for a foot that dips through the floor for a moment. */
function standing(floorY: number): Motion {
  const frameCount = 200;
  const { jointCount } = person;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * jointCount * 4);
  for (let w = 3; w < localRotations.length; w += 4) localRotations[w] = 1;
  for (let frame = 0; frame < frameCount; frame++) rootPositions[frame * 3 + 1] = 0.96 + floorY;
  for (let frame = 100; frame < 104; frame++) rootPositions[frame * 3 + 1] -= 0.08;
  return { name: 'standing', skeleton: person, hz: 60, frameCount, rootPositions, localRotations };
}

test.each([-0.09, 0, 0.04])('the floor is where toes rest (%f m), not where a foot dips to', (floorY) => {
  expect(floorOfMotion(standing(floorY))).toBeCloseTo(floorY, 6);
});
