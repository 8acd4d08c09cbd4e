import type { FeedPacket } from '@leib/tracking';

/** The protocols that arrive as datagrams, through the server's bridge. */
export const feedProtocols = ['dtrack', 'vmc', 'vrchat', 'natnet', 'json'] as const;

export type FeedProtocol = (typeof feedProtocols)[number];

/** The axis of the tracked room that points up. */
export type UpAxis = 'y' | 'z';

/** Decodes datagrams of one sender. Some decoders keep state: names and bones come in separate datagrams. */
export interface FeedDecoder {
  readonly protocol: FeedProtocol;
  /**
   * Overwrites `out`. False when the bytes are damaged or not a packet of this protocol; `out` is invalid then. Never
   * throws.
   */
  decode(bytes: Uint8Array, out: FeedPacket): boolean;
}

/**
 * Converts a pose of a room with Z up to Y up, in place: x stays, z becomes y, y becomes -z. The axes of the device are
 * renamed in the same way, so that an identity rotation stays one.
 */
export function turnUpright(pose: Float64Array, up: UpAxis): void {
  if (up === 'y') return;
  const py = pose[1];
  pose[1] = pose[2];
  pose[2] = -py;
  const qy = pose[4];
  pose[4] = pose[5];
  pose[5] = -qy;
}

/** Texts with a number, kept so that they are not joined for every frame: 3 -> "body/3". */
export interface KeyCache {
  readonly prefix: string;
  readonly keys: Map<number, string>;
}

/** Numbers come from outside: with more than this the cache starts again. */
const MAX_KEYS = 1024;

export function createKeyCache(prefix: string): KeyCache {
  return { prefix, keys: new Map() };
}

export function keyOf({ prefix, keys }: KeyCache, number: number): string {
  const known = keys.get(number);
  if (known !== undefined) return known;
  if (keys.size >= MAX_KEYS) keys.clear();
  const key = `${prefix}${number}`;
  keys.set(number, key);
  return key;
}
