import { createQuat, InputError, type Quat, quat } from '@leib/core';
import { POSE_SIZE, readRotation } from '@leib/tracking';
import { areAllBodiesTracked, type BodyFrame, createBodyFrame } from '../bodies/bodyFrame.js';
import { faultsOfTPose, type TPosePerson } from './checkTPose.js';

/** A person who stands in the T-pose: all bodies, turned so that the person faces +Z. */
export interface StandingTPose {
  readonly frame: BodyFrame;
  /** How far the person was turned, radians. */
  readonly yaw: number;
  readonly frameCount: number;
}

/** How long the person has to stand still, and the longest time without a complete frame in it, seconds. */
const LEAST_SECONDS = 0.45;
const MOST_GAP = 1;
const LEAST_FRAMES = 5;

/** How far a body may be from its mean while the person stands still: metres, and the cosine of half of 10 degrees. */
const MOST_DISTANCE = 0.04;
const LEAST_COSINE = Math.cos((5 * Math.PI) / 180);

const REPEAT = 'stand upright with arms out to the sides and hold still for a second';

export interface TPoseSearch {
  readonly frames: readonly BodyFrame[];
  /** How tall the person is, judged by a frame. */
  readonly personIn: (frame: BodyFrame) => TPosePerson;
}

/**
 * The T-pose in a recording: the stillest half second in which arms are out and feet under the body, and the frames around
 * it that are like it, averaged. Left is where the left hand is, up is up, so the person may face anywhere. Refuses a recording
 * without one, and says what is missing.
 */
export function findTPose({ frames, personIn }: TPoseSearch): StandingTPose {
  const complete = frames.filter((frame) => areAllBodiesTracked(frame));
  if (complete.length === 0) {
    throw new InputError(
      'T-pose',
      'expected frames in which all bodies are seen, got none; record a second of it again',
    );
  }
  handsOf(complete[0]);
  const faults = complete.map((frame) => faultsOfTPose(frame, personIn(frame)));
  const chosen = stillestRun(complete, faults);
  if (chosen === null) throw new InputError('T-pose', `${missing(faults)}; ${REPEAT}`);
  const frame = meanFrame(chosen);
  const [left, right] = handsOf(frame);
  const yaw = Math.atan2(-(frame.poses[left + 2] - frame.poses[right + 2]), frame.poses[left] - frame.poses[right]);
  turnAll(frame, -yaw);
  return { frame, yaw, frameCount: chosen.length };
}

/** The stillest stretch of the least length, with what is like it before and after; null where there is none. */
function stillestRun(frames: readonly BodyFrame[], faults: readonly (readonly string[])[]): BodyFrame[] | null {
  const follows = (index: number) =>
    faults[index]?.length === 0 &&
    frames[index].timeSeconds - (frames[index - 1] ?? frames[index]).timeSeconds <= MOST_GAP;
  let best: { from: number; to: number; unrest: number } | null = null;
  for (let from = 0, to = 0; from < frames.length; from++) {
    if (faults[from].length > 0) continue;
    to = Math.max(to, from + 1);
    const isLong = () =>
      frames[to - 1].timeSeconds - frames[from].timeSeconds >= LEAST_SECONDS - 1e-6 && to - from >= LEAST_FRAMES;
    while (!isLong() && follows(to)) to++;
    if (!isLong()) continue;
    const run = frames.slice(from, to);
    const unrest = unrestOf(run, meanFrame(run));
    if (unrest <= 1 && unrest < (best?.unrest ?? Number.POSITIVE_INFINITY)) best = { from, to, unrest };
  }
  if (best === null) return null;
  let { from, to } = best;
  const mean = meanFrame(frames.slice(from, to));
  while (from > 0 && faults[from - 1].length === 0 && follows(from) && unrestOf([frames[from - 1]], mean) <= 1) from--;
  while (to < frames.length && follows(to) && unrestOf([frames[to]], mean) <= 1) to++;
  return frames.slice(from, to);
}

/** How far bodies go from the mean, as a share of what standing still allows. */
function unrestOf(frames: readonly BodyFrame[], { poses: mean }: BodyFrame): number {
  let most = 0;
  for (const { poses } of frames) {
    for (let at = 0; at < poses.length; at += POSE_SIZE) {
      const [x, y, z] = [0, 1, 2].map((k) => poses[at + k] - mean[at + k]);
      let [dot, length] = [0, 0];
      for (let k = 3; k < POSE_SIZE; k++) {
        dot += poses[at + k] * mean[at + k];
        length += mean[at + k] ** 2;
      }
      const cosine = Math.abs(dot) / Math.sqrt(length || 1);
      most = Math.max(most, Math.hypot(x, y, z) / MOST_DISTANCE, (1 - cosine) / (1 - LEAST_COSINE));
    }
  }
  return most;
}

/** What the frame that is most like a T-pose lacks. */
function missing(faults: readonly (readonly string[])[]): string {
  const nearest = faults.reduce((least, own) => (own.length < least.length ? own : least));
  if (nearest.length > 0) return nearest[0];
  const count = faults.filter(({ length }) => length === 0).length;
  return `expected it held still for half a second, got ${count} frames of it, too few or in movement`;
}

function handsOf({ names }: BodyFrame): [left: number, right: number] {
  const [left, right] = [names.indexOf('leftHand'), names.indexOf('rightHand')];
  if (left < 0 || right < 0) throw new InputError('T-pose', 'expected the bodies "leftHand" and "rightHand"');
  return [left * POSE_SIZE, right * POSE_SIZE];
}

function meanFrame(frames: readonly BodyFrame[]): BodyFrame {
  const out = createBodyFrame(frames[0].names);
  out.quality.set(frames[0].quality);
  out.poses.fill(0);
  for (const { poses } of frames) {
    for (let at = 0; at < poses.length; at += POSE_SIZE) {
      let dot = 0;
      for (let k = 3; k < POSE_SIZE; k++) dot += poses[at + k] * frames[0].poses[at + k];
      for (let k = 0; k < POSE_SIZE; k++)
        out.poses[at + k] += ((k < 3 || dot >= 0 ? 1 : -1) * poses[at + k]) / frames.length;
    }
  }
  return out;
}

/** Turns all bodies about the vertical, and makes their quaternions unit ones. */
function turnAll({ poses }: BodyFrame, yaw: number): void {
  const turn: Quat = quat.setAxisAngle(createQuat(), [0, 1, 0], yaw);
  const rotation = createQuat();
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  for (let at = 0; at < poses.length; at += POSE_SIZE) {
    const [x, z] = [poses[at], poses[at + 2]];
    poses[at] = cosine * x + sine * z;
    poses[at + 2] = cosine * z - sine * x;
    quat.multiply(rotation, turn, readRotation(rotation, poses, at));
    poses.set(quat.normalize(rotation, rotation), at + 3);
  }
}
