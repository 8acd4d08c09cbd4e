import { feedMoment, feedTrackSpec } from '@leib/feeds';
import { type FeedDevice, quality } from '@leib/tracking';
import type { RecordingWriter, TrackWriter } from './writeRecording.js';

/**
 * Writes devices as they are, before roles, offsets and spaces. The track begins with the first one; others may come at any
 * time, and one that goes is lost from then on.
 */
export function createFeedWriter(
  recording: Pick<RecordingWriter, 'track'>,
  hz: number,
): (devices: readonly FeedDevice[], seconds: number) => void {
  let writer: TrackWriter | null = null;
  const seen: FeedDevice[] = [];
  return (devices, seconds) => {
    if (devices.length === 0 && writer === null) return;
    writer ??= recording.track(feedTrackSpec(hz));
    const added = devices.filter(({ id }) => !seen.some((device) => device.id === id));
    seen.push(...added);
    const all = seen.map(
      (device) => devices.find(({ id }) => id === device.id) ?? { ...device, quality: quality.lost },
    );
    const { about, channels, values } = feedMoment(all);
    if (added.length > 0) writer.describe(about, channels);
    writer.append(seconds, values);
  };
}
