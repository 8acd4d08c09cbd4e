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
import { bendLimb } from '@leib/core/solvers';
import { isTracked, type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { createGroundHit, type Ground } from '../ground/ground.js';
import { standingAnkleY } from '../limb/standingAnkle.js';

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
}

export function createFeetKeeper(): FeetKeeper {
  return { lowered: 0 };
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
  const inStride = smoothStep(strideOf(skeleton, pose) / headRestY(skeleton), STRIDE.from, STRIDE.to);
  const left = findGap(body, 'left', inStride);
  const right = findGap(body, 'right', inStride);
  const isTrackedFoot = isTracked(joints, pointNumber.leftFoot) || isTracked(joints, pointNumber.rightFoot);
  const wanted = isTrackedFoot || !left || !right ? 0 : wantedLowering(skeleton, joints, [left, right], inStride);
  keeper.lowered = easeScalar(keeper.lowered, wanted, HALF_LIFE_SECONDS, dtSeconds);
  if (!left || !right || keeper.lowered < UNSEEN) return;
  pose.rootPosition[1] -= keeper.lowered;
  for (let y = 1; y < pose.worldPositions.length; y += 3) pose.worldPositions[y] -= keeper.lowered;
  for (const [side, foot] of [['left', left] as const, ['right', right] as const]) {
    const below = keeper.lowered - Math.max(0, foot.gap);
    if (below > 0) raiseAnkle(skeleton, pose, side, below);
    liftToes(skeleton, pose, side, foot.groundY);
  }
  updateWorldPose(skeleton, pose);
}

function wantedLowering(
  skeleton: Skeleton,
  joints: JointFrame,
  [left, right]: readonly [FootGap, FootGap],
  inStride: number,
): number {
  const [nearer, farther] = left.gap < right.gap ? [left, right] : [right, left];
  const headRest = headRestY(skeleton);
  const jumped = Math.max(0, joints.jointPoses[pointNumber.head * POSE_SIZE + 1] - headRest - nearer.groundY);
  const most = MOST_LOWERED * headRest;
  const toNearer = clamp(nearer.gap - jumped, 0, most) * nearer.isStanding;
  // The nearer foot is on the ground by now, or the body jumps, or it has a bent leg in the air: then nothing is wrong.
  const isDown = 1 - smoothStep((nearer.gap - toNearer) / headRest, 0, LIFTED.from);
  const apart = farther.gap - Math.max(nearer.gap, 0);
  const isLifted = smoothStep(apart / headRest, LIFTED.from, LIFTED.to);
  return toNearer + clamp(apart, 0, most - toNearer) * (1 - isLifted) * farther.isStanding * (1 - inStride) * isDown;
}

const KNEE_AHEAD = createVec3(0, 0, 1);

/** Bends a knee until its ankle is higher by this much, metres; the foot keeps its turn. */
function raiseAnkle(skeleton: Skeleton, pose: Pose, side: Side, metres: number): void {
  const upper = jointOfBone(skeleton, `${side}UpperLeg`);
  const lower = jointOfBone(skeleton, `${side}LowerLeg`);
  const end = jointOfBone(skeleton, `${side}Foot`);
  const [x, y, z] = pose.worldPositions.subarray(end * 3, end * 3 + 3);
  bendLimb(skeleton, pose, { upper, lower, end, restPole: KNEE_AHEAD }, createVec3(x, y + metres, z));
}

/** Turns a foot about its ankle until its toes are as high above the ground as at rest, where they are lower. */
function liftToes(skeleton: Skeleton, pose: Pose, side: Side, groundY: number): void {
  const foot = jointOfBone(skeleton, `${side}Foot`);
  const [x, y, z] = toesFromAnkle(skeleton, pose, side);
  const [across, length] = [Math.hypot(x, z), Math.hypot(x, y, z)];
  const restY = standingAnkleY(skeleton, side) + restToesFromAnkle(skeleton, side)[1];
  const wantedY = groundY + restY - pose.worldPositions[foot * 3 + 1];
  if (y >= wantedY || across < 1e-6) return;
  const angle = Math.asin(clamp(wantedY / length, -1, 1)) - Math.asin(y / length);
  const turn = quat.setAxisAngle(quat.create(), [-z / across, 0, x / across], angle);
  quat.multiply(turn, turn, rotationOf(pose, foot));
  const back = quat.conjugate(quat.create(), rotationOf(pose, skeleton.parents[foot]));
  pose.localRotations.set(quat.multiply(turn, back, turn), foot * 4);
}

type Side = 'left' | 'right';

/** From the ankle to the toe joint at rest; to the tip of the foot, on the ground, where there is no toe joint. */
function restToesFromAnkle(skeleton: Skeleton, side: Side): Vec3 {
  const { restWorldPositions: rest } = skeleton;
  const [foot, toes] = [jointOfBone(skeleton, `${side}Foot`) * 3, jointOfBone(skeleton, `${side}Toes`) * 3];
  if (toes < 0) {
    const ahead = footShape(skeleton, side)?.toeAhead ?? BALL_AHEAD * headRestY(skeleton);
    return createVec3(0, -standingAnkleY(skeleton, side), ahead);
  }
  return createVec3(rest[toes] - rest[foot], rest[toes + 1] - rest[foot + 1], rest[toes + 2] - rest[foot + 2]);
}

/** The same as the foot is posed now, world axes. */
function toesFromAnkle(skeleton: Skeleton, pose: Pose, side: Side): Vec3 {
  const rest = restToesFromAnkle(skeleton, side);
  return vec3.transformQuat(rest, rest, rotationOf(pose, jointOfBone(skeleton, `${side}Foot`)));
}

function rotationOf({ worldRotations: q }: Pose, joint: number): Quat {
  return createQuat(q[joint * 4], q[joint * 4 + 1], q[joint * 4 + 2], q[joint * 4 + 3]);
}

function headRestY(skeleton: Skeleton): number {
  return skeleton.restWorldPositions[jointOfBone(skeleton, 'head') * 3 + 1];
}

interface FootGap {
  /** How far the foot is above the ground: its ankle above its height at rest; in a stride a foot stands on its toes, too. */
  readonly gap: number;
  readonly groundY: number;
  /** 1 where the leg is straight and upright, 0 where it is bent or stretched out: nothing is wrong then. */
  readonly isStanding: number;
}

function findGap({ skeleton, pose, ground }: GroundedPose, side: Side, inStride: number): FootGap | null {
  const hip = jointOfBone(skeleton, `${side}UpperLeg`) * 3;
  const knee = jointOfBone(skeleton, `${side}LowerLeg`) * 3;
  const ankle = jointOfBone(skeleton, `${side}Foot`) * 3;
  if (hip < 0 || knee < 0 || ankle < 0) return null;
  const { worldPositions: at } = pose;
  const hit = createGroundHit();
  if (!ground.query(at[ankle], at[ankle + 2], at[hip + 1], hit)) return null;
  const length = distanceOf(at, hip, knee) + distanceOf(at, knee, ankle);
  const straight = distanceOf(at, hip, ankle) / length;
  const upright = (at[hip + 1] - at[ankle + 1]) / length;
  const ankleGap = at[ankle + 1] - hit.height - standingAnkleY(skeleton, side);
  // Where the heel is raised the toes are lower than the ankle by more than at rest.
  const heelRaised = restToesFromAnkle(skeleton, side)[1] - toesFromAnkle(skeleton, pose, side)[1];
  return {
    gap: ankleGap - inStride * Math.max(0, heelRaised),
    groundY: hit.height,
    isStanding: smoothStep(straight, STRAIGHT.from, STRAIGHT.to) * smoothStep(upright, UPRIGHT.from, UPRIGHT.to),
  };
}

/** How far the ankles are from where they stand side by side, whichever way, metres; 0 without legs. */
function strideOf(skeleton: Skeleton, { worldPositions: at }: Pose): number {
  const [hipA, hipB, ankleA, ankleB] = (['leftUpperLeg', 'rightUpperLeg', 'leftFoot', 'rightFoot'] as const).map(
    (bone) => jointOfBone(skeleton, bone) * 3,
  );
  if (Math.min(hipA, hipB, ankleA, ankleB) < 0) return 0;
  const { restWorldPositions: rest } = skeleton;
  const [acrossX, acrossZ] = [at[hipA] - at[hipB], at[hipA + 2] - at[hipB + 2]];
  const width = Math.max(1e-6, Math.hypot(acrossX, acrossZ));
  const [x, z] = [at[ankleA] - at[ankleB], at[ankleA + 2] - at[ankleB + 2]];
  const ahead = (z * acrossX - x * acrossZ) / width;
  const aside = (x * acrossX + z * acrossZ) / width - (rest[ankleA] - rest[ankleB]);
  return Math.hypot(ahead, aside);
}

function distanceOf(at: Float64Array, a: number, b: number): number {
  return Math.hypot(at[a] - at[b], at[a + 1] - at[b + 1], at[a + 2] - at[b + 2]);
}
