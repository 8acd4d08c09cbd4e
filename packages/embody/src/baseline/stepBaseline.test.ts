import { createVec3, type HumanoidBone, InputError, jointOfBone, type Skeleton, vec3 } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { createJointFrame, HAND_JOINT_COUNT, loseEverything, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildTestBody, createTestReader, setPoint, standingFrame, wanderingFrame } from '../testing.js';
import { type BaselineState, createBaselineState } from './baselineState.js';
import { buildBaseline } from './buildBaseline.js';
import { stepBaseline } from './stepBaseline.js';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
const body = buildTestBody();

const bareBones: HumanoidBone[] = [
  'chest',
  'upperChest',
  'neck',
  ...(['left', 'right'] as const).flatMap((side): HumanoidBone[] => [
    `${side}Shoulder`,
    `${side}Toes`,
    `${side}ThumbMetacarpal`,
    `${side}ThumbProximal`,
    `${side}ThumbDistal`,
    ...(['Index', 'Middle', 'Ring', 'Little'] as const).flatMap((finger): HumanoidBone[] => [
      `${side}${finger}Proximal`,
      `${side}${finger}Intermediate`,
      `${side}${finger}Distal`,
    ]),
  ]),
];

function positionOf(skeleton: Skeleton, state: BaselineState, bone: HumanoidBone): Float64Array {
  const joint = jointOfBone(skeleton, bone);
  return state.pose.worldPositions.slice(joint * 3, joint * 3 + 3);
}

function targetOf(state: BaselineState, point: keyof typeof pointNumber): Float64Array {
  return state.tracked.jointPoses.slice(pointNumber[point] * POSE_SIZE, pointNumber[point] * POSE_SIZE + 3);
}

function largestBoneError({ jointCount, parents, restOffsets }: Skeleton, positions: Float64Array): number {
  let largest = 0;
  for (let joint = 1; joint < jointCount; joint++) {
    const [a, b] = [joint * 3, parents[joint] * 3];
    const now = Math.hypot(
      positions[a] - positions[b],
      positions[a + 1] - positions[b + 1],
      positions[a + 2] - positions[b + 2],
    );
    const rest = Math.hypot(restOffsets[a], restOffsets[a + 1], restOffsets[a + 2]);
    largest = Math.max(largest, Math.abs(now - rest));
  }
  return largest;
}

/** Walks a seed's person for some seconds and calls back after every frame. */
function walk(skeleton: Skeleton, seed: number, seconds: number, hz: number, look: (state: BaselineState) => void) {
  const model = buildBaseline(skeleton);
  const state = createBaselineState(model);
  const frame = createJointFrame();
  for (let i = 0; i <= seconds * hz; i++) {
    wanderingFrame(seed, i / hz, frame);
    stepBaseline(model, state, frame, 1 / hz);
    look(state);
  }
  return state;
}

describe.each([
  ['whole rig', body],
  ['bare rig', buildTestBody(bareBones)],
  [
    'rig with joints above the hips',
    buildTestBody(
      [],
      [
        { name: 'Root', offset: [0, 0, 0] },
        { name: 'Armature', parent: 'Root', offset: [0, 0.1, 0] },
      ],
    ),
  ],
] as const)('%s', (_, skeleton) => {
  test.each(seeds)(
    'the head is on the headset, hands in reach are on their targets, bones keep their length (seed %i)',
    (seed) => {
      let [headError, handError, boneError] = [0, 0, 0];
      walk(skeleton, seed, 10, 72, (state) => {
        headError = Math.max(headError, vec3.distance(positionOf(skeleton, state, 'head'), targetOf(state, 'head')));
        for (const side of ['left', 'right'] as const) {
          const shoulder = positionOf(skeleton, state, `${side}UpperArm`);
          const target = targetOf(state, `${side}Hand`);
          if (vec3.distance(shoulder, target) > 0.5299) continue;
          handError = Math.max(handError, vec3.distance(positionOf(skeleton, state, `${side}Hand`), target));
        }
        boneError = Math.max(boneError, largestBoneError(skeleton, state.pose.worldPositions));
      });
      expect(headError).toBeLessThan(1e-9);
      expect(handError).toBeLessThan(1e-6);
      expect(boneError).toBeLessThan(1e-9);
    },
  );
});

test.each(seeds)('nothing pops: joints move no faster than a person can (seed %i)', (seed) => {
  const before = new Float64Array(body.jointCount * 3);
  let count = 0;
  let fastest = 0;
  walk(body, seed, 20, 90, ({ pose }) => {
    for (let i = 0; i < before.length && count > 0; i++) {
      fastest = Math.max(fastest, Math.abs(pose.worldPositions[i] - before[i]) * 90);
    }
    before.set(pose.worldPositions);
    count++;
  });
  expect(fastest).toBeLessThan(6);
});

test.each(seeds)('the same movement at 60 and 90 Hz is nearly the same body (seed %i)', (seed) => {
  const [slow, fast] = [60, 90].map((hz) => walk(body, seed, 4, hz, () => {}));
  for (const bone of ['hips', 'chest', 'leftLowerArm', 'rightLowerArm', 'leftHand', 'rightHand'] as const) {
    expect(vec3.distance(positionOf(body, slow, bone), positionOf(body, fast, bone))).toBeLessThan(0.02);
  }
});

test('the same movement twice is the same to the last bit', () => {
  const [a, b] = [1, 2].map(() => walk(body, 3, 5, 72, () => {}));
  expect(a.pose.localRotations).toEqual(b.pose.localRotations);
  expect(a.pose.rootPosition).toEqual(b.pose.rootPosition);
});

test('standing still, nothing moves and no foot steps', () => {
  const model = buildBaseline(body);
  const state = createBaselineState(model);
  for (let i = 0; i < 500; i++) {
    const frame = standingFrame();
    // Sway of a quiet stance: a centimetre or so.
    frame.jointPoses[0] += 0.012 * Math.sin(i / 40);
    frame.jointPoses[2] += 0.015 * Math.sin(i / 57);
    stepBaseline(model, state, frame, 1 / 90);
    expect(state.feet.some((foot) => foot.isStepping)).toBe(false);
  }
  expect(positionOf(body, state, 'leftFoot')[1]).toBeCloseTo(0.08, 3);
});

test('walking off, the feet follow one at a time and end up under the body', () => {
  const model = buildBaseline(body);
  const state = createBaselineState(model);
  let steps = 0;
  const wasStepping = [false, false];
  for (let i = 0; i < 540; i++) {
    const frame = standingFrame();
    const z = Math.min(i / 90, 3) * 0.8;
    for (const point of ['head', 'leftHand', 'rightHand'] as const)
      frame.jointPoses[pointNumber[point] * POSE_SIZE + 2] += z;
    stepBaseline(model, state, frame, 1 / 90);
    const isStepping = state.feet.filter((foot) => foot.isStepping).length;
    expect(isStepping).toBeLessThan(2);
    state.feet.forEach((foot, side) => {
      if (foot.isStepping && !wasStepping[side]) steps++;
      wasStepping[side] = foot.isStepping;
    });
    for (const side of ['left', 'right'] as const) {
      expect(positionOf(body, state, `${side}Foot`)[1]).toBeGreaterThan(0.06);
    }
  }
  expect(steps).toBeGreaterThan(3);
  expect(steps).toBeLessThan(14);
  for (const side of ['left', 'right'] as const) {
    expect(positionOf(body, state, `${side}Foot`)[2]).toBeCloseTo(2.38, 1);
  }
});

test('a crouch bends knees and trunk, a bow bends the trunk: feet stay on the floor in both', () => {
  for (const [drop, ahead] of [
    [0.4, 0],
    [0.1, 0.22],
  ]) {
    const model = buildBaseline(body);
    const state = createBaselineState(model);
    for (let i = 0; i <= 90; i++) {
      const frame = standingFrame();
      frame.jointPoses[1] -= (drop * i) / 90;
      frame.jointPoses[2] += (ahead * i) / 90;
      stepBaseline(model, state, frame, 1 / 90);
    }
    const hips = positionOf(body, state, 'hips');
    expect(hips[2]).toBeLessThan(ahead - 0.1);
    for (const side of ['left', 'right'] as const) {
      const foot = positionOf(body, state, `${side}Foot`);
      expect(foot[1]).toBeCloseTo(0.08, 2);
      expect(Math.abs(foot[2])).toBeLessThan(0.05);
      expect(positionOf(body, state, `${side}LowerLeg`)[2]).toBeGreaterThan(hips[2]);
    }
  }
});

test('elbows point down, out or back, and never into the trunk', () => {
  const model = buildBaseline(body);
  const state = createBaselineState(model);
  stepBaseline(model, state, standingFrame(), 1 / 90);
  const [left, right] = [positionOf(body, state, 'leftLowerArm'), positionOf(body, state, 'rightLowerArm')];
  expect(left[0]).toBeGreaterThan(0.17);
  expect(left[2]).toBeLessThan(0.02);
  // A symmetric frame gives a symmetric body.
  expect(vec3.distance(left, createVec3(-right[0], right[1], right[2]))).toBeLessThan(1e-9);
});

test('looking about within the dead zone leaves the body; beyond it, the body follows', () => {
  const model = buildBaseline(body);
  const state = createBaselineState(model);
  const look = (yaw: number) => {
    for (let i = 0; i < 180; i++) {
      const frame = standingFrame();
      setPoint(frame, 'head', [0, 1.525, 0, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)]);
      stepBaseline(model, state, frame, 1 / 90);
    }
    return state.bodyYaw;
  };
  look(0);
  expect(look(0.35)).toBeCloseTo(0, 9);
  expect(look(1.2)).toBeCloseTo(1.2 - model.params.yawDeadZone, 3);
});

test('trackers on hips and feet are used', () => {
  const model = buildBaseline(body);
  const state = createBaselineState(model);
  const foot = [0.3, 0.3, 0.2, 0, 0, 0, 1];
  const hips = [0.1, 0.92, -0.05, 0, 0, 0, 1];
  for (let i = 0; i < 90; i++) {
    const frame = standingFrame();
    setPoint(frame, 'hips', hips);
    setPoint(frame, 'leftFoot', foot);
    stepBaseline(model, state, frame, 1 / 90);
  }
  expect(vec3.distance(positionOf(body, state, 'leftFoot'), foot.slice(0, 3) as [number, number, number])).toBeLessThan(
    1e-6,
  );
  expect(vec3.distance(positionOf(body, state, 'hips'), hips.slice(0, 3) as [number, number, number])).toBeLessThan(
    0.02,
  );
  expect(vec3.distance(positionOf(body, state, 'head'), targetOf(state, 'head'))).toBeLessThan(1e-9);
});

test('whatever comes in, the body stays finite and comes back', () => {
  const model = buildBaseline(body);
  const state = createBaselineState(model);
  const read = createTestReader(body);
  const random = seededRandom(5);
  const poisons = [Number.NaN, Number.POSITIVE_INFINITY, -1e9, 0];
  for (let i = 0; i < 400; i++) {
    const frame = createJointFrame();
    wanderingFrame(2, i / 90, frame);
    for (let k = 0; k < 8; k++) {
      frame.jointPoses[Math.floor(random() * frame.jointPoses.length)] = poisons[Math.floor(random() * poisons.length)];
      frame.quality[Math.floor(random() * frame.quality.length)] = Math.floor(random() * 3);
    }
    if (random() < 0.1) loseEverything(frame);
    const dtSeconds = random() < 0.1 ? 0 : 1 / 90;
    stepBaseline(model, state, read(frame, dtSeconds), dtSeconds);
    expect(state.pose.worldPositions.every(Number.isFinite)).toBe(true);
  }
  for (let i = 0; i < 300; i++) stepBaseline(model, state, read(standingFrame(), 1 / 90), 1 / 90);
  expect(vec3.distance(positionOf(body, state, 'head'), [0, 1.525, 0])).toBeLessThan(1e-6);
});

test('before a head was seen the body stays at rest', () => {
  const model = buildBaseline(body);
  const state = createBaselineState(model);
  stepBaseline(model, state, createJointFrame(), 1 / 90);
  expect(state.pose.worldPositions).toEqual(body.restWorldPositions);
});

test('a lost hand sinks to the side while the other goes on', () => {
  const model = buildBaseline(body);
  const state = createBaselineState(model);
  const read = createTestReader(body);
  const raised = [0.3, 1.6, 0.25, 0, 0, 0, 1];
  for (let i = 0; i < 300; i++) {
    const frame = standingFrame();
    setPoint(frame, 'leftHand', raised);
    if (i > 20) frame.quality[pointNumber.leftHand] = quality.lost;
    stepBaseline(model, state, read(frame, 1 / 90), 1 / 90);
  }
  expect(positionOf(body, state, 'leftHand')[1]).toBeLessThan(1);
});

test('trigger and grip close their fingers', () => {
  const model = buildBaseline(body);
  const tipDrop = (trigger: number, grip: number, bone: HumanoidBone) => {
    const state = createBaselineState(model);
    for (let i = 0; i < 60; i++) {
      const frame = standingFrame();
      frame.leftController.trigger = trigger;
      frame.leftController.grip = grip;
      stepBaseline(model, state, frame, 1 / 60);
    }
    return vec3.distance(positionOf(body, state, bone), positionOf(body, state, 'leftHand'));
  };
  expect(tipDrop(1, 0, 'leftIndexDistal')).toBeLessThan(tipDrop(0, 0, 'leftIndexDistal') - 0.02);
  expect(tipDrop(1, 0, 'leftRingDistal')).toBeCloseTo(tipDrop(0, 0, 'leftRingDistal'), 6);
  expect(tipDrop(0, 1, 'leftRingDistal')).toBeLessThan(tipDrop(0, 0, 'leftRingDistal') - 0.02);
});

test.each(['left', 'right'] as const)('a flat tracked %s hand points all its fingers along the hand', (side) => {
  const model = buildBaseline(body);
  const state = createBaselineState(model);
  const point = side === 'left' ? 'leftHand' : 'rightHand';
  for (let i = 0; i < 120; i++) {
    const frame = standingFrame();
    const joints = side === 'left' ? frame.leftHandJoints : frame.rightHandJoints;
    joints.quality = quality.tracked;
    // Every joint in line with the wrist, whatever its rotation in the world is: a flat hand.
    const pose = [0, 1, 0, 0.5, 0.5, 0.5, 0.5];
    for (let joint = 0; joint < HAND_JOINT_COUNT; joint++) joints.poses.set(pose, joint * POSE_SIZE);
    stepBaseline(model, state, frame, 1 / 90);
  }
  const hand = jointOfBone(body, point);
  const rotation = state.pose.worldRotations.slice(hand * 4, hand * 4 + 4);
  const along = vec3.transformQuat(createVec3(), [side === 'left' ? 1 : -1, 0, 0], rotation);
  for (const finger of ['Index', 'Middle', 'Ring', 'Little'] as const) {
    const [a, b] = [`${side}${finger}Proximal`, `${side}${finger}Intermediate`] as const;
    const bone = vec3.subtract(createVec3(), positionOf(body, state, b), positionOf(body, state, a));
    expect(vec3.dot(vec3.normalize(bone, bone), along)).toBeGreaterThan(0.99999);
  }
});

test('a rig without hips or head is refused, one without limbs is not', () => {
  expect(() => buildBaseline(buildTestBody(['head']))).toThrow(InputError);
  const legless = buildTestBody([
    'leftUpperLeg',
    'leftLowerLeg',
    'leftFoot',
    'leftToes',
    'rightUpperLeg',
    'rightLowerLeg',
    'rightFoot',
    'rightToes',
    'leftHand',
  ]);
  walk(legless, 1, 1, 60, (state) => {
    expect(state.pose.worldPositions.every(Number.isFinite)).toBe(true);
  });
});
