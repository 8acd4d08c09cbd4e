import { type JointFrame, trackedPoints, verdict } from '@leib/tracking';
import type { EmbodyModel } from '../embodyModel.js';
import type { EmbodyState } from '../embodyState.js';
import { solveBody } from '../solveBody.js';
import { beginningOfDrift, mendDrift } from './findDrift.js';
import { readRecorded, recordFrame } from './frameRecord.js';
import { areGapsClosed, handOver } from './handOver.js';
import { type Anchors, mendFrames } from './mendFrames.js';
import { agePast, beginAt, createPast, type Past } from './pastState.js';

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
  const { record, player } = past;
  const stick = state.gait.stickVelocityWorld;
  recordFrame(record, joints, verdicts, stick, dtSeconds);
  watchJumps(past, verdicts);
  const { jumpAt } = past;
  if (past.isPlaying && player !== null && player.record.count < player.record.most) {
    recordFrame(player.record, joints, verdicts, stick, dtSeconds);
    play(model, state, past, joints);
  } else past.isPlaying = false;
  if (jumpAt < 0 || record.endSeconds[record.count - 1] - record.endSeconds[jumpAt] < STAYED_SECONDS) return;
  past.jumpAt = -1;
  beginToPlay(model, past, hindsight.anchors, jumpAt);
}

function isJudged(verdicts: Uint8Array): boolean {
  for (const found of verdicts) if (found !== verdict.fine) return true;
  return false;
}

function watchJumps(past: Past, verdicts: Uint8Array): void {
  for (let point = 0; point < verdicts.length; point++) {
    const found = verdicts[point];
    if (found <= verdict.absent || found === verdict.away) continue;
    past.isPlaying = false;
    past.jumpAt = found === verdict.jumped ? past.record.count - 1 : -1;
    if (found !== verdict.jumped) return;
  }
}

function beginToPlay(model: EmbodyModel, past: Past, anchors: Anchors, jumpAt: number): void {
  const began = beginningOfDrift(past.record, jumpAt);
  if (began < 0) return;
  const next = beginAt(model, past, began);
  const { player, record } = past;
  if (player === null) return;
  mendDrift(player.record, jumpAt);
  mendFrames(player.record, anchors);
  const frames = PLAYED_SECONDS / Math.max(1e-3, record.seconds[record.count - 1]);
  past.atOnce = Math.min(MOST_AT_ONCE, 1 + Math.ceil((record.count - next) / frames));
  past.isPlaying = true;
}

function play(model: EmbodyModel, state: EmbodyState, past: Past, joints: JointFrame): void {
  if (past.player === null) return;
  const { record, state: body } = past.player;
  const last = record.count - 1;
  for (let i = 0; i < past.atOnce && record.next < last; i++) {
    const { next } = record;
    const frame = readRecorded(record, nothing, body.targets.teleportCount);
    for (let k = 0; k < 3; k++) body.gait.stickVelocityWorld[k] = record.stickVelocities[next * 3 + k];
    solveBody(model, body, frame, record.seconds[next]);
    record.next++;
  }
  if (record.next < last || state.hindsight.phase === 'catchUp' || !areGapsClosed(joints)) return;
  handOver(state, body, record.seconds[last]);
  past.isPlaying = false;
}
