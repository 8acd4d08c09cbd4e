import { clamp, mixItems, smoothStep } from '@leib/core';
import type { HandRecording } from '@leib/tracking/hands';
import type { PuppetModel } from '../play/puppetModel.js';

/** Numbers of a joint in a frame: position (of parts: the shift from rest) x y z, rotation x y z w. */
export const JOINT_SIZE = 7;

/** Ten minutes at 60 Hz: after that a recorder takes no more frames. */
export const MAX_TAKE_FRAMES = 36_000;

/** What a puppet did: its parts, not its skin, which is simulated anew whenever the take is played. Read-only. */
export interface PuppetTake {
  readonly name: string;
  readonly hz: number;
  readonly frameCount: number;
  /** Names of the parts, in the order of the frames. */
  readonly parts: readonly string[];
  /** Joint 0 is the whole puppet, part i joint i + 1. frameCount x (parts + 1) x JOINT_SIZE. */
  readonly joints: Float64Array;
  /** Part of each finger's spread turn; as many as one part has keep their order. */
  readonly spreadParts: readonly string[];
  /** Rotation vectors of the spread turns. frameCount x spreadParts x 3. */
  readonly spreads: Float64Array;
  /** What the hands did, one per hand of the file; null: that hand was never seen. */
  readonly hands: readonly (HandRecording | null)[];
}

/** One moment of a take, or of a puppet. */
export interface TakeFrame {
  /** (parts + 1) x JOINT_SIZE. */
  readonly joints: Float64Array;
  /** spreadParts x 3. */
  readonly spreads: Float64Array;
}

/** Which parts and spread turns a frame has. */
export interface TakeLayout {
  readonly parts: readonly string[];
  readonly spreadParts: readonly string[];
}

export function takeLayoutOf({ file, hands }: PuppetModel): TakeLayout {
  return {
    parts: file.parts.map(({ name }) => name),
    spreadParts: hands.spreadTurns.map(({ part }) => file.parts[part].name),
  };
}

/** A frame at rest. */
export function createTakeFrame({ parts, spreadParts }: TakeLayout): TakeFrame {
  const joints = new Float64Array((parts.length + 1) * JOINT_SIZE);
  for (let at = JOINT_SIZE - 1; at < joints.length; at += JOINT_SIZE) joints[at] = 1;
  return { joints, spreads: new Float64Array(spreadParts.length * 3) };
}

/** Seconds from the first frame to the last. */
export function takeDuration({ frameCount, hz }: PuppetTake): number {
  return Math.max(0, frameCount - 1) / hz;
}

/** Between two frames of one layout. `out` may be either. */
function mixTakeFrames(out: TakeFrame, a: TakeFrame, b: TakeFrame, amount: number): void {
  mixItems('pose', out.joints.length / JOINT_SIZE, [out.joints, 0], [a.joints, 0], [b.joints, 0], amount);
  mixItems('line', out.spreads.length, [out.spreads, 0], [a.spreads, 0], [b.spreads, 0], amount);
}

/** A frame of a take, as a view of its arrays. */
export function frameOfTake({ parts, spreadParts, joints, spreads }: PuppetTake, frame: number): TakeFrame {
  const [jointSize, spreadSize] = [(parts.length + 1) * JOINT_SIZE, spreadParts.length * 3];
  return {
    joints: joints.subarray(frame * jointSize, (frame + 1) * jointSize),
    spreads: spreads.subarray(frame * spreadSize, (frame + 1) * spreadSize),
  };
}

/** A take of frames that are made one by one. */
export function takeOfFrames(
  { name, hz, parts, spreadParts, hands }: Omit<PuppetTake, 'frameCount' | 'joints' | 'spreads'>,
  frameCount: number,
  write: (frame: number, out: TakeFrame) => void,
): PuppetTake {
  const take: PuppetTake = {
    name,
    hz,
    frameCount,
    parts,
    joints: new Float64Array(frameCount * (parts.length + 1) * JOINT_SIZE),
    spreadParts,
    spreads: new Float64Array(frameCount * spreadParts.length * 3),
    hands,
  };
  for (let frame = 0; frame < frameCount; frame++) write(frame, frameOfTake(take, frame));
  return take;
}

/** Longest time in which the end of a loop flows into its beginning, seconds. */
const LONGEST_SEAM = 0.4;

/** Seconds after which a looped take begins again: its end lies over its beginning, so it is a little shorter. */
export function takeLoopSeconds(take: PuppetTake): number {
  return takeDuration(take) - seamSeconds(take);
}

function seamSeconds(take: PuppetTake): number {
  return Math.min(LONGEST_SEAM, takeDuration(take) / 4);
}

/** Writes a take at a time since its first frame; before and after it its ends hold. */
export function sampleTake(take: PuppetTake, timeSeconds: number, out: TakeFrame): void {
  const { frameCount, hz } = take;
  const position = clamp(timeSeconds * hz, 0, Math.max(0, frameCount - 1));
  const frame = Math.min(Math.floor(position), Math.max(0, frameCount - 2));
  const next = Math.min(frame + 1, frameCount - 1);
  mixTakeFrames(out, frameOfTake(take, frame), frameOfTake(take, next), position - frame);
}

/**
 * The same for a take that goes round and round without a jump: at the beginning of each round what follows the end of
 * the last one fades out, so place and speed go on. Any time, also before 0.
 */
export function sampleLoopedTake(take: PuppetTake, timeSeconds: number, out: TakeFrame): void {
  const [loop, seam] = [takeLoopSeconds(take), seamSeconds(take)];
  if (!(loop > 0)) {
    sampleTake(take, 0, out);
    return;
  }
  const time = timeSeconds - Math.floor(timeSeconds / loop) * loop;
  sampleTake(take, time, out);
  if (time >= seam) return;
  const ending = createTakeFrame(take);
  sampleTake(take, loop + time, ending);
  mixTakeFrames(out, ending, out, smoothStep(time / seam));
}
