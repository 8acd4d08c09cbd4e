import { copyArmsState } from '../arms/armsState.js';
import type { EmbodyModel } from '../embodyModel.js';
import { copyLegsState } from '../legs/legsState.js';
import { copyTrunkAndFeet, createSolvedBody, type SolvedBody } from '../solvedBody.js';
import { copyFrames, createFrameRecord, dropFrames, type FrameRecord } from './frameRecord.js';

/** A body as it was before one frame of the past. */
interface Keepsake {
  readonly state: SolvedBody;
  frame: number;
}

/** The last seconds, also while nothing is wrong: what turns out later to have been wrong all along is played again from there. */
export interface Past {
  /** All frames since the first of the bodies, as they came. */
  readonly record: FrameRecord;
  /** Oldest first. */
  readonly bodies: Keepsake[];
  /** The first frame after a jump that may have been the end of a drift; -1 where there was none. */
  jumpAt: number;
  /** A body that takes all frames again, mended; null before there was a drift. */
  player: { readonly state: SolvedBody; readonly record: FrameRecord } | null;
  isPlaying: boolean;
  /** So many in each frame. */
  atOnce: number;
}

/** A body is kept so often, seconds, and so many are: the past is twice to three times as long. */
const KEPT_SECONDS = 2.5;
const KEPT = 3;
/** Whether it is time is looked at once in so many frames. */
const LOOKED_AT = 16;
/** That at 72 Hz, and what is added while something is wrong; at higher rates the past is shorter. */
const MOST_PAST_FRAMES = 640;

export function createPast(model: EmbodyModel, state: SolvedBody): Past {
  const bodies = Array.from({ length: KEPT }, () => ({ state: createSolvedBody(model, state.gait.ground), frame: 0 }));
  const past: Past = {
    record: createFrameRecord(MOST_PAST_FRAMES),
    bodies,
    jumpAt: -1,
    player: null,
    isPlaying: false,
    atOnce: 1,
  };
  restartPast(past, state);
  return past;
}

/** The past begins now. */
export function restartPast(past: Past, state: SolvedBody): void {
  past.record.count = 0;
  past.jumpAt = -1;
  past.isPlaying = false;
  for (const body of past.bodies) {
    copySolvedBody(body.state, state);
    body.frame = 0;
  }
}

/** Before each frame: makes room for it. What is long gone is forgotten, and while all is well the body as it is now is kept. */
export function agePast(past: Past, state: SolvedBody, isWell: boolean): void {
  const { record, bodies } = past;
  const newest = bodies[KEPT - 1].frame;
  const isFull = record.count === record.most;
  if (!isFull && record.count % LOOKED_AT !== 0) return;
  if (isFull && newest === 0) restartPast(past, state);
  if (!isFull && (!isWell || secondsSince(record, newest) < KEPT_SECONDS)) return;
  keepBody(past, state);
  // The first ones may all be of its first frame: then nothing was gone.
  while (record.count === record.most) keepBody(past, state);
}

/** In place of the oldest; the frames before the next oldest are forgotten. */
function keepBody(past: Past, state: SolvedBody): void {
  const { record, bodies } = past;
  const [oldest] = bodies.splice(0, 1);
  const gone = bodies[0].frame;
  dropFrames(record, gone);
  for (const body of bodies) body.frame -= gone;
  past.jumpAt = Math.max(-1, past.jumpAt - gone);
  copySolvedBody(oldest.state, state);
  oldest.frame = record.count;
  bodies.push(oldest);
}

function secondsSince({ count, endSeconds }: FrameRecord, frame: number): number {
  if (count === 0) return 0;
  return endSeconds[count - 1] - (frame > 0 ? endSeconds[frame - 1] : 0);
}

/** The player begins with the last body that was there before a frame. Returns that body's own frame. */
export function beginAt(model: EmbodyModel, past: Past, frame: number): number {
  const { bodies, record } = past;
  const body = bodies.findLast((one) => one.frame <= frame) ?? bodies[0];
  past.player ??= {
    state: createSolvedBody(model, body.state.gait.ground),
    record: createFrameRecord(MOST_PAST_FRAMES),
  };
  copySolvedBody(past.player.state, body.state);
  copyFrames(past.player.record, record);
  past.player.record.next = body.frame;
  return body.frame;
}

/** All that one frame hands to the next, and the ground. */
export function copySolvedBody(out: SolvedBody, from: SolvedBody): void {
  copyTrunkAndFeet(out, from);
  copyLegsState(out.legs, from.legs);
  copyArmsState(out.arms, from.arms);
  out.gait.ground = from.gait.ground;
}
