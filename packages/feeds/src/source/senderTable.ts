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
  /** Machine of a sender, where keys say it: one machine does not keep all places. */
  readonly machineOf: ((key: Key) => string) | null;
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
  machineOf: SenderTable<Key, Value>['machineOf'] = null,
): SenderTable<Key, Value> {
  return { feed, entries: new Map(), createValue, onForget, machineOf };
}

/**
 * The sender of a packet that has just arrived. A new one takes the place of the unknown sender that has been silent
 * longest when the table is full, or else that of the last one of the machine that has most, at least two more than the new one's;
 * null where there is neither.
 */
export function enterSender<Key, Value>(
  table: SenderTable<Key, Value>,
  key: Key,
  nowMs: number,
): SenderEntry<Value> | null {
  const known = table.entries.get(key);
  if (known !== undefined) return known;
  if (table.entries.size >= MAX_SENDERS && !forgetOldest(table, key, nowMs) && !forgetOfMany(table, key)) return null;
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

function forgetOldest<Key, Value>(table: SenderTable<Key, Value>, newcomer: Key, nowMs: number): boolean {
  // A machine that has half of the places already takes none of another that is not known yet.
  const own = keysOfMachine(table, newcomer);
  const isCrowd = own.length >= MAX_SENDERS / 2;
  let oldest: Key | undefined;
  let lastSeenMs = Number.POSITIVE_INFINITY;
  for (const [key, { sender }] of table.entries) {
    if (sender.lastSeenMs >= lastSeenMs || isKnownSender(sender, nowMs) || (isCrowd && !own.includes(key))) continue;
    oldest = key;
    lastSeenMs = sender.lastSeenMs;
  }
  return forget(table, oldest);
}

/** Senders of valid frames do not give way by themselves: sixteen ports of one machine would lock out all others. */
function forgetOfMany<Key, Value>(table: SenderTable<Key, Value>, newcomer: Key): boolean {
  const { machineOf, entries } = table;
  if (machineOf === null) return false;
  const most = [...entries.keys()]
    .map((key) => keysOfMachine(table, key))
    .reduce((a, b) => (b.length > a.length ? b : a), []);
  return most.length >= keysOfMachine(table, newcomer).length + 2 && forget(table, most.at(-1));
}

/** Senders of the same machine as this one. */
function keysOfMachine<Key, Value>({ machineOf, entries }: SenderTable<Key, Value>, of: Key): Key[] {
  return machineOf === null ? [] : [...entries.keys()].filter((key) => machineOf(key) === machineOf(of));
}

function forget<Key, Value>({ entries, onForget }: SenderTable<Key, Value>, key: Key | undefined): boolean {
  const entry = key === undefined ? undefined : entries.get(key);
  if (key === undefined || entry === undefined) return false;
  entries.delete(key);
  onForget(entry.value);
  return true;
}
