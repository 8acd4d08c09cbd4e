import { createQuat, createVec3, ownValue, type Quat, quat, type Vec3 } from '@leib/core';
import {
  createPoseTrack,
  isDoubted,
  isUsablePose,
  judgePose,
  limbLimits,
  POSE_SIZE,
  quality,
  readRotation,
  restartPoseTrack,
} from '@leib/tracking';
import {
  type BodyFilterParams,
  type BodyFilterState,
  correctBody,
  createBodyFilter,
  defaultBodyFilterParams,
  predictBody,
} from './bodyFilter.js';
import { type BodyFrame, type BodyWarnings, createBodyFrame, createBodyWarnings, warn } from './bodyFrame.js';
import {
  bodyNeighbours,
  createLostBody,
  createReturn,
  type LostBodyState,
  type ReturnState,
  startLostBody,
  startReturn,
  stepLostBody,
  stepReturn,
} from './lostBody.js';
import { createSwapState, defaultSwapParams, findSwaps, type SwapParams, type SwapState } from './swappedBodies.js';

/** What is the matter with a body, as bits: several may hold at once. 0: seen and trusted. */
export const bodyFlag = {
  /** Not seen in this frame, and its pose is moved on by its own motion... */
  predicted: 1,
  /** ...or, some time later, only held on its neighbour. */
  held: 2,
  /** Seen again, and on its way from the held pose to the measured one. */
  returning: 4,
  /** Its id was exchanged with another body's a moment ago: see `swaps.swappedWith`. */
  swapped: 8,
  /** Its measurement in this frame was not usable. */
  refused: 16,
  /** Not seen since the start: its pose means nothing. */
  unseen: 32,
} as const;

export interface BodyConditionerParams {
  readonly filter: BodyFilterParams;
  /**
   * Seconds for which a lost body goes on by its own motion: its speed falls to about a third in this time, and then it
   * counts as held. 0: held at once.
   */
  readonly predictSeconds: number;
  readonly swaps: SwapParams;
}

export const defaultBodyConditionerParams: BodyConditionerParams = {
  filter: defaultBodyFilterParams,
  predictSeconds: 0.1,
  swaps: defaultSwapParams,
};

/** Memory of one body. */
interface BodyTrack {
  /** Of the judge. */
  readonly judged: ReturnType<typeof createPoseTrack>;
  readonly filter: BodyFilterState;
  readonly lost: LostBodyState;
  readonly back: ReturnState;
  isLost: boolean;
  /** Output of the last frame; while lost, where the body is held. */
  readonly shown: BodyFilterState;
}

/** Memory of all bodies of a setup, and the frame that comes out. */
export interface BodyConditioner {
  readonly params: BodyConditionerParams;
  /** Smoothed, lost bodies moved on. Quality is tracked, or inferred for a pose that is not measured, or lost if never seen. */
  readonly frame: BodyFrame;
  /** 0 (not seen for long) to 1 (seen): the weight that a solver gives the body. */
  readonly confidence: Float64Array;
  /** Bits of `bodyFlag` per body. */
  readonly flags: Uint8Array;
  /** 1 for a body whose measurement in this frame is usable, by index in the measured frame. */
  readonly isSeen: Uint8Array;
  /** Seconds since a body was last seen; 0 while it is. */
  readonly lostSeconds: Float64Array;
  readonly swaps: SwapState;
  readonly warnings: BodyWarnings;
  readonly tracks: readonly BodyTrack[];
  /** Bodies in the order in which they are stepped: carriers before what they carry. */
  readonly order: Int16Array;
}

export function createBodyConditioner(
  names: readonly string[],
  params: BodyConditionerParams = defaultBodyConditionerParams,
): BodyConditioner {
  return {
    params,
    frame: createBodyFrame(names),
    confidence: new Float64Array(names.length),
    flags: new Uint8Array(names.length).fill(bodyFlag.unseen),
    isSeen: new Uint8Array(names.length),
    lostSeconds: new Float64Array(names.length),
    swaps: createSwapState(names.length),
    warnings: createBodyWarnings(),
    tracks: names.map(() => ({
      judged: createPoseTrack(),
      filter: createBodyFilter(),
      lost: createLostBody(),
      back: createReturn(),
      isLost: true,
      shown: createBodyFilter(),
    })),
    order: Int16Array.from(names.map((_, body) => body).sort((a, b) => depthOf(names[a]) - depthOf(names[b]))),
  };
}

/** How many carriers a body hangs on; back and head carry each other, the back comes first. */
function depthOf(name: string): number {
  const carrier = ownValue(bodyNeighbours, name)?.carrier ?? null;
  if (name === 'back' || carrier === null) return 0;
  return 1 + depthOf(carrier);
}

// Scratch, written before it is read in every call.
const position: Vec3 = createVec3();
const rotation: Quat = createQuat();

/**
 * Measured bodies -> bodies that a solver can follow in every frame: what is not a pose is refused, exchanged ids are found,
 * noise is smoothed without lag, and lost bodies are moved on, held, and brought back without a jump.
 */
export function stepBodyConditioner(state: BodyConditioner, measured: BodyFrame, dtSeconds: number): void {
  const { params, frame, tracks, flags, isSeen, swaps, order } = state;
  frame.timeSeconds = measured.timeSeconds;
  for (let body = 0; body < tracks.length; body++) flags[body] = 0;
  checkBodies(state, measured);
  for (const { filter, isLost } of tracks) if (!isLost) predictBody(filter, dtSeconds);
  const { lostSeconds, warnings } = state;
  findSwaps({ swaps, params: params.swaps, tracks, lostSeconds, isSeen, measured, warnings }, dtSeconds);
  judgeBodies(state, measured, dtSeconds);
  startLosses(state);
  for (let i = 0; i < order.length; i++) {
    const body = order[i];
    const slot = swaps.slots[body];
    if (swaps.secondsLeft[body] > 0) flags[body] |= bodyFlag.swapped;
    if (isSeen[slot]) stepSeenBody(state, body, measured.poses, slot * POSE_SIZE, dtSeconds);
    else stepUnseenBody(state, body, dtSeconds);
    writeBody(state, body);
  }
}

/** Which bodies of a frame are seen and usable. */
function checkBodies({ warnings, flags, isSeen }: BodyConditioner, frame: BodyFrame): void {
  const { names, poses, quality: qualities } = frame;
  for (let body = 0; body < names.length; body++) {
    const at = body * POSE_SIZE;
    const isTracked = qualities[body] !== quality.lost;
    isSeen[body] = isTracked && isUsablePose(poses, at) ? 1 : 0;
    if (!isTracked || isSeen[body]) continue;
    const areNumbers = poses.subarray(at, at + POSE_SIZE).every(Number.isFinite);
    flags[body] |= bodyFlag.refused;
    const reason = areNumbers
      ? 'expected a unit quaternion, got one of another length'
      : 'expected seven finite numbers, got NaN or infinity';
    warn(warnings, `Body "${names[body]}": ${reason}; the frame counts as lost for it.`);
  }
}

/** A body that is elsewhere all at once is not believed for a moment: one bad sample does not reach the actor. */
function judgeBodies(
  { tracks, swaps, isSeen, flags, warnings }: BodyConditioner,
  frame: BodyFrame,
  dtSeconds: number,
): void {
  for (let body = 0; body < tracks.length; body++) {
    const { judged } = tracks[body];
    const slot = swaps.slots[body];
    // Ids that were exchanged just now are no jump.
    if (swaps.isNew[body] === 1) restartPoseTrack(judged);
    judgePose(judged, limbLimits, isSeen[slot] === 1 ? frame.poses : null, slot * POSE_SIZE, dtSeconds);
    if (isSeen[slot] === 0 || !isDoubted(judged)) continue;
    isSeen[slot] = 0;
    flags[body] |= bodyFlag.refused;
    warn(
      warnings,
      `Body "${frame.names[body]}": expected it near to its last place, got a jump; the frame counts as lost for it.`,
    );
  }
}

function stepSeenBody(state: BodyConditioner, body: number, poses: Float64Array, at: number, dtSeconds: number): void {
  const { params, tracks, confidence, flags, lostSeconds } = state;
  const { filter, back, shown } = tracks[body];
  for (let k = 0; k < 3; k++) position[k] = poses[at + k];
  quat.normalize(rotation, readRotation(rotation, poses, at));
  const isFirst = !filter.isStarted;
  if (tracks[body].isLost) {
    // The body's velocity from before stays as the first guess; its place is the measured one.
    const { velocity, angularVelocity } = filter;
    const [v, w] = [createVec3(...velocity), createVec3(...angularVelocity)];
    filter.isStarted = false;
    correctBody(params.filter, filter, position, rotation, dtSeconds);
    for (let k = 0; k < 3; k++) [velocity[k], angularVelocity[k]] = [v[k], w[k]];
    if (isFirst) back.durationSeconds = 0;
    else startReturn(back, shown, filter);
    tracks[body].isLost = false;
  } else {
    correctBody(params.filter, filter, position, rotation, dtSeconds);
  }
  lostSeconds[body] = 0;
  copyFilter(shown, filter);
  const share = stepReturn(back, shown.position, shown.rotation, dtSeconds);
  if (share < 1) flags[body] |= bodyFlag.returning;
  confidence[body] = isFirst ? 1 : Math.max(share, confidence[body]);
}

/** Bodies that are lost from this frame on: how they sat on their neighbours in the frame before, when all were seen together. */
function startLosses({ tracks, frame, swaps, isSeen }: BodyConditioner): void {
  tracks.forEach((track, body) => {
    if (track.isLost || isSeen[swaps.slots[body]]) return;
    const neighbours = ownValue(bodyNeighbours, frame.names[body]);
    const carrier = tracks[frame.names.indexOf(neighbours?.carrier ?? '')]?.shown;
    const end = tracks[frame.names.indexOf(neighbours?.end ?? '')];
    const seenEnd = end === undefined || end.isLost ? null : end.shown;
    const seenCarrier = carrier?.isStarted ? carrier : null;
    startLostBody(track.lost, track.shown, seenCarrier, neighbours?.turnsAlong ?? true, seenEnd);
  });
  tracks.forEach((track, body) => {
    if (!isSeen[swaps.slots[body]]) track.isLost = true;
  });
}

/** A body's weight falls to a half in this time after it is lost. */
const CONFIDENCE_HALF_LIFE_SECONDS = 0.03;

function stepUnseenBody(state: BodyConditioner, body: number, dtSeconds: number): void {
  const { tracks, confidence, flags, lostSeconds, params, frame } = state;
  const track = tracks[body];
  if (!track.filter.isStarted) {
    flags[body] |= bodyFlag.unseen;
    confidence[body] = 0;
    return;
  }
  const end = frame.names.indexOf(ownValue(bodyNeighbours, frame.names[body])?.end ?? '');
  lostSeconds[body] += dtSeconds;
  stepLostBody(track.lost, track.shown, dtSeconds, params.predictSeconds, end >= 0 && !tracks[end].isLost);
  copyFilter(track.filter, track.shown);
  flags[body] |= lostSeconds[body] > params.predictSeconds ? bodyFlag.held : bodyFlag.predicted;
  confidence[body] *= 0.5 ** (dtSeconds / CONFIDENCE_HALF_LIFE_SECONDS);
}

function copyFilter(out: BodyFilterState, from: BodyFilterState): void {
  out.isStarted = from.isStarted;
  for (let k = 0; k < 3; k++) {
    out.position[k] = from.position[k];
    out.velocity[k] = from.velocity[k];
    out.angularVelocity[k] = from.angularVelocity[k];
  }
  quat.copy(out.rotation, from.rotation);
}

function writeBody({ frame, tracks, flags }: BodyConditioner, body: number): void {
  const { shown } = tracks[body];
  const isMeasured = (flags[body] & (bodyFlag.predicted | bodyFlag.held | bodyFlag.unseen)) === 0;
  const isUnseen = (flags[body] & bodyFlag.unseen) !== 0;
  frame.quality[body] = isMeasured ? quality.tracked : isUnseen ? quality.lost : quality.inferred;
  for (let k = 0; k < 3; k++) frame.poses[body * POSE_SIZE + k] = shown.position[k];
  for (let k = 0; k < 4; k++) frame.poses[body * POSE_SIZE + 3 + k] = shown.rotation[k];
}
