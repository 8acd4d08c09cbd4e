import { accept, type Decoded, refuse } from '@leib/core';
import { createMessage, decodeJsonMessage, encodeJson, HEADER_SIZE, roomKind } from '@leib/net';
import * as v from 'valibot';
import { feedProtocols } from '../protocol/feedDecoder.js';

/** What goes over a connection to a server that wants its feeds; packages/net/SPEC.md has the format. */

/** Bytes before a datagram in a message to the page. */
export const BRIDGE_HEADER_SIZE = 24;
/** The largest payload that UDP over IPv4 carries. */
export const MAX_DATAGRAM_SIZE = 65_507;

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

/** The header's third byte is the feed's number. setBridgeDropped() completes the message for each page. */
export function encodeBridgeDatagram(
  feedIndex: number,
  sequence: number,
  receivedMs: number,
  payload: Uint8Array,
  sender = 0,
): Uint8Array<ArrayBuffer> {
  const bytes = createMessage(roomKind.datagram, BRIDGE_HEADER_SIZE - HEADER_SIZE + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(2, feedIndex);
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

/** False when the message is no datagram. */
export function decodeBridgeDatagram(bytes: Uint8Array<ArrayBuffer>, out: BridgeDatagram): boolean {
  if (bytes.length < BRIDGE_HEADER_SIZE) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  out.feedIndex = view.getUint8(2);
  out.sequence = view.getUint32(4, true);
  out.receivedMs = view.getFloat64(8, true);
  out.dropped = view.getUint32(16, true);
  out.sender = view.getUint32(20, true);
  out.payload = bytes.subarray(BRIDGE_HEADER_SIZE);
  return Number.isFinite(out.receivedMs);
}

/** A datagram for the server to send to one of its outputs, whose number is the header's third byte. */
export function encodeBridgeOutput(outputIndex: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = createMessage(roomKind.output, payload.length);
  bytes[2] = outputIndex;
  bytes.set(payload, HEADER_SIZE);
  return bytes;
}

export function decodeBridgeOutput(bytes: Uint8Array): Decoded<{ outputIndex: number; payload: Uint8Array }> {
  const size = bytes.length - HEADER_SIZE;
  if (size < 1 || size > MAX_DATAGRAM_SIZE) {
    return refuse('output', `expected 1 to ${MAX_DATAGRAM_SIZE} bytes, got ${size}`);
  }
  return accept({ outputIndex: bytes[2], payload: bytes.subarray(HEADER_SIZE) });
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

const feedListSchema = v.object({ feeds: v.array(feedSchema), outputs: v.array(outputSchema) });

/** A feed of the server: protocol, the address and port that it listens on, the up axis of its room. */
export type BridgeFeed = Readonly<v.InferOutput<typeof feedSchema>>;

/** A destination that the server may send datagrams to. */
export type BridgeOutput = Readonly<v.InferOutput<typeof outputSchema>>;

/** First message to the page. Other messages name feeds and outputs by their indices in these lists. */
export interface BridgeFeedList {
  readonly feeds: readonly BridgeFeed[];
  readonly outputs: readonly BridgeOutput[];
}

export function encodeFeedList(list: BridgeFeedList): Uint8Array<ArrayBuffer> {
  return encodeJson(roomKind.feeds, list);
}

export function decodeFeedList(bytes: Uint8Array): Decoded<BridgeFeedList> {
  return decodeJsonMessage(bytes, feedListSchema, 'feeds');
}
