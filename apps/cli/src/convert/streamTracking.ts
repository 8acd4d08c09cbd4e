import { stat } from 'node:fs/promises';
import { addTrack, createRecorder, finishTrack } from '@leib/core';
import { countFrames, createBvhText, createTrackingLineReader, FormatError, sniffFormat } from '@leib/formats';
import {
  appendDevices,
  createDeviceFrame,
  devicesOfTrack,
  deviceTrackSpec,
  isTracked,
  pointNumber,
  sampleRecordingAt,
  type TrackingHeader,
  type TrackingRecording,
} from '@leib/tracking';
import type { CommandOutput } from '../command.js';
import { readStart, readTextLines } from '../textLines.js';
import { createTrackedBody, withoutHead } from './trackedBody.js';

/** A BVH file of any length, made while it is written. */
export interface StreamedBvh {
  readonly frameCount: number;
  readonly hz: number;
  pieces(): AsyncGenerator<string, void, void>;
}

/** Bytes that tell what a file is. */
const START_BYTES = 4096;
/** Moments of the recording that are in memory at a time. */
const WINDOW = 512;

/** What a plain file is, packed or not. Null for a pipe, which can be read once only, and for what cannot be read: its reader says why. */
export async function formatOfFile(path: string): Promise<ReturnType<typeof sniffFormat> | null> {
  const about = path === '-' ? null : await stat(path).catch(() => null);
  if (!about?.isFile()) return null;
  const start = await readStart(path, START_BYTES).catch(() => null);
  return start && sniffFormat(start, path);
}

/**
 * Opens tracking as BVH. BVH says at its start how many frames follow, so the file is read twice: to count and check, and
 * to write. Memory stays the same however long it is. The text is that of motionFromTracking() and writeBvh().
 * @param hz rate of the frames; that of the recording when absent
 */
export async function openTrackingBvh(
  path: string,
  hz: number | undefined,
  output: Pick<CommandOutput, 'progress'>,
): Promise<StreamedBvh> {
  const survey = await surveyTracking(path, output);
  const rate = hz ?? survey.header.hz;
  const body = createTrackedBody(survey.header, rate);
  const numbersPerFrame = body.skeleton.jointCount * 4 + 3;
  const sampled = {
    seconds: survey.lastSeconds - survey.firstSeconds,
    hz: rate,
    sourceNumbers: survey.momentCount * numbersPerFrame,
    numbersPerFrame,
    isStreamed: true,
  };
  // Times are rounded: half a frame more or less is the same frame.
  const frameCount = countFrames(sampled, hz === undefined ? 0.5 : undefined);
  async function* pieces() {
    // Joints that are no bones are not turned by the solver.
    const text = createBvhText({ skeleton: body.skeleton, hz: rate, frameCount, isStill: () => true });
    const devices = createDeviceFrame();
    let index = 0;
    yield text.head;
    for await (const { recording, isLast } of windowsOf(path, survey.header)) {
      const end = recording.times[recording.frameCount - 1];
      const lines: string[] = [];
      for (; index < frameCount; index++) {
        const clock = survey.firstSeconds + index / rate;
        // The moment after this one is in the next window.
        if (!isLast && clock >= end) break;
        sampleRecordingAt(recording, clock, devices);
        body.step(devices);
        lines.push(text.frame(body.rootPosition, body.pose.localRotations));
      }
      output.progress(`${path}: ${index} of ${frameCount} frames`);
      yield lines.join('');
    }
  }
  return { frameCount, hz: rate, pieces };
}

interface Survey {
  readonly header: TrackingHeader;
  readonly momentCount: number;
  readonly firstSeconds: number;
  readonly lastSeconds: number;
}

/** Reads the file once: its header, its times, and whether all of its lines are right. */
async function surveyTracking(path: string, output: Pick<CommandOutput, 'progress'>): Promise<Survey> {
  const reader = createTrackingLineReader();
  let momentCount = 0;
  let firstSeconds = 0;
  let hasHead = false;
  for await (const batch of readTextLines(path)) {
    for (const line of batch) {
      if (!reader.readLine(line)) continue;
      if (momentCount === 0) firstSeconds = reader.frame.timeSeconds;
      momentCount++;
      hasHead ||= isTracked(reader.frame, pointNumber.head);
    }
    output.progress(`reading ${path}: ${momentCount} frames`);
  }
  reader.end();
  const { header, frame } = reader;
  if (header === null || momentCount === 0) throw new FormatError('leib-tracking/1', '', 'has no frames');
  if (!hasHead) throw withoutHead();
  return { header, momentCount, firstSeconds, lastSeconds: frame.timeSeconds };
}

/** The recording in parts; each begins with the last moment of the part before it. */
async function* windowsOf(
  path: string,
  header: TrackingHeader,
): AsyncGenerator<{ readonly recording: TrackingRecording; readonly isLast: boolean }, void, void> {
  const reader = createTrackingLineReader();
  const begin = () => addTrack(createRecorder(), deviceTrackSpec(header));
  let track = begin();
  for await (const batch of readTextLines(path)) {
    for (const line of batch) {
      if (!reader.readLine(line)) continue;
      appendDevices(track, reader.frame);
      if (track.momentCount < WINDOW) continue;
      yield { recording: devicesOfTrack(finishTrack(track)), isLast: false };
      track = begin();
      appendDevices(track, reader.frame);
    }
  }
  yield { recording: devicesOfTrack(finishTrack(track)), isLast: true };
}
