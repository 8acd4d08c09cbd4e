import { copyArmsState } from '../arms/armsState.js';
import type { EmbodyModel } from '../embodyModel.js';
import { copyLegsState } from '../legs/legsState.js';
import { copyTrunkAndFeet, createSolvedBody, type SolvedBody } from '../solvedBody.js';
import { createFrameRecord, dropFrames, type FrameRecord } from './frameRecord.js';

/** The last seconds, also while nothing is wrong: what turns out later to have been wrong all along is played again from there. */
export interface Past {
  /** All frames since the older body. */
  readonly record: FrameRecord;
  /** The body before the first of these frames, and before that of number `newerAt`. */
  older: SolvedBody;
  newer: SolvedBody;
  newerAt: number;
  /** The first frame after a jump that may have been the end of a drift; -1 where there was none. */
  jumpAt: number;
  /** The older body takes all frames again. */
  isPlaying: boolean;
  /** So many in each frame. */
  atOnce: number;
}

/** A new body is kept so often, seconds: the past is once to twice as long. */
const KEPT_SECONDS = 2.5;
/** Twice that at 90 Hz, and what is added while something is wrong. */
const MOST_PAST_FRAMES = 600;

export function createPast(model: EmbodyModel, state: SolvedBody): Past {
  const create = () => createSolvedBody(model, state.gait.ground);
  const past: Past = {
    record: createFrameRecord(MOST_PAST_FRAMES),
    older: create(),
    newer: create(),
    newerAt: 0,
    jumpAt: -1,
    isPlaying: false,
    atOnce: 1,
  };
  restartPast(past, state);
  return past;
}

/** The past begins now. */
export function restartPast(past: Past, state: SolvedBody): void {
  copySolvedBody(past.older, state);
  copySolvedBody(past.newer, state);
  past.record.count = 0;
  past.record.next = 0;
  past.newerAt = 0;
  past.jumpAt = -1;
  past.isPlaying = false;
}

/** Before each frame: makes room for it. What is long gone is forgotten, and while all is well the body as it is now is kept. */
export function agePast(past: Past, state: SolvedBody, isWell: boolean): void {
  const { record, newerAt } = past;
  const isFull = record.count === record.most;
  const since =
    record.count > 0 ? record.endSeconds[record.count - 1] - (newerAt > 0 ? record.endSeconds[newerAt - 1] : 0) : 0;
  if (isFull && newerAt === 0) restartPast(past, state);
  if (!isFull && (!isWell || since < KEPT_SECONDS)) return;
  const { older } = past;
  past.older = past.newer;
  past.newer = older;
  dropFrames(record, newerAt);
  past.newerAt = record.count;
  past.jumpAt = Math.max(-1, past.jumpAt - newerAt);
  copySolvedBody(past.newer, state);
}

/** All that one frame hands to the next, and the ground. */
export function copySolvedBody(out: SolvedBody, from: SolvedBody): void {
  copyTrunkAndFeet(out, from);
  copyLegsState(out.legs, from.legs);
  copyArmsState(out.arms, from.arms);
  out.gait.ground = from.gait.ground;
}
