import { easingShare } from '@leib/core';
import { type JointFrame, LONGEST_FAULT, POSE_SIZE, pointNumber, trackedPoints, verdict } from '@leib/tracking';
import type { EmbodyModel } from '../embodyModel.js';
import type { EmbodyState } from '../embodyState.js';
import { solveBody } from '../solveBody.js';
import { createSolvedBody } from '../solvedBody.js';
import {
  createFrameRecord,
  dropPlayed,
  FRAME_SIZE,
  type FrameRecord,
  MOST_FRAMES,
  readRecorded,
  recordFrame,
} from './frameRecord.js';
import { areGapsClosed, handOver } from './handOver.js';
import { endFault, type HindsightState, type SecondBody } from './hindsightState.js';
import { markBad, mendFrames, startOfLastGap } from './mendFrames.js';
import { copySolvedBody, restartPast } from './pastState.js';
import { stepPast } from './stepPast.js';

/** A fault is over when nothing has been wrong for this long, seconds. */
const CALM_SECONDS = 0.1;
/** Shorter gaps than this are mended before all is well again, seconds: of what comes at 4 Hz, and of what is lost for moments. */
const LONGEST_GAP = 0.3;
const LONGEST_LOSS = 0.1;
/** The second body takes this many frames in one of the first: it catches up within the time of the fault, at 1.6 ms a frame at most. */
const FRAMES_AT_ONCE = 4;
/** How fast a point goes is known by half in this time, seconds: as the judge has it. */
const VELOCITY_HALF_LIFE = 0.04;

const { head } = pointNumber;

/**
 * Bad frames leave no trace. While the judge of tracking finds points that are lost, jump or freeze, the body follows as it can, and the
 * frames are kept. When all is well again, it is known where every point went meanwhile, or nearly: a second body, which is as the
 * first one was before the fault, takes all frames again with the bad ones mended, some at a time; when it has caught up, the
 * first one goes on from there. A head that is still elsewhere after LONGEST_FAULT was put there.
 */
export function stepHindsight(model: EmbodyModel, state: EmbodyState, joints: JointFrame, dtSeconds: number): void {
  const { hindsight } = state;
  const isFine = readVerdicts(hindsight, joints);
  if (isPutElsewhere(hindsight, joints)) {
    endFault(hindsight);
    if (hindsight.past !== null) restartPast(hindsight.past, state);
  }
  if (hindsight.phase === 'fine' && !isFine) beginFault(model, state);
  if (hindsight.phase === 'fine') keepAnchors(hindsight, joints, dtSeconds);
  else goOn(model, state, joints, dtSeconds, isFine);
  if (hindsight.keepsPast) stepPast(model, state, joints, dtSeconds);
}

/** Returns whether nothing is wrong. */
function readVerdicts({ phase, wasThere, verdicts }: HindsightState, joints: JointFrame): boolean {
  let isFine = true;
  for (let point = 0; point < verdicts.length; point++) {
    const found = joints.verdicts[point];
    const isNew = phase !== 'fine' && wasThere[point] === 0 && found !== verdict.fine;
    verdicts[point] = isNew ? verdict.absent : found;
    if (verdicts[point] > verdict.absent) isFine = false;
  }
  return isFine;
}

/** By the player or the caller: the head is well, and yet nothing is to be eased. */
function isPutElsewhere(hindsight: HindsightState, { teleportCount }: JointFrame): boolean {
  const isNew = teleportCount !== hindsight.teleportCount;
  hindsight.teleportCount = teleportCount;
  return isNew && hindsight.verdicts[head] === verdict.fine && !hindsight.isHeadInTrouble;
}

function beginFault(model: EmbodyModel, state: EmbodyState): void {
  const { hindsight } = state;
  if (!state.targets.hasHead || !hindsight.hasAnchors) return;
  hindsight.second ??= { state: createSolvedBody(model, state.gait.ground), record: createFrameRecord() };
  const { second } = hindsight;
  copySolvedBody(second.state, state);
  second.record.count = 0;
  second.record.next = 0;
  second.record.solid = 0;
  hindsight.phase = 'fault';
}

function goOn(model: EmbodyModel, state: EmbodyState, joints: JointFrame, dtSeconds: number, isFine: boolean): void {
  const { hindsight } = state;
  const { second, verdicts } = hindsight;
  if (second === null || state.putDown.standing > 0 || !makeRoom(second)) {
    endFault(hindsight);
    return;
  }
  const { record } = second;
  recordFrame(record, joints, verdicts, state.gait.stickVelocityWorld, dtSeconds);
  hindsight.calmSeconds = isFine ? hindsight.calmSeconds + dtSeconds : 0;
  if (hindsight.phase === 'catchUp' && !isFine) faultAgain(hindsight, second);
  if (verdicts[head] > verdict.frozen || verdicts[head] === verdict.lost) hindsight.isHeadInTrouble = true;
  if (hindsight.phase === 'fault') {
    if (hindsight.calmSeconds >= CALM_SECONDS || (isFine && hasGapsOnly(record))) mend(hindsight, second);
    else if (record.endSeconds[record.count - 1] > LONGEST_FAULT) endFault(hindsight);
  }
  if (hindsight.phase === 'catchUp') catchUp(model, state, second, joints);
}

/** For one more frame: those that have been played again are of no more use. Returns false where there is none. */
function makeRoom({ record }: SecondBody): boolean {
  if (record.count === MOST_FRAMES) dropPlayed(record);
  return record.count < MOST_FRAMES;
}

/** What has been played again was right: the next fault begins there. */
function faultAgain(hindsight: HindsightState, { record }: SecondBody): void {
  hindsight.phase = 'fault';
  dropPlayed(record);
}

/** Points were gone for moments only, and what came was right: that is mended as it goes. */
function hasGapsOnly({ verdicts, endSeconds, count }: FrameRecord): boolean {
  const points = trackedPoints.length;
  for (let point = 0; point < points; point++) {
    let goodUntil = 0;
    for (let i = 0; i < count; i++) {
      const found = verdicts[i * points + point];
      const most = found === verdict.lost ? LONGEST_LOSS : LONGEST_GAP;
      if (found > verdict.frozen || endSeconds[i] - goodUntil > most) return false;
      if (found <= verdict.absent) goodUntil = endSeconds[i];
    }
  }
  return true;
}

function mend(hindsight: HindsightState, { record }: SecondBody): void {
  const { verdicts, wasThere, isPassing, anchors } = hindsight;
  for (let point = 0; point < wasThere.length; point++) {
    isPassing[point] = wasThere[point] === 0 && verdicts[point] !== verdict.fine ? 1 : 0;
  }
  markBad(record, anchors);
  record.solid = startOfLastGap(record);
  hindsight.isHeadInTrouble = false;
  if (mendFrames(record, anchors) || hindsight.calmSeconds < CALM_SECONDS) hindsight.phase = 'catchUp';
  else endFault(hindsight);
}

/** The second body takes some frames, and takes over when it has taken all but this one. */
function catchUp(
  model: EmbodyModel,
  state: EmbodyState,
  { state: second, record }: SecondBody,
  joints: JointFrame,
): void {
  const { hindsight } = state;
  const { isPassing } = hindsight;
  const { teleportCount } = second.targets;
  const last = record.count - 1;
  const isCalm = hindsight.calmSeconds >= CALM_SECONDS;
  const end = isCalm ? last : Math.min(last, record.solid);
  for (let i = 0; i < FRAMES_AT_ONCE && record.next < end; i++) {
    const { next } = record;
    const frame = readRecorded(record, isPassing, teleportCount);
    for (let k = 0; k < 3; k++) second.gait.stickVelocityWorld[k] = record.stickVelocities[next * 3 + k];
    solveBody(model, second, frame, record.seconds[next]);
    replaceAnchors(hindsight, frame.jointPoses, record.seconds[next]);
    record.next++;
  }
  if (record.next < last || !isCalm || !areGapsClosed(joints)) return;
  handOver(state, second, record.seconds[last]);
  if (hindsight.past !== null) restartPast(hindsight.past, state);
  endFault(hindsight);
}

/** While nothing is wrong: repeated poses are one, whose time is that of all of them. */
function keepAnchors(hindsight: HindsightState, { rawPoses }: JointFrame, dtSeconds: number): void {
  const { anchors, anchorSeconds, hasAnchors, wasThere, verdicts } = hindsight;
  const { poses, velocities } = anchors;
  for (let point = 0; point < anchorSeconds.length; point++) {
    wasThere[point] = verdicts[point] === verdict.absent ? 0 : 1;
    const at = point * POSE_SIZE;
    const seconds = anchorSeconds[point] + dtSeconds;
    const isSame = hasAnchors && isSamePose(rawPoses, poses, at);
    anchorSeconds[point] = isSame ? seconds : 0;
    if (isSame) continue;
    const share = hasAnchors && seconds > 0 ? easingShare(VELOCITY_HALF_LIFE, seconds) : 0;
    for (let k = 0; k < 3; k++) {
      const i = point * 3 + k;
      velocities[i] =
        share > 0 ? velocities[i] + ((rawPoses[at + k] - poses[at + k]) / seconds - velocities[i]) * share : 0;
    }
  }
  poses.set(rawPoses);
  hindsight.hasAnchors = true;
}

function isSamePose(a: Float64Array, b: Float64Array, at: number): boolean {
  for (let k = at; k < at + POSE_SIZE; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** A frame that was played again was right. */
function replaceAnchors({ anchors: { poses, velocities } }: HindsightState, now: Float64Array, seconds: number): void {
  for (let point = 0; point * POSE_SIZE < FRAME_SIZE; point++) {
    const at = point * POSE_SIZE;
    for (let k = 0; k < 3; k++) velocities[point * 3 + k] = seconds > 0 ? (now[at + k] - poses[at + k]) / seconds : 0;
  }
  poses.set(now);
}
