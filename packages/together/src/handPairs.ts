import { clamp, createQuat, createVec3, jointOfBone, type Pose, type Skeleton, type Vec3, vec3 } from '@leib/core';
import type { BendableLimb } from '@leib/core/solvers';

/** Somebody whose hands may meet those of others. */
export interface MeetingBody {
  readonly id: string;
  readonly skeleton: Skeleton;
  /** As it is shown otherwise; it is not changed. World arrays are current. */
  readonly pose: Pose;
  /** The world's metres per one of the body's own. */
  readonly scale: number;
}

/** An arm that can be bent, and where its palm is, as the joints of a body say it. */
export interface ArmModel {
  readonly side: 'left' | 'right';
  readonly limb: BendableLimb;
  /** From the wrist to the middle of the palm, the hand's axes and the body's metres: half of a hand's length. */
  readonly palmLocal: Vec3;
  readonly armLength: number;
}

/** A hand as it is now, the world's metres. */
export interface PlacedHand {
  readonly id: string;
  readonly arm: ArmModel;
  readonly wristWorld: Vec3;
  readonly palmWorld: Vec3;
  readonly shoulderWorld: Vec3;
  /** Along the fingers, and out of the palm: unit vectors. */
  readonly forwardWorld: Vec3;
  readonly palmNormalWorld: Vec3;
  /** Half of its length, width and thickness. */
  readonly halfLength: number;
  readonly armLength: number;
}

/** Which share of its half length a hand is wide and thick: half of 19, 8.5 and 3 cm. */
const WIDTH = 0.45;
const THICKNESS = 0.16;
/** Palms whose normals are at least so much against each other face each other. */
const FACING = -0.4;
/** A hand without fingers is so long, share of the forearm. */
const PALM_OF_FOREARM = 0.36;

/** Arms of a body; none where a joint of one is missing. */
export function armsOf(skeleton: Skeleton): readonly ArmModel[] {
  const { restWorldPositions: rest } = skeleton;
  const placeOf = (joint: number) => createVec3(...rest.subarray(joint * 3, joint * 3 + 3));
  return (['left', 'right'] as const).flatMap((side): ArmModel[] => {
    const [upper, lower, end, knuckle] = (['UpperArm', 'LowerArm', 'Hand', 'MiddleProximal'] as const).map((part) =>
      jointOfBone(skeleton, `${side}${part}`),
    );
    if (Math.min(upper, lower, end) < 0) return [];
    const forearm = vec3.distance(placeOf(lower), placeOf(end));
    const palmLocal = createVec3((side === 'left' ? 1 : -1) * PALM_OF_FOREARM * forearm, 0, 0);
    // At rest every joint has the world's axes. From the wrist to the knuckles is half of a hand, a little less.
    if (knuckle >= 0) vec3.subtract(palmLocal, placeOf(knuckle), placeOf(end));
    const armLength = vec3.distance(placeOf(upper), placeOf(lower)) + forearm;
    return [{ side, limb: { upper, lower, end, restPole: [0, 0, -1] }, palmLocal, armLength }];
  });
}

export function placeHand({ id, pose, scale }: MeetingBody, arm: ArmModel): PlacedHand {
  const { end, upper } = arm.limb;
  const turnWorld = createQuat(...pose.worldRotations.subarray(end * 4, end * 4 + 4));
  const wristWorld = vec3.scale(createVec3(), placeOf(pose, end), scale);
  const turned = (local: Vec3) => vec3.transformQuat(createVec3(), local, turnWorld);
  const palmWorld = vec3.scaleAndAdd(createVec3(), wristWorld, turned(arm.palmLocal), scale);
  return {
    id,
    arm,
    wristWorld,
    palmWorld,
    shoulderWorld: vec3.scale(createVec3(), placeOf(pose, upper), scale),
    forwardWorld: turned(createVec3(arm.side === 'left' ? 1 : -1, 0, 0)),
    palmNormalWorld: turned(createVec3(0, -1, 0)),
    halfLength: vec3.length(arm.palmLocal) * scale,
    armLength: arm.armLength * scale,
  };
}

export const placeOf = ({ worldPositions }: Pose, joint: number): Vec3 =>
  createVec3(worldPositions[joint * 3], worldPositions[joint * 3 + 1], worldPositions[joint * 3 + 2]);

/**
 * The way from one hand to the other along which they touch: out of the palms where these face each other, else from the middle of one to
 * that of the other (fists, fingertips, a hand laid on a hand).
 */
export function contactWay(a: PlacedHand, b: PlacedHand): Vec3 {
  const way = createVec3();
  const isPalmToPalm = vec3.dot(a.palmNormalWorld, b.palmNormalWorld) < FACING;
  if (isPalmToPalm) vec3.subtract(way, a.palmNormalWorld, b.palmNormalWorld);
  else vec3.subtract(way, b.palmWorld, a.palmWorld);
  return vec3.length(way) < 1e-6 ? createVec3(0, 1, 0) : vec3.normalize(way, way);
}

/** From the middle of a hand to its skin along a way: hands are taken as ellipsoids. */
function reachAlong({ forwardWorld, palmNormalWorld, halfLength }: PlacedHand, way: Vec3): number {
  const along = vec3.dot(forwardWorld, way);
  const out = vec3.dot(palmNormalWorld, way);
  const across = Math.sqrt(Math.max(0, 1 - along * along - out * out));
  return halfLength * Math.hypot(along, WIDTH * across, THICKNESS * out);
}

/** How far the middles of two hands are apart along a way when they touch. */
export function contactDistance(a: PlacedHand, b: PlacedHand, way: Vec3): number {
  return reachAlong(a, way) + reachAlong(b, way);
}

/** How far the two are from touching, whichever way they would: negative where they are in each other. */
export function gapOf(a: PlacedHand, b: PlacedHand, way: Vec3): number {
  const touching = vec3.scaleAndAdd(createVec3(), a.palmWorld, way, contactDistance(a, b, way));
  return vec3.distance(touching, b.palmWorld);
}

/** What of a shift of its hand an arm is too short for. */
export function beyondReach({ wristWorld, shoulderWorld, armLength }: PlacedHand, shift: Vec3): Vec3 {
  const reach = vec3.add(createVec3(), wristWorld, shift);
  vec3.subtract(reach, reach, shoulderWorld);
  const far = vec3.length(reach);
  return vec3.scale(reach, reach, far > armLength ? 1 - armLength / far : 0);
}

/** How far a hand is held out towards another's shoulder, share of the arm: hanging arms are not held out. */
export function heldOut(hand: PlacedHand, other: PlacedHand): number {
  const towards = vec3.subtract(createVec3(), other.shoulderWorld, hand.shoulderWorld);
  towards[1] = 0;
  const far = vec3.length(towards);
  if (far < 1e-6) return 0;
  const held = vec3.subtract(createVec3(), hand.palmWorld, hand.shoulderWorld);
  return clamp(vec3.dot(held, towards) / far / hand.armLength, -1, 2);
}

/** Turns a way towards another one; where they are opposed it stays. */
export function easeWay(way: Vec3, wanted: Vec3, share: number): void {
  const next = vec3.lerp(createVec3(), way, wanted, share);
  if (vec3.length(next) > 0.2) vec3.normalize(way, next);
}
