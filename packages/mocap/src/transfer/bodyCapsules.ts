import {
  clamp,
  createQuat,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  type Motion,
  type Pose,
  type Quat,
  quat,
  type ReadonlyVec3,
  type Skeleton,
  updateWorldPose,
  type Vec3,
  vec3,
} from '@leib/core';

/** A part of the body as the surface around a line: actor's and agent's. */
export interface BodyCapsule {
  readonly name: string;
  /** The arm that it belongs to, which its own hand cannot touch; null for other parts. */
  readonly arm: 'left' | 'right' | null;
  readonly from: Capsule;
  readonly to: Capsule;
}

/** A line between two joints with a radius. */
export interface Capsule {
  readonly startJoint: number;
  /** The joint at the other end; -1: the line ends at `endOffset` from the first one. */
  readonly endJoint: number;
  /** Rest axes of the first joint, metres. */
  readonly endOffset: Vec3;
  /** Joint whose rotation tells where front and side of this part are. */
  readonly axesJoint: number;
  readonly radius: number;
}

interface CapsuleKind {
  readonly name: string;
  readonly arm?: 'left' | 'right';
  readonly start: HumanoidBone;
  readonly end: HumanoidBone | null;
  readonly axes: HumanoidBone;
  /** Radius as a part of the distance from the hips to the head joint, which is 0.55 to 0.6 m in an adult. */
  readonly girth: number;
}

const sided = (side: 'left' | 'right'): CapsuleKind[] => [
  { name: `${side}Thigh`, start: `${side}UpperLeg`, end: `${side}LowerLeg`, axes: `${side}UpperLeg`, girth: 0.14 },
  { name: `${side}Shank`, start: `${side}LowerLeg`, end: `${side}Foot`, axes: `${side}LowerLeg`, girth: 0.095 },
  {
    name: `${side}UpperArm`,
    arm: side,
    start: `${side}UpperArm`,
    end: `${side}LowerArm`,
    axes: `${side}UpperArm`,
    girth: 0.08,
  },
  {
    name: `${side}Forearm`,
    arm: side,
    start: `${side}LowerArm`,
    end: `${side}Hand`,
    axes: `${side}LowerArm`,
    girth: 0.065,
  },
];

/**
 * The parts that hands may touch. Thickness follows the trunk, not the limb's own length: long arms are not thick ones.
 * The radii need not be exact: a distance to the actor's surface is kept, scaled, to the agent's.
 */
const capsuleKinds: readonly CapsuleKind[] = [
  { name: 'trunk', start: 'hips', end: 'neck', axes: 'chest', girth: 0.2 },
  { name: 'head', start: 'head', end: null, axes: 'head', girth: 0.15 },
  ...sided('left'),
  ...sided('right'),
];

/** Length of the line inside the head, as a part of the trunk's length. */
const headLine = 0.17;

export function buildCapsules(
  from: Skeleton,
  to: Skeleton,
): { readonly list: readonly BodyCapsule[]; readonly girthRatio: number } {
  const [girthFrom, girthTo] = [girthOf(from), girthOf(to)];
  const list = capsuleKinds.flatMap((kind) => {
    const [a, b] = [capsuleOf(from, kind, girthFrom), capsuleOf(to, kind, girthTo)];
    return a !== null && b !== null ? [{ name: kind.name, arm: kind.arm ?? null, from: a, to: b }] : [];
  });
  return { list, girthRatio: girthTo / girthFrom };
}

/** Distance from the hips to the head joint at rest. */
function girthOf(skeleton: Skeleton): number {
  const [hips, head] = [jointOfBone(skeleton, 'hips'), jointOfBone(skeleton, 'head')];
  if (hips < 0 || head < 0) return 0.58;
  const at = (joint: number) => skeleton.restWorldPositions.subarray(joint * 3, joint * 3 + 3);
  return vec3.distance(at(hips), at(head)) || 0.58;
}

function capsuleOf(skeleton: Skeleton, kind: CapsuleKind, girth: number): Capsule | null {
  const startJoint = jointOfBone(skeleton, kind.start);
  const endJoint = kind.end === null ? -1 : jointOfBone(skeleton, kind.end);
  if (startJoint < 0 || (kind.end !== null && endJoint < 0)) return null;
  const axes = jointOfBone(skeleton, kind.axes);
  return {
    startJoint,
    endJoint,
    endOffset: createVec3(0, headLine * girth, 0),
    axesJoint: axes < 0 ? startJoint : axes,
    radius: kind.girth * girth,
  };
}

/** Where a point is in relation to a capsule. */
export interface CapsulePlace {
  /** Part of the way along the line, 0 to 1, of the nearest point on it. */
  along: number;
  /** From the line to the point, unit, axes of the capsule's joint. */
  readonly directionLocal: Vec3;
  /** Distance to the surface, metres; negative inside. */
  gap: number;
  /** The point in the axes of the capsule's joint, from the start of the line, metres. */
  readonly local: Vec3;
}

export function createCapsulePlace(): CapsulePlace {
  return { along: 0, directionLocal: createVec3(0, 0, 1), gap: 0, local: createVec3() };
}

// Scratch: every call of the functions below writes these before reading them.
const startWorld = createVec3();
const lineWorld = createVec3();
const offWorld = createVec3();
const axesWorld = createQuat();

/** Finds the place of a point in relation to a capsule of a posed body. */
export function findCapsulePlace(capsule: Capsule, pose: Pose, pointWorld: ReadonlyVec3, out: CapsulePlace): void {
  readLine(capsule, pose, startWorld, lineWorld);
  const lengthSq = vec3.squaredLength(lineWorld);
  vec3.subtract(offWorld, pointWorld, startWorld);
  out.along = lengthSq > 0 ? clamp(vec3.dot(offWorld, lineWorld) / lengthSq, 0, 1) : 0;
  readRotation(axesWorld, pose, capsule.axesJoint);
  quat.conjugate(axesWorld, axesWorld);
  vec3.transformQuat(out.local, offWorld, axesWorld);
  vec3.scaleAndAdd(offWorld, offWorld, lineWorld, -out.along);
  const distance = vec3.length(offWorld);
  out.gap = distance - capsule.radius;
  if (distance > 1e-9) vec3.transformQuat(out.directionLocal, vec3.scale(offWorld, offWorld, 1 / distance), axesWorld);
  else vec3.set(out.directionLocal, 0, 0, 1);
}

/** The point with that place in relation to the same part of another body; `gap` metres from its surface. */
export function pointAtCapsule(
  capsule: Capsule,
  pose: Pose,
  { along, directionLocal }: CapsulePlace,
  gap: number,
  out: Vec3,
): void {
  readLine(capsule, pose, startWorld, lineWorld);
  readRotation(axesWorld, pose, capsule.axesJoint);
  vec3.transformQuat(offWorld, directionLocal, axesWorld);
  vec3.scaleAndAdd(out, startWorld, lineWorld, along);
  vec3.scaleAndAdd(out, out, offWorld, capsule.radius + gap);
}

/** Start of the line, and from there to its end, world. */
function readLine({ startJoint, endJoint, endOffset }: Capsule, pose: Pose, start: Vec3, line: Vec3): void {
  readPoint(start, pose, startJoint);
  if (endJoint >= 0) {
    vec3.subtract(line, readPoint(line, pose, endJoint), start);
    return;
  }
  vec3.transformQuat(line, endOffset, readRotation(axesWorld, pose, startJoint));
}

/** World position of a joint. */
export function readPoint(out: Vec3, { worldPositions }: Pose, joint: number): Vec3 {
  const at = joint * 3;
  return vec3.set(out, worldPositions[at], worldPositions[at + 1], worldPositions[at + 2]);
}

/** World rotation of a joint. */
export function readRotation(out: Quat, { worldRotations }: Pose, joint: number): Quat {
  const at = joint * 4;
  return quat.set(out, worldRotations[at], worldRotations[at + 1], worldRotations[at + 2], worldRotations[at + 3]);
}

/** One frame of a motion as a pose, world arrays included. */
export function readMotionFrame(motion: Motion, frame: number, out: Pose): void {
  const size = motion.skeleton.jointCount * 4;
  out.rootPosition.set(motion.rootPositions.subarray(frame * 3, frame * 3 + 3));
  out.localRotations.set(motion.localRotations.subarray(frame * size, (frame + 1) * size));
  updateWorldPose(motion.skeleton, out);
}
