/** One sender of a feed. Feeds that arrive by UDP can have several: programs, or a stranger who pretends to be one. */
export interface FeedSender {
  /** Feed that it sends to: "dtrack:5000". */
  readonly feed: string;
  /** Ids of its devices by key, as they were joined for earlier packets. Cleared when it is full. */
  readonly ids: Map<string, string>;
  /** Packets that could be decoded. */
  packets: number;
  lastSeenMs: number;
  /** Devices that belong to it. Written by the device table. */
  deviceCount: number;
}

/** A sender is known from this many packets on. */
const KNOWN_PACKETS = 5;
/** A sender that is silent for this long is no longer known: it was stopped, and another may take its place. */
const SILENCE_MS = 1000;

export function createFeedSender(feed: string): FeedSender {
  return { feed, ids: new Map(), packets: 0, lastSeenMs: Number.NEGATIVE_INFINITY, deviceCount: 0 };
}

/** Whether a sender has sent several packets, the last of them a moment ago. */
export function isKnownSender(
  { packets, lastSeenMs }: Pick<FeedSender, 'packets' | 'lastSeenMs'>,
  nowMs: number,
): boolean {
  return packets >= KNOWN_PACKETS && nowMs - lastSeenMs < SILENCE_MS;
}
