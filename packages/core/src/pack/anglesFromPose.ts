import { createQuat, createVec3, type Quat, quat, type ReadonlyVec3, type Vec3, vec3 } from '../math/index.js';
import { jointOfBone } from '../skeleton/buildSkeleton.js';
import type { HumanoidBone } from '../skeleton/humanoid.js';
import type { Pose } from '../skeleton/skeleton.js';
import type { AngleBinding } from './angleBinding.js';
import type { AgentAngles } from './angleLayout.js';
import { angleAbout, anglesOfRotation, anglesToDirection, nearestTwoAngles, turnAbout } from './axisAngles.js';

/** Angles that are found together, in the order of the layout. */
type AngleGroup =
  /** The rotation of a joint: three angles exactly, one or two as nearly as they can. */
  | { readonly kind: 'rotation'; readonly dofs: readonly number[]; readonly joint: number }
  /** Two angles that point a bone where it points in the pose. */
  | {
      readonly kind: 'direction';
      readonly dofs: readonly number[];
      readonly joint: number;
      readonly childJoint: number;
    }
  /** Three angles of an upper bone and the hinge below it: both bones point where they do in the pose. */
  | {
      readonly kind: 'limb';
      readonly dofs: readonly number[];
      readonly joints: readonly [number, number, number];
      readonly afterHinge: readonly number[];
    };

/** How a layout's angles are read off poses of one skeleton. Made once. */
export interface PoseReading {
  readonly binding: AngleBinding;
  readonly groups: readonly AngleGroup[];
}

const limbs: readonly (readonly [HumanoidBone, HumanoidBone, HumanoidBone])[] = [
  ['leftUpperArm', 'leftLowerArm', 'leftHand'],
  ['rightUpperArm', 'rightLowerArm', 'rightHand'],
  ['leftUpperLeg', 'leftLowerLeg', 'leftFoot'],
  ['rightUpperLeg', 'rightLowerLeg', 'rightFoot'],
];

const childOfPointing: Partial<Record<HumanoidBone, HumanoidBone>> = {
  neck: 'head',
  leftShoulder: 'leftUpperArm',
  rightShoulder: 'rightUpperArm',
};

/** Bones in the order of the layout, each with its dofs. */
function dofsByBone({ layout, dofJoints }: AngleBinding): Map<HumanoidBone, number[]> {
  const byBone = new Map<HumanoidBone, number[]>();
  for (const [dof, { bone }] of layout.dofs.entries()) {
    if (dofJoints[dof] < 0) continue;
    const dofs = byBone.get(bone) ?? [];
    dofs.push(dof);
    byBone.set(bone, dofs);
  }
  return byBone;
}

/** Which angles are read together: limbs as wholes, collar bones and neck by direction, everything else by its rotation. */
export function buildPoseReading(binding: AngleBinding): PoseReading {
  const { skeleton, dofJoints } = binding;
  const byBone = dofsByBone(binding);
  const groups: AngleGroup[] = [];
  for (const [bone, dofs] of byBone) {
    const joint = dofJoints[dofs[dofs.length - 1] ?? 0];
    const limb = limbs.find(([upper]) => upper === bone);
    const lowerDofs = limb === undefined ? undefined : byBone.get(limb[1]);
    const child = childOfPointing[bone];
    if (limb !== undefined && dofs.length === 3 && lowerDofs !== undefined && lowerDofs[0] !== undefined) {
      const joints = limb.map((name) => jointOfBone(skeleton, name)) as [number, number, number];
      groups.push({ kind: 'limb', dofs: [...dofs, lowerDofs[0]], joints, afterHinge: lowerDofs.slice(1) });
      // What the hinge leaves of the lower bone and what the hand has make up the hand's rotation together.
      const endDofs = [...lowerDofs.splice(0).slice(1), ...(byBone.get(limb[2])?.splice(0) ?? [])];
      if (endDofs.length > 0) groups.push({ kind: 'rotation', dofs: endDofs, joint: joints[2] });
    } else if (child !== undefined && dofs.length === 2 && jointOfBone(skeleton, bone) >= 0) {
      groups.push({ kind: 'direction', dofs, joint, childJoint: jointOfBone(skeleton, child) });
    } else if (dofs.length > 0) {
      const upperChest = bone === 'chest' ? jointOfBone(skeleton, 'upperChest') : -1;
      groups.push({ kind: 'rotation', dofs, joint: upperChest >= 0 ? upperChest : joint });
    }
  }
  return { binding, groups };
}

/** Rotations that the angles found so far make up, world space, after each dof. dofs x 4. */
type Turned = Float64Array;

const start = createQuat();
const turn = createQuat();
const wanted = createQuat();
const direction = createVec3();
const lowerDirection = createVec3();
const restDirection = createVec3();
const lowerRest = createVec3();

const axisOf = ({ layout }: AngleBinding, dof: number) => layout.dofs[dof].axis as ReadonlyVec3;

/** World rotation in which a dof turns. */
function startOf(out: Quat, binding: AngleBinding, turned: Turned, dof: number): Quat {
  const at = binding.previousDofs[dof] * 4;
  return at < 0 ? quat.identity(out) : quat.set(out, turned[at], turned[at + 1], turned[at + 2], turned[at + 3]);
}

function setAngle(binding: AngleBinding, turned: Turned, angles: Float64Array, dof: number, angle: number): void {
  angles[dof] = angle;
  startOf(start, binding, turned, dof);
  turned.set(quat.multiply(start, start, turnAbout(turn, axisOf(binding, dof), angle)), dof * 4);
}

const worldRotation = (out: Quat, { worldRotations: r }: Pose, joint: number) =>
  quat.set(out, r[joint * 4], r[joint * 4 + 1], r[joint * 4 + 2], r[joint * 4 + 3]);

/** Where a joint's child lies in the pose, as a direction in the frame of `start`; unit. */
function directionIn(out: Vec3, { worldPositions: p }: Pose, joint: number, child: number, startInverse: Quat): Vec3 {
  for (let i = 0; i < 3; i++) out[i] = p[child * 3 + i] - p[joint * 3 + i];
  vec3.normalize(out, out);
  return vec3.transformQuat(out, out, startInverse);
}

/** The same at rest. */
function restDirectionOf(out: Vec3, { skeleton }: AngleBinding, joint: number, child: number): Vec3 {
  for (let i = 0; i < 3; i++)
    out[i] = skeleton.restWorldPositions[child * 3 + i] - skeleton.restWorldPositions[joint * 3 + i];
  return vec3.normalize(out, out);
}

function readRotation(
  binding: AngleBinding,
  turned: Turned,
  pose: Pose,
  angles: Float64Array,
  group: AngleGroup & { kind: 'rotation' },
): void {
  const { dofs, joint } = group;
  const [a, b, c] = dofs as [number, number, number];
  worldRotation(wanted, pose, joint);
  startOf(start, binding, turned, a);
  quat.multiply(wanted, quat.conjugate(start, start), wanted);
  const found =
    dofs.length >= 3
      ? anglesOfRotation([axisOf(binding, a), axisOf(binding, b), axisOf(binding, c)], wanted, [
          angles[a],
          angles[b],
          angles[c],
        ])
      : dofs.length === 2
        ? nearestTwoAngles([axisOf(binding, a), axisOf(binding, b)], wanted, [angles[a], angles[b]])
        : [angleAbout(wanted, axisOf(binding, a), angles[a])];
  for (const [index, angle] of found.entries()) setAngle(binding, turned, angles, dofs[index] ?? 0, angle);
}

function readDirection(
  binding: AngleBinding,
  turned: Turned,
  pose: Pose,
  angles: Float64Array,
  group: AngleGroup & { kind: 'direction' },
): void {
  const { joint, childJoint } = group;
  const [a, b] = group.dofs as [number, number];
  startOf(start, binding, turned, a);
  directionIn(direction, pose, joint, childJoint, quat.conjugate(start, start));
  restDirectionOf(restDirection, binding, joint, childJoint);
  const found = anglesToDirection([axisOf(binding, a), axisOf(binding, b)], restDirection, direction, [
    angles[a],
    angles[b],
  ]);
  setAngle(binding, turned, angles, a, found[0]);
  setAngle(binding, turned, angles, b, found[1]);
}

/** Sine of the bend at which the lower bone alone tells how the upper one is turned about itself; below it the pose's own turn counts. */
const SURE_BEND = 0.12;

/**
 * The upper bone's rotation in the pose gives the first guess of its twist; then the lower bone's direction gives twist and
 * hinge, the more so the more the limb is bent; then the first two angles point the upper bone exactly.
 */
function readLimb(
  binding: AngleBinding,
  turned: Turned,
  pose: Pose,
  angles: Float64Array,
  group: AngleGroup & { kind: 'limb' },
): void {
  const [upper, lower, end] = group.joints;
  const [a, b, twist, hinge] = group.dofs as [number, number, number, number];
  const swingAxes = [axisOf(binding, a), axisOf(binding, b)] as const;
  const startInverse = quat.conjugate(createQuat(), startOf(start, binding, turned, a));
  directionIn(direction, pose, upper, lower, startInverse);
  restDirectionOf(restDirection, binding, upper, lower);
  restDirectionOf(lowerRest, binding, lower, end);
  for (const dof of group.afterHinge.toReversed()) {
    vec3.transformQuat(lowerRest, lowerRest, turnAbout(turn, axisOf(binding, dof), angles[dof]));
  }

  quat.multiply(wanted, startInverse, worldRotation(wanted, pose, upper));
  const guess = anglesOfRotation([...swingAxes, axisOf(binding, twist)], wanted, [angles[a], angles[b], angles[twist]]);
  setAngle(binding, turned, angles, a, guess[0]);
  setAngle(binding, turned, angles, b, guess[1]);

  const swungInverse = quat.conjugate(createQuat(), startOf(start, binding, turned, twist));
  directionIn(lowerDirection, pose, lower, end, swungInverse);
  const bent = anglesToDirection([axisOf(binding, twist), axisOf(binding, hinge)], lowerRest, lowerDirection, [
    guess[2],
    angles[hinge],
  ]);
  const sureness = Math.min(
    1,
    Math.hypot(...vec3.cross(createVec3(), lowerDirection, axisOf(binding, twist))) / SURE_BEND,
  );
  const twistAngle = guess[2] + (bent[0] - guess[2]) * sureness * sureness;

  vec3.transformQuat(restDirection, restDirection, turnAbout(turn, axisOf(binding, twist), twistAngle));
  const swing = anglesToDirection(swingAxes, restDirection, direction, [guess[0], guess[1]]);
  setAngle(binding, turned, angles, a, swing[0]);
  setAngle(binding, turned, angles, b, swing[1]);
  setAngle(binding, turned, angles, twist, twistAngle);
  setAngle(binding, turned, angles, hinge, bent[1]);
}

/**
 * Pose -> angles: limbs point where they point in the pose, hips, chest, head, hands and feet are turned as they are there.
 * `out` holds the angles of the frame before, or of the T-pose: of several ways to turn a joint the nearest is taken, so that
 * angles stay continuous.
 */
export function anglesFromPose({ binding, groups }: PoseReading, pose: Pose, out: AgentAngles): void {
  const turned: Turned = new Float64Array(binding.dofJoints.length * 4);
  const rootAt = binding.rootJoint * 3;
  out.rootPosition.set(pose.worldPositions.subarray(rootAt, rootAt + 3));
  // Twice: how a forearm is twisted is known after its hand, and moves the wrist by a little.
  for (const group of [...groups, ...groups]) {
    if (group.kind === 'rotation') readRotation(binding, turned, pose, out.angles, group);
    else if (group.kind === 'direction') readDirection(binding, turned, pose, out.angles, group);
    else readLimb(binding, turned, pose, out.angles, group);
  }
}
