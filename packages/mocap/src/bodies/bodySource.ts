import { createTimeline, momentAt, type Source, stepTimeline, type Timeline } from '@leib/core';
import type { FeedSource } from '@leib/feeds';
import { createDeviceFrame, recordingDuration, type TrackingRecording } from '@leib/tracking';
import { type BodyFrame, describeWarnings, mocapBodyNames } from './bodyFrame.js';
import type { BodyMap } from './bodyMap.js';
import { readFeedBodies } from './feedBodies.js';
import { namesOfRecordedBodies, readRecordedBodies } from './recordedBodies.js';

/** Where BodyFrames come from: a live tracker, a recording, a simulation. */
export interface BodySource extends Source<BodyFrame> {
  /** Names of the frames that `step` writes. */
  readonly names: readonly string[];
  readonly timeline: Timeline | null;
  /** Sentences on what could not be used so far: ids that came twice, damaged packets. Nothing stops because of it. */
  remarks(): readonly string[];
}

/** Bodies of a live feed, by the map; the feed is disposed of with it. */
export function createFeedBodySource(feed: FeedSource, map: BodyMap): BodySource {
  const devices = createDeviceFrame();
  return {
    label: feed.label,
    names: map.names,
    timeline: feed.timeline,
    step(dtSeconds, out) {
      // Stepping the feed is what loses devices that have become silent.
      feed.step(dtSeconds, devices);
      readFeedBodies(map, feed.devices, out);
      out.timeSeconds = devices.timeSeconds;
    },
    remarks: () => feed.feeds.flatMap(({ faults }) => describeWarnings({ counts: faults })),
    dispose: () => feed.dispose(),
  };
}

/**
 * Plays a recording in a loop, frame by frame as it was measured: noise and gaps stay as they are. `remarks` are those of
 * whatever read the recording.
 */
export function createRecordedBodySource(
  recording: TrackingRecording,
  label: string,
  remarks: readonly string[] = [],
): BodySource {
  const found = namesOfRecordedBodies(recording);
  const timeline = createTimeline(recordingDuration(recording));
  return {
    label,
    names: [...mocapBodyNames.filter((name) => found.includes(name)), ...found.filter((name) => !isMocapBody(name))],
    timeline,
    step(dtSeconds, out) {
      stepTimeline(timeline, dtSeconds);
      const { times, frameCount } = recording;
      if (frameCount === 0) return;
      readRecordedBodies(recording, momentAt(times, frameCount, times[0] + timeline.timeSeconds), out);
      out.timeSeconds = timeline.timeSeconds;
    },
    remarks: () => remarks,
    dispose() {},
  };
}

function isMocapBody(name: string): boolean {
  return mocapBodyNames.some((one) => one === name);
}
