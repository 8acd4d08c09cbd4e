import { accept, clamp, type Decoded, humanoidBones, refuse } from '@leib/core';
import { createMessage, HEADER_SIZE, readKind, roomKind } from '../room/message.js';
import { packRotation, unpackRotation } from './packedRotation.js';

/** Points of a body that may be tracked, in this order everywhere: trackedPoints of @leib/tracking. */
export const POINT_COUNT = 11;
const POSE_SIZE = 7;

/** Bones whose rotations a packed pose has, VRM's names. */
const bodyBones = humanoidBones.filter((bone) => !/Eye|jaw|Thumb|Index|Middle|Ring|Little/.test(bone));
const fingerBones = humanoidBones.filter((bone) => /Thumb|Index|Middle|Ring|Little/.test(bone));
/** What a pose on the wire is made of, in this order: the bones of the body, then those of the fingers. */
export const wireBones = { body: bodyBones, fingers: fingerBones } as const;

/** Weights of a face on the wire: faceParameterNames of @leib/core/pack. */
export const FACE_WEIGHTS = 81;

/** What a person is made of at one moment, as it crosses the wire. Positions in metres of the room, rotations as everywhere in Leib. */
export interface PersonUpdate {
  /** Counts the sender's updates, 0 to 255 and again. */
  sequence: number;
  /** The room's clock when it was measured, milliseconds, by the quarter, below TIME_SPAN_MS (personTime()). */
  timeMs: number;
  /** Changes whenever the person was put elsewhere at once: nothing goes evenly from before to after. */
  isOddPlace: boolean;
  /** Which feet stand, as the sender has them. */
  leftStands: boolean;
  rightStands: boolean;
  /** Joints that are tracked, from which the receiver works out the body, or all of it. */
  form: 'targets' | 'pose';
  /** Targets: which points there are, a bit for each; the head is always there. */
  points: number;
  /** Targets: joints by point, 11 x 7. */
  readonly jointPoses: Float64Array;
  /** Targets: 0 lost, 1 inferred, 2 tracked. 11. */
  readonly quality: Uint8Array;
  /** Pose: hips, then rotations of wireBones.body against their parents, 4 each. */
  readonly rootPosition: Float64Array;
  readonly rotations: Float64Array;
  hasFingers: boolean;
  /** Rotations of wireBones.fingers against their parents, 4 each. */
  readonly fingers: Float64Array;
  hasFace: boolean;
  /** 0 to 1 each. */
  readonly face: Float64Array;
}

export function createPersonUpdate(): PersonUpdate {
  return {
    ...{ sequence: 0, timeMs: 0, isOddPlace: false, leftStands: false, rightStands: false },
    ...{ form: 'targets', points: THREE_POINTS, hasFingers: false, hasFace: false },
    jointPoses: new Float64Array(POINT_COUNT * POSE_SIZE),
    quality: new Uint8Array(POINT_COUNT),
    rootPosition: new Float64Array(3),
    rotations: new Float64Array(bodyBones.length * 4),
    fingers: new Float64Array(fingerBones.length * 4),
    face: new Float64Array(FACE_WEIGHTS),
  };
}

/** Head and both hands. */
export const THREE_POINTS = 0b111;

/** Times on the wire begin again after so long, milliseconds. */
export const TIME_SPAN_MS = 16384;
const TIME_STEPS = TIME_SPAN_MS * 4;

/** A time of the wire nearest to one that is known, milliseconds. */
export function nearestTimeMs(wireMs: number, nearMs: number): number {
  return wireMs + Math.round((nearMs - wireMs) / TIME_SPAN_MS) * TIME_SPAN_MS;
}

/** Step of a position, metres: 24 bits reach 2 km, 16 bits 8 m from the head. */
const POSITION_STEP = 0.00025;

const flag = { targetsByMask: 1, pose: 2, fingers: 4, face: 8, leftStands: 16, rightStands: 32, oddPlace: 64 } as const;
const UNUSED_FLAG = 128;

/** Where things are in an update, bytes from its start. */
const at = { form: 2, sequence: 3, time: 4, place: 6, rest: 15 } as const;
const THREE_POINTS_BYTES = at.rest + 1 + 4 + 2 * 10;
const POSE_BYTES = at.rest + bodyBones.length * 4;
const FINGERS_BYTES = fingerBones.length * 4;
/** After the head's place: which points, their qualities, the head's rotation, then 10 bytes for each other point. */
const targetBytes = (points: number) => at.rest + 2 + 3 + 4 + 10 * (countBits(points) - 1);
/** An update with all that it may have. */
export const MAX_PERSON_BYTES =
  Math.max(POSE_BYTES, targetBytes((1 << POINT_COUNT) - 1)) + FINGERS_BYTES + FACE_WEIGHTS;

/** [PE1] to [PE6] of SPEC.md. */
export function encodePerson(update: PersonUpdate): Uint8Array<ArrayBuffer> {
  const isPose = update.form === 'pose';
  const isByMask = !isPose && update.points !== THREE_POINTS;
  const bodyBytes = isPose ? POSE_BYTES : isByMask ? targetBytes(update.points) : THREE_POINTS_BYTES;
  const size = bodyBytes + (update.hasFingers ? FINGERS_BYTES : 0) + (update.hasFace ? FACE_WEIGHTS : 0);
  const message = createMessage(roomKind.person, size - HEADER_SIZE);
  const view = new DataView(message.buffer);
  message[at.form] =
    (isByMask ? flag.targetsByMask : 0) +
    (isPose ? flag.pose : 0) +
    (update.hasFingers ? flag.fingers : 0) +
    (update.hasFace ? flag.face : 0) +
    (update.leftStands ? flag.leftStands : 0) +
    (update.rightStands ? flag.rightStands : 0) +
    (update.isOddPlace ? flag.oddPlace : 0);
  message[at.sequence] = update.sequence;
  view.setUint16(at.time, Math.round(update.timeMs * 4) % TIME_STEPS, true);
  if (isPose) writePose(view, update);
  else writeTargets(view, update, isByMask);
  if (update.hasFingers) writeRotations(view, bodyBytes, update.fingers);
  if (update.hasFace) {
    const from = size - FACE_WEIGHTS;
    for (let i = 0; i < FACE_WEIGHTS; i++) message[from + i] = Math.round(clamp(update.face[i], 0, 1) * 255);
  }
  return message;
}

/** An update from outside, or why it is refused: any bytes of the right size are a person. */
export function decodePerson(bytes: Uint8Array, out: PersonUpdate): Decoded<PersonUpdate> {
  const read = readKind(bytes);
  if (!read.ok) return read;
  const size = sizeOfPerson(bytes, 0);
  if (!size.ok) return size;
  if (size.value !== bytes.length) return refuse('person', `expected ${size.value} bytes, got ${bytes.length}`);
  readPerson(bytes, 0, out);
  return accept(out);
}

/** Bytes of the update that begins at `from`, by what it says that it has; its last byte may lie behind those that are there. */
export function sizeOfPerson(bytes: Uint8Array, from: number): Decoded<number> {
  if (bytes.length - from <= at.rest + 1) {
    return refuse('person', `expected more than ${at.rest + 1} bytes, got ${bytes.length - from}`);
  }
  const form = bytes[from + at.form];
  if ((form & UNUSED_FLAG) !== 0 || (form & 3) === 3)
    return refuse('person, form', `expected a known form, got ${form}`);
  const streams = (form & flag.fingers ? FINGERS_BYTES : 0) + (form & flag.face ? FACE_WEIGHTS : 0);
  if (form & flag.pose) return accept(POSE_BYTES + streams);
  if (!(form & flag.targetsByMask)) return accept(THREE_POINTS_BYTES + streams);
  const points = bytes[from + at.rest] | (bytes[from + at.rest + 1] << 8);
  if ((points & 1) === 0 || points >> POINT_COUNT !== 0) {
    return refuse('person, points', `expected the head and any of ${POINT_COUNT - 1} others, got ${points}`);
  }
  return accept(targetBytes(points) + streams);
}

/** How much of a person is sent on: everything, no face, or the body alone. */
export type Detail = 'all' | 'noFace' | 'body';

/** What of an update's form stays at a detail. */
export const formOfDetail = { all: 0xff, noFace: 0xff - flag.face, body: 0xff - flag.face - flag.fingers } as const;

/** Bytes of a whole, checked update at a detail: what is left out stands at its end. */
export function bytesOfDetail(update: Uint8Array, detail: Detail): number {
  const out = update[at.form] & ~formOfDetail[detail];
  return update.length - (out & flag.fingers ? FINGERS_BYTES : 0) - (out & flag.face ? FACE_WEIGHTS : 0);
}

/** Where the head or the hips of an update are, without reading the rest. */
export function placeOfPerson(bytes: Uint8Array, from: number, out: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    const low = from + at.place + i * 3;
    out[i] = (((bytes[low] | (bytes[low + 1] << 8) | (bytes[low + 2] << 16)) << 8) >> 8) * POSITION_STEP;
  }
}

/** Reads an update whose size was checked. */
export function readPerson(bytes: Uint8Array, from: number, out: PersonUpdate): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, bytes.length - from);
  const form = bytes[from + at.form];
  const isPose = (form & flag.pose) !== 0;
  const isByMask = (form & flag.targetsByMask) !== 0;
  out.sequence = bytes[from + at.sequence];
  out.timeMs = view.getUint16(at.time, true) / 4;
  out.leftStands = (form & flag.leftStands) !== 0;
  out.rightStands = (form & flag.rightStands) !== 0;
  out.isOddPlace = (form & flag.oddPlace) !== 0;
  out.form = isPose ? 'pose' : 'targets';
  out.hasFingers = (form & flag.fingers) !== 0;
  out.hasFace = (form & flag.face) !== 0;
  let next: number;
  if (isPose) {
    placeOfPerson(bytes, from, out.rootPosition);
    readRotations(view, at.rest, out.rotations);
    next = POSE_BYTES;
  } else next = readTargets(view, placeOf(bytes, from), out, isByMask);
  if (out.hasFingers) {
    readRotations(view, next, out.fingers);
    next += FINGERS_BYTES;
  }
  if (out.hasFace) for (let i = 0; i < FACE_WEIGHTS; i++) out.face[i] = view.getUint8(next + i) / 255;
}

function writePose(view: DataView, { rootPosition, rotations }: PersonUpdate): void {
  writePlace(view, rootPosition, 0);
  writeRotations(view, at.rest, rotations);
}

function writeTargets(view: DataView, { points, jointPoses, quality }: PersonUpdate, isByMask: boolean): void {
  writePlace(view, jointPoses, 0);
  let next: number = at.rest;
  if (isByMask) {
    view.setUint16(next, points, true);
    next += 2;
  }
  const numbers = isByMask ? POINT_COUNT : 3;
  let qualities = 0;
  for (let point = 0; point < numbers; point++) qualities += (quality[point] & 3) * 4 ** point;
  for (let byte = 0; byte < (isByMask ? 3 : 1); byte++) view.setUint8(next++, (qualities >> (byte * 8)) & 255);
  view.setUint32(next, packRotation(jointPoses, 3), true);
  next += 4;
  for (let point = 1; point < POINT_COUNT; point++) {
    if ((points & (1 << point)) === 0) continue;
    const pose = point * POSE_SIZE;
    for (let i = 0; i < 3; i++) {
      const steps = Math.round((jointPoses[pose + i] - jointPoses[i]) / POSITION_STEP);
      view.setInt16(next + i * 2, clamp(steps, -32767, 32767), true);
    }
    view.setUint32(next + 6, packRotation(jointPoses, pose + 3), true);
    next += 10;
  }
}

/** Returns where the bytes of the targets end. */
function readTargets(view: DataView, place: Float64Array, out: PersonUpdate, isByMask: boolean): number {
  let next: number = at.rest;
  out.points = isByMask ? view.getUint16(next, true) : THREE_POINTS;
  if (isByMask) next += 2;
  let qualities = 0;
  for (let byte = 0; byte < (isByMask ? 3 : 1); byte++) qualities |= view.getUint8(next++) << (byte * 8);
  out.jointPoses.set(place);
  unpackRotation(view.getUint32(next, true), out.jointPoses, 3);
  next += 4;
  for (let point = 0; point < POINT_COUNT; point++) {
    const isThere = (out.points & (1 << point)) !== 0;
    out.quality[point] = isThere ? Math.min((qualities >> (point * 2)) & 3, 2) : 0;
    if (!isThere || point === 0) continue;
    const pose = point * POSE_SIZE;
    for (let i = 0; i < 3; i++) out.jointPoses[pose + i] = place[i] + view.getInt16(next + i * 2, true) * POSITION_STEP;
    unpackRotation(view.getUint32(next + 6, true), out.jointPoses, pose + 3);
    next += 10;
  }
  return next;
}

function placeOf(bytes: Uint8Array, from: number): Float64Array {
  const place = new Float64Array(3);
  placeOfPerson(bytes, from, place);
  return place;
}

/** A position whose value is no number is 0, one beyond the border is held there. */
function writePlace(view: DataView, position: ArrayLike<number>, from: number): void {
  for (let i = 0; i < 3; i++) {
    const steps = clamp(Math.round(position[from + i] / POSITION_STEP) || 0, -0x7fffff, 0x7fffff);
    view.setUint16(at.place + i * 3, steps & 0xffff, true);
    view.setUint8(at.place + i * 3 + 2, (steps >> 16) & 0xff);
  }
}

function writeRotations(view: DataView, from: number, rotations: Float64Array): void {
  for (let i = 0; i * 4 < rotations.length; i++) view.setUint32(from + i * 4, packRotation(rotations, i * 4), true);
}

function readRotations(view: DataView, from: number, out: Float64Array): void {
  for (let i = 0; i * 4 < out.length; i++) unpackRotation(view.getUint32(from + i * 4, true), out, i * 4);
}

function countBits(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count++;
  return count;
}
