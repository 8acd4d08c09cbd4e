import {
  clamp,
  createQuat,
  createVec3,
  easeScalar,
  footShape,
  jointOfBone,
  type Pose,
  type Quat,
  quat,
  type Skeleton,
  smoothStep,
  updateWorldPose,
  type Vec3,
  vec3,
} from '@leib/core';
import { type BendableLimb, bendLimb } from '@leib/core/solvers';
import { isTracked, type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { createGroundHit, type Ground } from '../ground/ground.js';
import { standingAnkleY } from '../limb/limbModel.js';

/** Legs are straight between these shares of their length from hip to ankle. */
const STRAIGHT = { from: 0.97, to: 0.99 };
/** A leg stands, and is not stretched out ahead, from this share of its length in height. */
const UPRIGHT = { from: 0.5, to: 0.7 };
/** Feet this far behind each other, shares of the head's height, are of a stride: they do not just stand. */
const STRIDE = { from: 0.05, to: 0.1 };
/** A second foot that is higher than the first by more than this share of the head's height was lifted on purpose. */
const LIFTED = { from: 0.03, to: 0.045 };
/** A body is lowered at most by this share of its head's height: more is a jump or a wrong floor. */
const MOST_LOWERED = 0.15;
/** A body that is lowered by less than this is not, metres. */
const UNSEEN = 1e-5;

/** How quickly the body goes down and up again: feet that land or leave the ground change what is wanted at once. */
const HALF_LIFE_SECONDS = 0.04;
/** Where feet without toe joints end, ahead of the ankle, share of the head's height. */
const BALL_AHEAD = 0.08;

/** What keepFeetOnGround() keeps from frame to frame: one for each body. */
export interface FeetKeeper {
  /** By how much the body is lowered, metres. */
  lowered: number;
  /** Of the skeleton that it was asked about last; null: of none, or it has no legs. */
  skeleton: Skeleton | null;
  legs: readonly [KeptLeg, KeptLeg] | null;
}

/** A leg as it is at rest, and where its foot is in this frame. */
interface KeptLeg {
  readonly limb: BendableLimb;
  readonly headRestY: number;
  readonly ankleRestY: number;
  /** From the ankle to the toe joint at rest; to the tip of the foot, on the ground, where there is no toe joint. */
  readonly restToes: Vec3;
  /** How far the foot is above the ground: its ankle above its height at rest; in a stride a foot stands on its toes, too. */
  gap: number;
  groundY: number;
  /** 1 where the leg is straight and upright, 0 where it is bent or stretched out: nothing is wrong then. */
  isStanding: number;
}

export function createFeetKeeper(): FeetKeeper {
  return { lowered: 0, skeleton: null, legs: null };
}

/** A body as it is posed now, on the ground that it stands on. */
export interface GroundedPose {
  readonly skeleton: Skeleton;
  readonly pose: Pose;
  readonly ground: Ground;
}

/**
 * For avatars of other proportions than the wearer's: where straight legs do not reach the ground although the wearer
 * stands on it, lowers the whole body until the nearer foot does. Where the other leg hangs just above the ground it is
 * lowered until both feet stand. The knee of a foot that would go below the ground bends. The head gives way, not the
 * feet, and heels that were raised to reach the ground go down. A wearer who jumps has the head above its standing
 * height: that much the feet may be in the air. After stepEmbody(); feet with trackers on them are left where they are.
 */
export function keepFeetOnGround(keeper: FeetKeeper, body: GroundedPose, joints: JointFrame, dtSeconds: number): void {
  const { skeleton, pose } = body;
  if (keeper.skeleton !== skeleton) takeSkeleton(keeper, skeleton);
  const { legs } = keeper;
  if (legs === null) return;
  const [left, right] = legs;
  const inStride = smoothStep(strideOf(skeleton, pose, left, right) / left.headRestY, STRIDE.from, STRIDE.to);
  const isGround = findGap(body, left, inStride) && findGap(body, right, inStride);
  const isTrackedFoot = isTracked(joints, pointNumber.leftFoot) || isTracked(joints, pointNumber.rightFoot);
  const wanted = isTrackedFoot || !isGround ? 0 : wantedLowering(joints, left, right, inStride);
  keeper.lowered = easeScalar(keeper.lowered, wanted, HALF_LIFE_SECONDS, dtSeconds);
  if (!isGround || keeper.lowered < UNSEEN) return;
  pose.rootPosition[1] -= keeper.lowered;
  for (let y = 1; y < pose.worldPositions.length; y += 3) pose.worldPositions[y] -= keeper.lowered;
  for (let i = 0; i < legs.length; i++) {
    const below = keeper.lowered - Math.max(0, legs[i].gap);
    if (below > 0) raiseAnkle(skeleton, pose, legs[i], below);
    liftToes(skeleton, pose, legs[i]);
  }
  updateWorldPose(skeleton, pose);
}

function takeSkeleton(keeper: FeetKeeper, skeleton: Skeleton): void {
  keeper.skeleton = skeleton;
  const [left, right] = [legOf(skeleton, 'left'), legOf(skeleton, 'right')];
  keeper.legs = left && right && [left, right];
}

const KNEE_AHEAD = createVec3(0, 0, 1);

/** Null where a part of the leg is missing. */
function legOf(skeleton: Skeleton, side: 'left' | 'right'): KeptLeg | null {
  const [upper, lower, end, toes, head] = (
    [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`, `${side}Toes`, 'head'] as const
  ).map((bone) => jointOfBone(skeleton, bone));
  if (Math.min(upper, lower, end) < 0) return null;
  const { restWorldPositions: rest } = skeleton;
  const headRestY = rest[head * 3 + 1];
  const ankleRestY = standingAnkleY(skeleton, side);
  const [x, y, z] = [0, 1, 2].map((k) => rest[toes * 3 + k] - rest[end * 3 + k]);
  const restToes =
    toes < 0
      ? createVec3(0, -ankleRestY, footShape(skeleton, side)?.toeAhead ?? BALL_AHEAD * headRestY)
      : createVec3(x, y, z);
  const limb = { upper, lower, end, restPole: KNEE_AHEAD };
  return { limb, headRestY, ankleRestY, restToes, gap: 0, groundY: 0, isStanding: 0 };
}

function wantedLowering(joints: JointFrame, left: KeptLeg, right: KeptLeg, inStride: number): number {
  const nearer = left.gap < right.gap ? left : right;
  const farther = nearer === left ? right : left;
  const { headRestY: headRest } = left;
  const jumped = Math.max(0, joints.jointPoses[pointNumber.head * POSE_SIZE + 1] - headRest - nearer.groundY);
  const most = MOST_LOWERED * headRest;
  const toNearer = clamp(nearer.gap - jumped, 0, most) * nearer.isStanding;
  // The nearer foot is on the ground by now, or the body jumps, or it has a bent leg in the air: then nothing is wrong.
  const isDown = 1 - smoothStep((nearer.gap - toNearer) / headRest, 0, LIFTED.from);
  const apart = farther.gap - Math.max(nearer.gap, 0);
  const isLifted = smoothStep(apart / headRest, LIFTED.from, LIFTED.to);
  return toNearer + clamp(apart, 0, most - toNearer) * (1 - isLifted) * farther.isStanding * (1 - inStride) * isDown;
}

// Scratch.
const target = createVec3();
const toes = createVec3();
const axis = createVec3();
const turn = createQuat();
const rotation = createQuat();
const hit = createGroundHit();

/** Bends a knee until its ankle is higher by this much, metres; the foot keeps its turn. */
function raiseAnkle(skeleton: Skeleton, pose: Pose, { limb }: KeptLeg, metres: number): void {
  const at = limb.end * 3;
  vec3.set(target, pose.worldPositions[at], pose.worldPositions[at + 1] + metres, pose.worldPositions[at + 2]);
  bendLimb(skeleton, pose, limb, target);
}

/** Turns a foot about its ankle until its toes are as high above the ground as at rest, where they are lower. */
function liftToes(skeleton: Skeleton, pose: Pose, leg: KeptLeg): void {
  const foot = leg.limb.end;
  findToes(pose, leg);
  const x = toes[0];
  const y = toes[1];
  const z = toes[2];
  const across = Math.sqrt(x * x + z * z);
  const length = vec3.length(toes);
  const wantedY = leg.groundY + leg.ankleRestY + leg.restToes[1] - pose.worldPositions[foot * 3 + 1];
  if (y >= wantedY || across < 1e-6) return;
  const angle = Math.asin(clamp(wantedY / length, -1, 1)) - Math.asin(y / length);
  quat.setAxisAngle(turn, vec3.set(axis, -z / across, 0, x / across), angle);
  quat.multiply(turn, turn, readRotation(pose, foot));
  quat.conjugate(rotation, readRotation(pose, skeleton.parents[foot]));
  quat.multiply(turn, rotation, turn);
  for (let k = 0; k < 4; k++) pose.localRotations[foot * 4 + k] = turn[k];
}

/** From the ankle to the toes as the foot is posed now, world axes: `toes`. */
function findToes(pose: Pose, { limb, restToes }: KeptLeg): Vec3 {
  return vec3.transformQuat(toes, restToes, readRotation(pose, limb.end));
}

function readRotation({ worldRotations: q }: Pose, joint: number): Quat {
  return quat.set(rotation, q[joint * 4], q[joint * 4 + 1], q[joint * 4 + 2], q[joint * 4 + 3]);
}

/** Looks where the foot of a leg is; false where there is no ground below it. */
function findGap({ pose, ground }: GroundedPose, leg: KeptLeg, inStride: number): boolean {
  const { upper, lower, end } = leg.limb;
  const hip = upper * 3;
  const knee = lower * 3;
  const ankle = end * 3;
  const { worldPositions: at } = pose;
  if (!ground.query(at[ankle], at[ankle + 2], at[hip + 1], hit)) return false;
  const length = distanceOf(at, hip, knee) + distanceOf(at, knee, ankle);
  const straight = distanceOf(at, hip, ankle) / length;
  const upright = (at[hip + 1] - at[ankle + 1]) / length;
  const ankleGap = at[ankle + 1] - hit.height - leg.ankleRestY;
  // Where the heel is raised the toes are lower than the ankle by more than at rest.
  const heelRaised = leg.restToes[1] - findToes(pose, leg)[1];
  leg.gap = ankleGap - inStride * Math.max(0, heelRaised);
  leg.groundY = hit.height;
  leg.isStanding = smoothStep(straight, STRAIGHT.from, STRAIGHT.to) * smoothStep(upright, UPRIGHT.from, UPRIGHT.to);
  return true;
}

/** How far the ankles are from where they stand side by side, whichever way, metres. */
function strideOf(skeleton: Skeleton, { worldPositions: at }: Pose, left: KeptLeg, right: KeptLeg): number {
  const [hipA, hipB] = [left.limb.upper * 3, right.limb.upper * 3];
  const [ankleA, ankleB] = [left.limb.end * 3, right.limb.end * 3];
  const { restWorldPositions: rest } = skeleton;
  const [acrossX, acrossZ] = [at[hipA] - at[hipB], at[hipA + 2] - at[hipB + 2]];
  const width = Math.max(1e-6, Math.sqrt(acrossX * acrossX + acrossZ * acrossZ));
  const [x, z] = [at[ankleA] - at[ankleB], at[ankleA + 2] - at[ankleB + 2]];
  const ahead = (z * acrossX - x * acrossZ) / width;
  const aside = (x * acrossX + z * acrossZ) / width - (rest[ankleA] - rest[ankleB]);
  return Math.sqrt(ahead * ahead + aside * aside);
}

function distanceOf(at: Float64Array, a: number, b: number): number {
  const x = at[a] - at[b];
  const y = at[a + 1] - at[b + 1];
  const z = at[a + 2] - at[b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
