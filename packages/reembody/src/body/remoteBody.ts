import type { HumanoidBone, Skeleton } from '@leib/core';
import type { ColliderShape, Triple } from '../colliders/colliderShape.js';
import type { Layer } from '../settings/layers.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import type { JointDrive } from './jointDrive.js';
import type { Inertia } from './partInertia.js';

/** One rigid part of a body: a humanoid bone with its flesh. */
export interface RemotePart {
  readonly bone: HumanoidBone;
  /** Its joint in the skeleton. */
  readonly joint: number;
  /** The part it hangs on, by number, or -1 for the hips. */
  readonly parent: number;
  /** From the parent part's joint to its own, at rest, metres. */
  readonly offset: Triple;
  readonly mass: number;
  /** Centre of mass, part space, metres. */
  readonly centre: Triple;
  readonly inertia: Inertia;
  readonly layer: Layer;
  readonly simple: readonly ColliderShape[];
  readonly exact: readonly ColliderShape[];
  /** Its joint's drive by number, or -1 where it is rigid against its parent (shoulders) or carried by the root. */
  readonly drive: number;
  /**
   * The part that the target of this one is relative to: the nearest above that moves, so that a turn of a rigid part (a
   * collarbone) is carried out by the part that hangs on it. -1 for the hips.
   */
  readonly reference: number;
}

/** An arm that bends: parts, and which way (see alignElbow). */
export interface Elbow {
  readonly upper: number;
  readonly lower: number;
  readonly bendSign: number;
}

/** A foot to stand on: its part, and its drive's speed about x, or -1. */
export interface Foot {
  readonly part: number;
  readonly pitch: number;
}

/** What a simulated body is. Made once by buildRemoteBody(), never written again. */
export interface RemoteBody {
  readonly skeleton: Skeleton;
  readonly settings: RemoteBodySettings;
  /** Parents before children; the hips come first. */
  readonly parts: readonly RemotePart[];
  readonly drives: readonly JointDrive[];
  /** Elbows with one axis to bend about. */
  readonly elbows: readonly Elbow[];
  readonly feet: readonly Foot[];
  /** Numbers of all drives together. */
  readonly coordinateCount: number;
  readonly speedCount: number;
  /** The part that each joint of the skeleton belongs to: its own, or the one it hangs on; -1 above the hips. */
  readonly partOfJoint: Int16Array;
  /** 1 for joints between two parts that have no part of their own: they stay at rest, the parts' joints turn instead. */
  readonly isLink: Uint8Array;
  /** Estimated from the skeleton, metres. */
  readonly stature: number;
}
