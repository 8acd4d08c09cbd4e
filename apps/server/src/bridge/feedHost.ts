import type { BridgeFeed } from '@leib/feeds';
import type { FeedSpec } from './udpFeed.js';

/** Where the UDP sockets of the feeds are: in a thread of their own, or in this one. */
export interface FeedHost {
  readonly feeds: readonly BridgeFeed[];
  /** How many pages listen. Without any, datagrams are only counted. */
  setPageCount(count: number): void;
  /** Resolves when the ports are free. */
  close(): Promise<void>;
}

/** Sends datagrams to the pages, oldest first. */
export type HandOn = (messages: readonly Uint8Array<ArrayBuffer>[]) => void;

/** What the thread of the feeds starts with. */
export interface FeedThreadData {
  readonly specs: readonly FeedSpec[];
}

/** To the thread: how many pages listen, or that the last datagrams were handed on and how long that took. */
export type FeedRequest = { readonly pageCount: number } | { readonly workMs: number };

/** From the thread: first its feeds, then datagrams, the next ones only after the answer to the last. */
export type FeedAnswer =
  | { readonly feeds: readonly BridgeFeed[] }
  | { readonly messages: readonly Uint8Array<ArrayBuffer>[] };
