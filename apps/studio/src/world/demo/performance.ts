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

/** Ways to hold a hand, so that keys read as words. */
export const handPoses = {
  hanging: { fingers: [0.03, -1, 0.14], palm: [-0.85, 0, -0.5] },
  waving: { fingers: [0.12, 1, 0.05], palm: [-0.05, 0.05, 1] },
  wavingOut: { fingers: [0.62, 0.85, 0.05], palm: [0.1, 0, 1] },
  wavingIn: { fingers: [-0.22, 1, 0.08], palm: [-0.15, 0, 1] },
  readPalm: { fingers: [-0.45, 0.85, 0.2], palm: [0.05, 0.25, -1] },
  readEdge: { fingers: [-0.45, 0.85, 0.25], palm: [-1, -0.4, -0.1] },
  readBack: { fingers: [-0.5, 0.8, 0.3], palm: [-0.2, -0.35, 1] },
  offering: { fingers: [0.85, -0.05, 0.55], palm: [-0.3, 0.75, 0.6] },
  onThigh: { fingers: [-0.12, -0.95, 0.25], palm: [-0.25, -0.1, -0.95] },
  onHip: { fingers: [-0.55, -0.35, 0.75], palm: [-0.8, -0.3, -0.5] },
} as const;

/** Keys of a movement that is a formula: evenly spread over the loop, without its end, which is its start. */
export function keysOf<Key>(seconds: number, hz: number, keyAt: (time: number) => Key): Key[] {
  const count = Math.round(seconds * hz);
  return Array.from({ length: count }, (_, i) => keyAt((i * seconds) / count));
}

export type Triple = readonly [number, number, number];

/** From one to another, share 0..1. */
export function mix(a: Triple, b: Triple, share: number): Triple {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** 0 before `from`, 1 after `to`, smooth between: 6 x^5 - 15 x^4 + 10 x^3 (Perlin, "Improving noise", 2002). */
export function easeBetween(from: number, to: number, value: number): number {
  const x = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return x * x * x * (x * (6 * x - 15) + 10);
}
