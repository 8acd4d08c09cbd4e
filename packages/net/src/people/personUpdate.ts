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
  /**
   * Targets: where an ankle is that moves, now and then, and where it stands: steps that everybody works out by themselves would fall
   * at other times. Metres of the room; heading and pitch of the foot, radians.
   */
  hasFoot: boolean;
  isLeftFoot: boolean;
  readonly footPosition: Float64Array;
  footYaw: number;
  footPitch: number;
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
    ...{ hasFoot: false, isLeftFoot: false, footPosition: new Float64Array(3), footYaw: 0, footPitch: 0 },
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

/** Steps of positions, metres: 22 bits reach 524 m, 16 bits 8 m from the head, 14 bits 4 m from it. */
const PLACE_STEP = 0.00025;
const MOST_PLACE = (1 << 21) - 1;
const HAND_STEP = 0.0005;
const MOST_HAND = (1 << 13) - 1;

const flag = {
  targetsByMask: 1,
  pose: 2,
  fingers: 4,
  face: 8,
  leftStands: 16,
  rightStands: 32,
  oddPlace: 64,
  foot: 128,
} as const;

/** Where things are in an update, bytes from its start. */
const at = { form: 2, sequence: 3, time: 4, place: 6, rest: 15 } as const;
/** The head's rotation, two hands' rotations, six numbers of 14 bits. */
const THREE_POINTS_BYTES = at.rest + 3 * 4 + 11;
const POSE_BYTES = at.rest + bodyBones.length * 4;
/** After the head's place: which points, the qualities of those beyond three, the head's rotation, then 10 bytes for each other point. */
const targetBytes = (points: number) => at.rest + 2 + 2 + 4 + 10 * (countBits(points) - 1);
const FOOT_BYTES = 8;
const FINGERS_BYTES = fingerBones.length * 4;
/** An update with all that it may have. */
export const MAX_PERSON_BYTES =
  Math.max(POSE_BYTES, targetBytes((1 << POINT_COUNT) - 1)) + FOOT_BYTES + FINGERS_BYTES + FACE_WEIGHTS;

/** [PE1] to [PE7] of SPEC.md. */
export function encodePerson(update: PersonUpdate): Uint8Array<ArrayBuffer> {
  const form = formOf(update);
  const bodyBytes = bodyBytesOf(form, update.points);
  const message = createMessage(roomKind.person, bodyBytes + streamBytesOf(form) - HEADER_SIZE);
  const view = new DataView(message.buffer);
  message[at.form] = form;
  message[at.sequence] = update.sequence;
  view.setUint16(at.time, Math.round(update.timeMs * 4) % TIME_STEPS, true);
  if (form & flag.pose) writePose(view, update);
  else writeTargets(view, update);
  let next = bodyBytes;
  if (form & flag.foot) {
    writeFoot(view, next, update);
    next += FOOT_BYTES;
  }
  if (form & flag.fingers) {
    writeRotations(view, next, update.fingers);
    next += FINGERS_BYTES;
  }
  if (form & flag.face) {
    for (let i = 0; i < FACE_WEIGHTS; i++) message[next + i] = Math.round(clamp(update.face[i], 0, 1) * 255);
  }
  return message;
}

function formOf(update: PersonUpdate): number {
  const isPose = update.form === 'pose';
  return (
    (!isPose && update.points !== THREE_POINTS ? flag.targetsByMask : 0) |
    (isPose ? flag.pose : 0) |
    (update.hasFingers ? flag.fingers : 0) |
    (update.hasFace ? flag.face : 0) |
    (update.leftStands ? flag.leftStands : 0) |
    (update.rightStands ? flag.rightStands : 0) |
    (update.isOddPlace ? flag.oddPlace : 0) |
    (!isPose && update.hasFoot ? flag.foot : 0)
  );
}

function bodyBytesOf(form: number, points: number): number {
  if (form & flag.pose) return POSE_BYTES;
  return form & flag.targetsByMask ? targetBytes(points) : THREE_POINTS_BYTES;
}

const streamBytesOf = (form: number) =>
  (form & flag.foot ? FOOT_BYTES : 0) +
  (form & flag.fingers ? FINGERS_BYTES : 0) +
  (form & flag.face ? FACE_WEIGHTS : 0);

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
  const isUnknown = (form & 3) === 3 || ((form & flag.pose) !== 0 && (form & flag.foot) !== 0);
  if (isUnknown) return refuse('person, form', `expected a known form, got ${form}`);
  const points = bytes[from + at.rest] | (bytes[from + at.rest + 1] << 8);
  if (form & flag.targetsByMask && ((points & 1) === 0 || points >> POINT_COUNT !== 0)) {
    return refuse('person, points', `expected the head and any of ${POINT_COUNT - 1} others, got ${points}`);
  }
  return accept(bodyBytesOf(form, points) + streamBytesOf(form));
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
  for (let i = 0; i < 3; i++) out[i] = ((numberOf24(bytes, from + at.place + i * 3) << 10) >> 10) * PLACE_STEP;
}

/** When it was measured, as PersonUpdate has it. */
export function timeOfPerson(bytes: Uint8Array, from: number): number {
  return (bytes[from + at.time] | (bytes[from + at.time + 1] << 8)) / 4;
}

/** Puts another time into an update. */
export function writeTimeOfPerson(bytes: Uint8Array, timeMs: number): void {
  const steps = Math.round(timeMs * 4) % TIME_STEPS;
  bytes[at.time] = steps & 255;
  bytes[at.time + 1] = steps >> 8;
}

/** Reads an update whose size was checked. */
export function readPerson(bytes: Uint8Array, from: number, out: PersonUpdate): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, bytes.length - from);
  const form = bytes[from + at.form];
  out.sequence = bytes[from + at.sequence];
  out.timeMs = timeOfPerson(bytes, from);
  out.leftStands = (form & flag.leftStands) !== 0;
  out.rightStands = (form & flag.rightStands) !== 0;
  out.isOddPlace = (form & flag.oddPlace) !== 0;
  out.form = form & flag.pose ? 'pose' : 'targets';
  out.hasFoot = (form & flag.foot) !== 0;
  out.hasFingers = (form & flag.fingers) !== 0;
  out.hasFace = (form & flag.face) !== 0;
  const isByMask = (form & flag.targetsByMask) !== 0;
  if (out.form === 'pose') {
    placeOfPerson(bytes, from, out.rootPosition);
    readRotations(view, at.rest, out.rotations);
  } else {
    out.points = isByMask ? view.getUint16(at.rest, true) : THREE_POINTS;
    placeOfPerson(bytes, from, out.jointPoses);
    readQualities(bytes, from, isByMask, out);
    if (isByMask) readPoints(view, out);
    else readHands(view, out);
  }
  let next = bodyBytesOf(form, out.points);
  if (out.hasFoot) {
    readFoot(view, next, out);
    next += FOOT_BYTES;
  }
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

function writeTargets(view: DataView, update: PersonUpdate): void {
  const { points, jointPoses, quality } = update;
  // The first three qualities lie above the numbers of the place, which need 22 of 24 bits.
  writePlace(view, jointPoses, quality[0] | (quality[1] << 2) | (quality[2] << 4));
  if (points === THREE_POINTS) {
    for (let point = 0; point < 3; point++)
      view.setUint32(at.rest + point * 4, packRotation(jointPoses, point * 7 + 3), true);
    const steps = [7, 8, 9, 14, 15, 16].map((i) => stepsFrom(jointPoses, i, HAND_STEP, MOST_HAND) & 0x3fff);
    writeBits(view, at.rest + 12, steps);
    return;
  }
  view.setUint16(at.rest, points, true);
  let qualities = 0;
  for (let point = 3; point < POINT_COUNT; point++) qualities |= (quality[point] & 3) << ((point - 3) * 2);
  view.setUint16(at.rest + 2, qualities, true);
  view.setUint32(at.rest + 4, packRotation(jointPoses, 3), true);
  let next = at.rest + 8;
  for (let point = 1; point < POINT_COUNT; point++) {
    if ((points & (1 << point)) === 0) continue;
    for (let i = 0; i < 3; i++) {
      view.setInt16(next + i * 2, stepsFrom(jointPoses, point * POSE_SIZE + i, PLACE_STEP, 32767), true);
    }
    view.setUint32(next + 6, packRotation(jointPoses, point * POSE_SIZE + 3), true);
    next += 10;
  }
}

/** A coordinate of a point against the head's, in steps. */
function stepsFrom(jointPoses: Float64Array, at: number, step: number, most: number): number {
  return clamp(Math.round((jointPoses[at] - jointPoses[at % POSE_SIZE]) / step) || 0, -most, most);
}

function readQualities(bytes: Uint8Array, from: number, isByMask: boolean, { points, quality }: PersonUpdate): void {
  for (let point = 0; point < POINT_COUNT; point++) {
    const above = at.rest + 2 + ((point - 3) >> 2);
    const pair =
      point < 3 ? bytes[from + at.place + point * 3 + 2] >> 6 : bytes[from + above] >> (((point - 3) & 3) * 2);
    const isThere = (points & (1 << point)) !== 0 && (point < 3 || isByMask);
    quality[point] = isThere ? Math.min(pair & 3, 2) : 0;
  }
}

function readHands(view: DataView, { jointPoses }: PersonUpdate): void {
  for (let point = 0; point < 3; point++)
    unpackRotation(view.getUint32(at.rest + point * 4, true), jointPoses, point * 7 + 3);
  for (const [index, steps] of readBits(view, at.rest + 12, 6).entries()) {
    const point = index < 3 ? 1 : 2;
    jointPoses[point * POSE_SIZE + (index % 3)] = jointPoses[index % 3] + ((steps << 18) >> 18) * HAND_STEP;
  }
}

function readPoints(view: DataView, { points, jointPoses }: PersonUpdate): void {
  unpackRotation(view.getUint32(at.rest + 4, true), jointPoses, 3);
  let next = at.rest + 8;
  for (let point = 1; point < POINT_COUNT; point++) {
    if ((points & (1 << point)) === 0) continue;
    const pose = point * POSE_SIZE;
    for (let i = 0; i < 3; i++) jointPoses[pose + i] = jointPoses[i] + view.getInt16(next + i * 2, true) * PLACE_STEP;
    unpackRotation(view.getUint32(next + 6, true), jointPoses, pose + 3);
    next += 10;
  }
}

/** An ankle against the head, its heading in 256 steps, its pitch in 128 and which foot it is. */
function writeFoot(view: DataView, from: number, update: PersonUpdate): void {
  const { footPosition, footYaw, footPitch, isLeftFoot, jointPoses } = update;
  for (let i = 0; i < 3; i++) {
    const steps = clamp(Math.round((footPosition[i] - jointPoses[i]) / PLACE_STEP) || 0, -32767, 32767);
    view.setInt16(from + i * 2, steps, true);
  }
  view.setUint8(from + 6, Math.round(footYaw / YAW_STEP) & 255);
  const pitch = clamp(Math.round(footPitch / PITCH_STEP) || 0, -63, 63);
  view.setUint8(from + 7, (pitch & 127) | (isLeftFoot ? 128 : 0));
}

const YAW_STEP = (2 * Math.PI) / 256;
const PITCH_STEP = Math.PI / 128;

function readFoot(view: DataView, from: number, out: PersonUpdate): void {
  for (let i = 0; i < 3; i++) out.footPosition[i] = out.jointPoses[i] + view.getInt16(from + i * 2, true) * PLACE_STEP;
  out.footYaw = view.getInt8(from + 6) * YAW_STEP;
  const last = view.getUint8(from + 7);
  out.isLeftFoot = last > 127;
  out.footPitch = ((last << 25) >> 25) * PITCH_STEP;
}

/** A position whose value is no number is 0, one beyond the border is held there. `above`: two bits above each number. */
function writePlace(view: DataView, position: ArrayLike<number>, above: number): void {
  for (let i = 0; i < 3; i++) {
    const steps = clamp(Math.round(position[i] / PLACE_STEP) || 0, -MOST_PLACE, MOST_PLACE) & 0x3fffff;
    view.setUint16(at.place + i * 3, steps & 0xffff, true);
    view.setUint8(at.place + i * 3 + 2, (steps >> 16) | (((above >> (i * 2)) & 3) << 6));
  }
}

const numberOf24 = (bytes: Uint8Array, from: number) => bytes[from] | (bytes[from + 1] << 8) | (bytes[from + 2] << 16);

/** Numbers of 14 bits, one after the other. */
function writeBits(view: DataView, from: number, numbers: readonly number[]): void {
  let [rest, bits, next] = [0, 0, from];
  for (const number of numbers) {
    rest |= number << bits;
    bits += 14;
    for (; bits >= 8; bits -= 8, rest >>>= 8) view.setUint8(next++, rest & 255);
  }
  if (bits > 0) view.setUint8(next, rest & 255);
}

function readBits(view: DataView, from: number, count: number): number[] {
  const numbers: number[] = [];
  let [rest, bits, next] = [0, 0, from];
  while (numbers.length < count) {
    for (; bits < 14; bits += 8) rest |= view.getUint8(next++) << bits;
    numbers.push(rest & 0x3fff);
    rest >>>= 14;
    bits -= 14;
  }
  return numbers;
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
