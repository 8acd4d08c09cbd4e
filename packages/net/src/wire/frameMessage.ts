import { accept, type Decoded, refuse } from '@leib/core';
import { createMessage, HEADER_SIZE, roomKind } from '../room/message.js';
import { displayLimits } from './displayLimits.js';

/** Numbers of 16 bits of one agent: root position and 46 angles (packAngles). */
export const AGENT_VALUES = 3 + 46;
/** Bytes of one agent in a frame: its id and its numbers. */
export const AGENT_BYTES = 2 + AGENT_VALUES * 2;

/** Streams beside the body's angles. Shaders of their own take them. */
export const streamKind = { fingers: 1, face: 2 } as const;
export type StreamKind = (typeof streamKind)[keyof typeof streamKind];

/** A tracked head in the room. */
export interface DisplayViewer {
  /** Position, then rotation x y z w: 7 numbers. */
  readonly pose: Float64Array;
  /** False: the pose is the last known one. */
  readonly isTracked: boolean;
}

export interface DisplayStream {
  readonly agentId: number;
  readonly kind: StreamKind;
  readonly values: Int16Array;
}

/** All that walls need to draw one moment. A frame is complete: it depends on no other frame. */
export interface DisplayFrame {
  /** Given by the server, rises by 1 or more from frame to frame. */
  readonly number: number;
  /** Of the simulation's clock, seconds. */
  readonly timeSeconds: number;
  /** In the order of the scene's viewers. */
  readonly viewers: readonly DisplayViewer[];
  readonly agentIds: Uint16Array;
  /** AGENT_VALUES numbers of each agent, in the order of agentIds. */
  readonly packed: Int16Array;
  readonly streams: readonly DisplayStream[];
}

/** Number (uint32), time (float64), counts of agents (uint16), viewers (uint8), a zero byte, streams (uint16), two zero bytes. */
const FRAME_HEADER = HEADER_SIZE + 20;
/** Seven float32, whether it is tracked, three zero bytes. */
const VIEWER_BYTES = 32;
/** Agent (uint16), kind (uint8), count of numbers (uint8). */
const STREAM_HEADER = 4;

/** What a frame is made of, for its size. */
export interface FrameCounts {
  readonly agents: number;
  readonly viewers: number;
  /** Numbers in each stream of each agent. */
  readonly streamSizes: readonly number[];
}

/** Bytes of a frame as it is sent. */
export function frameBytes({ agents, viewers, streamSizes }: FrameCounts): number {
  const streamBytes = streamSizes.reduce((sum, size) => sum + STREAM_HEADER + size * 2, 0);
  return FRAME_HEADER + viewers * VIEWER_BYTES + agents * AGENT_BYTES + streamBytes;
}

const at = { number: 4, time: 8, agents: 16, viewers: 18, streams: 20 } as const;

export function encodeFrame(frame: DisplayFrame): Uint8Array<ArrayBuffer> {
  const { number, timeSeconds, viewers, agentIds, packed, streams } = frame;
  const size = frameBytes({
    agents: agentIds.length,
    viewers: viewers.length,
    streamSizes: streams.map(({ values }) => values.length),
  });
  const message = createMessage(roomKind.frame, size - HEADER_SIZE);
  const view = new DataView(message.buffer);
  view.setUint32(at.number, number, true);
  view.setFloat64(at.time, timeSeconds, true);
  view.setUint16(at.agents, agentIds.length, true);
  view.setUint8(at.viewers, viewers.length);
  view.setUint16(at.streams, streams.length, true);
  let offset = FRAME_HEADER;
  for (const { pose, isTracked } of viewers) {
    for (let i = 0; i < 7; i++) view.setFloat32(offset + i * 4, pose[i], true);
    view.setUint8(offset + 28, isTracked ? 1 : 0);
    offset += VIEWER_BYTES;
  }
  for (let agent = 0; agent < agentIds.length; agent++) {
    view.setUint16(offset, agentIds[agent], true);
    writeValues(view, offset + 2, packed, agent * AGENT_VALUES, AGENT_VALUES);
    offset += AGENT_BYTES;
  }
  for (const { agentId, kind, values } of streams) {
    view.setUint16(offset, agentId, true);
    view.setUint8(offset + 2, kind);
    view.setUint8(offset + 3, values.length);
    writeValues(view, offset + STREAM_HEADER, values, 0, values.length);
    offset += STREAM_HEADER + values.length * 2;
  }
  return message;
}

function writeValues(view: DataView, offset: number, values: Int16Array, first: number, count: number): void {
  for (let i = 0; i < count; i++) view.setInt16(offset + i * 2, values[first + i], true);
}

function readValues(view: DataView, offset: number, out: Int16Array, first: number, count: number): void {
  for (let i = 0; i < count; i++) out[first + i] = view.getInt16(offset + i * 2, true);
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
  const timeSeconds = view.getFloat64(at.time, true);
  const agentCount = view.getUint16(at.agents, true);
  const viewerCount = view.getUint8(at.viewers);
  const streamCount = view.getUint16(at.streams, true);
  if (!Number.isFinite(timeSeconds)) return refuse('frame, time', `expected a finite number, got ${timeSeconds}`);
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
  const agents = readAgents(view, agentsAt, agentCount);
  if (!agents.ok) return agents;
  const streams = readStreams(view, streamsAt, streamCount);
  if (!streams.ok) return streams;
  return accept({ number, timeSeconds, viewers: viewers.value, ...agents.value, streams: streams.value });
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

function readAgents(
  view: DataView,
  from: number,
  count: number,
): Decoded<{ agentIds: Uint16Array; packed: Int16Array }> {
  const agentIds = new Uint16Array(count);
  const packed = new Int16Array(count * AGENT_VALUES);
  for (let agent = 0; agent < count; agent++) {
    const offset = from + agent * AGENT_BYTES;
    const id = view.getUint16(offset, true);
    const first = agentIds.subarray(0, agent).indexOf(id);
    if (first >= 0)
      return refuse(`frame, agents[${agent}]`, `expected an id of its own, got ${id} as agents[${first}]`);
    agentIds[agent] = id;
    readValues(view, offset + 2, packed, agent * AGENT_VALUES, AGENT_VALUES);
  }
  return accept({ agentIds, packed });
}

function readStreams(view: DataView, from: number, count: number): Decoded<DisplayStream[]> {
  const streams: DisplayStream[] = [];
  let offset = from;
  for (let index = 0; index < count; index++) {
    const where = `frame, streams[${index}]`;
    if (offset + STREAM_HEADER > view.byteLength) return refuse(where, `expected more bytes, got ${view.byteLength}`);
    const kind = view.getUint8(offset + 2);
    const valueCount = view.getUint8(offset + 3);
    if (kind !== streamKind.fingers && kind !== streamKind.face) {
      return refuse(where, `expected kind 1 (fingers) or 2 (face), got kind ${kind}`);
    }
    const end = offset + STREAM_HEADER + valueCount * 2;
    if (valueCount > displayLimits.streamValues || end > view.byteLength) {
      return refuse(where, `expected ${valueCount} numbers up to byte ${end}, got ${view.byteLength} bytes`);
    }
    const values = new Int16Array(valueCount);
    readValues(view, offset + STREAM_HEADER, values, 0, valueCount);
    streams.push({ agentId: view.getUint16(offset, true), kind, values });
    offset = end;
  }
  if (count > 0 && offset !== view.byteLength) {
    return refuse('frame', `expected ${offset} bytes, got ${view.byteLength}`);
  }
  return accept(streams);
}
