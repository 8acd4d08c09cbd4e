import { buildSkeleton, createPose, createQuat, type HumanoidBone, jointOfBone, parentBone, quat } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { defaultAngleLayout, PACKED_ANGLE_STEP } from '@leib/mocap';
import { expect, test } from 'vitest';
import { buildAgentBones } from './agentBones.js';
import { collectAgentDofs } from './agentStreams.js';
import { FACE_STEP, faceParameterNames, PACKED_FACE_SIZE, packFace } from './faceStream.js';
import {
  FINGER_COUNT,
  fingerAngleNames,
  fingerDofs,
  fingersFromPose,
  PACKED_FINGERS_SIZE,
  packFingers,
} from './fingerStream.js';

const trunk: readonly HumanoidBone[] = ['hips', 'spine', 'chest', 'neck', 'head', 'leftEye', 'jaw'];
const arms = (['left', 'right'] as const).flatMap((side): HumanoidBone[] => [
  `${side}UpperArm`,
  `${side}LowerArm`,
  `${side}Hand`,
  ...[...new Set(fingerDofs.map(({ bone }) => bone))].filter((bone) => bone.startsWith(side)),
]);
const bones = [...trunk, ...arms];
const skeleton = buildSkeleton(
  bones.map((bone) => {
    let parent = parentBone(bone);
    while (parent !== null && !bones.includes(parent)) parent = parentBone(parent);
    return { name: bone, bone, parent, offset: [0, 0.1, 0] as const };
  }),
);

test('a hand has 17 angles, a face 81 parameters, each with a name of its own', () => {
  expect(FINGER_COUNT).toBe(17);
  expect(new Set(fingerAngleNames).size).toBe(PACKED_FINGERS_SIZE);
  expect(new Set(faceParameterNames).size).toBe(PACKED_FACE_SIZE);
});

test.each(seeds(20))('angles of fingers come back from the pose that they make (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const angles = Float64Array.from({ length: PACKED_FINGERS_SIZE }, () => 2.4 * (random() - 0.5));
  const pose = createPose(skeleton);
  const turn = createQuat();
  for (const { bone, column, axis, factor } of fingerDofs) {
    const at = jointOfBone(skeleton, bone) * 4;
    const [x, y, z, w] = pose.localRotations.subarray(at, at + 4);
    quat.setAxisAngle(turn, [...axis], angles[column] * factor);
    pose.localRotations.set(quat.multiply(turn, [x, y, z, w], turn), at);
  }
  const back = new Float64Array(PACKED_FINGERS_SIZE);
  fingersFromPose(skeleton, pose, back);
  for (let i = 0; i < back.length; i++) expect(back[i], fingerAngleNames[i]).toBeCloseTo(angles[i], 9);
});

test('packed fingers and faces are within half a step, and stay within 16 bits', () => {
  const fingers = new Int16Array(PACKED_FINGERS_SIZE);
  packFingers(fingers, 0, Array(PACKED_FINGERS_SIZE).fill(-1.234));
  expect(Math.abs(fingers[33] * PACKED_ANGLE_STEP + 1.234)).toBeLessThanOrEqual(PACKED_ANGLE_STEP / 2);
  const face = new Int16Array(PACKED_FACE_SIZE);
  packFace(
    face,
    0,
    Array.from({ length: PACKED_FACE_SIZE }, (_, i) => [0.5, 7, -7][i % 3]),
  );
  expect(Math.abs(face[0] * FACE_STEP - 0.5)).toBeLessThanOrEqual(FACE_STEP / 2);
  expect([face[1], face[2]]).toEqual([32767, -32767]);
});

test('only joints that a stream turns are bones of the agent; the others move with the one above', () => {
  const count = (fingers: boolean, face: boolean) => {
    const dofs = collectAgentDofs(skeleton, defaultAngleLayout, { fingers, face });
    return buildAgentBones(skeleton, dofs);
  };
  const plain = count(false, false);
  expect(plain.names).toEqual(bones.filter((bone) => !/Thumb|Index|Middle|Ring|Little|Eye|jaw/.test(bone)));
  const fingertip = plain.boneOfJoint[jointOfBone(skeleton, 'leftIndexDistal')];
  expect(plain.names[fingertip]).toBe('leftHand');
  expect(count(true, false).count).toBe(plain.count + 30);
  expect(count(false, true).count).toBe(plain.count + 2);
});
