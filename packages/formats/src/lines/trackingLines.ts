import {
  createDeviceFrame,
  POSE_SIZE,
  pointNumber,
  quality,
  readRecordingFrame,
  type TrackedPoint,
  type TrackingHeader,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';
import { FormatError } from '../formatError.js';
import { mostNumbers } from '../limits/fileLimits.js';
import {
  appendFrame,
  createRecordingBuilder,
  type ExtraPose,
  finishRecording,
  type RecordingBuilder,
} from '../recording/recordingBuilder.js';
import { readJsonLines } from './jsonLines.js';
import { readTrackingHeader, trackingHeaderObject } from './trackingHeader.js';
import { readTrackingLine, type TrackingLineOptions, type TrackingMessage, trackingLineText } from './trackingLine.js';

/** Reads leib-tracking/1 JSON Lines. Throws FormatError with line, key and reason. */
export function readTrackingLines(source: string | Uint8Array): TrackingRecording {
  const message: TrackingMessage = { frame: createDeviceFrame(), extras: new Map() };
  let builder: RecordingBuilder | null = null;
  let previousTimeSeconds = Number.NEGATIVE_INFINITY;
  readJsonLines(
    source,
    'leib-tracking/1',
    (header, place) => {
      builder = createRecordingBuilder(readTrackingHeader(header, place), mostNumbers(source.length));
    },
    (line, place) => {
      readTrackingLine(line, previousTimeSeconds, place, message);
      previousTimeSeconds = message.frame.timeSeconds;
      if (builder) appendFrame(builder, message.frame, message.extras);
    },
  );
  // TypeScript does not see that readJsonLines() calls back.
  const filled = builder as RecordingBuilder | null;
  if (filled === null || filled.frameCount === 0) throw new FormatError('leib-tracking/1', '', 'has no frames');
  return finishRecording(filled);
}

/** The header line, with its line end; trackingLineText() makes the lines after it. */
export function trackingHeaderText(header: TrackingHeader): string {
  return `${JSON.stringify(trackingHeaderObject(header))}\n`;
}

/** A whole recording as leib-tracking/1, line by line: for files too long to hold as one string. */
export function* trackingLines(recording: TrackingRecording, decimals?: number): Generator<string, void, void> {
  yield trackingHeaderText(recording.header);
  const extras = new Map<string, ExtraPose>();
  for (const name of recording.extras.keys()) extras.set(name, { pose: new Float64Array(POSE_SIZE), quality: 0 });
  const options: TrackingLineOptions = {
    points: recordedPoints(recording),
    hasLeftHandJoints: recording.leftHandJoints !== null,
    hasRightHandJoints: recording.rightHandJoints !== null,
    hasControllers: recording.leftController !== null || recording.rightController !== null,
    extras,
    ...(decimals !== undefined && { decimals }),
  };
  const frame = createDeviceFrame();
  for (let index = 0; index < recording.frameCount; index++) {
    readRecordingFrame(recording, index, frame);
    for (const [name, track] of recording.extras) {
      const extra = extras.get(name);
      if (extra === undefined) continue;
      extra.pose.set(track.poses.subarray(index * POSE_SIZE, (index + 1) * POSE_SIZE));
      extra.quality = track.quality[index];
    }
    yield `${trackingLineText(frame, options)}\n`;
  }
}

export function writeTrackingLines(recording: TrackingRecording, decimals?: number): string {
  return Array.from(trackingLines(recording, decimals)).join('');
}

/** Points that are tracked at least once; head and hands always, the format wants them. */
export function recordedPoints({ frameCount, quality: qualities }: TrackingRecording): readonly TrackedPoint[] {
  const pointCount = trackedPoints.length;
  return trackedPoints.filter((point) => {
    if (point === 'head' || point === 'leftHand' || point === 'rightHand') return true;
    for (let frame = 0; frame < frameCount; frame++) {
      if (qualities[frame * pointCount + pointNumber[point]] !== quality.lost) return true;
    }
    return false;
  });
}
