import { addTrack, createRecorder, describeValue, finishTrack, type GrowingTrack } from '@leib/core';
import {
  appendHand,
  copyHandSignal,
  createHandSignal,
  FINGER_COUNT,
  type HandRecording,
  type HandSignal,
  handOfTrack,
  handTrackSpec,
  MAX_HAND_FRAMES,
} from '@leib/tracking/hands';
import { FormatError } from '../formatError.js';
import {
  checkNumbers,
  checkTime,
  createJsonLineWalk,
  decodeAt,
  defaultDecimals,
  endJsonLines,
  failAt,
  type JsonLineVisitor,
  linesOf,
  normaliseQuaternion,
  numbersText,
  numberText,
  type Place,
  rateSchema,
  walkJsonLine,
} from './jsonLines.js';

/** What becomes of lines that cannot be read. */
export interface HandLinesOptions {
  /** Told of each line that is left out: broken, or earlier than one before it. Absent: the file is refused. */
  readonly onBadLine?: (error: FormatError) => void;
}

/**
 * Reads leib-hand/1 JSON Lines: a header {"format", "hz"}, then {"t", "bends", "position", "rotation"} per line.
 * "splay" and "confidence" may stand with them. A value that is null is a gap: the hand was lost, and what was known
 * before holds. A position, rotation or splay that is absent was not measured and stays as it was. Throws FormatError
 * with line, key and reason.
 */
export function readHandLines(source: string | Uint8Array, { onBadLine }: HandLinesOptions = {}): HandRecording {
  const reader = createHandReader();
  const walk = createJsonLineWalk('leib-hand/1');
  let firstBad: FormatError | null = null;
  for (const line of linesOf(source)) {
    try {
      walkJsonLine(walk, line, reader);
    } catch (error) {
      if (!(error instanceof FormatError) || !walk.hasHeader || onBadLine === undefined) throw error;
      firstBad ??= error;
      onBadLine(error);
    }
  }
  endJsonLines(walk);
  const recording = reader.finish();
  if (recording !== null) return recording;
  // Where all lines were left out, the first one says why.
  throw firstBad ?? new FormatError('leib-hand/1', '', 'has no frames');
}

interface HandReader extends JsonLineVisitor {
  /** null: no line could be used. */
  finish(): HandRecording | null;
}

function createHandReader(): HandReader {
  let track: GrowingTrack | null = null;
  let previousSeconds = Number.NEGATIVE_INFINITY;
  const signal = createHandSignal();
  const read = createHandSignal();
  return {
    onHeader(header, place) {
      track = addTrack(createRecorder(), handTrackSpec('hand', decodeAt(header, rateSchema, place).hz));
    },
    onLine(line, place) {
      const timeSeconds = checkTime(line.t, previousSeconds, place);
      // A line that is refused halfway leaves nothing behind.
      copyHandSignal(read, signal);
      readHandLine(line, place, read);
      copyHandSignal(signal, read);
      previousSeconds = timeSeconds;
      if (track !== null && appendHand(track, timeSeconds, signal)) return;
      throw failAt(place, '', `expected at most ${MAX_HAND_FRAMES} frames`);
    },
    finish() {
      return track === null || track.momentCount === 0 ? null : handOfTrack(finishTrack(track));
    },
  };
}

/** Writes what a line says over what is known; `signal` keeps the rest. */
function readHandLine(line: Readonly<Record<string, unknown>>, place: Place, signal: HandSignal): void {
  if (line.bends === undefined) throw failAt(place, 'bends', `expected ${FINGER_COUNT} numbers, got nothing`);
  const isLost = [line.bends, line.position, line.rotation, line.splay, line.confidence].includes(null);
  if (isGiven(line.bends)) checkRange(line.bends, 0, place, 'bends', signal.bends);
  if (isGiven(line.splay)) checkRange(line.splay, -1, place, 'splay', signal.splay);
  if (isGiven(line.position)) checkNumbers(line.position, 3, place, 'position', signal.position);
  if (isGiven(line.rotation)) {
    checkNumbers(line.rotation, 4, place, 'rotation', signal.rotation);
    normaliseQuaternion(signal.rotation, 0, place, 'rotation');
  }
  signal.confidence = isLost ? 0 : readConfidence(line.confidence, place);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function readConfidence(value: unknown, place: Place): number {
  if (value === undefined) return 1;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw failAt(place, 'confidence', `expected 0 to 1, got ${describeValue(value)}`);
}

/** One number per finger between `least` and 1; rounding errors beyond it are forgiven. */
function checkRange(value: unknown, least: number, place: Place, path: string, out: Float64Array): void {
  checkNumbers(value, FINGER_COUNT, place, path, out);
  for (let finger = 0; finger < FINGER_COUNT; finger++) {
    const number = out[finger];
    if (number < least - 1e-6 || number > 1 + 1e-6) {
      throw failAt(place, `${path}[${finger}]`, `expected ${least} to 1, got ${number}`);
    }
    out[finger] = Math.min(Math.max(number, least), 1);
  }
}

/** A recorded hand as leib-hand/1, line by line. */
export function* handLines(recording: HandRecording, decimals = defaultDecimals): Generator<string, void, void> {
  const { hz, frameCount, times, bends, splay, positions, rotations, confidences } = recording;
  yield `${JSON.stringify({ format: 'leib-hand/1', hz })}\n`;
  const hasSplay = splay.some((value) => value !== 0);
  for (let frame = 0; frame < frameCount; frame++) {
    const values = [
      `"t":${numberText(times[frame], 9)}`,
      `"bends":${numbersText(bends, frame * FINGER_COUNT, FINGER_COUNT, decimals)}`,
      `"position":${numbersText(positions, frame * 3, 3, decimals)}`,
      `"rotation":${numbersText(rotations, frame * 4, 4, decimals)}`,
    ];
    if (hasSplay) values.push(`"splay":${numbersText(splay, frame * FINGER_COUNT, FINGER_COUNT, decimals)}`);
    if (confidences[frame] !== 1) values.push(`"confidence":${numberText(confidences[frame], decimals)}`);
    yield `{${values.join(',')}}\n`;
  }
}

export function writeHandLines(recording: HandRecording, decimals?: number): string {
  return Array.from(handLines(recording, decimals)).join('');
}
