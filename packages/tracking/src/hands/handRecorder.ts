import { clamp } from '@leib/core';
import type { HandRecording } from './handRecording.js';
import { FINGER_COUNT, type HandSignal } from './handSignal.js';

/** Numbers per frame: time, confidence, five bends, five splays, position, rotation. */
const FRAME_SIZE = 2 + 2 * FINGER_COUNT + 3 + 4;

/** Two hours at 120 Hz: after that a recorder takes no more frames. */
export const MAX_HAND_FRAMES = 864_000;

/** Gathers the frames of a hand, one by one. */
export interface HandRecorder {
  readonly hz: number;
  frameCount: number;
  /** Grows by doubling. Written by recordHand(). */
  frames: Float64Array;
}

export function createHandRecorder(hz: number): HandRecorder {
  return { hz, frameCount: 0, frames: new Float64Array(256 * FRAME_SIZE) };
}

/**
 * Appends the hand at a time. Returns false where the frame is not taken: the recorder is full, time runs backwards,
 * or a value is not a number.
 */
export function recordHand(recorder: HandRecorder, timeSeconds: number, signal: HandSignal): boolean {
  const { frameCount } = recorder;
  const start = frameCount * FRAME_SIZE;
  if (frameCount >= MAX_HAND_FRAMES || (frameCount > 0 && timeSeconds < recorder.frames[start - FRAME_SIZE])) {
    return false;
  }
  if (start + FRAME_SIZE > recorder.frames.length) {
    const larger = new Float64Array(recorder.frames.length * 2);
    larger.set(recorder.frames);
    recorder.frames = larger;
  }
  const { frames } = recorder;
  frames[start] = timeSeconds;
  frames[start + 1] = clamp(signal.confidence, 0, 1);
  for (let finger = 0; finger < FINGER_COUNT; finger++) {
    frames[start + 2 + finger] = clamp(signal.bends[finger], 0, 1);
    frames[start + 2 + FINGER_COUNT + finger] = clamp(signal.splay[finger], -1, 1);
  }
  frames.set(signal.position, start + 12);
  frames.set(signal.rotation, start + 15);
  for (let k = 0; k < FRAME_SIZE; k++) if (!Number.isFinite(frames[start + k])) return false;
  recorder.frameCount++;
  return true;
}

/** What was recorded so far, in arrays of its own. */
export function finishHandRecording({ hz, frameCount, frames }: HandRecorder): HandRecording {
  const column = (from: number, size: number): Float64Array => {
    const out = new Float64Array(frameCount * size);
    for (let frame = 0; frame < frameCount; frame++) {
      for (let k = 0; k < size; k++) out[frame * size + k] = frames[frame * FRAME_SIZE + from + k];
    }
    return out;
  };
  return {
    hz,
    frameCount,
    times: column(0, 1),
    confidences: column(1, 1),
    bends: column(2, FINGER_COUNT),
    splay: column(2 + FINGER_COUNT, FINGER_COUNT),
    positions: column(12, 3),
    rotations: column(15, 4),
  };
}
