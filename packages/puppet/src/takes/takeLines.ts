import { accept, addTrack, createRecorder, type Decoded, decodeJson, finishTrack, refuse } from '@leib/core';
import {
  appendHand,
  createHandSignal,
  FINGER_COUNT,
  type HandRecording,
  handOfTrack,
  handTrackSpec,
} from '@leib/tracking/hands';
import { array, literal, maxLength, nullable, pipe, strictObject } from 'valibot';
import { puppetLimits } from '../file/puppetFile.js';
import { few, finiteNumber, name, numbers } from '../file/values.js';
import { frameOfTake, JOINT_SIZE, MAX_TAKE_FRAMES, type PuppetTake, takeOfFrames } from './puppetTake.js';

/**
 * leib-puppet-take/1 as JSON Lines: a header, then one line per frame. "joints": seven numbers for the whole puppet and
 * for each part (shift from rest and rotation, parent's frame), "spreads": a rotation vector for each finger's spread
 * turn, "hands": one list per hand: confidence, five bends, five splays, position, rotation; null where it was not seen.
 */
const format = 'leib-puppet-take/1';

const headerSchema = strictObject({
  format: literal(format),
  name,
  hz: numbers(1, 1000),
  parts: few(name, puppetLimits.parts),
  spreadParts: few(name, puppetLimits.connections * 2),
  handCount: numbers(0, 2),
});

const HAND_SIZE = 1 + 2 * FINGER_COUNT + 3 + 4;

const frameSchema = strictObject({
  joints: pipe(array(finiteNumber), maxLength((puppetLimits.parts + 1) * JOINT_SIZE)),
  spreads: pipe(array(finiteNumber), maxLength(puppetLimits.connections * 6)),
  hands: few(nullable(pipe(array(finiteNumber), maxLength(HAND_SIZE))), 2),
});

type Header = Extract<ReturnType<typeof decodeHeader>, { ok: true }>['value'];
type Frame = Extract<ReturnType<typeof decodeFrame>, { ok: true }>['value'];

const decodeHeader = (text: string) => decodeJson(text, headerSchema);
const decodeFrame = (text: string) => decodeJson(text, frameSchema);

/** A tenth of a micrometre, a tenth of a microradian. */
const round = (value: number) => Math.round(value * 1e7) / 1e7 + 0;

/** A take as lines, each with its line end. */
export function* takeLines(take: PuppetTake): Generator<string, void, void> {
  const { name: takeName, hz, frameCount, parts, spreadParts, hands } = take;
  yield `${JSON.stringify({ format, name: takeName, hz, parts, spreadParts, handCount: hands.length })}\n`;
  for (let frame = 0; frame < frameCount; frame++) {
    const { joints, spreads } = frameOfTake(take, frame);
    const line = {
      joints: Array.from(joints, round),
      spreads: Array.from(spreads, round),
      hands: hands.map((hand) => hand && handNumbers(hand, frame / hz)),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

export function writeTake(take: PuppetTake): string {
  return [...takeLines(take)].join('');
}

/** The hand at a moment of the take: its last frame until then. */
function handNumbers(hand: HandRecording, timeSeconds: number): number[] | null {
  const frame = hand.times.findLastIndex((time) => time <= timeSeconds + 1e-6);
  if (frame < 0) return null;
  const cut = (values: Float64Array, size: number) =>
    Array.from(values.subarray(frame * size, (frame + 1) * size), round);
  return [
    ...cut(hand.confidences, 1),
    ...cut(hand.bends, FINGER_COUNT),
    ...cut(hand.splay, FINGER_COUNT),
    ...cut(hand.positions, 3),
    ...cut(hand.rotations, 4),
  ];
}

/** Reads a take; what is wrong is refused with its line. */
export function parseTake(text: string): Decoded<PuppetTake> {
  const lines = text.split('\n');
  while (lines.length > 0 && lines[lines.length - 1].trim() === '') lines.pop();
  if (lines.length === 0) return refuse('line 1', 'expected a header, got an empty file');
  if (lines.length - 1 > MAX_TAKE_FRAMES) return refuse('', `expected at most ${MAX_TAKE_FRAMES} frames`);
  const header = decodeHeader(lines[0]);
  if (!header.ok) return refuse(placeOf(1, header.path), header.reason);
  const frames: Frame[] = [];
  for (let i = 1; i < lines.length; i++) {
    const frame = decodeFrame(lines[i]);
    if (!frame.ok) return refuse(placeOf(i + 1, frame.path), frame.reason);
    const wrong = wrongSize(header.value, frame.value);
    if (wrong) return refuse(placeOf(i + 1, wrong.path), wrong.reason);
    frames.push(frame.value);
  }
  if (frames.length === 0) return refuse('line 2', 'expected a frame, got the end of the file');
  return accept(buildTake(header.value, frames));
}

function placeOf(line: number, path: string): string {
  return path === '' ? `line ${line}` : `line ${line}, ${path}`;
}

function wrongSize(header: Header, { joints, spreads, hands }: Frame): { path: string; reason: string } | null {
  const expectations: [string, number, number][] = [
    ['joints', joints.length, (header.parts.length + 1) * JOINT_SIZE],
    ['spreads', spreads.length, header.spreadParts.length * 3],
    ['hands', hands.length, header.handCount],
    ...hands.map((hand, i): [string, number, number] => [`hands[${i}]`, hand?.length ?? HAND_SIZE, HAND_SIZE]),
  ];
  const wrong = expectations.find(([, count, expected]) => count !== expected);
  if (wrong) return { path: wrong[0], reason: `expected ${wrong[2]} numbers, got ${wrong[1]}` };
  for (let at = 3; at < joints.length; at += JOINT_SIZE) {
    const length = Math.hypot(...joints.slice(at, at + 4));
    if (Math.abs(length - 1) < 1e-3) continue;
    return { path: `joints[${at}]`, reason: `expected a unit quaternion, got one of length ${length.toFixed(4)}` };
  }
  return null;
}

function buildTake(
  { name: takeName, hz, parts, spreadParts, handCount }: Header,
  frames: readonly Frame[],
): PuppetTake {
  const hands = Array.from({ length: handCount }, (_, hand) => readHand(hz, frames, hand));
  return takeOfFrames({ name: takeName, hz, parts, spreadParts, hands }, frames.length, (frame, out) => {
    out.joints.set(frames[frame].joints);
    out.spreads.set(frames[frame].spreads);
  });
}

function readHand(hz: number, frames: readonly Frame[], hand: number): HandRecording | null {
  const track = addTrack(createRecorder(), handTrackSpec('hand', hz));
  const signal = createHandSignal();
  frames.forEach(({ hands }, frame) => {
    const values = hands[hand];
    if (!values) return;
    signal.confidence = values[0];
    signal.bends.set(values.slice(1, 6));
    signal.splay.set(values.slice(6, 11));
    signal.position.set(values.slice(11, 14));
    signal.rotation.set(values.slice(14, 18));
    appendHand(track, frame / hz, signal);
  });
  return track.momentCount > 0 ? handOfTrack(finishTrack(track)) : null;
}
