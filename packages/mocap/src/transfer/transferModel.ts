import {
  boneNumber,
  buildRetarget,
  createPose,
  createVec3,
  jointOfBone,
  type Pose,
  type Retarget,
  type Skeleton,
  type Vec3,
  vec3,
} from '@leib/core';
import type { BendableLimb } from '@leib/core/solvers';
import { type BodyCapsule, buildCapsules, type CapsulePlace, createCapsulePlace } from './bodyCapsules.js';
import { buildFeet, type FootTransfer } from './footTransfer.js';

/** One arm that both the actor and the agent have. */
interface ArmTransfer {
  readonly side: 'left' | 'right';
  readonly from: ArmJoints;
  readonly to: ArmJoints;
}

export interface ArmJoints extends BendableLimb {
  /** From the wrist to the middle of the palm, rest axes, metres. */
  readonly palmOffset: Vec3;
}

/** Distance from the wrist to the middle of the palm, as a part of the forearm, where a body has no fingers. */
const palmPart = 0.35;
/** The same as a part of the way to the middle knuckle. */
const knucklePart = 0.85;

export function buildArms(from: Skeleton, to: Skeleton): ArmTransfer[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const knuckle = `${side}MiddleProximal` as const;
    const hasKnuckles = jointOfBone(from, knuckle) >= 0 && jointOfBone(to, knuckle) >= 0;
    const [a, b] = [armOf(from, side, hasKnuckles), armOf(to, side, hasKnuckles)];
    return a !== null && b !== null ? [{ side, from: a, to: b }] : [];
  });
}

function armOf(skeleton: Skeleton, side: 'left' | 'right', hasKnuckles: boolean): ArmJoints | null {
  const upper = jointOfBone(skeleton, `${side}UpperArm`);
  const lower = jointOfBone(skeleton, `${side}LowerArm`);
  const end = jointOfBone(skeleton, `${side}Hand`);
  if (Math.min(upper, lower, end) < 0) return null;
  const at = (joint: number) => skeleton.restWorldPositions.subarray(joint * 3, joint * 3 + 3);
  const [start, tip, part] = hasKnuckles
    ? [end, jointOfBone(skeleton, `${side}MiddleProximal`), knucklePart]
    : [lower, end, palmPart];
  const palmOffset = vec3.subtract(createVec3(), at(tip), at(start));
  return {
    upper,
    lower,
    end,
    restPole: createVec3(0, 0, -1),
    palmOffset: vec3.scale(palmOffset, palmOffset, part),
  };
}

/** `angles`: joint angles as they are, with the agent's lengths. `contacts`: feet, hands, floor and body also meet. */
export type TransferMethod = 'angles' | 'contacts';

/** Lengths and speeds of an adult; they are scaled to the actor. */
const adultParams = {
  /** A heel or ball of the foot is planted when it is slower than this and lower than this above its rest... */
  plantSpeed: 0.3,
  plantHeight: 0.05,
  /** ...until it is faster or higher than this. Larger than the above: hysteresis. */
  releaseSpeed: 0.5,
  releaseHeight: 0.08,
  /** Speeds are smoothed with this half-life against noise. */
  speedHalfLifeSeconds: 0.02,
  /** A planted foot of the agent stays in place until the actor's has slid this far; then it slides along. */
  slideDistance: 0.1,
  /** What a planted foot was held back is given up with this half-life after it lifts. */
  releaseHalfLifeSeconds: 0.06,
  /** Distance to a surface up to which a palm touches it, and from which on it has nothing to do with it. */
  touchDistance: 0.04,
  farDistance: 0.1,
  /** A palm that moves along a part of the body faster than this passes by; up to `restSpeed` it rests there. */
  restSpeed: 0.4,
  passSpeed: 1,
  /** The same between the palms: the middles of two hands that are put together are farther apart. */
  palmsTouchDistance: 0.1,
  palmsFarDistance: 0.25,
};

export type TransferParams = Readonly<typeof adultParams>;

export interface TransferOptions {
  /** `contacts` when absent. */
  readonly method?: TransferMethod;
  /** Height of the floor, metres, for both. 0 when absent. */
  readonly floorY?: number;
}

/** How an actor's poses become an agent's. Made once by buildTransfer(), read-only. */
export interface TransferModel {
  readonly from: Skeleton;
  readonly to: Skeleton;
  readonly method: TransferMethod;
  readonly params: TransferParams;
  readonly floorY: number;
  /** Angles, and the place of the hips scaled by the length of the legs. */
  readonly retarget: Retarget;
  /** Legs that both have. */
  readonly feet: readonly FootTransfer[];
  /** Arms that both have. */
  readonly arms: readonly ArmTransfer[];
  /** Parts of the body that hands may touch, of which both have the joints. */
  readonly capsules: readonly BodyCapsule[];
  /** Size of the agent's trunk and hands in relation to the actor's. */
  readonly girthRatio: number;
}

export interface ContactPointState {
  /** Place in the frame before, actor's world. */
  readonly before: Vec3;
  /** Metres per second, smoothed. */
  speed: number;
  isDown: boolean;
}

export interface FootState {
  readonly heel: ContactPointState;
  readonly ball: ContactPointState;
  /** Part of the foot that is planted now. */
  planted: 'none' | 'heel' | 'ball';
  /** Where the planted part of the agent's foot stays, world; its height follows the actor. */
  readonly lockWorld: Vec3;
  /** What is added to the scaled place of the actor's ankle. */
  readonly correction: Vec3;
  /** Where the agent's ankle goes in this frame. */
  readonly ankleWorld: Vec3;
  /** 1 planted, 0 in the air, smooth between. */
  weight: number;
}

export interface HandState {
  /** Where the actor's palm is in relation to each of model.capsules, and how much it touches: 0 far, 1 touching. */
  readonly places: readonly CapsulePlace[];
  readonly weights: Float64Array;
  /** How fast it moves along each, metres per second, smoothed. */
  readonly speeds: Float64Array;
  /** How much it touches the floor, 0 to 1, and where the agent's palm is then above it, metres. */
  floorWeight: number;
  floorHeight: number;
  /** How much the hand is held by the floor or the body, 0 to 1: the largest of the weights. */
  heldWeight: number;
  /** Where the palm would be by angles alone, agent's world. */
  readonly palmByAngles: Vec3;
  /** Where the palm goes. */
  readonly palmWorld: Vec3;
}

/** What one agent carries from frame to frame. */
export interface TransferState {
  /** The agent's pose, world arrays included. Written by stepTransfer(). */
  readonly pose: Pose;
  /** One per model.feet, and per model.arms. */
  readonly feet: readonly FootState[];
  readonly hands: readonly HandState[];
  /** How much the two palms touch each other in this frame, 0 to 1. */
  palmsWeight: number;
  /** From the left to the right palm when they do, agent's size, world. */
  readonly palmsOffset: Vec3;
  /** How much the pelvis is lowered so that feet and hands reach what they touch, metres. */
  pelvisDrop: number;
  isStarted: boolean;
}

export function buildTransfer(from: Skeleton, to: Skeleton, options: TransferOptions = {}): TransferModel {
  const { method = 'contacts', floorY = 0 } = options;
  const whole = buildRetarget(from, to, { keepFeet: true });
  // Heights count from the floor, not from y = 0.
  const floorLift = floorY * (1 - whole.scale);
  const capsules = buildCapsules(from, to);
  return {
    from,
    to,
    method,
    params: scaledParams(from),
    floorY,
    retarget: { ...whole, lift: whole.lift + floorLift, legs: [] },
    feet: buildFeet(whole, floorLift, floorY),
    arms: buildArms(from, to),
    capsules: capsules.list,
    girthRatio: capsules.girthRatio,
  };
}

/** Height of an adult's hips when standing, metres: the body that the parameters are meant for. */
const adultHipsHeight = 0.95;

function scaledParams({ restWorldPositions, boneToJoint }: Skeleton): TransferParams {
  const lowest = restWorldPositions.reduce((low, value, i) => (i % 3 === 1 ? Math.min(low, value) : low), Infinity);
  const hipsHeight = restWorldPositions[Math.max(0, boneToJoint[boneNumber.hips]) * 3 + 1] - lowest;
  const size = hipsHeight > 0 ? hipsHeight / adultHipsHeight : 1;
  return {
    ...adultParams,
    plantSpeed: adultParams.plantSpeed * size,
    plantHeight: adultParams.plantHeight * size,
    releaseSpeed: adultParams.releaseSpeed * size,
    releaseHeight: adultParams.releaseHeight * size,
    slideDistance: adultParams.slideDistance * size,
    touchDistance: adultParams.touchDistance * size,
    farDistance: adultParams.farDistance * size,
    restSpeed: adultParams.restSpeed * size,
    passSpeed: adultParams.passSpeed * size,
    palmsTouchDistance: adultParams.palmsTouchDistance * size,
    palmsFarDistance: adultParams.palmsFarDistance * size,
  };
}

export function createTransferState(model: TransferModel): TransferState {
  return {
    pose: createPose(model.to),
    feet: model.feet.map(createFootState),
    hands: model.arms.map(() => createHandState(model)),
    palmsWeight: 0,
    palmsOffset: createVec3(),
    pelvisDrop: 0,
    isStarted: false,
  };
}

function createFootState(): FootState {
  const point = (): ContactPointState => ({ before: createVec3(), speed: 0, isDown: false });
  return {
    heel: point(),
    ball: point(),
    planted: 'none',
    lockWorld: createVec3(),
    correction: createVec3(),
    ankleWorld: createVec3(),
    weight: 0,
  };
}

function createHandState({ capsules }: TransferModel): HandState {
  return {
    places: capsules.map(createCapsulePlace),
    weights: new Float64Array(capsules.length),
    speeds: new Float64Array(capsules.length),
    floorWeight: 0,
    floorHeight: 0,
    heldWeight: 0,
    palmByAngles: createVec3(),
    palmWorld: createVec3(),
  };
}
