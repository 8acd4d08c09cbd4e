import type { HumanoidBone } from '@leib/core';
import type { Triple } from './triple.js';

/** A direction of the person: from one bone's joint to another's, or an axis of a bone as it is in the T-pose facing +z. */
export type PersonDirection =
  | { readonly kind: 'between'; readonly from: HumanoidBone; readonly to: HumanoidBone }
  | { readonly kind: 'axis'; readonly bone: HumanoidBone | 'trunk'; readonly axis: Triple };

/** A direction of the robot, and the direction of the person that it should have. Places are of the reference pose. */
export interface RobotSegment {
  /** The person's bone that it stands for. */
  readonly bone: HumanoidBone;
  readonly aim: PersonDirection;
  /** From here to `end`; null: `end` is a unit direction that the link carries along. */
  readonly start: Triple | null;
  readonly end: Triple;
  /** The last hinges that move start and end, by their place in the limb's path; -1: none does. */
  readonly startLevel: number;
  readonly endLevel: number;
  /** How much it counts against the others of the limb where not all can be had. */
  readonly weight: number;
  /** Whether the readout has it; the others only say how the limb is twisted. */
  readonly isShown: boolean;
}

export interface RobotLimb {
  readonly name: 'torso' | 'head' | 'left arm' | 'right arm' | 'left leg' | 'right leg';
  /** Whose frame the person's directions are taken in: the hips; for a waist below the base, the chest. */
  readonly reference: 'hips' | 'trunk';
  /** All hinges from the base to the end of the limb, by number. */
  readonly path: readonly number[];
  /** Places in the path of the hinges that the limb's directions are made with. */
  readonly solved: readonly number[];
  /** How strongly each solved hinge is drawn back to its reference angle. */
  readonly restWeights: readonly number[];
  readonly segments: readonly RobotSegment[];
}
