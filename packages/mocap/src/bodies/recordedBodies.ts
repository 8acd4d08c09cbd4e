import { POSE_SIZE, pointNumber, quality, type TrackingRecording, trackedPoints } from '@leib/tracking';
import type { BodyFrame } from './bodyFrame.js';

const isPoint = (name: string): name is keyof typeof pointNumber => Object.hasOwn(pointNumber, name);

/** Names of the bodies in a recording that are seen at least once: points first, then trackers of other names ("back"). */
export function namesOfRecordedBodies({ quality: qualities, extras }: TrackingRecording): string[] {
  const pointCount = trackedPoints.length;
  const seen = new Set<string>();
  for (let at = 0; at < qualities.length; at++) {
    if (qualities[at] !== quality.lost) seen.add(trackedPoints[at % pointCount]);
  }
  const points = trackedPoints.filter((point) => seen.has(point));
  const others = [...extras].filter(([, track]) => track.quality.some((one) => one !== quality.lost));
  return [...points, ...others.map(([name]) => name)];
}

/** Copies one recorded frame. A body that the recording does not have is lost. */
export function readRecordedBodies(recording: TrackingRecording, frameIndex: number, out: BodyFrame): void {
  out.timeSeconds = recording.times[frameIndex];
  out.names.forEach((name, body) => {
    const extra = recording.extras.get(name);
    const at = isPoint(name) ? frameIndex * trackedPoints.length + pointNumber[name] : frameIndex;
    const track = isPoint(name) ? recording : extra;
    out.quality[body] = track?.quality[at] ?? quality.lost;
    if (track === undefined) return;
    for (let k = 0; k < POSE_SIZE; k++) out.poses[body * POSE_SIZE + k] = track.poses[at * POSE_SIZE + k];
  });
}
