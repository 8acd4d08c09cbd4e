import {
  createPose,
  createPoseGuard,
  createQuat,
  createVec3,
  type Pose,
  type PoseGuard,
  type Quat,
  type Skeleton,
  type Vec3,
} from '@leib/core';
import { createJointFrame, type JointFrame, trackedPoints } from '@leib/tracking';
import { copyFlat } from './copyFlat.js';
import { createGuidance, type Guidance } from './guidance.js';

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
  readonly guard: PoseGuard;
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
