import { type FeedProtocol, feedProtocols, type UpAxis } from '../protocol/feedDecoder.js';

/** What page and server say to each other on the bridge; docs/feeds.md describes it for others. */

export const BRIDGE_VERSION = 1;
/** Where the bridge is, on the server that the page came from. */
export const BRIDGE_PATH = '/api/feeds';
/** Bytes before a datagram in a message to the page. */
export const BRIDGE_HEADER_SIZE = 20;
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
  /** How many datagrams this page was not sent because it was too slow, since it connected. */
  dropped: number;
  payload: Uint8Array;
}

/** `bytes` has the header's length and the payload's after it. */
export function encodeBridgeDatagram(
  feedIndex: number,
  sequence: number,
  receivedMs: number,
  payload: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BRIDGE_HEADER_SIZE + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, MAGIC, true);
  view.setUint8(2, BRIDGE_VERSION);
  view.setUint8(3, feedIndex);
  view.setUint32(4, sequence >>> 0, true);
  view.setFloat64(8, receivedMs, true);
  bytes.set(payload, BRIDGE_HEADER_SIZE);
  return bytes;
}

/** The one thing about a datagram that differs between pages, written just before it is sent. */
export function setBridgeDropped(bytes: Uint8Array<ArrayBuffer>, dropped: number): void {
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(16, dropped >>> 0, true);
}

/** False when the bytes are no such message. */
export function decodeBridgeDatagram(bytes: ArrayBuffer, out: BridgeDatagram): boolean {
  if (bytes.byteLength < BRIDGE_HEADER_SIZE) return false;
  const view = new DataView(bytes);
  if (view.getUint16(0, true) !== MAGIC || view.getUint8(2) !== BRIDGE_VERSION) return false;
  out.feedIndex = view.getUint8(3);
  out.sequence = view.getUint32(4, true);
  out.receivedMs = view.getFloat64(8, true);
  out.dropped = view.getUint32(16, true);
  out.payload = new Uint8Array(bytes, BRIDGE_HEADER_SIZE);
  return Number.isFinite(out.receivedMs);
}

/** A datagram for the server to send to where its user told it to. */
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

/** A feed as the server offers it. */
export interface BridgeFeed {
  readonly protocol: FeedProtocol;
  /** Address and port that the server listens on. */
  readonly address: string;
  readonly port: number;
  readonly up: UpAxis;
  /** Why it does not listen, in one sentence; null when it does. */
  readonly problem: string | null;
}

/** Where the server may send to. */
export interface BridgeOutput {
  readonly protocol: FeedProtocol;
  readonly address: string;
  readonly port: number;
}

/** First message to the page: feeds and outputs; their places in the lists are the indices in messages. */
export interface BridgeHello {
  readonly type: 'hello';
  readonly version: number;
  readonly feeds: readonly BridgeFeed[];
  readonly outputs: readonly BridgeOutput[];
}

/** The page asks for the time: t0 is its clock, milliseconds. */
export interface BridgePing {
  readonly type: 'ping';
  readonly t0: number;
}

/** The answer: when the question came and when the answer left, on the server's clock. */
export interface BridgePong {
  readonly type: 'pong';
  readonly t0: number;
  readonly t1: number;
  readonly t2: number;
}

/** What the server says in text; null when it is nothing that we know. */
export function readBridgeText(text: string): BridgeHello | BridgePong | null {
  const message = parseObject(text);
  if (message === null) return null;
  if (message.type === 'pong') {
    const { t0, t1, t2 } = message;
    return [t0, t1, t2].every((time) => typeof time === 'number') ? (message as unknown as BridgePong) : null;
  }
  if (message.type !== 'hello' || message.version !== BRIDGE_VERSION) return null;
  const { feeds, outputs } = message;
  if (!Array.isArray(feeds) || !Array.isArray(outputs)) return null;
  if (![...feeds, ...outputs].every(isEndpoint)) return null;
  return message as unknown as BridgeHello;
}

/** What a page says in text; null when it is nothing that we know. */
export function readBridgePing(text: string): BridgePing | null {
  const message = parseObject(text);
  return message?.type === 'ping' && typeof message.t0 === 'number' ? (message as unknown as BridgePing) : null;
}

function isEndpoint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { protocol, port } = value as Record<string, unknown>;
  return (feedProtocols as readonly unknown[]).includes(protocol) && typeof port === 'number';
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
