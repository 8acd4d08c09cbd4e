import { createQuat, DEG, type Quat, quat, type Vec3, vec3 } from '@leib/core';
import { randomPoint, randomUnit, seededRandom } from '@leib/core/testing';
import { composePoses, invertPose, POSE_SIZE } from '@leib/tracking';

import { appendMotion, createMotionTrack, type MotionTrack } from './motionTrack.js';

/** Tests only: two tracked spaces that see the same person, each with its own floor, heading, clock and noise. */

export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A pose with noise: metres for each coordinate, radians about each axis. */
export function disturbed(pose: Float64Array, random: () => number, place: number, turn: number): Float64Array {
  const out = pose.slice();
  for (let k = 0; k < 3; k++) out[k] += place * normal(random);
  const wobble: Quat = [0, 0, 0, 1].map((w, k) => (k < 3 ? (turn / 2) * normal(random) : w)) as Quat;
  const q = quat.multiply(createQuat(), [pose[3], pose[4], pose[5], pose[6]], wobble);
  out.set(quat.normalize(q, q), 3);
  return out;
}

/** A hand or head that moves smoothly about a place, differently for every seed. */
export function wanderer(seed: number, middle: Vec3, reach: number, turn: number): (seconds: number) => Float64Array {
  const random = seededRandom(seed);
  const waves = Array.from({ length: 6 }, () => ({
    hz: 0.25 + 0.5 * random(),
    phase: 2 * Math.PI * random(),
    fastHz: 0.9 + 0.5 * random(),
    fastPhase: 2 * Math.PI * random(),
  }));
  const wave = (i: number, seconds: number) =>
    0.75 * Math.sin(2 * Math.PI * waves[i].hz * seconds + waves[i].phase) +
    0.25 * Math.sin(2 * Math.PI * waves[i].fastHz * seconds + waves[i].fastPhase);
  return (seconds) => {
    const angles = [3, 4, 5].map((i) => turn * wave(i, seconds));
    const angle = Math.hypot(...angles);
    const q = quat.setAxisAngle(createQuat(), angles.map((part) => part / Math.max(1e-9, angle)) as Vec3, angle);
    return Float64Array.of(...[0, 1, 2].map((k) => middle[k] + reach * wave(k, seconds)), ...q);
  };
}

/** A space that is turned, moved, on another floor and a little tilted: other -> reference. */
export function randomSpace(seed: number, tiltDeg = 0.5): Float64Array {
  const random = seededRandom(seed);
  const turn = quat.setAxisAngle(createQuat(), [0, 1, 0], 2 * Math.PI * random());
  const axis = randomUnit(random);
  const tilt = quat.setAxisAngle(createQuat(), vec3.normalize([0, 0, 0], [axis[0], 0, axis[2]]), tiltDeg * DEG);
  const [x, , z] = randomPoint(random, 3);
  return Float64Array.of(x, 0.4 * (random() - 0.5), z, ...quat.multiply(createQuat(), tilt, turn));
}

export interface TrackOptions {
  readonly seconds: number;
  readonly hz: number;
  readonly noise?: number;
  readonly turnNoise?: number;
  /** On this clock everything happens so much later. */
  readonly clockOffset?: number;
  /** The space it is seen in: its pose in the reference. */
  readonly space?: Float64Array;
  /** How it is fixed to what moves. */
  readonly mount?: Float64Array;
  /** One frame in so many is elsewhere. */
  readonly outlierEvery?: number;
  readonly seed: number;
}

/** What one system sees of something that moves. */
export function seen(motion: (seconds: number) => Float64Array, options: TrackOptions): MotionTrack {
  const { seconds, hz, noise = 0.001, turnNoise = 0.3 * DEG, clockOffset = 0, outlierEvery = 0 } = options;
  const random = seededRandom(options.seed);
  const toSpace = new Float64Array(POSE_SIZE);
  if (options.space) invertPose(toSpace, 0, options.space, 0);
  else toSpace[6] = 1;
  const track = createMotionTrack(Math.ceil(seconds * hz) + 2);
  for (let i = 0; i < seconds * hz; i++) {
    const time = i / hz + (0.2 * random()) / hz;
    const pose = motion(time);
    if (options.mount) composePoses(pose, 0, pose, 0, options.mount, 0);
    composePoses(pose, 0, toSpace, 0, pose, 0);
    const noisy = disturbed(pose, random, noise, turnNoise);
    if (outlierEvery > 0 && i % outlierEvery === 0) for (let k = 0; k < 3; k++) noisy[k] += 0.3 * normal(random);
    appendMotion(track, time + clockOffset, noisy);
  }
  return track;
}

/** How far two spaces are apart: at a place of the reference, metres; and in their turns, radians. */
export function spaceError(found: Float64Array, truth: Float64Array, place: Vec3): { metres: number; radians: number } {
  const back = new Float64Array(POSE_SIZE);
  invertPose(back, 0, truth, 0);
  const at = Float64Array.of(...place, 0, 0, 0, 1);
  composePoses(back, 0, back, 0, at, 0);
  composePoses(back, 0, found, 0, back, 0);
  const [a, b] = [found.subarray(3, 7), truth.subarray(3, 7)];
  const dot = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
  return {
    metres: Math.hypot(back[0] - place[0], back[1] - place[1], back[2] - place[2]),
    radians: 2 * Math.acos(Math.min(1, dot)),
  };
}
