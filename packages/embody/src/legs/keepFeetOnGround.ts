import {
  clamp,
  createVec3,
  jointOfBone,
  type Pose,
  quat,
  type Skeleton,
  smoothStep,
  updateWorldPose,
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

/**
 * For avatars of other proportions than the wearer's: where straight legs do not reach the ground although the wearer
 * stands on it, lowers the whole body until the nearer foot does, and returns by how much, metres. Where the other leg
 * hangs just above the ground it is lowered until both feet stand, and the nearer leg's knee bends. The head gives way,
 * not the feet, and heels that were raised to reach the ground go down. A wearer who jumps has the head above its
 * standing height: that much the feet may be in the air. After stepEmbody(); feet with trackers on them are left where
 * they are.
 */
export function keepFeetOnGround(skeleton: Skeleton, pose: Pose, joints: JointFrame, ground: Ground): number {
  if (isTracked(joints, pointNumber.leftFoot) || isTracked(joints, pointNumber.rightFoot)) return 0;
  const headRest = skeleton.restWorldPositions[jointOfBone(skeleton, 'head') * 3 + 1];
  const inStride = smoothStep(strideOf(skeleton, pose) / headRest, STRIDE.from, STRIDE.to);
  const left = findGap(skeleton, pose, 'left', ground, inStride);
  const right = findGap(skeleton, pose, 'right', ground, inStride);
  if (left === null || right === null) return 0;
  const [nearer, farther] = left.gap < right.gap ? [left, right] : [right, left];
  const jumped = Math.max(0, joints.jointPoses[pointNumber.head * POSE_SIZE + 1] - headRest - nearer.groundY);
  const most = MOST_LOWERED * headRest;
  const toNearer = clamp(nearer.gap - jumped, 0, most) * nearer.isStanding;
  // The nearer foot is on the ground by now, or the body jumps, or it has a bent leg in the air: then nothing is wrong.
  const isDown = 1 - smoothStep((nearer.gap - toNearer) / headRest, 0, LIFTED.from);
  const apart = farther.gap - Math.max(nearer.gap, 0);
  const isLifted = smoothStep(apart / headRest, LIFTED.from, LIFTED.to);
  const toFarther = clamp(apart, 0, most - toNearer) * (1 - isLifted) * farther.isStanding * (1 - inStride) * isDown;
  const lowered = toNearer + toFarther;
  if (!(lowered > 0)) return 0;
  pose.rootPosition[1] -= lowered;
  for (let y = 1; y < pose.worldPositions.length; y += 3) pose.worldPositions[y] -= lowered;
  if (toFarther > 0) raiseAnkle(skeleton, pose, nearer === left ? 'left' : 'right', toFarther);
  liftToes(skeleton, pose, 'left', left.groundY);
  liftToes(skeleton, pose, 'right', right.groundY);
  updateWorldPose(skeleton, pose);
  return lowered;
}

const KNEE_AHEAD = createVec3(0, 0, 1);

/** Bends a knee until its ankle is higher by this much, metres; the foot keeps its turn. */
function raiseAnkle(skeleton: Skeleton, pose: Pose, side: 'left' | 'right', metres: number): void {
  const upper = jointOfBone(skeleton, `${side}UpperLeg`);
  const lower = jointOfBone(skeleton, `${side}LowerLeg`);
  const end = jointOfBone(skeleton, `${side}Foot`);
  const [x, y, z] = pose.worldPositions.subarray(end * 3, end * 3 + 3);
  bendLimb(skeleton, pose, { upper, lower, end, restPole: KNEE_AHEAD }, createVec3(x, y + metres, z));
}

/** Turns a foot about its ankle until its toes are as high above the ground as at rest, where they are lower. */
function liftToes(skeleton: Skeleton, pose: Pose, side: 'left' | 'right', groundY: number): void {
  const foot = jointOfBone(skeleton, `${side}Foot`);
  const toes = jointOfBone(skeleton, `${side}Toes`) * 3;
  if (toes < 0) return;
  const { worldPositions: at, worldRotations, localRotations } = pose;
  const [x, y, z] = [0, 1, 2].map((k) => at[toes + k] - at[foot * 3 + k]);
  const [across, length] = [Math.hypot(x, z), Math.hypot(x, y, z)];
  const wantedY = groundY + standingToesY(skeleton, side) - at[foot * 3 + 1];
  if (y >= wantedY || across < 1e-6) return;
  const angle = Math.asin(clamp(wantedY / length, -1, 1)) - Math.asin(y / length);
  const turn = quat.setAxisAngle(quat.create(), [-z / across, 0, x / across], angle);
  const rotationOf = (joint: number) => worldRotations.subarray(joint * 4, joint * 4 + 4) as unknown as quat;
  quat.multiply(turn, turn, rotationOf(foot));
  const back = quat.conjugate(quat.create(), rotationOf(skeleton.parents[foot]));
  localRotations.set(quat.multiply(turn, back, turn), foot * 4);
}

/** Height of the toe joint of a foot that is flat on the ground, as the rest pose has it. */
function standingToesY(skeleton: Skeleton, side: 'left' | 'right'): number {
  const { restWorldPositions: rest } = skeleton;
  const [foot, toes] = [jointOfBone(skeleton, `${side}Foot`), jointOfBone(skeleton, `${side}Toes`)];
  return standingAnkleY(skeleton, side) + rest[toes * 3 + 1] - rest[foot * 3 + 1];
}

interface FootGap {
  /** How far the foot is above the ground: its ankle above its height at rest; in a stride a foot stands on its toes, too. */
  readonly gap: number;
  readonly groundY: number;
  /** 1 where the leg is straight and upright, 0 where it is bent or stretched out: nothing is wrong then. */
  readonly isStanding: number;
}

function findGap(
  skeleton: Skeleton,
  pose: Pose,
  side: 'left' | 'right',
  ground: Ground,
  inStride: number,
): FootGap | null {
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
  const toes = jointOfBone(skeleton, `${side}Toes`) * 3;
  const toesGap = toes < 0 ? ankleGap : at[toes + 1] - hit.height - standingToesY(skeleton, side);
  return {
    gap: ankleGap - inStride * Math.max(0, ankleGap - toesGap),
    groundY: hit.height,
    isStanding: smoothStep(straight, STRAIGHT.from, STRAIGHT.to) * smoothStep(upright, UPRIGHT.from, UPRIGHT.to),
  };
}

/** How far one ankle is ahead of the other, the way the hips face, metres; 0 without legs. */
function strideOf(skeleton: Skeleton, { worldPositions: at }: Pose): number {
  const [hipA, hipB, ankleA, ankleB] = (['leftUpperLeg', 'rightUpperLeg', 'leftFoot', 'rightFoot'] as const).map(
    (bone) => jointOfBone(skeleton, bone) * 3,
  );
  if (Math.min(hipA, hipB, ankleA, ankleB) < 0) return 0;
  const [acrossX, acrossZ] = [at[hipA] - at[hipB], at[hipA + 2] - at[hipB + 2]];
  const ahead = (at[ankleA + 2] - at[ankleB + 2]) * acrossX - (at[ankleA] - at[ankleB]) * acrossZ;
  return Math.abs(ahead) / Math.max(1e-6, Math.hypot(acrossX, acrossZ));
}

function distanceOf(at: Float64Array, a: number, b: number): number {
  return Math.hypot(at[a] - at[b], at[a + 1] - at[b + 1], at[a + 2] - at[b + 2]);
}
