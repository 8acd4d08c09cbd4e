import type { TrackerRole } from './trackerRoles.js';

/** A tracker while the person holds the pose. */
export interface StandingTracker {
  /** The device's id, as its feed names it. */
  readonly id: string;
  /** World position, metres. */
  readonly place: ArrayLike<number>;
}

export interface RolesInput {
  /** World pose of the head joint: position, and rotation relative to the T-pose facing +Z. 7 numbers. */
  readonly headWorld: ArrayLike<number>;
  readonly floorY: number;
  readonly trackers: readonly StandingTracker[];
  /** Roles chosen by hand, by device id; always kept. */
  readonly chosen?: Readonly<Record<string, TrackerRole>>;
  /** Roles of the last calibration, by device id; they decide where positions are ambiguous. */
  readonly remembered?: Readonly<Record<string, TrackerRole>>;
}

export interface RolesResult {
  /** By device id. Empty when roles cannot be given; `problems` has the reason. */
  readonly roles: Readonly<Record<string, TrackerRole>>;
  /** Of the least certain tracker, 0..1. */
  readonly confidence: number;
  /** Of each tracker, by device id, 0..1. */
  readonly confidences: Readonly<Record<string, number>>;
  /** Direction that the body faces, radians about +Y; zero is +Z. The headset may face another one. */
  readonly headingYaw: number;
  /** Angle of the arms below horizontal, radians: 0 in a T-pose. */
  readonly armAngle: number;
  /** Problems of the set-up, one sentence each, for the person; empty when there are none. */
  readonly problems: readonly string[];
}
