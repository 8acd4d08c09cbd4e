import {
  createQuat,
  createVec3,
  fromRotationVector,
  type HumanoidBone,
  jointOfBone,
  quat,
  type Skeleton,
  type Vec3,
  vec3,
} from '@leib/core';
import type { DhSkeleton } from '../dh/dhSkeleton.js';
import type { BodyOffsets, MocapOffsets } from '../offsets/offsets.js';
import { type BodySource, jointRank, type MeasuredJoints } from './measuredJoints.js';
import { type PelvisLeg, swingPelvis } from './swingPelvis.js';

const trunkBones: readonly HumanoidBone[] = ['hips', 'spine', 'chest', 'upperChest'];
const hipBones: readonly HumanoidBone[] = ['leftUpperLeg', 'rightUpperLeg'];
const shoulderBones: readonly HumanoidBone[] = ['leftUpperArm', 'rightUpperArm'];

/** Joints of a skeleton's trunk, found once. */
export interface TrunkJoints {
  /** Hips first, upwards; only those that exist. */
  readonly spine: readonly number[];
  readonly hips: readonly number[];
  /** Index in `spine` of the lowest joint above the hips that a body tells the rotation of; -1 without one. */
  readonly carrier: number;
  /** Hips, shoulders, neck: the first of them that is measured places the trunk. */
  readonly anchors: readonly (readonly number[])[];
  readonly legs: readonly PelvisLeg[];
}

export function findTrunkJoints({ skeleton, layout }: DhSkeleton, sources: readonly BodySource[]): TrunkJoints {
  const find = (bones: readonly HumanoidBone[]) =>
    bones.map((bone) => jointOfBone(skeleton, bone)).filter((joint) => joint >= 0);
  const legs = hipBones.flatMap((bone): PelvisLeg[] => {
    const lower: HumanoidBone = bone === 'leftUpperLeg' ? 'leftLowerLeg' : 'rightLowerLeg';
    const [hip, knee] = [jointOfBone(skeleton, bone), jointOfBone(skeleton, lower)];
    const kneeAxis = layout.dofs.find((dof) => dof.bone === lower)?.axis;
    return hip < 0 || knee < 0 || kneeAxis === undefined ? [] : [{ hip, knee, kneeAxis }];
  });
  const hips = find(hipBones);
  const spine = find(trunkBones);
  const carrier = spine.findIndex((joint, index) => index > 0 && sources.some((source) => source.joint === joint));
  return { spine, hips, carrier, anchors: [hips, find(shoulderBones), find(['neck'])], legs };
}

const from = createQuat();
const to = createQuat();

/** Rotations of the trunk that no body tells: as the nearest body, or between two, by the number of joints between them. */
export function completeTrunkRotations({ spine }: TrunkJoints, measured: MeasuredJoints): void {
  const { rotations, hasRotation } = measured;
  // A joint that is filled in counts as known for those above it: the steps are even all the same.
  for (let index = 0; index < spine.length; index++) {
    const joint = spine[index];
    if (hasRotation[joint]) continue;
    const below = index - 1;
    let above = index + 1;
    while (above < spine.length && !hasRotation[spine[above]]) above++;
    if (above === spine.length) above = -1;
    if (below < 0 && above < 0) continue;
    readRotation(from, rotations, spine[below < 0 ? above : below]);
    readRotation(to, rotations, spine[above < 0 ? below : above]);
    const share = below < 0 || above < 0 ? 0 : (index - below) / (above - below);
    quat.slerp(from, from, to, share);
    for (let i = 0; i < 4; i++) rotations[joint * 4 + i] = from[i];
    hasRotation[joint] = 1;
  }
}

function readRotation(out: typeof from, rotations: Float64Array, joint: number): void {
  quat.set(out, rotations[joint * 4], rotations[joint * 4 + 1], rotations[joint * 4 + 2], rotations[joint * 4 + 3]);
}

const rest = createVec3();
const step = createVec3();
const sum = createVec3();

/**
 * Where the hips joint is, by the measured places of hips, else shoulders, else neck: writes it and returns true, or false when
 * no body on the trunk has been seen.
 */
export function placeRoot(
  skeleton: Skeleton,
  { spine, anchors }: TrunkJoints,
  measured: MeasuredJoints,
  out: Float64Array,
): boolean {
  if (!measured.hasRotation[spine[0]]) return false;
  for (const joints of anchors) {
    vec3.set(sum, 0, 0, 0);
    let count = 0;
    for (const joint of joints) {
      if (measured.ranks[joint] === jointRank.unknown) continue;
      count++;
      fromRoot(rest, skeleton, measured, joint);
      for (let i = 0; i < 3; i++) sum[i] += measured.positions[joint * 3 + i] - rest[i];
    }
    if (count === 0) continue;
    for (let i = 0; i < 3; i++) out[i] = sum[i] / count;
    return true;
  }
  return false;
}

/** From the hips joint to another as the trunk's rotations have it, limbs and neck at rest on the last of them. */
function fromRoot(out: Vec3, skeleton: Skeleton, { rotations, hasRotation }: MeasuredJoints, joint: number): Vec3 {
  vec3.set(out, 0, 0, 0);
  for (let now = joint; skeleton.parents[now] >= 0; now = skeleton.parents[now]) {
    let carrier = skeleton.parents[now];
    while (!hasRotation[carrier] && skeleton.parents[carrier] >= 0) carrier = skeleton.parents[carrier];
    readRotation(from, rotations, carrier);
    for (let i = 0; i < 3; i++) step[i] = skeleton.restOffsets[now * 3 + i];
    vec3.add(out, out, vec3.transformQuat(step, step, from));
  }
  return out;
}

/** How the trunk bends between the body on the back and the hips. */
export interface TrunkBend {
  /** Axis times angle in the frame of the body above, radians. */
  readonly bend: Vec3;
  /** The hips joint, world space, metres. */
  readonly rootPosition: Float64Array;
}

export function createTrunkBend(): TrunkBend {
  return { bend: createVec3(), rootPosition: new Float64Array(3) };
}

/** What tells how the trunk bends. */
export interface TrunkBendInput {
  readonly skeleton: Skeleton;
  readonly trunk: TrunkJoints;
  readonly measured: MeasuredJoints;
  /** Lengths of the thighs, metres, by leg of the trunk. */
  readonly thighs: ArrayLike<number>;
  readonly dtSeconds: number;
}

const carrierPlace = createVec3();
const pivot = createVec3();
const bendWorld = createVec3();
const share = createVec3();

/**
 * Bends the trunk so that the thighs keep their lengths: where only a body above the waist tells the hips, the joints of the
 * spine from that body down bend by equal parts, and everything below goes along. Writes the trunk's rotations and the place
 * of the hips joint; returns how badly the thighs fit.
 */
export function bendTrunk(input: TrunkBendInput, { bend, rootPosition }: TrunkBend): number {
  const { skeleton, trunk, measured, thighs, dtSeconds } = input;
  const { spine, hips, legs, carrier } = trunk;
  if (carrier < 1 || hips.length === 0) return 0;
  for (const joint of hips) if (measured.ranks[joint] !== jointRank.acrossWaist) return 0;
  fromRoot(carrierPlace, skeleton, measured, spine[carrier]);
  for (let i = 0; i < 3; i++) carrierPlace[i] += rootPosition[i];
  readRotation(to, measured.rotations, spine[carrier]);
  // The middle of the joints that bend.
  vec3.copy(pivot, carrierPlace);
  for (let index = carrier; index > 1; index--) {
    restOffset(step, skeleton, spine[index]);
    vec3.scaleAndAdd(pivot, pivot, vec3.transformQuat(step, step, to), -(index - 1) / carrier);
  }
  vec3.transformQuat(bendWorld, bend, to);
  const cost = swingPelvis({ legs, thighs, measured, pivotWorld: pivot, dtSeconds }, bendWorld);
  vec3.transformQuat(bend, bendWorld, quat.conjugate(from, to));
  for (let index = carrier - 1; index >= 0; index--) {
    vec3.scale(share, bendWorld, (carrier - index) / carrier);
    quat.multiply(from, fromRotationVector(from, share), to);
    for (let i = 0; i < 4; i++) measured.rotations[spine[index] * 4 + i] = from[i];
    restOffset(step, skeleton, spine[index + 1]);
    vec3.subtract(carrierPlace, carrierPlace, vec3.transformQuat(step, step, from));
  }
  for (let i = 0; i < 3; i++) rootPosition[i] = carrierPlace[i];
  return cost;
}

function restOffset(out: Vec3, { restOffsets }: Skeleton, joint: number): Vec3 {
  return vec3.set(out, restOffsets[joint * 3], restOffsets[joint * 3 + 1], restOffsets[joint * 3 + 2]);
}

/** How far below a joint of the spine a body may sit and still move with the bone that starts there, metres. */
const SEAT_TOLERANCE = 0.02;

/**
 * Which bone the body on the back moves with: the trunk bends below it and above it, so a body low on the back goes along with
 * the lumbar spine, one between the shoulder blades with the chest. By its height in the T-pose.
 */
export function seatBack(offsets: MocapOffsets, skeleton: Skeleton, restOffsets: Float64Array): MocapOffsets {
  const spine = jointOfBone(skeleton, 'spine');
  const chest = jointOfBone(skeleton, 'chest');
  if (spine < 0 || chest < 0) return offsets;
  const chestHeight = heightOf(skeleton, restOffsets, chest);
  return {
    bodies: offsets.bodies.map((body) => {
      if (body.bone !== 'chest') return body;
      const height = heightOfBody(body, skeleton, restOffsets);
      return height !== null && height < chestHeight - SEAT_TOLERANCE ? { ...body, bone: 'spine' } : body;
    }),
  };
}

/** Height of a joint above the hips joint in the T-pose, metres. */
function heightOf({ parents }: Skeleton, restOffsets: Float64Array, joint: number): number {
  let height = 0;
  for (let now = joint; parents[now] >= 0; now = parents[now]) height += restOffsets[now * 3 + 1];
  return height;
}

/** Height of a body, by the joints that it gives; null where the skeleton has none of them. */
function heightOfBody(
  { restRotation, joints }: BodyOffsets,
  skeleton: Skeleton,
  restOffsets: Float64Array,
): number | null {
  const heights = joints.flatMap(({ bone, positionLocal }) => {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) return [];
    const [, up] = vec3.transformQuat(
      [0, 0, 0],
      positionLocal as [number, number, number],
      restRotation as [number, number, number, number],
    );
    return [heightOf(skeleton, restOffsets, joint) - up];
  });
  return heights.length === 0 ? null : heights.reduce((sum, height) => sum + height, 0) / heights.length;
}
