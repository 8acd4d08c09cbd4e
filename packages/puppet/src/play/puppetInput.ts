import type { ReadonlyQuat, ReadonlyVec3 } from '@leib/core';
import type { HandSignal } from '@leib/tracking/hands';
import type { TakeLead } from '../takes/followTake.js';

/** An effector that is dragged somewhere by mouse, controller or finger. */
export interface EffectorDrag {
  /** Number of the effector in the file's list. */
  readonly effector: number;
  readonly positionWorld: ReadonlyVec3;
  /** null: any rotation will do. */
  readonly rotationWorld: ReadonlyQuat | null;
}

/** A part that is turned directly: forward kinematics. */
export interface PartTurn {
  readonly part: number;
  /** In its parent's space, away from rest. */
  readonly localRotation: ReadonlyQuat;
}

/** What moves a puppet in one frame. */
export interface PuppetInput {
  /** One per hand of the file; null or confidence 0: no hand, and what it moved goes to rest. */
  readonly hands: readonly (HandSignal | null)[];
  readonly drags: readonly EffectorDrag[];
  readonly turns: readonly PartTurn[];
  /** A take that plays along; parts that a live hand moves go with the hand. */
  readonly take?: TakeLead | null;
  /** It breathes and sways a little while nothing of the above moves it. Default: it stands still. */
  readonly isIdleAllowed?: boolean;
}

export const noInput: PuppetInput = { hands: [], drags: [], turns: [] };
