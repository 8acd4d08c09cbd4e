import { createJointFrame, type JointFrame, setJoint } from '@leib/tracking';

/** Tests and figures only: heads that are carried along a way without any rhythm, as by a stick, keys or an app's own locomotion. */

/** Where the middle of the body is on the ground and where it faces; zero faces +Z. */
export interface Place {
  readonly x: number;
  readonly z: number;
  readonly yaw: number;
}

export interface Glide {
  readonly name: string;
  /** Horizontal speed while it goes evenly, m/s; radians per second for turns on the spot. */
  readonly speed: number;
  readonly seconds: number;
  readonly isTurn: boolean;
  /** Of the way against where the body faces, radians: 0 ahead, pi back, pi/2 to the left. */
  readonly angle: number;
  placeAt(seconds: number): Place;
}

/** Gathers speed and slows down again in this time, seconds. */
const EASE_SECONDS = 0.5;
/** Stands before it goes and after it has stopped, seconds. */
export const STAND_SECONDS = 1;

/** Way gone after some seconds, at unit speed: from a stand, even, to a stand. */
function wayGone(seconds: number, goSeconds: number): number {
  const t = Math.min(Math.max(0, seconds - STAND_SECONDS), goSeconds);
  const begin = Math.min(t, EASE_SECONDS);
  const end = Math.max(0, t - (goSeconds - EASE_SECONDS));
  return (begin * begin) / (2 * EASE_SECONDS) + Math.max(0, t - EASE_SECONDS) - (end * end) / (2 * EASE_SECONDS);
}

/** Straight on, at an angle to where the body faces. */
export function straightGlide(speed: number, angle = 0, goSeconds = 6): Glide {
  return {
    name: `${speed} m/s ${angle === 0 ? 'ahead' : Math.abs(angle) > 3 ? 'back' : angle > 0 ? 'left' : 'right'}`,
    speed,
    angle,
    isTurn: false,
    seconds: goSeconds + 2 * STAND_SECONDS,
    placeAt(seconds) {
      const way = speed * wayGone(seconds, goSeconds);
      return { x: Math.sin(angle) * way, z: Math.cos(angle) * way, yaw: 0 };
    },
  };
}

/** Round a circle, facing along it. */
export function circleGlide(speed: number, radius: number, goSeconds = 6): Glide {
  return {
    name: `${speed} m/s round ${radius} m`,
    speed,
    angle: 0,
    isTurn: false,
    seconds: goSeconds + 2 * STAND_SECONDS,
    placeAt(seconds) {
      const angle = (speed * wayGone(seconds, goSeconds)) / radius;
      return { x: radius * (1 - Math.cos(angle)), z: radius * Math.sin(angle), yaw: angle };
    },
  };
}

/** Turning on the spot. */
export function turnGlide(rate: number, goSeconds = 6): Glide {
  return {
    name: `turning ${rate} rad/s`,
    speed: rate,
    angle: 0,
    isTurn: true,
    seconds: goSeconds + 2 * STAND_SECONDS,
    placeAt: (seconds) => ({ x: 0, z: 0, yaw: rate * wayGone(seconds, goSeconds) }),
  };
}

/** What the head does besides; all zero is a level one. Metres. */
export interface HeadMotion {
  readonly noise?: () => number;
  /** Sideways and up, slower than steps. */
  readonly sway?: number;
  /** Standing head joint over the floor. */
  readonly headHeight: number;
  /** Ground that the head rises and sinks with. */
  readonly groundAt?: (x: number, z: number) => number;
}

const HALF = Math.SQRT1_2;

/** Head, and hands that hang still beside the thighs. */
export function glideFrame(
  place: Place,
  seconds: number,
  motion: HeadMotion,
  out: JointFrame = createJointFrame(),
): JointFrame {
  const { noise = () => 0, sway = 0, headHeight, groundAt = () => 0 } = motion;
  const { x, z, yaw } = place;
  const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
  const aside = sway * Math.sin(2 * Math.PI * 0.3 * seconds);
  const scale = headHeight / 1.53;
  const ground = groundAt(x, z);
  const at = (left: number, up: number, ahead: number) => [
    x + cos * (left * scale + aside) + sin * ahead * scale + noise(),
    ground + up * scale + 0.5 * sway * Math.sin(2 * Math.PI * 0.23 * seconds) + noise(),
    z - sin * (left * scale + aside) + cos * ahead * scale + noise(),
  ];
  const [sinHalf, cosHalf] = [Math.sin(yaw / 2), Math.cos(yaw / 2)];
  setJoint(out, 'head', [...at(0, 1.53, 0), 0, sinHalf, 0, cosHalf]);
  // Yaw, then a quarter turn about Z: the arm hangs.
  setJoint(out, 'leftHand', [
    ...at(0.24, 0.89, 0.05),
    -sinHalf * HALF,
    sinHalf * HALF,
    -cosHalf * HALF,
    cosHalf * HALF,
  ]);
  setJoint(out, 'rightHand', [
    ...at(-0.24, 0.89, 0.05),
    sinHalf * HALF,
    sinHalf * HALF,
    cosHalf * HALF,
    cosHalf * HALF,
  ]);
  out.timeSeconds = seconds;
  return out;
}

/** The ten ways of docs/results.md. */
export const tenGlides: readonly Glide[] = [
  straightGlide(0.3),
  straightGlide(0.7),
  straightGlide(1.1),
  straightGlide(1.7),
  straightGlide(2.5),
  straightGlide(3.5),
  straightGlide(0.8, Math.PI),
  straightGlide(0.7, Math.PI / 2),
  circleGlide(1.1, 1.5),
  turnGlide(1.2),
];
