import { createJointFrame, type JointFrame, POSE_SIZE, quality, trackedPoints } from '@leib/tracking';

const POINTS = trackedPoints.length;
/** Poses of one frame: this many numbers. */
export const FRAME_SIZE = POINTS * POSE_SIZE;
/** Frames that are kept: the longest fault at 144 Hz. */
export const MOST_FRAMES = 256;

/** The frames since something went wrong. */
export interface FrameRecord {
  /** How many there is room for. */
  readonly most: number;
  count: number;
  /** The first one that has not been played again. */
  next: number;
  /** Those from here on may still turn out to be repeats, unless all has been calm. */
  solid: number;
  /** Length of each frame, and from the frame before the first one to its end, seconds. */
  readonly seconds: Float64Array;
  readonly endSeconds: Float64Array;
  /** Raw poses, mended later; and as they were used. 11 x 7 each. */
  readonly poses: Float64Array;
  readonly used: Float32Array;
  /** What the judge thought of each point, and whether it was bad in the end: 11 each. */
  readonly verdicts: Uint8Array;
  readonly isBad: Uint8Array;
  /** 11 each. */
  readonly qualities: Uint8Array;
  readonly lostSeconds: Float64Array;
  /** What the player added. 3 each. */
  readonly stickVelocities: Float64Array;
  /** A frame to play again. */
  readonly frame: JointFrame;
}

export function createFrameRecord(most = MOST_FRAMES): FrameRecord {
  return {
    most,
    count: 0,
    next: 0,
    solid: 0,
    seconds: new Float64Array(most),
    endSeconds: new Float64Array(most),
    poses: new Float64Array(most * FRAME_SIZE),
    used: new Float32Array(most * FRAME_SIZE),
    verdicts: new Uint8Array(most * POINTS),
    isBad: new Uint8Array(most * POINTS),
    qualities: new Uint8Array(most * POINTS),
    lostSeconds: new Float64Array(most * POINTS),
    stickVelocities: new Float64Array(most * 3),
    frame: createJointFrame(),
  };
}

/** How many numbers of each kind a frame has. */
const sizes = {
  seconds: 1,
  endSeconds: 1,
  poses: FRAME_SIZE,
  used: FRAME_SIZE,
  verdicts: POINTS,
  isBad: POINTS,
  qualities: POINTS,
  lostSeconds: POINTS,
  stickVelocities: 3,
} as const;
const columns = Object.keys(sizes) as readonly (keyof typeof sizes)[];

/** Adds a frame, with what is thought of its points. */
export function recordFrame(
  record: FrameRecord,
  frame: JointFrame,
  verdicts: Uint8Array,
  stickVelocity: ArrayLike<number>,
  dtSeconds: number,
): void {
  const i = record.count++;
  record.seconds[i] = dtSeconds;
  record.endSeconds[i] = (i > 0 ? record.endSeconds[i - 1] : 0) + dtSeconds;
  record.poses.set(frame.rawPoses, i * FRAME_SIZE);
  record.used.set(frame.jointPoses, i * FRAME_SIZE);
  record.verdicts.set(verdicts, i * POINTS);
  record.isBad.fill(0, i * POINTS, (i + 1) * POINTS);
  record.qualities.set(frame.quality, i * POINTS);
  record.lostSeconds.set(frame.lostSeconds, i * POINTS);
  record.stickVelocities.set(stickVelocity, i * 3);
}

/** Forgets the frames that have been played again. */
export function dropPlayed(record: FrameRecord): void {
  dropFrames(record, record.next);
  record.next = 0;
}

/** Forgets the frames before `next`. */
export function dropFrames(record: FrameRecord, next: number): void {
  const { count } = record;
  if (next === 0) return;
  const gone = record.endSeconds[next - 1];
  for (const name of columns) record[name].copyWithin(0, next * sizes[name], count * sizes[name]);
  record.count = count - next;
  record.solid = Math.max(0, record.solid - next);
  for (let i = 0; i < record.count; i++) record.endSeconds[i] -= gone;
}

/** Both have room for as many. */
export function copyFrames(out: FrameRecord, from: FrameRecord): void {
  for (const name of columns) out[name].set(from[name]);
  out.count = from.count;
}

/** The frame that is to be played next, as it should have been. Points in `isPassing` came and went meanwhile: they are left out. */
export function readRecorded(record: FrameRecord, isPassing: Uint8Array, teleportCount: number): JointFrame {
  const { frame, next } = record;
  for (let k = 0; k < FRAME_SIZE; k++) frame.jointPoses[k] = record.poses[next * FRAME_SIZE + k];
  for (let point = 0; point < POINTS; point++) {
    const at = next * POINTS + point;
    const isMended = record.isBad[at] > 0;
    frame.quality[point] = isMended ? quality.tracked : record.qualities[at];
    frame.lostSeconds[point] = isMended ? 0 : record.lostSeconds[at];
    if (isPassing[point] === 0) continue;
    frame.quality[point] = quality.lost;
    frame.lostSeconds[point] = Number.POSITIVE_INFINITY;
  }
  frame.teleportCount = teleportCount;
  return frame;
}
