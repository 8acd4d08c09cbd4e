import type { FeedPacket } from '@leib/tracking';

/** The protocols that arrive as datagrams, through the server's bridge. */
export const feedProtocols = ['dtrack', 'vmc', 'vrchat', 'natnet', 'json'] as const;

export type FeedProtocol = (typeof feedProtocols)[number];

/** Which axis of the tracked room points up. */
export type UpAxis = 'y' | 'z';

/** Bytes of one datagram -> what it says. Some remember: names come seldom, bones come one by one. */
export interface FeedDecoder {
  readonly protocol: FeedProtocol;
  /**
   * Overwrites `out`. False when the bytes are not a packet of this protocol or are damaged; nothing of `out` counts
   * then. Never throws, whatever the bytes are.
   */
  decode(bytes: Uint8Array, out: FeedPacket): boolean;
}
