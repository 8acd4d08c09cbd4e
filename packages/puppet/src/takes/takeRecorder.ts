import {
  createHandRecorder,
  finishHandRecording,
  type HandRecorder,
  type HandSignal,
  recordHand,
} from '@leib/tracking/hands';
import type { PuppetModel } from '../play/puppetModel.js';
import type { PuppetState } from '../play/puppetState.js';
import {
  createTakeFrame,
  JOINT_SIZE,
  MAX_TAKE_FRAMES,
  mixTakeFrames,
  type PuppetTake,
  type TakeFrame,
  type TakeLayout,
  takeLayoutOf,
  takeOfFrames,
} from './puppetTake.js';

export interface TakeRecorderOptions {
  readonly name: string;
  readonly hz?: number;
  /** Seconds of playing that become one second of the take: 2 is played at half speed and shown at full. */
  readonly slowness?: number;
}

/** Gathers a take while a puppet is played, whatever its frame rate. */
export interface TakeRecorder {
  readonly name: string;
  readonly hz: number;
  readonly slowness: number;
  readonly layout: TakeLayout;
  /** Of the take, seconds; -1 before the first frame. */
  timeSeconds: number;
  readonly frames: TakeFrame[];
  /** The puppet at its last frame. */
  last: TakeFrame;
  readonly hands: readonly HandRecorder[];
}

export function createTakeRecorder(model: PuppetModel, options: TakeRecorderOptions): TakeRecorder {
  const { name, hz = 60, slowness = 1 } = options;
  const layout = takeLayoutOf(model);
  return {
    name,
    hz,
    slowness,
    layout,
    timeSeconds: -1,
    frames: [],
    last: createTakeFrame(layout),
    hands: model.hands.hands.map(() => createHandRecorder(hz)),
  };
}

/** Takes a frame after stepPuppet(). Returns false where the take is full. */
export function recordTakeFrame(
  recorder: TakeRecorder,
  state: PuppetState,
  signals: readonly (HandSignal | null)[],
  dtSeconds: number,
): boolean {
  const { frames, layout, hz, slowness } = recorder;
  if (frames.length >= MAX_TAKE_FRAMES) return false;
  const now = readTakeFrame(state, createTakeFrame(layout));
  const before = recorder.timeSeconds;
  const time = before < 0 ? 0 : before + dtSeconds / slowness;
  recorder.timeSeconds = time;
  recorder.hands.forEach((hand, i) => {
    const signal = signals[i];
    if (signal) recordHand(hand, time, signal);
  });
  // Every moment of the take's own clock since the last frame. Sums of dt are not exact: a hair is added.
  while (frames.length <= time * hz + 1e-6 && frames.length < MAX_TAKE_FRAMES) {
    const share = time > before && before >= 0 ? (frames.length / hz - before) / (time - before) : 1;
    const frame = createTakeFrame(layout);
    mixTakeFrames(frame, recorder.last, now, Math.min(Math.max(share, 0), 1));
    frames.push(frame);
  }
  recorder.last = now;
  return true;
}

/** What was recorded so far. */
export function finishTake({ name, hz, layout, frames, hands }: TakeRecorder): PuppetTake {
  const recorded = hands.map((hand) => (hand.frameCount > 0 ? finishHandRecording(hand) : null));
  return takeOfFrames({ name, hz, ...layout, hands: recorded }, frames.length, (frame, out) => {
    out.joints.set(frames[frame].joints);
    out.spreads.set(frames[frame].spreads);
  });
}

/** Where the parts of a puppet are now, as a take holds them. */
function readTakeFrame({ pose, partOffsets, hands }: PuppetState, out: TakeFrame): TakeFrame {
  const { joints } = out;
  joints.set(pose.rootPosition);
  joints.set(pose.localRotations.subarray(0, 4), 3);
  for (let part = 0; part * 3 < partOffsets.length; part++) {
    const at = (part + 1) * JOINT_SIZE;
    joints.set(partOffsets.subarray(part * 3, part * 3 + 3), at);
    joints.set(pose.localRotations.subarray((part + 1) * 4, (part + 2) * 4), at + 3);
  }
  out.spreads.set(hands.spread.vectors);
  return out;
}
