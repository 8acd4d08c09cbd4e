import { describe, expect, test } from 'vitest';
import { createQuat, DEG, quat } from '../math/index.js';
import { addTrack, appendMoment, createRecorder, finishTrack } from '../recording/recorder.js';
import { jointOfBone } from '../skeleton/buildSkeleton.js';
import type { Motion } from '../skeleton/motion.js';
import { createPose, type Pose, updateWorldPose } from '../skeleton/skeleton.js';
import { angleBetween, seededRandom, seeds, testBody } from '../testing.js';
import { buildAngleBinding, poseFromAngles, turnJoint } from './angleBinding.js';
import { createAgentAngles, defaultAngleLayout, PACKED_ANGLE_STEP } from './angleLayout.js';
import {
  createFaceReader,
  EYE_TURN,
  FACE_STEP,
  faceDofs,
  faceParameterNames,
  faceTrackSpec,
  PACKED_FACE_SIZE,
  packFace,
} from './face.js';
import {
  FINGER_COUNT,
  fingerAngleNames,
  fingerDofs,
  fingersFromPose,
  movesFingers,
  PACKED_FINGERS_SIZE,
  packFingers,
} from './fingers.js';
import { collectAgentDofs, createActorPacking, createPackedActor, packActor, unpackActor } from './packActor.js';

const body = testBody([], true);
const binding = buildAngleBinding(defaultAngleLayout, body);
const everything = { fingers: true, face: true } as const;

function turnFingers(pose: Pose, angles: ArrayLike<number>): void {
  for (const { bone, column, axis, factor } of fingerDofs) {
    turnJoint(pose.localRotations, jointOfBone(body, bone), axis, angles[column] * factor);
  }
}

/** A person somewhere, fingers bent, with a face that looks and speaks. */
function randomPerson(seed: number): { readonly pose: Pose; readonly face: Float64Array } {
  const random = seededRandom(seed);
  const within = (extent: number) => (random() * 2 - 1) * extent;
  const angles = createAgentAngles(defaultAngleLayout);
  angles.rootPosition.set([within(15), 0.9 + within(0.3), within(15)]);
  // Elbows and knees bend one way, as people's do.
  for (const [dof, { name }] of defaultAngleLayout.dofs.entries()) {
    angles.angles[dof] = /Lower(Arm|Leg)\.bend/.test(name) ? 0.2 + random() * 1.6 : within(0.8);
  }
  const pose = createPose(body);
  poseFromAngles(binding, angles, pose);
  turnFingers(
    pose,
    Array.from({ length: PACKED_FINGERS_SIZE }, () => within(0.7)),
  );
  const face = Float64Array.from({ length: PACKED_FACE_SIZE }, random);
  for (const { bone, column, axis, factor } of faceDofs) {
    turnJoint(pose.localRotations, jointOfBone(body, bone), axis, face[column] * factor);
  }
  updateWorldPose(body, pose);
  return { pose, face };
}

const localOf = ({ localRotations }: Pose, joint: number) =>
  createQuat(...localRotations.subarray(joint * 4, joint * 4 + 4));

describe('a packed actor', () => {
  test.each(seeds(50))('is within the packing error of what was posed, fingers and face included (seed %i)', (seed) => {
    const { pose, face } = randomPerson(seed);
    const packing = createActorPacking(body);
    const packed = createPackedActor('walker', 'captured', everything);
    // What forearm and wrist still owe each other comes down by ten with each frame.
    for (let frame = 0; frame < 6; frame++) packActor(packing, pose, null, face, packed);
    const [got, gotFace] = [createPose(body), new Float64Array(PACKED_FACE_SIZE)];
    unpackActor(createActorPacking(body), packed, got, gotFace);
    for (let i = 0; i < 3; i++) {
      expect(Math.abs(got.rootPosition[i] - pose.rootPosition[i])).toBeLessThanOrEqual(0.00025 + 1e-6);
    }
    for (let joint = 0; joint < body.jointCount; joint++) {
      // Each angle that turns the joint is off by half a step, 0.003 degrees, at most.
      const turnCount = packing.dofs.filter((dof) => dof.joint === joint).length;
      const off = angleBetween(localOf(pose, joint), localOf(got, joint));
      expect(off, body.names[joint]).toBeLessThan((turnCount * 0.003 + 0.0005) * DEG);
    }
    for (const [i, weight] of face.entries()) expect(Math.abs(gotFace[i] - weight)).toBeLessThanOrEqual(FACE_STEP / 2);
  });

  test('takes fingers that are given before those of the pose, and no stream that it was made without', () => {
    const { pose, face } = randomPerson(1);
    const packed = createPackedActor('walker', 'captured', everything);
    packActor(createActorPacking(body), pose, new Float64Array(PACKED_FINGERS_SIZE).fill(0.5), null, packed);
    expect(new Set(packed.fingers)).toEqual(new Set([Math.round(0.5 / PACKED_ANGLE_STEP)]));
    expect(packed.face?.every((value) => value === 0)).toBe(true);
    const plain = createPackedActor('walker', 'captured', { fingers: false, face: false });
    packActor(createActorPacking(body), pose, null, face, plain);
    expect([plain.fingers, plain.face, plain.body.byteLength]).toEqual([null, null, 98]);
    const got = createPose(body);
    unpackActor(createActorPacking(body), plain, got);
    const [finger, rest] = [localOf(got, jointOfBone(body, 'leftIndexProximal')), createQuat()];
    expect(angleBetween(finger, quat.identity(rest))).toBe(0);
  });
});

test('a hand has 17 angles, a face 81 parameters, each with a name of its own', () => {
  expect(FINGER_COUNT).toBe(17);
  expect(new Set(fingerAngleNames).size).toBe(PACKED_FINGERS_SIZE);
  expect(new Set(faceParameterNames).size).toBe(PACKED_FACE_SIZE);
});

test.each(seeds(20))('angles of fingers come back from the pose that they make (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const angles = Float64Array.from({ length: PACKED_FINGERS_SIZE }, () => 2.4 * (random() - 0.5));
  const pose = createPose(body);
  turnFingers(pose, angles);
  const back = new Float64Array(PACKED_FINGERS_SIZE);
  fingersFromPose(body, pose, back);
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

test('a recorded face is read at any time; what was not recorded rests', () => {
  const track = addTrack(createRecorder(), faceTrackSpec('face', 10));
  const weights = Float64Array.from({ length: PACKED_FACE_SIZE }, (_, i) => i / PACKED_FACE_SIZE);
  appendMoment(track, 5, { weights: new Float64Array(PACKED_FACE_SIZE) });
  appendMoment(track, 6, { weights });
  const read = createFaceReader(finishTrack(track));
  expect(read(6)).toEqual(weights);
  expect(read(5.25)).toEqual(weights.map((weight) => weight / 4));
  const few = { ...faceTrackSpec('face', 10), about: { names: ['jawOpen', 'wings', 'aa'] } };
  const other = addTrack(createRecorder(), { ...few, channels: { weights: { kind: 'line', count: 3 } } });
  appendMoment(other, 0, { weights: [0.5, 1, 0.25] });
  const named = Array.from(createFaceReader(finishTrack(other))(0), (weight, i) => [faceParameterNames[i], weight]);
  expect(Object.fromEntries(named.filter(([, weight]) => weight !== 0))).toEqual({ jawOpen: 0.5, aa: 0.25 });
});

test.each([
  [0.3, 0.2, 0.1],
  [-0.3, -0.2, -0.1],
])('a gaze that was recorded in radians turns the eyes as far (%f, %f, %f)', (...gaze) => {
  const spec = { ...faceTrackSpec('face', 10), about: { names: [] } };
  const track = addTrack(createRecorder(), { ...spec, channels: { gaze: { kind: 'line', count: 3 } } });
  appendMoment(track, 0, { gaze });
  const weights = createFaceReader(finishTrack(track))(0);
  const turned = (bone: string, axis: number) =>
    faceDofs
      .filter((dof) => dof.bone === bone && dof.axis[axis] === 1)
      .reduce((sum, { column, factor }) => sum + weights[column] * factor, 0);
  const [leftYaw, rightYaw, pitch] = gaze;
  expect(turned('leftEye', 1)).toBeCloseTo(leftYaw, 12);
  expect(turned('rightEye', 1)).toBeCloseTo(rightYaw, 12);
  // About +X an eye looks down.
  for (const bone of ['leftEye', 'rightEye']) expect(turned(bone, 0)).toBeCloseTo(-pitch, 12);
  expect(Math.max(...weights)).toBeCloseTo(0.3 / EYE_TURN, 12);
});

test('a body without fingers, eyes and jaw is turned by its body alone', () => {
  const dofs = collectAgentDofs(testBody(), defaultAngleLayout, everything);
  expect(new Set(dofs.map(({ stream }) => stream))).toEqual(new Set([0]));
});

test('finger joints that stay at rest are no fingers', () => {
  const { jointCount } = body;
  const localRotations = Float64Array.from({ length: 3 * jointCount * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const motion: Motion = {
    name: 'still',
    skeleton: body,
    hz: 60,
    frameCount: 3,
    rootPositions: new Float64Array(9),
    localRotations,
  };
  const bend = (bone: 'leftHand' | 'leftIndexProximal') =>
    localRotations.set([0, 0, -Math.SQRT1_2, Math.SQRT1_2], (2 * jointCount + jointOfBone(body, bone)) * 4);
  bend('leftHand');
  expect(movesFingers(motion)).toBe(false);
  bend('leftIndexProximal');
  expect(movesFingers(motion)).toBe(true);
});
