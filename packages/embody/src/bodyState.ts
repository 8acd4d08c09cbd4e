import {
  createPose,
  createPoseGuard,
  createQuat,
  createVec3,
  type Pose,
  type Quat,
  type Skeleton,
  type Vec3,
} from '@leib/core';
import { createJointFrame, type JointFrame, trackedPoints } from '@leib/tracking';

/** What is asked of the body now: joint poses, and how much each counts. Written by stepTargets(). */
export interface Targets {
  /** Joint poses as tracking's readJoints() has them: lost ones are held or faded. Replaced in every frame. */
  frame: JointFrame;
  /** 0: the body is estimated there; 1: the tracker is followed exactly; between while one hands over. 11 entries. */
  readonly weights: Float64Array;
}

/** Where the body faces. Written by stepHeading(). */
export interface Heading {
  /** Radians; zero faces +Z. */
  yaw: number;
  /** Radians per second. */
  rate: number;
}

/** How the body travels. Written by stepTravel(). */
export interface Travel {
  /** Point in the chest that stands for the centre of mass, world space. */
  readonly comWorld: Vec3;
  /** Its mean velocity over the last 100 ms, world space, metres per second. */
  readonly velocityWorld: Vec3;
  /** Horizontal speed, metres per second. */
  speed: number;
  /** Horizontal unit direction of the way; where the body faces when it hardly moves. */
  readonly directionWorld: Vec3;
}

/** How the steps turn hips and shoulders, radians about up; zero without steps. Written by findSwing(). */
export interface Swing {
  hipYaw: number;
  shoulderYaw: number;
}

/** Where one foot is to be. Written by stepGait(), or by stepLedFeet() for feet that the prior leads; read by solveLegs(). */
export interface FootGoal {
  /** Ankle joint, world space. */
  readonly ankleWorld: Vec3;
  /** World rotation of the foot joint, relative to the T-pose. */
  readonly rotationWorld: Quat;
  /** The toes bend up against the foot by this, radians. */
  toeBend: number;
  /** On the ground and not to slide. */
  isPlanted: boolean;
}

/** What every stage of the frame reads and writes; what only one stage remembers is that stage's own state. */
export interface BodyState {
  /** The answer. World arrays are current for every joint that was solved so far in the frame. */
  readonly pose: Pose;
  readonly guard: ReturnType<typeof createPoseGuard>;
  readonly targets: Targets;
  /** How far each hand's target is one that is seen, 0..1, left, right: others are held, or hang. Written by stepTargets(). */
  readonly handsSeen: Float64Array;
  readonly heading: Heading;
  readonly travel: Travel;
  readonly swing: Swing;
  /** What the learned prior proposes; its weight is 0 where there is none. */
  readonly guidance: Guidance;
  /** By how much each hand missed its target in the last frame, metres; left, right. Written by stepArms(). */
  readonly handMisses: Float64Array;
  /** Left, right. */
  readonly feet: readonly [FootGoal, FootGoal];
  /** Height of the floor that the person is on, world space. Written by gait/floor.ts. */
  floorY: number;
  /** False until a head was seen, and for one frame after a teleport: nothing is to be eased from where it was. */
  isPlaced: boolean;
}

export function createBodyState(skeleton: Skeleton): BodyState {
  return {
    pose: createPose(skeleton),
    guard: createPoseGuard(skeleton),
    targets: { frame: createJointFrame(), weights: new Float64Array(trackedPoints.length) },
    handsSeen: Float64Array.of(1, 1),
    heading: { yaw: 0, rate: 0 },
    travel: { comWorld: createVec3(), velocityWorld: createVec3(), speed: 0, directionWorld: createVec3(0, 0, 1) },
    swing: { hipYaw: 0, shoulderYaw: 0 },
    guidance: createGuidance(skeleton.jointCount),
    handMisses: new Float64Array(2),
    feet: [createFootGoal(), createFootGoal()],
    floorY: 0,
    isPlaced: false,
  };
}

function createFootGoal(): FootGoal {
  return { ankleWorld: createVec3(), rotationWorld: createQuat(), toeBend: 0, isPlanted: true };
}

/** Forgets the person. What every frame writes before it is read stays. */
export function resetBodyState(state: BodyState): void {
  state.isPlaced = false;
  state.floorY = 0;
  state.heading.yaw = 0;
}

/** What one frame hands to the next; not the frame itself, which is replaced, nor the last good pose. */
export function copyBodyState(out: BodyState, from: BodyState): void {
  const { pose, guard: _, targets, heading, travel, swing, guidance, feet, ...flat } = from;
  copyFlat(out, flat);
  copyFlat(out.pose, pose);
  out.targets.weights.set(targets.weights);
  copyFlat(out.heading, heading);
  copyFlat(out.travel, travel);
  copyFlat(out.swing, swing);
  copyFlat(out.guidance, guidance);
  for (let side = 0; side < 2; side++) copyFlat(out.feet[side], feet[side]);
}

type Plain = number | boolean | string | null;
interface Numbers {
  readonly length: number;
  [index: number]: number;
}

/**
 * Copies a state, or what is left of it when its parts are taken out, into another of the same kind: plain values, and arrays number by
 * number. The compiler refuses a part that is neither: each stage says how its own parts are copied.
 */
export function copyFlat<T extends { readonly [K in keyof T]: Plain | Readonly<Numbers> }>(
  out: NoInfer<T>,
  from: T,
): void {
  for (const key in from) {
    const value: Plain | Readonly<Numbers> = from[key];
    const own = out[key] as Numbers;
    if (typeof value !== 'object' || value === null) out[key] = from[key];
    else for (let i = 0; i < value.length; i++) own[i] = value[i];
  }
}

/**
 * What the prior proposes for this frame, made fit for the solvers. World space, joints in SMPL's order. Written by
 * stepGuidance(); trunk, legs and arms follow it as far as their guarantees allow.
 */
export interface Guidance {
  /** How much the proposal counts: 0 is the rules alone, 1 the prior; between 0 and 1 one hands over to the other. */
  weight: number;
  /** Feet follow the prior's contacts, not the gait's rules. Never a blend: a foot that stands only in part would slide. */
  leadsFeet: boolean;
  /** 22 x 3 and 22 x 4: the head is where it is tracked, bones have the network's body's lengths. */
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  /** Height of the floor that the proposal stands on. */
  floorY: number;
  /** Chance that left ankle, right ankle, left toes, right toes stand. */
  readonly contacts: Float64Array;
  /** World rotations of the trunk's rows: hips and the path up to the head, the head not included. n x 4. */
  readonly rows: Float64Array;
  /** Parts of the weight that hips and spine, knees, collar bones and elbows follow with. */
  trunkWeight: number;
  kneeWeight: number;
  collarWeight: number;
  elbowWeight: number;
}

export function createGuidance(rowCount: number): Guidance {
  const rotations = new Float64Array(22 * 4);
  for (let w = 3; w < rotations.length; w += 4) rotations[w] = 1;
  const rows = new Float64Array(rowCount * 4);
  for (let w = 3; w < rows.length; w += 4) rows[w] = 1;
  return {
    weight: 0,
    leadsFeet: false,
    positions: new Float64Array(22 * 3),
    rotations,
    floorY: 0,
    contacts: new Float64Array(4),
    rows,
    trunkWeight: 0,
    kneeWeight: 0,
    collarWeight: 0,
    elbowWeight: 0,
  };
}

/** Nothing is proposed. */
export function clearGuidance(guidance: Guidance): void {
  guidance.weight = 0;
  guidance.leadsFeet = false;
  guidance.trunkWeight = 0;
  guidance.kneeWeight = 0;
  guidance.collarWeight = 0;
  guidance.elbowWeight = 0;
}
