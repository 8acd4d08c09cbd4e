import { type JointFrame, trackedPoints, verdict } from '@leib/tracking';
import type { EmbodyModel } from '../embodyModel.js';
import type { EmbodyState } from '../embodyState.js';
import { solveBody } from '../solveBody.js';
import { mendDrift } from './findDrift.js';
import { readRecorded, recordFrame } from './frameRecord.js';
import { areGapsClosed, handOver } from './handOver.js';
import type { HindsightState } from './hindsightState.js';
import { mendFrames } from './mendFrames.js';
import { agePast, copySolvedBody, createPast, type Past, restartPast } from './pastState.js';

/** Who has stayed for so long where they jumped to may have been wrong before, seconds. */
const STAYED_SECONDS = 0.25;
/** The past is played again within this time, seconds, by as many frames at once as that takes, but no more than these. */
const PLAYED_SECONDS = 0.3;
const MOST_AT_ONCE = 16;

const nothing = new Uint8Array(trackedPoints.length);

/**
 * What was wrong without anybody noticing shows when it ends: a drift that is put right at once, or a fault that lasted for so long that
 * it was believed. A jump that stays is one of these, or a fault that begins; so the body goes on as if the frames before it had been
 * wrong, where these look like it, and stepHindsight() still knows the other past.
 */
export function stepPast(model: EmbodyModel, state: EmbodyState, joints: JointFrame, dtSeconds: number): void {
  const { hindsight } = state;
  const { verdicts, phase } = hindsight;
  // Without a judge nothing is known of any frame.
  if (hindsight.past === null && !isJudged(verdicts)) return;
  hindsight.past ??= createPast(model, state);
  const { past } = hindsight;
  agePast(past, state, phase === 'fine' && past.jumpAt < 0 && !past.isPlaying);
  const { record } = past;
  recordFrame(record, joints, verdicts, state.gait.stickVelocityWorld, dtSeconds);
  watchJumps(past, state, verdicts);
  const { jumpAt } = past;
  if (jumpAt >= 0 && record.endSeconds[record.count - 1] - record.endSeconds[jumpAt] >= STAYED_SECONDS) {
    past.jumpAt = -1;
    beginToPlay(past, hindsight, jumpAt, dtSeconds);
  }
  if (past.isPlaying) play(model, state, past, joints);
}

function isJudged(verdicts: Uint8Array): boolean {
  for (const found of verdicts) if (found !== verdict.fine) return true;
  return false;
}

function watchJumps(past: Past, state: EmbodyState, verdicts: Uint8Array): void {
  for (const found of verdicts) {
    if (found <= verdict.absent || found === verdict.away) continue;
    if (past.isPlaying) restartPast(past, state);
    past.jumpAt = found === verdict.jumped ? past.record.count - 1 : -1;
    if (found !== verdict.jumped) return;
  }
}

function beginToPlay(past: Past, { anchors }: HindsightState, jumpAt: number, dtSeconds: number): void {
  const { record, newerAt } = past;
  const began = mendDrift(record, jumpAt);
  if (began < 0) return;
  mendFrames(record, anchors);
  if (newerAt > 0 && newerAt <= began) {
    copySolvedBody(past.older, past.newer);
    record.next = newerAt;
  } else record.next = 0;
  const frames = dtSeconds > 0 ? PLAYED_SECONDS / dtSeconds : 1;
  past.atOnce = Math.min(MOST_AT_ONCE, 1 + Math.ceil((record.count - record.next) / frames));
  past.isPlaying = true;
}

function play(model: EmbodyModel, state: EmbodyState, past: Past, joints: JointFrame): void {
  const { record, older } = past;
  const last = record.count - 1;
  for (let i = 0; i < past.atOnce && record.next < last; i++) {
    const { next } = record;
    const frame = readRecorded(record, nothing, older.targets.teleportCount);
    for (let k = 0; k < 3; k++) older.gait.stickVelocityWorld[k] = record.stickVelocities[next * 3 + k];
    solveBody(model, older, frame, record.seconds[next]);
    record.next++;
  }
  if (record.next < last || state.hindsight.phase === 'catchUp' || !areGapsClosed(joints)) return;
  handOver(state, older, record.seconds[last]);
  restartPast(past, state);
}
