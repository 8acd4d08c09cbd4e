import { addTrack, createRecorder, finishTrack, type GrowingTrack, type TrackSpec } from '@leib/core';
import type { FeedRecording } from '@leib/feeds';
import {
  appendDevices,
  createDeviceFrame,
  createTrackerOffsets,
  devicesOfTrack,
  deviceTrackSpec,
  type ExtraPose,
  headerOfSource,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackingHeader,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';
import { type BodyFrame, createBodyFrame } from './bodyFrame.js';
import type { BodyMap } from './bodyMap.js';
import { bodyOfDevice } from './feedBodies.js';

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

/** What is said once about rigid bodies: each is recorded as itself, in the tracker's space with its floor at zero. */
export function bodiesHeader(hz: number): TrackingHeader {
  return headerOfSource({ offsets: createTrackerOffsets() }, { hz, stature: null });
}

/** A track for rigid bodies as they were measured. */
export function bodyTrackSpec(hz: number): TrackSpec {
  return deviceTrackSpec(bodiesHeader(hz), 'bodies');
}

const moment = createDeviceFrame();

/** Adds one moment of bodies to such a track: what readRecordedBodies() reads from it again. */
export function appendBodies(
  track: GrowingTrack,
  { names, poses, quality: grades }: BodyFrame,
  seconds: number,
): boolean {
  const extras = new Map<string, ExtraPose>();
  moment.timeSeconds = seconds;
  moment.quality.fill(quality.lost);
  for (const [body, name] of names.entries()) {
    const pose = poses.subarray(body * POSE_SIZE, (body + 1) * POSE_SIZE);
    if (!isPoint(name)) {
      extras.set(name, { pose, quality: grades[body] });
      continue;
    }
    moment.devicePoses.set(pose, pointNumber[name] * POSE_SIZE);
    moment.quality[pointNumber[name]] = grades[body];
  }
  return appendDevices(track, moment, extras);
}

/** The bodies of a recorded feed, by the map: those that it does not have stay lost. */
export function bodiesOfFeed(recording: FeedRecording, map: BodyMap): TrackingRecording {
  const { devices, frameCount, times, poses, quality: grades } = recording;
  const seconds = times[frameCount - 1] - times[0];
  const track = addTrack(createRecorder(), bodyTrackSpec(seconds > 0 ? (frameCount - 1) / seconds : 60));
  const bodies = devices.map((device) => bodyOfDevice(map, device));
  const frame = createBodyFrame(map.names);
  for (let index = 0; index < frameCount; index++) {
    frame.quality.fill(quality.lost);
    for (const [device, body] of bodies.entries()) {
      const row = index * devices.length + device;
      if (body < 0 || grades[row] <= frame.quality[body]) continue;
      frame.poses.set(poses.subarray(row * POSE_SIZE, (row + 1) * POSE_SIZE), body * POSE_SIZE);
      frame.quality[body] = grades[row];
    }
    appendBodies(track, frame, times[index]);
  }
  return devicesOfTrack(finishTrack(track));
}
