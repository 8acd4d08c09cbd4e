import { createPose, jointOfBone, type Motion, type Skeleton } from '@leib/core';
import { buildAngleBinding, createAgentAngles, defaultAngleLayout, poseFromAngles } from '@leib/core/pack';
import { testBody } from '@leib/core/testing';
import { statureOfSkeleton } from '@leib/formats';
import { expect, test } from 'vitest';
import { createBodyFrame, mocapBodyNames } from '../bodies/bodyFrame.js';
import { readRecordedBodies } from '../bodies/recordedBodies.js';
import { type SimulationOptions, simulateBodies } from '../simulate/simulateBodies.js';
import { findOffsets } from './findOffsets.js';
import type { MocapOffsets } from './offsets.js';

const skeleton = testBody();
const hz = 60;

/** A second of T-pose, facing a quarter to the left, then turning wrists and ankles if wanted. */
function calibration(body: Skeleton, isMoving: boolean): Motion {
  const binding = buildAngleBinding(defaultAngleLayout, body);
  const angles = createAgentAngles(defaultAngleLayout);
  const pose = createPose(body);
  const frameCount = hz * (isMoving ? 9 : 1);
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * body.jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) {
    const t = Math.max(0, frame / hz - 1);
    angles.rootPosition.set([1, 0.95, 2]);
    defaultAngleLayout.dofs.forEach(({ name }, dof) => {
      if (name === 'hips.turn') angles.angles[dof] = 0.8;
      else if (/Hand|Foot|LowerArm\.twist/.test(name)) angles.angles[dof] = 0.6 * Math.sin((2 + (dof % 5)) * t);
      else if (/LowerArm\.bend/.test(name)) angles.angles[dof] = 0.5 * (1 - Math.cos(2 * t));
    });
    poseFromAngles(binding, angles, pose);
    rootPositions.set(pose.rootPosition, frame * 3);
    localRotations.set(pose.localRotations, frame * body.jointCount * 4);
  }
  return { name: 'calibration', skeleton: body, hz, frameCount, rootPositions, localRotations };
}

function find(isMoving: boolean, options: SimulationOptions) {
  const simulated = simulateBodies(calibration(skeleton, isMoving), options, 5);
  const frames = Array.from({ length: simulated.recording.frameCount }, (_, index) => {
    const frame = createBodyFrame(mocapBodyNames);
    readRecordedBodies(simulated.recording, index, frame);
    return frame;
  });
  const found = findOffsets({ frames, skeleton, stature: statureOfSkeleton(skeleton), floorY: 0 });
  return { found, truth: simulated.offsets };
}

const jointOf = ({ bodies }: MocapOffsets, body: string, joint: string) =>
  bodies.find(({ name }) => name === body)?.joints.find((one) => one.joint === joint)?.positionLocal ?? [9, 9, 9];
const errorOf = (found: MocapOffsets, truth: MocapOffsets, body: string, joint: string) => {
  const [a, b] = [jointOf(found, body, joint), jointOf(truth, body, joint)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
};

test('rotations in the T-pose are found whichever way the person faces', () => {
  const { found, truth } = find(false, { lostShare: 0 });
  for (const { name, restRotation } of truth.bodies) {
    const own = found.offsets.bodies.find((body) => body.name === name)?.restRotation ?? [0, 0, 0, 0];
    const dot = Math.abs(own.reduce((sum, value, k) => sum + value * restRotation[k], 0));
    expect(2 * Math.acos(Math.min(1, dot)), name).toBeLessThan(0.03);
  }
});

test('a T-pose alone places every joint of a person of known proportions within 6 cm', () => {
  const { found, truth } = find(false, { lostShare: 0 });
  expect(found.joints.every(({ from }) => from === 'T-pose')).toBe(true);
  for (const { name, joints } of truth.bodies) {
    for (const { joint } of joints) expect(errorOf(found.offsets, truth, name, joint), joint).toBeLessThan(0.06);
  }
});

test('wrists and ankles that move are found within 5 mm', () => {
  const { found, truth } = find(true, { lostShare: 0.02 });
  for (const [body, joint] of [
    ['leftHand', 'leftWrist'],
    ['rightHand', 'rightWrist'],
    ['leftFoot', 'leftAnkle'],
    ['rightFoot', 'rightAnkle'],
  ] as const) {
    expect(found.joints.find((one) => one.joint === joint)?.from, joint).toBe('movement');
    expect(errorOf(found.offsets, truth, body, joint), joint).toBeLessThan(0.005);
  }
});

test('a recording without a complete frame is refused in one sentence', () => {
  expect(() => findOffsets({ frames: [createBodyFrame()], skeleton, floorY: 0 })).toThrow(
    'T-pose: expected frames in which all bodies are seen, got none; record a second of it again',
  );
});

interface Stance {
  /** Angle of a dof, radians; 0 when absent. */
  readonly angleOf?: (dof: string) => number;
  /** How far the arms hang from level, radians; 0 when absent. */
  readonly armsDown?: (seconds: number) => number;
}

/** Bodies of a person who stands in another way than in the T-pose. */
function standing({ angleOf = () => 0, armsDown = () => 0 }: Stance, seconds = 1) {
  const binding = buildAngleBinding(defaultAngleLayout, skeleton);
  const angles = createAgentAngles(defaultAngleLayout);
  const pose = createPose(skeleton);
  const frameCount = seconds * hz;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  angles.rootPosition.set([0, 0.95, 0]);
  angles.angles.set(defaultAngleLayout.dofs.map(({ name }) => angleOf(name)));
  poseFromAngles(binding, angles, pose);
  for (let frame = 0; frame < frameCount; frame++) {
    const half = armsDown(frame / hz) / 2;
    for (const [bone, sign] of [
      ['leftUpperArm', -1],
      ['rightUpperArm', 1],
    ] as const) {
      pose.localRotations.set([0, 0, sign * Math.sin(half), Math.cos(half)], jointOfBone(skeleton, bone) * 4);
    }
    rootPositions.set(pose.rootPosition, frame * 3);
    localRotations.set(pose.localRotations, frame * skeleton.jointCount * 4);
  }
  const motion = { name: 'standing', skeleton, hz, frameCount, rootPositions, localRotations };
  const { recording } = simulateBodies(motion, { lostShare: 0 }, 7);
  return Array.from({ length: frameCount }, (_, index) => {
    const frame = createBodyFrame(mocapBodyNames);
    readRecordedBodies(recording, index, frame);
    return frame;
  });
}

const person = { skeleton, stature: statureOfSkeleton(skeleton), floorY: 0 };
const bent = (pattern: RegExp, angle: number) => (dof: string) => (pattern.test(dof) ? angle : 0);
const stances: readonly [name: string, Stance, sentence: RegExp][] = [
  ['arms hang', { armsDown: () => 1.2 }, /hand at the height of the shoulders, got 0\.\d\d m below the head/],
  ['arms are up', { armsDown: () => -0.8 }, /hand at the height of the shoulders, got 0\.\d\d m above the head/],
  ['forearms point forward', { angleOf: bent(/LowerArm.bend/, 1.5) }, /expected hands .* apart/],
  ['a leg is lifted', { angleOf: bent(/leftLowerLeg.bend/, 1) }, /both feet on the floor, got one 0\.\d\d m/],
  ['legs point forward', { angleOf: bent(/UpperLeg.forward/, -0.6) }, /feet under the body, got 0\.\d\d m beside it/],
  [
    'arms wave',
    { armsDown: (t) => 0.12 * Math.sin(9 * t) },
    /held still for half a second, got \d+ frames of it, too few or in movement/,
  ],
];

test.each(stances)('what is no T-pose is refused with what is missing: %s', (_, stance, sentence) => {
  const search = { ...person, frames: standing(stance) };
  expect(() => findOffsets(search)).toThrow(sentence);
  expect(() => findOffsets(search)).toThrow('; stand upright with arms out to the sides and hold still for a second');
});

test('a T-pose shorter than half a second is refused, one between other movements is found', () => {
  const heldUntil = (end: number): Stance => ({
    armsDown: (t) => (t < 1 ? 3 * (1 - t) : t < end ? 0 : Math.min(1.4, 3 * (t - end))),
  });
  expect(() => findOffsets({ ...person, frames: standing(heldUntil(1.2), 3) })).toThrow('held still for half a second');
  const { tPoseFrameCount } = findOffsets({ ...person, frames: standing(heldUntil(1.8), 3) });
  expect(tPoseFrameCount).toBeGreaterThan(0.7 * hz);
  expect(tPoseFrameCount).toBeLessThan(hz);
});
