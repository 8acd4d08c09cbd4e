import { InputError } from '@leib/core';
import type { UpAxis } from '@leib/feeds';
import { appendFrame, createRecordingBuilder, finishRecording } from '@leib/formats';
import type { TrackingRecording } from '@leib/tracking';
import type { BodyMap } from '../bodies/bodyMap.js';
import { type BodyRecorder, createBodyRecorder, recordPacket } from './bodyRecorder.js';
import { packetsOfDTrackLog } from './dtrackLog.js';

/** The bodies of a DTrack log. Throws InputError where it has no packet. */
export function recordingOfDTrackLog(
  bytes: Uint8Array,
  map: BodyMap,
  up?: UpAxis,
): { readonly tracking: TrackingRecording; readonly recorder: BodyRecorder } {
  const recorder = createBodyRecorder(map, up);
  const builder = createRecordingBuilder({ hz: 1, floorY: 0 });
  for (const packet of packetsOfDTrackLog(bytes)) {
    if (recordPacket(recorder, packet.bytes, packet.receivedSeconds)) {
      appendFrame(builder, recorder.frame, recorder.extras);
    }
  }
  const tracking = finishRecording(builder);
  if (tracking.frameCount === 0) {
    throw new InputError('line 1', 'expected DTrack packets that begin with "fr" and a number, got none');
  }
  return { tracking: { ...tracking, header: { ...tracking.header, hz: rateOfTimes(tracking.times) } }, recorder };
}

/** Frames per second from their times: the median step, so that pauses do not count. 60 with fewer than two frames. */
export function rateOfTimes(times: ArrayLike<number>): number {
  const steps: number[] = [];
  for (let i = 1; i < times.length; i++) if (times[i] > times[i - 1]) steps.push(times[i] - times[i - 1]);
  if (steps.length === 0) return 60;
  steps.sort((a, b) => a - b);
  return Number((1 / steps[steps.length >> 1]).toFixed(3));
}
