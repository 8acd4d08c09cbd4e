import { accept, type Decoded, decodeJson, refuse, type Schema } from '@leib/core';
import type { InferOutput } from 'valibot';

export const DISPLAYS_VERSION = 1;

/** Path of the WebSocket on a server. */
export const DISPLAYS_PATH = '/api/displays';

/** Kinds of messages: the first byte. SPEC.md lists what follows. */
export const displayKind = {
  scene: 1,
  mesh: 2,
  frame: 3,
  ready: 4,
  shown: 5,
  show: 6,
  walls: 7,
  status: 8,
  problem: 9,
} as const;
export type DisplayKind = (typeof displayKind)[keyof typeof displayKind];

/** Kind, version, two bytes that are 0. Little-endian, like everything after it. */
export const HEADER_SIZE = 4;

/** What one connection may carry. */
export const displayLimits = {
  agents: 256,
  kinds: 16,
  viewers: 8,
  /** Streams beside the body's angles in one frame, and numbers in one of them. */
  streams: 512,
  streamValues: 128,
  /** A server has to hold two of this size while it takes one. */
  meshBytes: 16 * 1024 * 1024,
  jsonBytes: 256 * 1024,
  /** Largest coordinate, metres. */
  metres: 1000,
} as const;

/** Roles of a connection, `?role=`. */
export const displayRoles = ['simulation', 'display', 'watcher'] as const;
export type DisplayRole = (typeof displayRoles)[number];

/** Address of the displays on the server of a page: `wall` for a display. */
export function displaysUrl(pageUrl: string, role: DisplayRole, wall?: string): string {
  const url = new URL(DISPLAYS_PATH, pageUrl);
  url.protocol = url.protocol === 'https:' || url.protocol === 'wss:' ? 'wss:' : 'ws:';
  url.searchParams.set('role', role);
  if (wall !== undefined) url.searchParams.set('wall', wall);
  return url.href;
}

export function createMessage(kind: DisplayKind, payloadSize: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_SIZE + payloadSize);
  bytes[0] = kind;
  bytes[1] = DISPLAYS_VERSION;
  return bytes;
}

/** The kind of a message whose version is ours. */
export function readKind(bytes: Uint8Array): Decoded<number> {
  if (bytes.length < HEADER_SIZE) {
    return refuse('message', `expected at least ${HEADER_SIZE} bytes, got ${bytes.length}`);
  }
  if (bytes[1] !== DISPLAYS_VERSION) {
    return refuse('message', `expected version ${DISPLAYS_VERSION}, got version ${bytes[1]}; reload the page`);
  }
  return accept(bytes[0]);
}

export function encodeJson(kind: DisplayKind, value: object): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const message = createMessage(kind, text.length);
  message.set(text, HEADER_SIZE);
  return message;
}

/** The JSON of a message, checked; `where` names the message in errors. */
export function decodeJsonMessage<S extends Schema>(
  bytes: Uint8Array,
  schema: S,
  where: string,
): Decoded<InferOutput<S>> {
  const size = bytes.length - HEADER_SIZE;
  if (size > displayLimits.jsonBytes) {
    return refuse(where, `expected at most ${displayLimits.jsonBytes} bytes, got ${size}`);
  }
  const decoded = decodeJson(new TextDecoder().decode(bytes.subarray(HEADER_SIZE)), schema);
  if (decoded.ok) return decoded;
  return refuse(decoded.path === '' ? where : `${where}, ${decoded.path}`, decoded.reason);
}
