import type { TrackerRole } from './trackerRoles.js';

/** A tracker as it stands there while somebody holds the pose. */
export interface StandingTracker {
  /** The device's own id: serial number, or whatever its feed calls it. */
  readonly id: string;
  /** World place, metres. */
  readonly place: ArrayLike<number>;
}

export interface RolesInput {
  /** Pose of the head joint, world space: place and rotation relative to the T-pose facing +Z. 7 numbers. */
  readonly headWorld: ArrayLike<number>;
  readonly floorY: number;
  readonly trackers: readonly StandingTracker[];
  /** Roles that somebody chose by hand: kept whatever the places say. */
  readonly chosen?: Readonly<Record<string, TrackerRole>>;
  /** Roles from the last time, by device id: they decide where the places leave it open. */
  readonly remembered?: Readonly<Record<string, TrackerRole>>;
}

export interface RolesResult {
  /** By device id. Every tracker has one, unless there are none to give. */
  readonly roles: Readonly<Record<string, TrackerRole>>;
  /** 0..1: of the least certain one. */
  readonly confidence: number;
  /** Of each tracker, by device id. */
  readonly confidences: Readonly<Record<string, number>>;
  /** Where the body faces, radians about +Y; zero is +Z. The headset may look elsewhere. */
  readonly headingYaw: number;
  /** How far the arms hang down from level, radians: 0 in a T-pose. */
  readonly armAngle: number;
  /** What is impossible or unclear, a sentence each; empty when all is well. */
  readonly problems: readonly string[];
}
