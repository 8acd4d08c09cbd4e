import { createFeedSender, isKnownSender } from '@leib/tracking';

/**
 * The senders of one feed, told apart by a key (address and port, or the number that the bridge gives them). Each has a
 * value of its own: a decoder, a limit. A sender is heard while no other one is known, or once it is known itself: a
 * single forged packet among those of a known sender changes nothing.
 */
export interface SenderTable<Key, Value> {
  readonly feed: string;
  readonly entries: Map<Key, SenderEntry<Value>>;
  readonly createValue: () => Value;
  /** Called with the value of a sender that is forgotten. */
  readonly onForget: (value: Value) => void;
}

export interface SenderEntry<Value> {
  readonly sender: ReturnType<typeof createFeedSender>;
  readonly value: Value;
}

/** Most senders of one feed. */
const MAX_SENDERS = 16;

export function createSenderTable<Key, Value>(
  feed: string,
  createValue: () => Value,
  onForget: (value: Value) => void = () => {},
): SenderTable<Key, Value> {
  return { feed, entries: new Map(), createValue, onForget };
}

/**
 * The sender of a packet that has just arrived. A new one takes the place of the unknown sender that has been silent
 * longest when the table is full; null when all of them are known.
 */
export function enterSender<Key, Value>(
  table: SenderTable<Key, Value>,
  key: Key,
  nowMs: number,
): SenderEntry<Value> | null {
  const known = table.entries.get(key);
  if (known !== undefined) return known;
  if (table.entries.size >= MAX_SENDERS && !forgetOldest(table, nowMs)) return null;
  const entry = { sender: createFeedSender(table.feed), value: table.createValue() };
  table.entries.set(key, entry);
  return entry;
}

/** Counts a packet that was accepted as one of its protocol. */
export function countSenderPacket({ sender }: SenderEntry<unknown>, nowMs: number): void {
  sender.packets++;
  sender.lastSeenMs = nowMs;
}

/** Whether packets of a sender are used now. */
export function isHeardSender<Key, Value>(
  table: SenderTable<Key, Value>,
  entry: SenderEntry<Value>,
  nowMs: number,
): boolean {
  return isKnownSender(entry.sender, nowMs) || !hasKnownSender(table, nowMs);
}

export function hasKnownSender<Key, Value>(table: SenderTable<Key, Value>, nowMs: number): boolean {
  for (const { sender } of table.entries.values()) if (isKnownSender(sender, nowMs)) return true;
  return false;
}

function forgetOldest<Key, Value>(table: SenderTable<Key, Value>, nowMs: number): boolean {
  let oldest: Key | undefined;
  let lastSeenMs = Number.POSITIVE_INFINITY;
  for (const [key, { sender }] of table.entries) {
    if (sender.lastSeenMs >= lastSeenMs || isKnownSender(sender, nowMs)) continue;
    oldest = key;
    lastSeenMs = sender.lastSeenMs;
  }
  const entry = oldest === undefined ? undefined : table.entries.get(oldest);
  if (oldest === undefined || entry === undefined) return false;
  table.entries.delete(oldest);
  table.onForget(entry.value);
  return true;
}
