import { createTimeline, stepTimeline, type Timeline } from '@leib/core';
import { type HandRecording, handRecordingDuration, sampleHandRecording } from './handRecording.js';
import type { HandSource } from './handSignal.js';

/** A recording that plays: pause, seek, loop and speed are its timeline's. */
export interface RecordedHandSource extends HandSource {
  readonly timeline: Timeline;
}

/** Plays a recorded hand from its first frame. `timeSeconds` of the signal is the play head's, so that seeking to a moment and playing up to it give the same hand. */
export function createRecordedHandSource(
  recording: HandRecording,
  label: string,
  nowMs: () => number = () => performance.now(),
): RecordedHandSource {
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
      if (timeline.isPlaying) eventMs = nowMs();
    },
    dispose() {},
  };
}
