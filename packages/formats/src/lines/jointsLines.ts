import { addTrack, appendMoment, createRecorder, finishTrack, InputError, SMPL_JOINT_COUNT } from '@leib/core';
import { FormatError } from '../formatError.js';
import { checkCount, mostNumbers } from '../limits/fileLimits.js';
import { type JointsRecording, jointsOfTrack, jointsTrackSpec } from '../recording/jointsRecording.js';
import {
  checkNumbers,
  checkTime,
  countLines,
  decodeAt,
  defaultDecimals,
  normaliseQuaternion,
  numbersText,
  numberText,
  type Place,
  rateSchema,
  readJsonLines,
} from './jsonLines.js';

const positionCount = SMPL_JOINT_COUNT * 3;
const rotationCount = SMPL_JOINT_COUNT * 4;

/** Reads leib-joints/1 JSON Lines. Throws FormatError with line, key and reason. */
export function readJointsLines(source: string | Uint8Array): JointsRecording {
  const recorder = createRecorder();
  const positions = new Float64Array(positionCount);
  const rotations = new Float64Array(rotationCount);
  const moments = countLines(source) - 1;
  readJsonLines(
    source,
    'leib-joints/1',
    (header, place) => {
      const spec = jointsTrackSpec('joints', decodeAt(header, rateSchema, place).hz);
      checkCount(
        moments * (positionCount + rotationCount),
        mostNumbers(source.length),
        'leib-joints/1',
        '',
        'numbers (frames x joints x 7)',
      );
      addTrack(recorder, { ...spec, moments });
    },
    (line, place) => {
      const { momentCount, times } = recorder.tracks[0];
      const previous = momentCount > 0 ? times[momentCount - 1] : Number.NEGATIVE_INFINITY;
      appendMoment(recorder.tracks[0], readJointsLine(line, previous, place, positions, rotations), {
        positions,
        rotations,
      });
    },
  );
  const [track] = recorder.tracks;
  if (track === undefined || track.momentCount === 0) throw new FormatError('leib-joints/1', '', 'has no frames');
  return jointsOfTrack(finishTrack(track));
}

/** Reads {t, p, q} and returns t. */
export function readJointsLine(
  line: Readonly<Record<string, unknown>>,
  previousTimeSeconds: number,
  place: Place,
  outPositions: Float64Array,
  outRotations: Float64Array,
): number {
  const time = checkTime(line.t, previousTimeSeconds, place);
  checkNumbers(line.p, positionCount, place, 'p', outPositions);
  checkNumbers(line.q, rotationCount, place, 'q', outRotations);
  for (let joint = 0; joint < SMPL_JOINT_COUNT; joint++) {
    normaliseQuaternion(outRotations, joint * 4, place, `q[${joint * 4}..${joint * 4 + 3}]`);
  }
  return time;
}

export function jointsHeaderText(hz: number): string {
  return `${JSON.stringify({ format: 'leib-joints/1', hz })}\n`;
}

/** 22 world positions and rotations at one moment as JSON text, without a line end. */
export function jointsLineText(
  timeSeconds: number,
  positions: ArrayLike<number>,
  rotations: ArrayLike<number>,
  decimals: number = defaultDecimals,
): string {
  if (!Number.isFinite(timeSeconds)) throw new InputError('t', `expected a finite number, got ${timeSeconds}`);
  const p = numbersText(positions, 0, positionCount, decimals);
  const q = numbersText(rotations, 0, rotationCount, decimals);
  return `{"t":${numberText(timeSeconds, 9)},"p":${p},"q":${q}}`;
}

/** The same of a second body, with how late its targets were, seconds. */
export function remoteLineText(
  timeSeconds: number,
  positions: ArrayLike<number>,
  rotations: ArrayLike<number>,
  delaySeconds: number,
  decimals?: number,
): string {
  if (!(delaySeconds >= 0)) throw new InputError('delay', `expected a number of at least 0, got ${delaySeconds}`);
  const joints = jointsLineText(timeSeconds, positions, rotations, decimals);
  return `{"delay":${numberText(delaySeconds, 6)},${joints.slice(1)}`;
}

/** A whole recording as leib-joints/1, line by line. */
export function* jointsLines(recording: JointsRecording, decimals?: number): Generator<string, void, void> {
  yield jointsHeaderText(recording.hz);
  for (let frame = 0; frame < recording.frameCount; frame++) {
    const positions = recording.positions.subarray(frame * positionCount, (frame + 1) * positionCount);
    const rotations = recording.rotations.subarray(frame * rotationCount, (frame + 1) * rotationCount);
    yield `${jointsLineText(recording.times[frame], positions, rotations, decimals)}\n`;
  }
}

export function writeJointsLines(recording: JointsRecording, decimals?: number): string {
  return Array.from(jointsLines(recording, decimals)).join('');
}
