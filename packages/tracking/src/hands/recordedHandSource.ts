import { createTimeline, stepTimeline, type Timeline } from '../sources/timeline.js';
import { type HandRecording, handRecordingDuration, sampleHandRecording } from './handRecording.js';
import type { HandSource } from './handSignal.js';

/** A recording that plays: pause, seek, loop and speed are its timeline's. */
export interface RecordedHandSource extends HandSource {
  readonly timeline: Timeline;
}

/** Plays a recorded hand from its first frame. `timeSeconds` of the signal is the play head's, so that seeking to a moment and playing up to it give the same hand. */
export function createRecordedHandSource(recording: HandRecording, label: string): RecordedHandSource {
  const timeline = createTimeline(handRecordingDuration(recording));
  return {
    label,
    timeline,
    step(dtSeconds, out) {
      stepTimeline(timeline, dtSeconds);
      sampleHandRecording(recording, timeline.timeSeconds, out);
      out.timeSeconds = timeline.timeSeconds;
    },
    dispose() {},
  };
}
