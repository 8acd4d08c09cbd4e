import { addTrack, createRecorder, finishTrack, type TrackSpec } from '@leib/core';
import {
  appendDevices,
  createDeviceFrame,
  type DeviceFrame,
  devicesOfTrack,
  deviceTrackSpec,
  type ExtraPose,
  HAND_JOINT_COUNT,
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
import { checkCount, mostNumbers } from '../limits/fileLimits.js';
import {
  countLines,
  createJsonLineWalk,
  endJsonLines,
  type JsonLineWalk,
  readJsonLines,
  walkJsonLine,
} from './jsonLines.js';
import {
  readTrackingHeader,
  readTrackingLine,
  type TrackingLineOptions,
  type TrackingMessage,
  trackingHeaderObject,
  trackingLineText,
} from './trackingLine.js';

/** Reads leib-tracking/1 JSON Lines. Throws FormatError with line, key and reason. */
export function readTrackingLines(source: string | Uint8Array): TrackingRecording {
  const message: TrackingMessage = { frame: createDeviceFrame(), extras: new Map() };
  const recorder = createRecorder();
  // Before room is made for them: the lines of a small file may be shorter than what is kept of each.
  const [moments, most] = [countLines(source) - 1, mostNumbers(source.length)];
  let previousTimeSeconds = Number.NEGATIVE_INFINITY;
  readJsonLines(
    source,
    'leib-tracking/1',
    (header, place) => {
      const spec = deviceTrackSpec(readTrackingHeader(header, place));
      checkDeviceCount(spec, message, moments, most);
      addTrack(recorder, { ...spec, moments });
    },
    (line, place) => {
      readTrackingLine(line, previousTimeSeconds, place, message);
      previousTimeSeconds = message.frame.timeSeconds;
      const [track] = recorder.tracks;
      checkDeviceCount(track, message, moments, most);
      appendDevices(track, message.frame, message.extras);
    },
  );
  const [track] = recorder.tracks;
  if (track === undefined || track.momentCount === 0) throw new FormatError('leib-tracking/1', '', 'has no frames');
  return devicesOfTrack(finishTrack(track));
}

/** Throws FormatError where so many moments would make more numbers of a file than it may become. Hands and trackers count from their first moment on, for all of them. */
export function checkDeviceCount(
  { channels }: Pick<TrackSpec, 'channels'>,
  { frame: { leftHandJoints, rightHandJoints }, extras }: TrackingMessage,
  moments: number,
  most: number,
): void {
  const hasLeft = channels.leftHand !== undefined || leftHandJoints.quality !== quality.lost;
  const hasRight = channels.rightHand !== undefined || rightHandJoints.quality !== quality.lost;
  const handCount = (hasLeft ? 1 : 0) + (hasRight ? 1 : 0);
  const poseCount = trackedPoints.length + extras.size + handCount * HAND_JOINT_COUNT;
  const numbers = moments * poseCount * POSE_SIZE;
  checkCount(numbers, most, 'leib-tracking/1', '', 'numbers (frames x poses x 7)');
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
function recordedPoints({ frameCount, quality: qualities }: TrackingRecording): readonly TrackedPoint[] {
  const pointCount = trackedPoints.length;
  return trackedPoints.filter((point) => {
    if (point === 'head' || point === 'leftHand' || point === 'rightHand') return true;
    for (let frame = 0; frame < frameCount; frame++) {
      if (qualities[frame * pointCount + pointNumber[point]] !== quality.lost) return true;
    }
    return false;
  });
}

/**
 * leib-tracking/1 line by line: for pipes, and for files longer than memory. All its methods throw FormatError with
 * line, key and reason.
 */
interface TrackingLineReader {
  /** null before the first line. */
  readonly header: TrackingHeader | null;
  /** The last line's moment; overwritten by the next. Lost things keep their last pose. */
  readonly frame: DeviceFrame;
  /** Takes a line without its line end; true where it held a moment, false for the header and blank lines. */
  readLine(line: string): boolean;
  /** To be called after the last line. */
  end(): void;
}

export function createTrackingLineReader(): TrackingLineReader {
  const walk: JsonLineWalk = createJsonLineWalk('leib-tracking/1');
  const message: TrackingMessage = { frame: createDeviceFrame(), extras: new Map() };
  let header: TrackingHeader | null = null;
  let previousTimeSeconds = Number.NEGATIVE_INFINITY;
  let hasMoment = false;
  const visitor: Parameters<typeof walkJsonLine>[2] = {
    onHeader(object, place) {
      header = readTrackingHeader(object, place);
    },
    onLine(object, place) {
      readTrackingLine(object, previousTimeSeconds, place, message);
      previousTimeSeconds = message.frame.timeSeconds;
      hasMoment = true;
    },
  };
  return {
    get header() {
      return header;
    },
    frame: message.frame,
    readLine(line) {
      hasMoment = false;
      walkJsonLine(walk, line, visitor);
      return hasMoment;
    },
    end: () => endJsonLines(walk),
  };
}
