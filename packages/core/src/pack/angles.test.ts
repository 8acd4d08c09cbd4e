import { expect, test } from 'vitest';
import { createQuat, createVec3, DEG, quat, vec3 } from '../math/index.js';
import { jointOfBone } from '../skeleton/buildSkeleton.js';
import { type HumanoidBone, humanoidBones } from '../skeleton/humanoid.js';
import { createPose, type Pose, type Skeleton, updateWorldPose } from '../skeleton/skeleton.js';
import { angleBetween, randomUnit, seededRandom, seeds, testBody } from '../testing.js';
import { buildAngleBinding, poseFromAngles } from './angleBinding.js';
import {
  type AgentAngles,
  createAgentAngles,
  defaultAngleLayout,
  packAngles,
  packedSize,
  unpackAngles,
} from './angleLayout.js';
import { anglesFromPose, buildPoseReading } from './anglesFromPose.js';

const body = testBody();
const binding = buildAngleBinding(defaultAngleLayout, body);
const reading = buildPoseReading(binding);

function randomAngles(random: () => number): AgentAngles {
  const agent = createAgentAngles(defaultAngleLayout);
  for (let i = 0; i < 3; i++) agent.rootPosition[i] = 4 * random() - 2;
  // Elbows and knees bend one way, as people's do.
  for (const [dof, { name }] of defaultAngleLayout.dofs.entries()) {
    agent.angles[dof] = /Lower(Arm|Leg)\.bend/.test(name) ? random() * 2 : (random() - 0.5) * 2;
  }
  return agent;
}

const rotationOf = ({ worldRotations }: Pose, joint: number) =>
  createQuat(...worldRotations.subarray(joint * 4, joint * 4 + 4));

function direction({ worldPositions }: Pose, joint: number, child: number) {
  const out = createVec3();
  for (let i = 0; i < 3; i++) out[i] = worldPositions[child * 3 + i] - worldPositions[joint * 3 + i];
  return vec3.normalize(out, out);
}

test('the axes of a bone are unit and each square to the next', () => {
  expect(defaultAngleLayout.dofs.length).toBe(46);
  for (const [dof, { axis, bone }] of defaultAngleLayout.dofs.entries()) {
    expect(Math.hypot(...axis)).toBeCloseTo(1, 12);
    const next = defaultAngleLayout.dofs[dof + 1];
    if (next?.bone === bone) expect(vec3.dot([...axis], [...next.axis])).toBeCloseTo(0, 12);
  }
});

test.each(seeds(50))('angles make a pose whose angles are the same (seed %i)', (seed) => {
  const agent = randomAngles(seededRandom(seed));
  const pose = createPose(body);
  poseFromAngles(binding, agent, pose);
  const read = createAgentAngles(defaultAngleLayout);
  // A second frame of the same pose: each one brings what forearm and wrist still owe each other down by ten.
  anglesFromPose(reading, pose, read);
  anglesFromPose(reading, pose, read);
  const again = createPose(body);
  poseFromAngles(binding, read, again);
  for (let joint = 0; joint < body.jointCount; joint++) {
    expect(angleBetween(rotationOf(pose, joint), rotationOf(again, joint))).toBeLessThan(0.02 * DEG);
  }
  for (let i = 0; i < again.worldPositions.length; i++)
    expect(again.worldPositions[i]).toBeCloseTo(pose.worldPositions[i] ?? 0, 4);
});

/** Any pose of any rig: every joint turned about any axis. */
function randomPose(random: () => number, skeleton: Skeleton): Pose {
  const pose = createPose(skeleton);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    pose.localRotations.set(quat.setAxisAngle(createQuat(), randomUnit(random), random() * 50 * DEG), joint * 4);
  }
  updateWorldPose(skeleton, pose);
  return pose;
}

const bent: readonly [HumanoidBone, HumanoidBone][] = [
  ['leftShoulder', 'leftUpperArm'],
  ['leftUpperArm', 'leftLowerArm'],
  ['rightLowerArm', 'rightHand'],
  ['leftUpperLeg', 'leftLowerLeg'],
  ['rightLowerLeg', 'rightFoot'],
  ['neck', 'head'],
];

test.each(seeds(30))(
  'of any pose, limbs keep their directions, hips, chest, head, hands and feet their rotations (seed %i)',
  (seed) => {
    const pose = randomPose(seededRandom(seed), body);
    const agent = createAgentAngles(defaultAngleLayout);
    anglesFromPose(reading, pose, agent);
    const made = createPose(body);
    poseFromAngles(binding, agent, made);
    for (const bone of ['hips', 'upperChest', 'head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const) {
      const joint = jointOfBone(body, bone);
      expect(angleBetween(rotationOf(pose, joint), rotationOf(made, joint))).toBeLessThan(1e-6);
    }
    for (const [bone, child] of bent) {
      const [joint, childJoint] = [jointOfBone(body, bone), jointOfBone(body, child)];
      const apart = vec3.angle(direction(pose, joint, childJoint), direction(made, joint, childJoint));
      // Between a straight and a bent limb the upper bone's twist is a mixture, and the lower bone is met nearly only.
      expect(apart).toBeLessThan(/Lower/.test(bone) ? 3 * DEG : 0.1 * DEG);
    }
  },
);

test('an angle that goes round goes on', () => {
  const pose = createPose(body);
  const agent = createAgentAngles(defaultAngleLayout);
  for (let turn = 0; turn < 20; turn += 0.1) {
    pose.localRotations.set(quat.setAxisAngle(createQuat(), [0, 1, 0], turn));
    updateWorldPose(body, pose);
    anglesFromPose(reading, pose, agent);
    expect(agent.angles[0]).toBeCloseTo(turn, 6);
  }
});

test.each<readonly HumanoidBone[]>([['chest', 'upperChest'], ['neck'], ['leftShoulder', 'rightShoulder']])(
  'a body without %s is turned by the bones that it has',
  (...without) => {
    const poor = testBody(without);
    const poorBinding = buildAngleBinding(defaultAngleLayout, poor);
    const [pose, rich] = [createPose(poor), createPose(body)];
    const agent = randomAngles(seededRandom(1));
    poseFromAngles(poorBinding, agent, pose);
    poseFromAngles(binding, agent, rich);
    for (const bone of ['head', 'leftHand', 'rightFoot'] as const) {
      expect(
        angleBetween(rotationOf(pose, jointOfBone(poor, bone)), rotationOf(rich, jointOfBone(body, bone))),
      ).toBeLessThan(1e-6);
    }
  },
);

test.each(seeds(20))('98 bytes carry an agent (seed %i)', (seed) => {
  const agent = randomAngles(seededRandom(seed));
  agent.angles[0] += 4 * Math.PI;
  const packed = new Int16Array(packedSize(46) + 2);
  expect(packedSize(46) * 2).toBe(98);
  packAngles(packed, 1, agent);
  expect([packed[0], packed[packed.length - 1]]).toEqual([0, 0]);
  const read = createAgentAngles(defaultAngleLayout);
  unpackAngles(packed, 1, read);
  const [sent, got] = [createPose(body), createPose(body)];
  poseFromAngles(binding, agent, sent);
  poseFromAngles(binding, read, got);
  for (let i = 0; i < got.worldPositions.length; i++)
    expect(Math.abs(got.worldPositions[i] - sent.worldPositions[i])).toBeLessThan(0.0008);
});

test('a skeleton whose root is not the hips is refused', () => {
  expect(humanoidBones[0]).toBe('hips');
  const headless = { ...body, boneToJoint: body.boneToJoint.map(() => -1) };
  expect(() => buildAngleBinding(defaultAngleLayout, headless)).toThrow(
    /expected the hips as its root joint, got no hips/,
  );
});
