import { createQuat, createVec3, DEG, type Quat, quat, vec3 } from '../math/index.js';
import { buildSkeleton, type RawJoint } from '../skeleton/buildSkeleton.js';
import type { HumanoidBone } from '../skeleton/humanoid.js';
import { createPose, type Skeleton, updateWorldPose } from '../skeleton/skeleton.js';
import { randomQuat, seededRandom } from '../testing.js';
import type { BoneJoints } from './namedRig.js';
import type { RawRig } from './rigBinding.js';

/** Tests only: bodies of chosen proportions, and rigs of them in chosen rest poses. Not part of the public door. */

export interface Proportions {
  readonly thigh: number;
  readonly shin: number;
  readonly ankleHeight: number;
  readonly trunk: number;
  readonly arm: number;
  readonly hipWidth: number;
}
export const averageProportions: Proportions = {
  thigh: 0.42,
  shin: 0.4,
  ankleHeight: 0.08,
  trunk: 0.5,
  arm: 0.27,
  hipWidth: 0.09,
};

const mirrored = (side: number, [x, y, z]: readonly number[]): [number, number, number] => [side * x, y, z];

/** A whole humanoid in the T-pose facing +Z, standing on y = 0, with a twist joint and a finger tip that are no bones. */
export function bodyJoints(p: Proportions = averageProportions): RawJoint[] {
  const joints: RawJoint[] = [];
  const add = (bone: HumanoidBone, parent: string | null, offset: [number, number, number]) =>
    joints.push({ name: bone, parent, offset, bone });
  add('hips', null, [0, p.thigh + p.shin + p.ankleHeight, 0]);
  add('spine', 'hips', [0, p.trunk * 0.2, -0.01]);
  add('chest', 'spine', [0, p.trunk * 0.25, -0.01]);
  add('upperChest', 'chest', [0, p.trunk * 0.25, 0.01]);
  add('neck', 'upperChest', [0, p.trunk * 0.3, 0]);
  add('head', 'neck', [0, 0.1, 0.02]);
  for (const [side, name] of [
    [1, 'left'],
    [-1, 'right'],
  ] as const) {
    const sided = (bone: HumanoidBone, parent: string, offset: readonly number[]) =>
      add(bone, parent, mirrored(side, offset));
    sided(`${name}Shoulder`, 'upperChest', [0.04, 0.1, 0.02]);
    sided(`${name}UpperArm`, `${name}Shoulder`, [0.13, 0.01, -0.02]);
    joints.push({
      name: `${name}UpperArmTwist`,
      parent: `${name}UpperArm`,
      offset: mirrored(side, [p.arm / 2, 0, 0]),
    });
    sided(`${name}LowerArm`, `${name}UpperArm`, [p.arm, 0, 0]);
    sided(`${name}Hand`, `${name}LowerArm`, [p.arm * 0.9, 0, 0]);
    sided(`${name}ThumbMetacarpal`, `${name}Hand`, [0.03, -0.01, 0.02]);
    sided(`${name}ThumbProximal`, `${name}ThumbMetacarpal`, [0.03, 0, 0.03]);
    (['Index', 'Middle', 'Ring', 'Little'] as const).forEach((finger, index) => {
      // Symmetrical about the hand's axis, so that the middle of the knuckles lies straight ahead of the wrist.
      sided(`${name}${finger}Proximal`, `${name}Hand`, [0.09, 0, 0.03 - 0.02 * index]);
      sided(`${name}${finger}Intermediate`, `${name}${finger}Proximal`, [0.04, 0, 0]);
      sided(`${name}${finger}Distal`, `${name}${finger}Intermediate`, [0.03, 0, 0]);
      joints.push({
        name: `${name}${finger}Tip`,
        parent: `${name}${finger}Distal`,
        offset: mirrored(side, [0.02, 0, 0]),
      });
    });
    sided(`${name}UpperLeg`, 'hips', [p.hipWidth, 0, 0]);
    sided(`${name}LowerLeg`, `${name}UpperLeg`, [0, -p.thigh, 0]);
    sided(`${name}Foot`, `${name}LowerLeg`, [0, -p.shin, 0]);
    sided(`${name}Toes`, `${name}Foot`, [0, -p.ankleHeight * 0.8, 0.14]);
  }
  return joints;
}

export function bodyBones(skeleton: Skeleton): BoneJoints {
  return Object.fromEntries(
    bodyJoints().flatMap(({ bone }) =>
      bone && skeleton.names.includes(bone) ? [[bone, skeleton.names.indexOf(bone)]] : [],
    ),
  );
}

/** Turns of single bones away from the T-pose, Euler degrees X, then Y, then Z. */
export type RestTurns = Partial<Record<string, readonly [x: number, y: number, z: number]>>;

export const aPoseTurns: RestTurns = {
  leftUpperArm: [0, 0, -45],
  rightUpperArm: [0, 0, 45],
  leftUpperLeg: [0, 0, 12],
  rightUpperLeg: [0, 0, -12],
};

export function eulerQuat([x, y, z]: readonly [number, number, number]): Quat {
  const out = quat.setAxisAngle(createQuat(), [0, 0, 1], z * DEG);
  quat.multiply(out, out, quat.setAxisAngle(createQuat(), [0, 1, 0], y * DEG));
  return quat.multiply(out, out, quat.setAxisAngle(createQuat(), [1, 0, 0], x * DEG));
}

/**
 * A rig of a body: its rest pose turned away from the T-pose by `turns`, lowered until it stands again, the whole of
 * it turned by `world`, and every joint with bone axes of its own (`axesSeed`; 0 keeps the turned world axes).
 */
export function makeRig(joints: readonly RawJoint[], turns: RestTurns, world: Quat, axesSeed: number): RawRig {
  const skeleton = buildSkeleton(joints);
  const pose = createPose(skeleton);
  for (const [name, turn] of Object.entries(turns)) {
    const joint = skeleton.names.indexOf(name);
    if (turn) pose.localRotations.set(eulerQuat(turn) as Float64Array, joint * 4);
  }
  updateWorldPose(skeleton, pose);
  const lowest = (positions: Float64Array) => Math.min(...positions.filter((_, i) => i % 3 === 1));
  pose.rootPosition[1] += lowest(skeleton.restWorldPositions) - lowest(pose.worldPositions);
  updateWorldPose(skeleton, pose);

  const random = seededRandom(axesSeed);
  const rotations = skeleton.names.map((_, joint) => {
    const axes = axesSeed === 0 ? createQuat() : randomQuat(random);
    const rotation = quat.multiply(createQuat(), world, pose.worldRotations.subarray(joint * 4, joint * 4 + 4));
    return quat.multiply(rotation, rotation, axes);
  });
  const positions = skeleton.names.map((_, joint) =>
    vec3.transformQuat(createVec3(), pose.worldPositions.subarray(joint * 3, joint * 3 + 3), world),
  );
  const restLocalPositions: number[] = [];
  const restLocalRotations: number[] = [];
  skeleton.parents.forEach((parent, joint) => {
    const toParent = parent < 0 ? createQuat() : quat.conjugate(createQuat(), rotations[parent]);
    const offset = vec3.subtract(createVec3(), positions[joint], parent < 0 ? [0, 0, 0] : positions[parent]);
    restLocalPositions.push(...vec3.transformQuat(offset, offset, toParent));
    restLocalRotations.push(...quat.multiply(createQuat(), toParent, rotations[joint]));
  });
  return { names: skeleton.names, parents: skeleton.parents, restLocalPositions, restLocalRotations };
}
