import { createPose, jointOfBone, readSmplJoints, SMPL_JOINT_COUNT, smplToJoint, updateWorldPose } from '@leib/core';
import { createSignalState, readSignals, SAMPLE_SIZE, SIGNAL_COUNT } from './internals.ts';
import type { Take } from './take.ts';

/** Numbers of the truth about one foot at one moment, see `truthOf`. */
export const TRUTH_COUNT = 11;
const HZ = 60;

/** One take as the observer hears it, and what the feet really did. */
export interface GaitTake {
  readonly subject: string;
  readonly frameCount: number;
  /** frameCount x SIGNAL_COUNT. */
  readonly signals: Float32Array;
  /** Left foot's, then right foot's: frameCount x TRUTH_COUNT each. */
  readonly truths: readonly [Float32Array, Float32Array];
  /** Head joint at rest over the lowest toe joint, metres: the unit of lengths. */
  readonly headHeight: number;
  /** 22 world positions per frame, the ankles' and toes' contacts (left, right ankle, left, right toes). */
  readonly positions: Float64Array;
  readonly contacts: Uint8Array;
  /** Heading of the pelvis per frame, radians. */
  readonly hipsYaw: Float64Array;
}

export function collectGaitTake({ motion, subject }: Take): GaitTake {
  const { skeleton, frameCount } = motion;
  const joints = smplToJoint(skeleton);
  const pose = createPose(skeleton);
  const positions = new Float64Array(frameCount * SMPL_JOINT_COUNT * 3);
  const rotations = new Float64Array(frameCount * SMPL_JOINT_COUNT * 4);
  const size = skeleton.jointCount * 4;
  for (let frame = 0; frame < frameCount; frame++) {
    pose.rootPosition.set(motion.rootPositions.subarray(frame * 3, frame * 3 + 3));
    pose.localRotations.set(motion.localRotations.subarray(frame * size, (frame + 1) * size));
    updateWorldPose(skeleton, pose);
    readSmplJoints(
      joints,
      pose,
      positions.subarray(frame * SMPL_JOINT_COUNT * 3, (frame + 1) * SMPL_JOINT_COUNT * 3),
      rotations.subarray(frame * SMPL_JOINT_COUNT * 4, (frame + 1) * SMPL_JOINT_COUNT * 4),
    );
  }
  const rest = (bone: 'head' | 'leftToes' | 'rightToes') =>
    skeleton.restWorldPositions[jointOfBone(skeleton, bone) * 3 + 1];
  const headHeight = rest('head') - Math.min(rest('leftToes'), rest('rightToes'));
  const contacts = findContacts(positions, frameCount);
  const signals = new Float32Array(frameCount * SIGNAL_COUNT);
  const truths: [Float32Array, Float32Array] = [
    new Float32Array(frameCount * TRUTH_COUNT),
    new Float32Array(frameCount * TRUTH_COUNT),
  ];
  const hipsYaw = new Float64Array(frameCount);
  const axes = new Float64Array(frameCount);
  const state = createSignalState();
  state.headHeight = headHeight;
  const sample = new Float64Array(SAMPLE_SIZE);
  const out = new Float64Array(SIGNAL_COUNT);
  for (let frame = 0; frame < frameCount; frame++) {
    const p = frame * SMPL_JOINT_COUNT * 3;
    const q = frame * SMPL_JOINT_COUNT * 4;
    sample.set(positions.subarray(p + HEAD * 3, p + HEAD * 3 + 3), 0);
    sample.set(rotations.subarray(q + HEAD * 4, q + HEAD * 4 + 4), 3);
    sample.set(positions.subarray(p + WRIST * 3, p + WRIST * 3 + 6), 7);
    readSignals(state, sample, out);
    signals.set(out, frame * SIGNAL_COUNT);
    axes[frame] = state.axesYaw;
    hipsYaw[frame] = yawAt(rotations, q);
  }
  const take = { subject, frameCount, signals, truths, headHeight, positions, contacts, hipsYaw };
  for (let side = 0; side < 2; side++) writeTruth(take, axes, side);
  return take;
}

const HEAD = 15;
const WRIST = 20;
const ANKLE = 7;
const TOES = 10;

function yawAt(rotations: Float64Array, at: number): number {
  const [x, y, z, w] = rotations.subarray(at, at + 4);
  return Math.atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y));
}

/** As core's detectContacts, on the takes' own floor: slow over two frames either way, and near the resting height. */
function findContacts(positions: Float64Array, frameCount: number): Uint8Array {
  const contacts = new Uint8Array(frameCount * 4);
  [ANKLE, ANKLE + 1, TOES, TOES + 1].forEach((joint, i) => {
    const at = (frame: number) => (frame * SMPL_JOINT_COUNT + joint) * 3;
    const slow: boolean[] = [];
    for (let frame = 0; frame < frameCount; frame++) {
      const [a, b] = [Math.max(0, frame - 2), Math.min(frameCount - 1, frame + 2)];
      const way = Math.hypot(...[0, 1, 2].map((k) => positions[at(b) + k] - positions[at(a) + k]));
      slow.push((way * HZ) / Math.max(1, b - a) <= 0.2);
    }
    const all = Array.from({ length: frameCount }, (_, frame) => positions[at(frame) + 1]);
    const resting = all.filter((_, frame) => slow[frame]);
    const sorted = (resting.length > 0 ? resting : all).sort((a, b) => a - b);
    const rest = sorted[Math.floor(0.05 * (sorted.length - 1))];
    for (let frame = 0; frame < frameCount; frame++) {
      contacts[frame * 4 + i] = slow[frame] && positions[at(frame) + 1] <= rest + 0.06 ? 1 : 0;
    }
  });
  return contacts;
}

/** Shorter gaps and touches than this are flicker, frames. */
const FLICKER = 4;

/** Stands of a foot, either joint down, without flicker: [first, end) pairs. */
export function standsOf(
  { contacts, frameCount }: Pick<GaitTake, 'contacts' | 'frameCount'>,
  side: number,
): [number, number][] {
  const isDown = Array.from(
    { length: frameCount },
    (_, f) => (contacts[f * 4 + side] | contacts[f * 4 + 2 + side]) === 1,
  );
  for (const value of [false, true]) {
    let from = 0;
    for (let frame = 1; frame <= frameCount; frame++) {
      if (frame < frameCount && isDown[frame] === isDown[from]) continue;
      if (isDown[from] === value && frame - from < FLICKER && from > 0 && frame < frameCount)
        isDown.fill(!value, from, frame);
      from = frame;
    }
  }
  const stands: [number, number][] = [];
  for (let frame = 0; frame < frameCount; frame++) {
    if (isDown[frame] && !isDown[frame - 1]) stands.push([frame, frame]);
    if (isDown[frame]) stands[stands.length - 1][1] = frame + 1;
  }
  return stands;
}

/** A longer stand than this may creep: its place is where the ankle is, frames. */
const LONG_STAND = 60;

/**
 * Truth of one foot: 0 heel and 1 ball down; 2 left, 3 ahead: where it stands or will, from the head, in the observer's
 * axes; 4 seconds until then; 5 whether that is known; 6-8 ankle now: left, up, ahead; 9, 10 toes' direction.
 */
function writeTruth(take: GaitTake, axes: Float64Array, side: number): void {
  const { positions, frameCount, contacts, headHeight } = take;
  const truth = take.truths[side];
  const place = (frame: number, joint: number, k: number) => positions[(frame * SMPL_JOINT_COUNT + joint) * 3 + k];
  const goalX = new Float64Array(frameCount).fill(Number.NaN);
  const goalZ = new Float64Array(frameCount).fill(Number.NaN);
  const seconds = new Float64Array(frameCount);
  const stands = standsOf(take, side);
  stands.forEach(([first, end], i) => {
    const frames = Array.from({ length: end - first }, (_, k) => first + k);
    const flat = frames.filter((frame) => contacts[frame * 4 + side]);
    const chosen = flat.length > 0 ? flat : frames;
    for (const frame of frames) {
      goalX[frame] =
        chosen.length < LONG_STAND
          ? median(chosen.map((f) => place(f, ANKLE + side, 0)))
          : place(frame, ANKLE + side, 0);
      goalZ[frame] =
        chosen.length < LONG_STAND
          ? median(chosen.map((f) => place(f, ANKLE + side, 2)))
          : place(frame, ANKLE + side, 2);
    }
    for (let frame = i > 0 ? stands[i - 1][1] : 0; frame < first; frame++) {
      goalX[frame] = goalX[first];
      goalZ[frame] = goalZ[first];
      seconds[frame] = (first - frame) / HZ;
    }
  });
  for (let frame = 0; frame < frameCount; frame++) {
    const at = frame * TRUTH_COUNT;
    const sin = Math.sin(axes[frame]);
    const cos = Math.cos(axes[frame]);
    const [headX, headZ] = [place(frame, HEAD, 0), place(frame, HEAD, 2)];
    const left = (x: number, z: number) => cos * x - sin * z;
    const ahead = (x: number, z: number) => sin * x + cos * z;
    const isKnown = !Number.isNaN(goalX[frame]) && seconds[frame] < 1;
    const [ankleX, ankleZ] = [place(frame, ANKLE + side, 0), place(frame, ANKLE + side, 2)];
    const [toeX, toeZ] = [place(frame, TOES + side, 0) - ankleX, place(frame, TOES + side, 2) - ankleZ];
    const length = Math.max(1e-6, Math.hypot(toeX, toeZ));
    truth[at] = contacts[frame * 4 + side];
    truth[at + 1] = contacts[frame * 4 + 2 + side];
    truth[at + 2] = isKnown ? left(goalX[frame] - headX, goalZ[frame] - headZ) / headHeight : 0;
    truth[at + 3] = isKnown ? ahead(goalX[frame] - headX, goalZ[frame] - headZ) / headHeight : 0;
    truth[at + 4] = seconds[frame];
    truth[at + 5] = isKnown ? 1 : 0;
    truth[at + 6] = left(ankleX - headX, ankleZ - headZ) / headHeight;
    truth[at + 7] = place(frame, ANKLE + side, 1) / headHeight;
    truth[at + 8] = ahead(ankleX - headX, ankleZ - headZ) / headHeight;
    truth[at + 9] = left(toeX, toeZ) / length;
    truth[at + 10] = ahead(toeX, toeZ) / length;
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
