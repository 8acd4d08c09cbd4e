import { createQuat, lerp, quat } from '@leib/core';
import { lastFrameAt } from '../sources/recording.js';
import { FINGER_COUNT, type HandSignal } from './handSignal.js';

/** What one hand did over a stretch of time. Read-only after loading. */
export interface HandRecording {
  /** Nominal rate; the true times stand with the frames. */
  readonly hz: number;
  readonly frameCount: number;
  /** Seconds on the recorder's own clock, never falling. frameCount entries. */
  readonly times: Float64Array;
  /** Thumb first, 0..1. frameCount x 5. */
  readonly bends: Float64Array;
  /** Thumb first, -1..1. frameCount x 5. */
  readonly splay: Float64Array;
  /** Of the wrist, metres. frameCount x 3. */
  readonly positions: Float64Array;
  /** Unit quaternions. frameCount x 4. */
  readonly rotations: Float64Array;
  /** 0: the hand was lost, and the values are the last known ones. frameCount entries. */
  readonly confidences: Float64Array;
}

/** Two frames further apart than this have a gap between them: the hand was not seen, rather than sampled late. */
const GAP_FRAMES = 2.5;
const SHORTEST_GAP_SECONDS = 0.1;

/** Seconds from the first frame to the last. */
export function handRecordingDuration({ frameCount, times }: HandRecording): number {
  return frameCount > 0 ? times[frameCount - 1] - times[0] : 0;
}

/** Longest time between two frames that is bridged, seconds. */
export function handGapSeconds({ hz }: HandRecording): number {
  return Math.max(SHORTEST_GAP_SECONDS, GAP_FRAMES / hz);
}

/**
 * Writes the hand at a time since the first frame, clamped to the recording. Between two frames values are
 * interpolated. Inside a gap, and where either frame has lost the hand, the earlier values hold; one frame after the
 * last one that was seen the confidence is 0.
 */
export function sampleHandRecording(recording: HandRecording, timeSeconds: number, out: HandSignal): void {
  const { frameCount, times, confidences, hz } = recording;
  if (frameCount === 0) {
    out.confidence = 0;
    return;
  }
  const clock = Math.min(Math.max(times[0] + timeSeconds, times[0]), times[frameCount - 1]);
  const frame = lastFrameAt(times, frameCount, clock);
  const next = Math.min(frame + 1, frameCount - 1);
  const span = times[next] - times[frame];
  const passed = clock - times[frame];
  const isGap = span > handGapSeconds(recording);
  const isHeld = isGap || confidences[frame] === 0 || confidences[next] === 0;
  mixFrames(recording, frame, next, isHeld || span <= 0 ? 0 : passed / span, out);
  out.confidence = isGap && passed > 1 / hz ? 0 : confidences[frame];
  out.timeSeconds = clock;
}

const rotation = createQuat();
const towards = createQuat();

function mixFrames(recording: HandRecording, a: number, b: number, amount: number, out: HandSignal): void {
  const { bends, splay, positions, rotations } = recording;
  for (let finger = 0; finger < FINGER_COUNT; finger++) {
    const atA = a * FINGER_COUNT + finger;
    const atB = b * FINGER_COUNT + finger;
    out.bends[finger] = lerp(bends[atA], bends[atB], amount);
    out.splay[finger] = lerp(splay[atA], splay[atB], amount);
  }
  for (let k = 0; k < 3; k++) out.position[k] = lerp(positions[a * 3 + k], positions[b * 3 + k], amount);
  if (amount === 0) {
    for (let k = 0; k < 4; k++) out.rotation[k] = rotations[a * 4 + k];
    return;
  }
  quat.set(rotation, rotations[a * 4], rotations[a * 4 + 1], rotations[a * 4 + 2], rotations[a * 4 + 3]);
  quat.set(towards, rotations[b * 4], rotations[b * 4 + 1], rotations[b * 4 + 2], rotations[b * 4 + 3]);
  quat.slerp(rotation, rotation, towards, amount);
  for (let k = 0; k < 4; k++) out.rotation[k] = rotation[k];
}
