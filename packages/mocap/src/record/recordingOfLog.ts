import { addTrack, createRecorder, finishTrack, InputError } from '@leib/core';
import type { UpAxis } from '@leib/feeds';
import { appendDevices, devicesOfTrack, deviceTrackSpec, type TrackingRecording } from '@leib/tracking';
import type { BodyMap } from '../bodies/bodyMap.js';
import { describeWarnings } from '../bodies/bodyWarnings.js';
import { bodiesHeader } from '../bodies/recordedBodies.js';
import { type BodyReader, createBodyReader, readPacket } from './bodyReader.js';
import { packetsOfDTrackLog } from './dtrackLog.js';

/** The bodies of a DTrack log, with what was noticed on the way. */
export interface LoggedBodies {
  readonly tracking: TrackingRecording;
  readonly recorder: BodyReader;
  /** Sentences about ids that came twice, damaged packets, missing times. */
  readonly remarks: readonly string[];
}

/**
 * What a DTrack controller sent, written to a file as it came. Throws InputError where the log has no packet, or none with
 * a body of the map.
 */
export function recordingOfDTrackLog(bytes: Uint8Array, map: BodyMap, up?: UpAxis): LoggedBodies {
  const recorder = createBodyReader(map, up);
  const track = addTrack(createRecorder(), deviceTrackSpec(bodiesHeader(1)));
  for (const packet of packetsOfDTrackLog(bytes)) {
    if (readPacket(recorder, packet.bytes, packet.receivedSeconds)) {
      appendDevices(track, recorder.frame, recorder.extras);
    }
  }
  const tracking = devicesOfTrack(finishTrack(track));
  if (tracking.frameCount === 0) {
    throw new InputError('line 1', 'expected DTrack packets that begin with "fr" and a number, got none');
  }
  if (!map.names.some((name) => recorder.counts.some((count) => count.name === name && count.seen > 0))) {
    const ids = [...map.bodyOfId.keys()].join(', ');
    throw new InputError('', `expected packets with bodies ${ids}, got none of them; are the body ids others?`);
  }
  const header = { ...tracking.header, hz: rateOfTimes(tracking.times) };
  return { tracking: { ...tracking, header }, recorder, remarks: describeWarnings(recorder.warnings) };
}

/** Frames per second from their times: the median step, so that pauses do not count. 60 with fewer than two frames. */
export function rateOfTimes(times: ArrayLike<number>): number {
  const steps: number[] = [];
  for (let i = 1; i < times.length; i++) if (times[i] > times[i - 1]) steps.push(times[i] - times[i - 1]);
  if (steps.length === 0) return 60;
  steps.sort((a, b) => a - b);
  return Number((1 / steps[steps.length >> 1]).toFixed(3));
}
