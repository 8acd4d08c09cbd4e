import {
  type Between,
  createTimeline,
  findBetween,
  mixItems,
  seekTimeline,
  stepTimeline,
  type Timeline,
} from '@leib/core';
import { type DeviceFrame, type FeedDevice, POSE_SIZE, quality } from '@leib/tracking';

import { DeviceSource } from '../source/feedSource.js';
import type { FeedChapter, FeedRecording } from './feedRecording.js';

/** Plays a recorded feed, with the devices that it had live. */
export interface RecordedFeedSource extends DeviceSource {
  readonly timeline: Timeline;
  readonly recording: FeedRecording;
  /** The part that is repeated; null for the whole recording. */
  readonly chapter: FeedChapter | null;
  /** Repeats a chapter; null, or a name that the recording lacks, plays the whole recording. */
  playChapter(name: string | null): void;
}

const between: Between = { before: 0, after: 0, amount: 0 };

class RecordedFeed extends DeviceSource implements RecordedFeedSource {
  override readonly timeline: Timeline;
  readonly recording: FeedRecording;
  chapter: FeedChapter | null = null;
  readonly #devices: readonly FeedDevice[];

  constructor(recording: FeedRecording, label: string, nowMs?: () => number) {
    super(label, nowMs);
    this.recording = recording;
    const { times, frameCount } = recording;
    const duration = times[frameCount - 1];
    this.timeline = createTimeline(duration);
    const rateHz = duration > 0 ? (frameCount - 1) / duration : 0;
    this.#devices = recording.devices.map(({ id, name, kind, suggestedPoint, feed }) => ({
      id: feed === undefined ? `recorded/${id}` : id,
      feed: feed ?? 'recorded',
      name,
      kind,
      suggestedPoint,
      pose: Float64Array.of(0, 0, 0, 0, 0, 0, 1),
      quality: quality.lost,
      rateHz,
      latencyMs: Number.NaN,
      lastSeenMs: Number.NEGATIVE_INFINITY,
    }));
    for (const device of this.#devices) {
      this.table.devices.push(device);
      this.table.byId.set(device.id, device);
    }
    this.table.revision++;
  }

  playChapter(name: string | null): void {
    const chapter = this.recording.chapters.find((known) => known.name === name) ?? null;
    if (chapter === this.chapter) return;
    this.chapter = chapter;
    if (chapter) seekTimeline(this.timeline, chapter.startSeconds);
  }

  override step(dtSeconds: number, out: DeviceFrame): void {
    const { timeline, chapter } = this;
    stepTimeline(timeline, dtSeconds);
    if (chapter && timeline.isPlaying) {
      const { startSeconds, endSeconds } = chapter;
      const beyond = timeline.timeSeconds - startSeconds;
      const length = endSeconds - startSeconds;
      if (beyond < 0 || beyond > length) {
        timeline.timeSeconds = startSeconds + (beyond - Math.floor(beyond / length) * length);
      }
    }
    this.#read(timeline.timeSeconds);
    super.step(dtSeconds, out);
    out.timeSeconds = timeline.timeSeconds;
  }

  #read(timeSeconds: number): void {
    const { times, frameCount, poses, quality: grades } = this.recording;
    const count = this.#devices.length;
    const { before, after, amount } = findBetween(times, frameCount, timeSeconds, between);
    const nowMs = this.nowMs();
    for (let i = 0; i < count; i++) {
      const device = this.#devices[i];
      const row = before * count + i;
      const next = after * count + i;
      device.quality = grades[row];
      if (device.quality === quality.lost) continue;
      device.lastSeenMs = nowMs;
      const share = grades[next] === quality.lost ? 0 : amount;
      mixItems('pose', 1, [device.pose, 0], [poses, row * POSE_SIZE], [poses, next * POSE_SIZE], share);
    }
  }
}

/** Creates a source that plays a recorded feed on a timeline. */
export function createRecordedFeedSource(
  recording: FeedRecording,
  label: string,
  nowMs?: () => number,
): RecordedFeedSource {
  return new RecordedFeed(recording, label, nowMs);
}
