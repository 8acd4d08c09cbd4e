import {
  buildSkeleton,
  createPose,
  type HumanoidBone,
  humanoidBones,
  jointOfBone,
  type Pose,
  quat,
  type RawJoint,
  type Skeleton,
  standOnSoles,
  updateWorldPose,
} from '@leib/core';
import { createJointFrame, type JointFrame, POSE_SIZE, pointNumber, quality, setJoint } from '@leib/tracking';
import { expect, test } from 'vitest';
import { flatGround, type Ground } from '../ground/ground.js';
import { buildTestBody } from '../testing.js';
import { createFeetKeeper, keepFeetOnGround } from './keepFeetOnGround.js';

const skeleton = buildTestBody();
const rest = (bone: 'head' | 'leftFoot') => skeleton.restWorldPositions[jointOfBone(skeleton, bone) * 3 + 1];

/** As after a second in which nothing moves: by how much the body is lowered, metres. */
function settle(skeleton: Skeleton, pose: Pose, joints: JointFrame, ground: Ground): number {
  const keeper = createFeetKeeper();
  keepFeetOnGround(keeper, { skeleton, pose, ground }, joints, 1);
  return keeper.lowered;
}

/** The body at rest, lifted; the head's tracker is lifted by another amount. */
function lifted(metres: number, headMetres: number) {
  const pose = createPose(skeleton);
  pose.rootPosition[1] += metres;
  updateWorldPose(skeleton, pose);
  const joints = createJointFrame();
  setJoint(joints, 'head', [0, rest('head') + headMetres, 0, 0, 0, 0, 1]);
  return { pose, joints };
}

test('straight legs that hang in the air although the wearer stands are lowered to the ground', () => {
  const { pose, joints } = lifted(0.05, 0);
  expect(settle(skeleton, pose, joints, flatGround())).toBeCloseTo(0.05, 6);
  expect(pose.worldPositions[jointOfBone(skeleton, 'leftFoot') * 3 + 1]).toBeCloseTo(rest('leftFoot'), 6);
  expect(pose.worldPositions[jointOfBone(skeleton, 'head') * 3 + 1]).toBeCloseTo(rest('head'), 6);
});

test('heels that were raised to reach the ground go down, and no toes are under it', () => {
  const { pose, joints } = lifted(0.05, 0);
  const [foot, toes] = [jointOfBone(skeleton, 'leftFoot'), jointOfBone(skeleton, 'leftToes')];
  pose.localRotations.set(quat.setAxisAngle(quat.create(), [1, 0, 0], 0.5), foot * 4);
  updateWorldPose(skeleton, pose);
  expect(pose.worldPositions[toes * 3 + 1]).toBeLessThan(skeleton.restWorldPositions[toes * 3 + 1] + 0.02);
  settle(skeleton, pose, joints, flatGround());
  for (const at of [foot * 3 + 1, toes * 3 + 1]) {
    expect(pose.worldPositions[at]).toBeCloseTo(skeleton.restWorldPositions[at], 6);
  }
});

/** A body that was modelled on one leg: its right hip, and with it the whole right leg, is 3 cm higher. */
function unevenBody() {
  const { restWorldPositions: at, parents, names, boneToJoint } = skeleton;
  const hip = jointOfBone(skeleton, 'rightUpperLeg');
  const bones = new Map([...boneToJoint].map((joint, bone) => [joint, humanoidBones[bone]]));
  const joints: RawJoint[] = names.map((name, joint) => {
    const parent = parents[joint];
    const [x, y, z] = [0, 1, 2].map((k) => at[joint * 3 + k] - (parent < 0 ? 0 : at[parent * 3 + k]));
    const offset: [number, number, number] = [x, y + (joint === hip ? 0.03 : 0), z];
    return { name, parent: parent < 0 ? null : names[parent], offset, bone: bones.get(joint) ?? null };
  });
  return buildSkeleton(joints);
}

test('both feet of a body that was modelled on one leg stand, and the toes of both are above the ground', () => {
  const uneven = unevenBody();
  const pose = createPose(uneven);
  updateWorldPose(uneven, pose);
  const { joints } = lifted(0, 0);
  expect(settle(uneven, pose, joints, flatGround())).toBeCloseTo(0.03, 6);
  for (const bone of ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const) {
    const joint = jointOfBone(uneven, bone) * 3 + 1;
    expect(pose.worldPositions[joint], bone).toBeCloseTo(skeleton.restWorldPositions[joint], 6);
  }
  const [knee, hip] = [jointOfBone(uneven, 'leftLowerLeg') * 3 + 2, jointOfBone(uneven, 'leftUpperLeg') * 3 + 2];
  expect(pose.worldPositions[knee] - pose.worldPositions[hip]).toBeGreaterThan(0.05);
});

test('a leg of a stride, and one that was lifted, stay in the air', () => {
  const turnLeg = (angle: number, kneeAngle: number) => {
    const { pose, joints } = lifted(0, 0);
    for (const [bone, by] of [['rightUpperLeg', angle] as const, ['rightLowerLeg', kneeAngle] as const])
      pose.localRotations.set(quat.setAxisAngle(quat.create(), [1, 0, 0], by), jointOfBone(skeleton, bone) * 4);
    updateWorldPose(skeleton, pose);
    return settle(skeleton, pose, joints, flatGround());
  };
  expect(turnLeg(0.3, 0)).toBe(0);
  expect(turnLeg(-0.5, 1)).toBe(0);
});

test('a heel that leaves the ground at the end of a step does not lower the body', () => {
  const { pose, joints } = lifted(0.05, 0);
  // The right leg is behind, straight, on its toes; the left one swings past it.
  for (const [bone, angle] of [
    ['rightUpperLeg', 0.35],
    ['rightFoot', 0.25],
    ['leftUpperLeg', -0.6],
    ['leftLowerLeg', 1],
  ] as const)
    pose.localRotations.set(quat.setAxisAngle(quat.create(), [1, 0, 0], angle), jointOfBone(skeleton, bone) * 4);
  updateWorldPose(skeleton, pose);
  const toes = jointOfBone(skeleton, 'rightToes') * 3 + 1;
  const down = pose.worldPositions[toes] - skeleton.restWorldPositions[toes];
  pose.rootPosition[1] -= down;
  updateWorldPose(skeleton, pose);
  const ankle = jointOfBone(skeleton, 'rightFoot') * 3 + 1;
  expect(pose.worldPositions[ankle] - skeleton.restWorldPositions[ankle]).toBeGreaterThan(0.02);
  expect(settle(skeleton, pose, joints, flatGround())).toBeCloseTo(0, 9);
});

test('who jumps is in the air, by as much as the head is above where it stands', () => {
  const { pose, joints } = lifted(0.3, 0.3);
  expect(settle(skeleton, pose, joints, flatGround())).toBe(0);
});

test('higher ground counts, and feet on it stay', () => {
  const { pose, joints } = lifted(0.17, 0.17);
  expect(settle(skeleton, pose, joints, flatGround(0.17))).toBeCloseTo(0, 9);
});

test('bent legs and feet with trackers are left alone', () => {
  const bent = lifted(0.05, 0);
  const knee = jointOfBone(skeleton, 'leftLowerLeg') * 4;
  for (const [bone, angle] of [['leftUpperLeg', -0.8] as const, ['rightUpperLeg', -0.8] as const]) {
    bent.pose.localRotations.set(quat.setAxisAngle(quat.create(), [1, 0, 0], angle), jointOfBone(skeleton, bone) * 4);
  }
  for (const at of [knee, jointOfBone(skeleton, 'rightLowerLeg') * 4]) {
    bent.pose.localRotations.set(quat.setAxisAngle(quat.create(), [1, 0, 0], 1.6), at);
  }
  updateWorldPose(skeleton, bent.pose);
  expect(settle(skeleton, bent.pose, bent.joints, flatGround())).toBe(0);
  const tracked = lifted(0.05, 0);
  tracked.joints.quality[pointNumber.leftFoot] = quality.tracked;
  tracked.joints.jointPoses[pointNumber.leftFoot * POSE_SIZE + 1] = 0.2;
  expect(settle(skeleton, tracked.pose, tracked.joints, flatGround())).toBe(0);
});

test.each([
  ['with toes', [] as const],
  ['without toe joints', ['leftToes', 'rightToes'] as const],
])('%s: a walk does not make the body jump, and no foot goes below the ground', (_, without) => {
  const body = buildTestBody(without);
  const pose = createPose(body);
  const joints = lifted(0, 0).joints;
  const keeper = createFeetKeeper();
  const ankle = (side: 'left' | 'right') => jointOfBone(body, `${side}Foot`);
  const turn = (bone: HumanoidBone, angle: number) =>
    pose.localRotations.set(quat.setAxisAngle(quat.create(), [1, 0, 0], angle), jointOfBone(body, bone) * 4);
  const standingRootY = pose.rootPosition[1];
  let before = Number.NaN;
  for (let frame = 0; frame < 240; frame++) {
    // Hips 4 cm too high for these legs; the leg behind stands on its toes, the other one swings with a bent knee.
    const phase = (frame / 60) * 2 * Math.PI;
    pose.rootPosition[1] = standingRootY + 0.04;
    for (const [side, at] of [['left', phase] as const, ['right', phase + Math.PI] as const]) {
      turn(`${side}UpperLeg`, 0.35 * Math.sin(at));
      turn(`${side}LowerLeg`, Math.max(0, Math.cos(at)) * 0.9);
      turn(`${side}Foot`, Math.max(0, Math.sin(at)) * 0.5);
    }
    updateWorldPose(body, pose);
    const solvedY = pose.worldPositions[1];
    keepFeetOnGround(keeper, { skeleton: body, pose, ground: flatGround() }, joints, 1 / 60);
    expect(pose.worldPositions[1]).toBeCloseTo(solvedY - keeper.lowered, 9);
    if (frame > 0) expect(Math.abs(keeper.lowered - before), `frame ${frame}`).toBeLessThan(0.012);
    before = keeper.lowered;
    const lowest = Math.min(...(['left', 'right'] as const).map((side) => pose.worldPositions[ankle(side) * 3 + 1]));
    expect(lowest).toBeGreaterThan(rest('leftFoot') - 0.005);
  }
});

test('in a stride a long shoe without toes stands on the tip of its skin', () => {
  const { restWorldPositions: at, parents, names, boneToJoint } = skeleton;
  const bare = buildSkeleton(
    names.flatMap((name, joint): RawJoint[] => {
      const parent = parents[joint];
      const from = (axis: number) => (parent < 0 ? 0 : at[parent * 3 + axis]);
      const offset = [0, 1, 2].map((axis) => at[joint * 3 + axis] - from(axis)) as [number, number, number];
      const bone = humanoidBones[boneToJoint.indexOf(joint)];
      return /Toes/.test(name) ? [] : [{ name, parent: parent < 0 ? null : names[parent], offset, bone }];
    }),
  );
  const shoe = { below: rest('leftFoot'), ahead: 0.25, behind: 0.05 };
  const shod = standOnSoles(bare, [
    { joint: jointOfBone(bare, 'leftFoot'), ...shoe },
    { joint: jointOfBone(bare, 'rightFoot'), ...shoe },
  ]);
  const pose = createPose(shod);
  // One leg ahead, one behind, both heels raised by 0.3 radians.
  for (const [side, swing] of [
    ['left', -0.2],
    ['right', 0.2],
  ] as const) {
    const turn = (angle: number) => quat.setAxisAngle(quat.create(), [1, 0, 0], angle);
    pose.localRotations.set(turn(swing), jointOfBone(shod, `${side}UpperLeg`) * 4);
    pose.localRotations.set(turn(0.3 - swing), jointOfBone(shod, `${side}Foot`) * 4);
  }
  updateWorldPose(shod, pose);
  const ankleY = Math.min(
    ...(['leftFoot', 'rightFoot'] as const).map((b) => pose.worldPositions[jointOfBone(shod, b) * 3 + 1]),
  );
  const tipBelow = shoe.below * Math.cos(0.3) + shoe.ahead * Math.sin(0.3);
  pose.rootPosition[1] += tipBelow - ankleY;
  updateWorldPose(shod, pose);
  const joints = createJointFrame();
  setJoint(joints, 'head', [0, rest('head'), 0, 0, 0, 0, 1]);
  expect(settle(shod, pose, joints, flatGround())).toBeLessThan(0.006);
});
