import { clamp, smoothStep } from '@leib/core';
import {
  createTakeFrame,
  frameOfTake,
  mixTakeFrames,
  type PuppetTake,
  type TakeFrame,
  takeDuration,
} from './puppetTake.js';

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
