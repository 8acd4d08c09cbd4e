import { decodeJson } from '@leib/core';
import * as v from 'valibot';
import { feedProtocols } from '../protocol/feedDecoder.js';

/** Messages between page and server on the bridge; docs/feeds.md describes the format. */

export const BRIDGE_VERSION = 2;
/** Path of the bridge on the studio's server. */
export const BRIDGE_PATH = '/api/feeds';
/** Bytes before a datagram in a message to the page. */
export const BRIDGE_HEADER_SIZE = 24;
/** Bytes before a datagram in a message to the server. */
export const BRIDGE_OUTPUT_HEADER_SIZE = 4;
/** The largest payload that UDP over IPv4 carries. */
export const MAX_DATAGRAM_SIZE = 65_507;

/** "LB", little-endian. */
const MAGIC = 0x424c;

/** A datagram that the server received. */
export interface BridgeDatagram {
  feedIndex: number;
  /** Counts the datagrams of this feed, modulo 2^32. */
  sequence: number;
  /** When the server received it, milliseconds on the server's clock. */
  receivedMs: number;
  /** Datagrams since the connection that were not sent to this page because it was too slow. */
  dropped: number;
  /** Number of the sender: the same for datagrams of one address and port, another for every other. */
  sender: number;
  payload: Uint8Array;
}

/** Header and payload of one datagram; setBridgeDropped() completes it for each page. */
export function encodeBridgeDatagram(
  feedIndex: number,
  sequence: number,
  receivedMs: number,
  payload: Uint8Array,
  sender = 0,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BRIDGE_HEADER_SIZE + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, MAGIC, true);
  view.setUint8(2, BRIDGE_VERSION);
  view.setUint8(3, feedIndex);
  view.setUint32(4, sequence >>> 0, true);
  view.setFloat64(8, receivedMs, true);
  view.setUint32(20, sender >>> 0, true);
  bytes.set(payload, BRIDGE_HEADER_SIZE);
  return bytes;
}

/** Writes the count of dropped datagrams, the only field that differs between pages. */
export function setBridgeDropped(bytes: Uint8Array<ArrayBuffer>, dropped: number): void {
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(16, dropped >>> 0, true);
}

/** False when the bytes are not a bridge datagram. */
export function decodeBridgeDatagram(bytes: ArrayBuffer, out: BridgeDatagram): boolean {
  if (bytes.byteLength < BRIDGE_HEADER_SIZE) return false;
  const view = new DataView(bytes);
  if (view.getUint16(0, true) !== MAGIC || view.getUint8(2) !== BRIDGE_VERSION) return false;
  out.feedIndex = view.getUint8(3);
  out.sequence = view.getUint32(4, true);
  out.receivedMs = view.getFloat64(8, true);
  out.dropped = view.getUint32(16, true);
  out.sender = view.getUint32(20, true);
  out.payload = new Uint8Array(bytes, BRIDGE_HEADER_SIZE);
  return Number.isFinite(out.receivedMs);
}

/** A datagram for the server to send to one of its outputs. */
export function encodeBridgeOutput(outputIndex: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BRIDGE_OUTPUT_HEADER_SIZE + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, MAGIC, true);
  view.setUint8(2, BRIDGE_VERSION);
  view.setUint8(3, outputIndex);
  bytes.set(payload, BRIDGE_OUTPUT_HEADER_SIZE);
  return bytes;
}

export function decodeBridgeOutput(bytes: Uint8Array): { outputIndex: number; payload: Uint8Array } | null {
  if (bytes.length <= BRIDGE_OUTPUT_HEADER_SIZE || bytes.length > BRIDGE_OUTPUT_HEADER_SIZE + MAX_DATAGRAM_SIZE) {
    return null;
  }
  if ((bytes[0] | (bytes[1] << 8)) !== MAGIC || bytes[2] !== BRIDGE_VERSION) return null;
  return { outputIndex: bytes[3], payload: bytes.subarray(BRIDGE_OUTPUT_HEADER_SIZE) };
}

const endpointEntries = {
  protocol: v.picklist(feedProtocols),
  address: v.string(),
  port: v.number(),
};

const feedSchema = v.object({
  ...endpointEntries,
  up: v.picklist(['y', 'z']),
  /** Why the server does not listen, in one sentence; null when it does. */
  problem: v.nullable(v.string()),
});

const outputSchema = v.object(endpointEntries);

const helloSchema = v.object({
  type: v.literal('hello'),
  version: v.literal(BRIDGE_VERSION),
  feeds: v.array(feedSchema),
  outputs: v.array(outputSchema),
});

const pingSchema = v.object({ type: v.literal('ping'), t0: v.number() });

const pongSchema = v.object({ type: v.literal('pong'), t0: v.number(), t1: v.number(), t2: v.number() });

/** A feed of the server: protocol, the address and port that it listens on, the up axis of its room. */
export type BridgeFeed = Readonly<v.InferOutput<typeof feedSchema>>;

/** A destination that the server may send datagrams to. */
export type BridgeOutput = Readonly<v.InferOutput<typeof outputSchema>>;

/** First message to the page. Other messages name feeds and outputs by their indices in these lists. */
export interface BridgeHello {
  readonly type: 'hello';
  readonly version: typeof BRIDGE_VERSION;
  readonly feeds: readonly BridgeFeed[];
  readonly outputs: readonly BridgeOutput[];
}

/** The page asks for the server's time; t0 is the page's clock, milliseconds. */
export type BridgePing = Readonly<v.InferOutput<typeof pingSchema>>;

/** The answer to a ping: received at t1 and answered at t2 on the server's clock, milliseconds. */
export type BridgePong = Readonly<v.InferOutput<typeof pongSchema>>;

const serverTextSchema = v.variant('type', [helloSchema, pongSchema]);

/** A text message of the server; null when it is unknown or damaged. */
export function readBridgeText(text: string): BridgeHello | BridgePong | null {
  const message = decodeJson(text, serverTextSchema);
  return message.ok ? message.value : null;
}

/** A text message of a page; null when it is unknown or damaged. */
export function readBridgePing(text: string): BridgePing | null {
  const message = decodeJson(text, pingSchema);
  return message.ok ? message.value : null;
}
