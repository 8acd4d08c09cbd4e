import { accept, type Decoded, InputError, type PackedActor, refuse, type StageFrame } from '@leib/core';
import { defaultAngleLayout, PACKED_FACE_SIZE, PACKED_FINGERS_SIZE, packedSize } from '@leib/core/pack';
import { createMessage, HEADER_SIZE, roomKind } from '../room/message.js';
import { displayLimits } from './sceneMessage.js';

/** Numbers of 16 bits of one actor's body: root position and 46 angles (packAngles). */
const BODY_SIZE = packedSize(defaultAngleLayout.dofs.length);
/** Bytes of one actor in a frame: its number and its body. */
export const AGENT_BYTES = 2 + BODY_SIZE * 2;

/** What may follow of an actor besides its body: the kind of stream on the wire, and how many numbers it has. */
const streams = [
  { name: 'fingers', kind: 1, size: PACKED_FINGERS_SIZE },
  { name: 'face', kind: 2, size: PACKED_FACE_SIZE },
] as const;

/** A tracked head in the room. */
export interface DisplayViewer {
  /** Position, then rotation x y z w: 7 numbers. */
  readonly pose: Float64Array;
  /** False: the pose is the last known one. */
  readonly isTracked: boolean;
}

/**
 * What walls draw of a stage's frame, and who looks. The server gives it its number. An actor's id is the number of an agent of
 * the scene, as text; its kind does not cross the wire: it arrives as 'remote'.
 */
export interface DisplayFrame extends Pick<StageFrame, 'number' | 'seconds' | 'actors'> {
  /** In the order of the scene's viewers. */
  readonly viewers: readonly DisplayViewer[];
}

/** Number (uint32), time (float64), counts of agents (uint16), viewers (uint8), a zero byte, streams (uint16), two zero bytes. */
const FRAME_HEADER = HEADER_SIZE + 20;
/** Seven float32, whether it is tracked, three zero bytes. */
const VIEWER_BYTES = 32;
/** Agent (uint16), kind (uint8), count of numbers (uint8). */
const STREAM_HEADER = 4;

/** Bytes of a frame as it is sent. */
export function frameBytes(actors: readonly PackedActor[], viewerCount: number): number {
  let bytes = FRAME_HEADER + viewerCount * VIEWER_BYTES + actors.length * AGENT_BYTES;
  for (const actor of actors) {
    for (const { name } of streams) bytes += actor[name] === null ? 0 : STREAM_HEADER + actor[name].byteLength;
  }
  return bytes;
}

const at = { number: 4, time: 8, agents: 16, viewers: 18, streams: 20 } as const;

export function encodeFrame({ number, seconds, viewers, actors }: DisplayFrame): Uint8Array<ArrayBuffer> {
  const message = createMessage(roomKind.frame, frameBytes(actors, viewers.length) - HEADER_SIZE);
  const view = new DataView(message.buffer);
  const numbers = actors.map(numberOfActor);
  view.setUint32(at.number, number, true);
  view.setFloat64(at.time, seconds, true);
  view.setUint16(at.agents, actors.length, true);
  view.setUint8(at.viewers, viewers.length);
  let offset = FRAME_HEADER;
  for (const { pose, isTracked } of viewers) {
    for (let i = 0; i < 7; i++) view.setFloat32(offset + i * 4, pose[i], true);
    view.setUint8(offset + 28, isTracked ? 1 : 0);
    offset += VIEWER_BYTES;
  }
  for (const [index, { body }] of actors.entries()) {
    view.setUint16(offset, numbers[index], true);
    writeValues(view, offset + 2, body);
    offset += AGENT_BYTES;
  }
  let streamCount = 0;
  for (const [index, actor] of actors.entries()) {
    for (const { name, kind } of streams) {
      const values = actor[name];
      if (values === null) continue;
      view.setUint16(offset, numbers[index], true);
      view.setUint8(offset + 2, kind);
      view.setUint8(offset + 3, values.length);
      writeValues(view, offset + STREAM_HEADER, values);
      offset += STREAM_HEADER + values.byteLength;
      streamCount++;
    }
  }
  view.setUint16(at.streams, streamCount, true);
  return message;
}

function numberOfActor({ id }: PackedActor, index: number): number {
  const number = Number(id);
  if (String(number) === id && Number.isInteger(number) && number >= 0 && number <= 0xffff) return number;
  throw new InputError(`frame, actors[${index}].id`, `expected the number of an agent, "0" to "65535", got "${id}"`);
}

function writeValues(view: DataView, offset: number, values: Int16Array): void {
  for (let i = 0; i < values.length; i++) view.setInt16(offset + i * 2, values[i], true);
}

function readValues(view: DataView, offset: number, out: Int16Array): Int16Array {
  for (let i = 0; i < out.length; i++) out[i] = view.getInt16(offset + i * 2, true);
  return out;
}

/** Gives an encoded frame the server's number. */
export function setFrameNumber(bytes: Uint8Array<ArrayBuffer>, number: number): void {
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at.number, number, true);
}

/** A frame from outside, or why it is refused. Sizes are checked before anything is allocated. */
export function decodeFrame(bytes: Uint8Array): Decoded<DisplayFrame> {
  if (bytes.length < FRAME_HEADER) {
    return refuse('frame', `expected at least ${FRAME_HEADER} bytes, got ${bytes.length}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const number = view.getUint32(at.number, true);
  const seconds = view.getFloat64(at.time, true);
  const agentCount = view.getUint16(at.agents, true);
  const viewerCount = view.getUint8(at.viewers);
  const streamCount = view.getUint16(at.streams, true);
  if (!Number.isFinite(seconds)) return refuse('frame, time', `expected a finite number, got ${seconds}`);
  for (const [name, count, most] of [
    ['agents', agentCount, displayLimits.agents],
    ['viewers', viewerCount, displayLimits.viewers],
    ['streams', streamCount, displayLimits.streams],
  ] as const) {
    if (count > most) return refuse(`frame, ${name}`, `expected at most ${most}, got ${count}`);
  }
  const agentsAt = FRAME_HEADER + viewerCount * VIEWER_BYTES;
  const streamsAt = agentsAt + agentCount * AGENT_BYTES;
  if (bytes.length < streamsAt || (streamCount === 0 && bytes.length > streamsAt)) {
    return refuse('frame', `expected ${streamsAt} bytes for its agents and viewers, got ${bytes.length}`);
  }
  const viewers = readViewers(view, viewerCount);
  if (!viewers.ok) return viewers;
  const actors = readActors(view, agentsAt, agentCount);
  if (!actors.ok) return actors;
  const problem = readStreams(view, streamsAt, streamCount, actors.value);
  return problem ?? accept({ number, seconds, viewers: viewers.value, actors: [...actors.value.values()] });
}

function readViewers(view: DataView, count: number): Decoded<DisplayViewer[]> {
  const viewers: DisplayViewer[] = [];
  for (let index = 0; index < count; index++) {
    const offset = FRAME_HEADER + index * VIEWER_BYTES;
    const pose = new Float64Array(7);
    for (let i = 0; i < 7; i++) {
      pose[i] = view.getFloat32(offset + i * 4, true);
      if (!(Math.abs(pose[i]) <= displayLimits.metres)) {
        return refuse(
          `frame, viewers[${index}][${i}]`,
          `expected a number within ${displayLimits.metres}, got ${pose[i]}`,
        );
      }
    }
    const length = Math.hypot(pose[3], pose[4], pose[5], pose[6]);
    if (length < 0.001) return refuse(`frame, viewers[${index}]`, `expected a rotation, got length ${length}`);
    for (let i = 3; i < 7; i++) pose[i] /= length;
    viewers.push({ pose, isTracked: view.getUint8(offset + 28) === 1 });
  }
  return accept(viewers);
}

/** An actor whose streams are still to come. */
type GrowingActor = { -readonly [K in keyof PackedActor]: PackedActor[K] };

function readActors(view: DataView, from: number, count: number): Decoded<Map<number, GrowingActor>> {
  const actors = new Map<number, GrowingActor>();
  for (let index = 0; index < count; index++) {
    const offset = from + index * AGENT_BYTES;
    const number = view.getUint16(offset, true);
    if (actors.has(number)) {
      const first = [...actors.keys()].indexOf(number);
      return refuse(`frame, agents[${index}]`, `expected an id of its own, got ${number} as agents[${first}]`);
    }
    const body = readValues(view, offset + 2, new Int16Array(BODY_SIZE));
    actors.set(number, { id: String(number), kind: 'remote', body, fingers: null, face: null });
  }
  return accept(actors);
}

/** Gives each actor its streams; the refusal where they are not as they should be. */
function readStreams(
  view: DataView,
  from: number,
  count: number,
  actors: ReadonlyMap<number, GrowingActor>,
): Decoded<never> | null {
  let offset = from;
  for (let index = 0; index < count; index++) {
    const where = `frame, streams[${index}]`;
    if (offset + STREAM_HEADER > view.byteLength) return refuse(where, `expected more bytes, got ${view.byteLength}`);
    const number = view.getUint16(offset, true);
    const kind = view.getUint8(offset + 2);
    const valueCount = view.getUint8(offset + 3);
    const stream = streams.find((each) => each.kind === kind);
    if (stream === undefined) return refuse(where, `expected kind 1 (fingers) or 2 (face), got kind ${kind}`);
    const { name, size } = stream;
    if (valueCount !== size) return refuse(where, `expected ${size} numbers of ${name}, got ${valueCount}`);
    const end = offset + STREAM_HEADER + size * 2;
    if (end > view.byteLength) return refuse(where, `expected bytes up to ${end}, got ${view.byteLength}`);
    const actor = actors.get(number);
    if (actor === undefined) return refuse(where, `expected an agent of the frame, got ${number}`);
    if (actor[name] !== null) return refuse(where, `expected ${name} of agent ${number} once, got them again`);
    actor[name] = readValues(view, offset + STREAM_HEADER, new Int16Array(size));
    offset = end;
  }
  return count > 0 && offset !== view.byteLength
    ? refuse('frame', `expected ${offset} bytes, got ${view.byteLength}`)
    : null;
}
