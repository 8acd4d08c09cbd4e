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
