import {
  appendMoment,
  type Between,
  clamp,
  createTimeline,
  doublesOf,
  findBetween,
  type GrowingTrack,
  mixItems,
  stepTimeline,
  type Timeline,
  type Track,
  type TrackSpec,
} from '@leib/core';
import { FINGER_COUNT, type HandSignal, type HandSource } from './handSignal.js';

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
  const clock = clamp(times[0] + timeSeconds, times[0], times[frameCount - 1]);
  const { before, after, amount } = findBetween(times, frameCount, clock, between);
  const isGap = times[after] - times[before] > handGapSeconds(recording);
  const isHeld = isGap || confidences[before] === 0 || confidences[after] === 0;
  const share = isHeld ? 0 : amount;
  const { bends, splay, positions, rotations } = recording;
  const [fingersA, fingersB] = [before * FINGER_COUNT, after * FINGER_COUNT];
  mixItems('line', FINGER_COUNT, [out.bends, 0], [bends, fingersA], [bends, fingersB], share);
  mixItems('line', FINGER_COUNT, [out.splay, 0], [splay, fingersA], [splay, fingersB], share);
  mixItems('line', 3, [out.position, 0], [positions, before * 3], [positions, after * 3], share);
  mixItems('rotation', 1, [out.rotation, 0], [rotations, before * 4], [rotations, after * 4], share);
  out.confidence = isGap && clock - times[before] > 1 / hz ? 0 : confidences[before];
  out.timeSeconds = clock;
}

const between: Between = { before: 0, after: 0, amount: 0 };

/** Two hours at 120 Hz: after that a track of a hand takes no more moments. */
export const MAX_HAND_FRAMES = 864_000;

/** A track for what one hand does. */
export function handTrackSpec(name: string, hz: number): TrackSpec {
  const fingers = { kind: 'line', count: FINGER_COUNT } as const;
  const channels = {
    bends: fingers,
    splay: fingers,
    positions: { kind: 'line', count: 3 },
    rotations: { kind: 'rotation', count: 1 },
    confidences: { kind: 'step', count: 1 },
  } as const;
  return { name, kind: 'hand', hz, about: {}, channels, mostMoments: MAX_HAND_FRAMES };
}

/** Adds a moment. False where it is not taken: the track is full, time runs backwards, or a value is not a number. */
export function appendHand(track: GrowingTrack, timeSeconds: number, signal: HandSignal): boolean {
  const { position, rotation } = signal;
  const values = {
    bends: signal.bends.map((bend) => clamp(bend, 0, 1)),
    splay: signal.splay.map((splay) => clamp(splay, -1, 1)),
    positions: position,
    rotations: rotation,
    confidences: [clamp(signal.confidence, 0, 1)],
  };
  const isNumber = Object.values(values).every((numbers) => numbers.every(Number.isFinite));
  return isNumber && appendMoment(track, timeSeconds, values);
}

/** A track of a hand as what players take; its numbers are shared, not copied. */
export function handOfTrack(track: Track): HandRecording {
  const { hz, momentCount, times } = track;
  return {
    hz,
    frameCount: momentCount,
    times,
    bends: doublesOf(track, 'bends', FINGER_COUNT),
    splay: doublesOf(track, 'splay', FINGER_COUNT),
    positions: doublesOf(track, 'positions', 3),
    rotations: doublesOf(track, 'rotations', 4),
    confidences: doublesOf(track, 'confidences', 1),
  };
}

/** A recorded hand as a track; its numbers are shared, not copied. */
export function trackOfHand({ hz, frameCount, times, ...values }: HandRecording, name = 'hand'): Track {
  const channels = Object.fromEntries(
    Object.entries(handTrackSpec(name, hz).channels).map(([channel, { kind, count }]) => [
      channel,
      { kind, count, values: values[channel as keyof typeof values] },
    ]),
  );
  return { name, kind: 'hand', hz, about: {}, momentCount: frameCount, times, channels };
}

/** A recording that plays: pause, seek, loop and speed are its timeline's. */
export interface RecordedHandSource extends HandSource {
  readonly timeline: Timeline;
}

/** Plays a recorded hand from its first frame. `timeSeconds` of the signal is the play head's, so that seeking to a moment and playing up to it give the same hand. */
export function createRecordedHandSource(recording: HandRecording, label: string): RecordedHandSource {
  const timeline = createTimeline(handRecordingDuration(recording));
  let eventMs = Number.NaN;
  return {
    label,
    timeline,
    get eventMs() {
      return eventMs;
    },
    step(dtSeconds, out) {
      stepTimeline(timeline, dtSeconds);
      sampleHandRecording(recording, timeline.timeSeconds, out);
      out.timeSeconds = timeline.timeSeconds;
      // A recording has no device: its event is that the play head moved.
      if (timeline.isPlaying) eventMs = performance.now();
    },
    dispose() {},
  };
}
