/**
 * A movement of head and hands as keyframes, written by hand or by a few lines of code for this project.
 *
 * The person is 1.70 m tall, stands on the origin and faces +Z. Keys are joint poses: head joint, and wrists from the
 * head joint, so that hands go along when the person moves. Metres, seconds, degrees. The last key leads back to the
 * first: the movement is a loop.
 */
export interface Performance {
  readonly label: string;
  readonly seconds: number;
  readonly head: readonly HeadKey[];
  readonly leftHand: readonly HandKey[];
  readonly rightHand: readonly HandKey[];
  readonly leftGrip: readonly GripKey[];
  readonly rightGrip: readonly GripKey[];
  /** Slow movements added to the head's path, each a whole number of times per loop. */
  readonly sway: readonly Sway[];
  /** Where the person goes, and which way they look; head and hands go along. Absent: they stay. */
  readonly path?: readonly PathKey[];
}

export interface HeadKey {
  readonly time: number;
  /** From the standing head joint: to the left, up, ahead. */
  readonly at: readonly [left: number, up: number, ahead: number];
  /** Turned to the left, nodded down, tilted to the left shoulder. */
  readonly look: readonly [yawDeg: number, pitchDeg: number, rollDeg: number];
}

export interface HandKey {
  readonly time: number;
  /** Wrist from the head joint: out to the hand's own side, up, ahead. */
  readonly at: readonly [out: number, up: number, ahead: number];
  /** Where the fingers point and where the palm looks; any length, the palm is squared to the fingers. */
  readonly fingers: readonly [out: number, up: number, ahead: number];
  readonly palm: readonly [out: number, up: number, ahead: number];
}

export interface GripKey {
  readonly time: number;
  /** 0 loose, 1 a fist. */
  readonly grip: number;
  /** Of the index finger: 0 points, 1 is bent; as the others where absent. */
  readonly trigger?: number;
}

export interface PathKey {
  readonly time: number;
  /** From the origin. */
  readonly at: readonly [left: number, ahead: number];
  /** Turned to the left. */
  readonly headingDeg: number;
}

/** Axis 0 left, 1 up, 2 ahead. */
export interface Sway {
  readonly axis: 0 | 1 | 2;
  readonly timesPerLoop: number;
  readonly metres: number;
  readonly phaseDeg: number;
}

/** Head joint of the standing person, metres: knees not quite straight. */
export const standingHead = [0, 1.543, 0.033] as const;

/** A wrist that hangs beside the body. */
export const restingWrist = [0.232, -0.658, 0.0] as const;
