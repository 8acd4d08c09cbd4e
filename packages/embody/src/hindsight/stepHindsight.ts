import { type JointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import type { EmbodyModel } from '../embodyModel.js';
import type { EmbodyState } from '../embodyState.js';
import { solveBody } from '../solveBody.js';
import { createSolvedBody } from '../solvedBody.js';
import { copyArmsMemory, copyBodyMemory } from './bodyMemory.js';
import { createFrameRecord, dropPlayed, FRAME_SIZE, MOST_FRAMES, readRecorded, recordFrame } from './frameRecord.js';
import { endFault, type HindsightState, type SecondBody } from './hindsightState.js';
import { followJumps, markAway, resetHomecoming } from './homecoming.js';
import { markOutliers } from './markOutliers.js';
import { mendFrames } from './mendFrames.js';
import { finding, LONGEST_FAULT, lookAtPoints, moveOnPoints } from './pointWatch.js';

/** A fault is over when nothing has been wrong for this long, seconds. */
const CALM_SECONDS = 0.1;
/** The second body takes this many frames in one of the first: it catches up within the time of the fault, at 1.6 ms a frame at most. */
const FRAMES_AT_ONCE = 4;
/** The second body takes over when what is left of gaps is less than this, metres. */
const HEAD_GAP = 0.005;
const OTHER_GAP = 0.02;

/**
 * Bad frames leave no trace. When points are lost, jump, freeze or tremble, the body follows as it can, and the frames are
 * kept. When all is well again, it is known where every point went meanwhile, or nearly: a second body, which is as the
 * first one was before the fault, takes all frames again with the bad ones mended, some at a time; when it has caught up, the
 * first one goes on from there. A head that is still elsewhere after LONGEST_FAULT was put there.
 */
export function stepHindsight(model: EmbodyModel, state: EmbodyState, joints: JointFrame, dtSeconds: number): void {
  const { hindsight } = state;
  const { watch } = hindsight;
  const isFine = lookAtPoints(watch, joints, dtSeconds);
  if (isPutElsewhere(hindsight, joints)) endFault(hindsight);
  if (hindsight.phase === 'fine' && !isFine) beginFault(model, state);
  if (hindsight.phase !== 'fine') goOn(model, state, joints, dtSeconds);
  moveOnPoints(watch, joints, dtSeconds);
}

/** By the player or the caller: the head is well, and yet nothing is to be eased. */
function isPutElsewhere(hindsight: HindsightState, { teleportCount }: JointFrame): boolean {
  const isNew = teleportCount !== hindsight.teleportCount;
  hindsight.teleportCount = teleportCount;
  const { head } = pointNumber;
  return isNew && hindsight.watch.findings[head] === finding.fine && hindsight.homecoming.firstFrames[head] < 0;
}

function beginFault(model: EmbodyModel, state: EmbodyState): void {
  const { hindsight } = state;
  if (!state.targets.hasHead) return;
  hindsight.second ??= { state: createSolvedBody(model, state.gait.ground), record: createFrameRecord() };
  const { second } = hindsight;
  copyBodyMemory(second.state, state);
  copyArmsMemory(second.state, state);
  second.state.gait.ground = state.gait.ground;
  second.record.count = 0;
  second.record.next = 0;
  const { watch, anchors, wasThere } = hindsight;
  anchors.poses.set(watch.last);
  anchors.velocities.set(watch.velocities);
  for (let point = 0; point < wasThere.length; point++) {
    wasThere[point] = watch.known[point] > 0 && watch.findings[point] !== finding.absent ? 1 : 0;
  }
  hindsight.phase = 'fault';
}

function goOn(model: EmbodyModel, state: EmbodyState, joints: JointFrame, dtSeconds: number): void {
  const { hindsight } = state;
  const { second, watch, homecoming } = hindsight;
  if (second === null || state.putDown.standing > 0 || !makeRoom(second)) {
    endFault(hindsight);
    return;
  }
  const { record } = second;
  ignoreStrays(hindsight);
  const isFine = watch.findings.every((found) => found <= finding.absent);
  recordFrame(record, watch, joints, state.gait.stickVelocityWorld, dtSeconds);
  hindsight.calmSeconds = isFine ? hindsight.calmSeconds + dtSeconds : 0;
  if (hindsight.phase === 'catchUp' && !isFine) faultAgain(hindsight, second);
  followJumps(homecoming, record, watch, hindsight.calmSeconds);
  if (hindsight.phase === 'fault') {
    if (record.endSeconds[record.count - 1] > LONGEST_FAULT) endFault(hindsight);
    else if (hindsight.calmSeconds >= CALM_SECONDS && homecoming.isHome.every((isHome) => isHome === 1))
      mend(hindsight, second);
  }
  if (hindsight.phase === 'catchUp') catchUp(model, state, second, joints);
}

/** For one more frame: those that have been played again are of no more use. Returns false where there is none. */
function makeRoom({ record }: SecondBody): boolean {
  if (record.count === MOST_FRAMES) dropPlayed(record);
  return record.count < MOST_FRAMES;
}

/** Points that were not there before the fault count for nothing. */
function ignoreStrays({ watch, wasThere }: HindsightState): void {
  for (let point = 0; point < wasThere.length; point++) {
    if (wasThere[point] === 1 || watch.findings[point] === finding.fine) continue;
    watch.findings[point] = finding.absent;
  }
}

/** What has been played again was right: the next fault begins there. */
function faultAgain(hindsight: HindsightState, { record }: SecondBody): void {
  hindsight.phase = 'fault';
  dropPlayed(record);
}

function mend(hindsight: HindsightState, { record }: SecondBody): void {
  const { watch, wasThere, isStray, anchors, homecoming } = hindsight;
  for (let point = 0; point < wasThere.length; point++) {
    isStray[point] = wasThere[point] === 0 && watch.findings[point] !== finding.fine ? 1 : 0;
  }
  markAway(homecoming, record);
  markOutliers(record, anchors);
  if (mendFrames(record, anchors)) {
    hindsight.phase = 'catchUp';
    resetHomecoming(homecoming);
  } else endFault(hindsight);
}

/** The second body takes some frames, and takes over when it has taken all but this one. */
function catchUp(
  model: EmbodyModel,
  state: EmbodyState,
  { state: second, record }: SecondBody,
  joints: JointFrame,
): void {
  const { hindsight } = state;
  const { anchors, isStray } = hindsight;
  const { teleportCount } = second.targets;
  const last = record.count - 1;
  for (let i = 0; i < FRAMES_AT_ONCE && record.next < last; i++) {
    const { next } = record;
    const frame = readRecorded(record, isStray, teleportCount);
    for (let k = 0; k < 3; k++) second.gait.stickVelocityWorld[k] = record.stickVelocities[next * 3 + k];
    solveBody(model, second, frame, record.seconds[next]);
    keepAnchors(anchors, frame.jointPoses, record.seconds[next]);
    record.next++;
  }
  if (record.next < last || !areGapsClosed(joints)) return;
  // Both bodies walk by a clock of their own, in different phases: taking over the other's feet would move them by a stride.
  if (state.gait.rhythm.isCarried && second.gait.rhythm.isCarried) {
    endFault(hindsight);
    return;
  }
  const now = state.targets.teleportCount;
  copyBodyMemory(state, second);
  state.targets.teleportCount = now;
  endFault(hindsight);
}

function keepAnchors({ poses, velocities }: HindsightState['anchors'], now: Float64Array, seconds: number): void {
  for (let point = 0; point * POSE_SIZE < FRAME_SIZE; point++) {
    for (let k = 0; k < POSE_SIZE; k++) {
      const at = point * POSE_SIZE + k;
      if (k < 3) velocities[point * 3 + k] = seconds > 0 ? (now[at] - poses[at]) / seconds : 0;
      poses[at] = now[at];
    }
  }
}

/** Whether points that came back are where they are tracked, nearly. */
function areGapsClosed({ gaps, gapAmounts, quality: qualities }: JointFrame): boolean {
  for (let point = 0; point < gapAmounts.length; point++) {
    if (gapAmounts[point] === 0 || qualities[point] !== quality.tracked) continue;
    const at = point * POSE_SIZE;
    const gap = gapAmounts[point] * Math.hypot(gaps[at], gaps[at + 1], gaps[at + 2]);
    if (gap > (point === pointNumber.head ? HEAD_GAP : OTHER_GAP)) return false;
  }
  return true;
}
