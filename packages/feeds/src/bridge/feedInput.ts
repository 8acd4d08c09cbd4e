import {
  createArrivalMeter,
  createFeedPacket,
  type createFeedSender,
  type FeedPacket,
  meterArrival,
} from '@leib/tracking';
import { createDTrackDecoder } from '../dtrack/dtrackDecoder.js';
import { createJsonDecoder } from '../json/jsonDecoder.js';
import { createNatNetDecoder } from '../natnet/natNetDecoder.js';
import type { FeedDecoder, FeedProtocol, UpAxis } from '../protocol/feedDecoder.js';
import type { FeedStatus } from '../source/feedSource.js';
import {
  countSenderPacket,
  createSenderTable,
  enterSender,
  hasKnownSender,
  isHeardSender,
  type SenderEntry,
  type SenderTable,
} from '../source/senderTable.js';
import { checkSequence, createSequenceState, type SequenceState } from '../source/sequenceCheck.js';
import { createVmcDecoder } from '../vmc/vmcDecoder.js';
import { createVrChatDecoder } from '../vrchat/vrChatDecoder.js';
import type { BridgeFeed } from './bridgeMessage.js';

type ArrivalMeter = ReturnType<typeof createArrivalMeter>;

/** What is kept for each sender of a feed. */
interface SenderInput {
  readonly decoder: FeedDecoder;
  /** Counter of the sender, if its protocol has one: shows packets that UDP lost, too. */
  readonly counter: SequenceState;
}

/** Most different sentences that are kept of a feed. */
const MAX_FAULTS = 64;

/** One feed of a bridge: its senders with their decoders, and its figures. */
export class FeedInput implements FeedStatus {
  readonly name: string;
  readonly problem: string | null;
  /** The packet that was read last. */
  readonly packet: FeedPacket = createFeedPacket();
  /** Counter of the bridge: datagrams that the connection lost or the server dropped. */
  readonly arrival: SequenceState = createSequenceState();
  readonly faults = new Map<string, number>();
  packets = 0;
  damaged = 0;
  ignored = 0;
  readonly #senders: SenderTable<number, SenderInput>;
  readonly #meter: ArrivalMeter = createArrivalMeter();
  /** Figures of senders that were forgotten. */
  readonly #forgotten: SequenceState = createSequenceState();
  /** A sender was heard before: another one that follows it is a restart. */
  #hasHeard = false;

  constructor(feed: BridgeFeed) {
    this.name = `${feed.protocol}:${feed.port}`;
    this.problem = feed.problem;
    const createInput = (): SenderInput => ({
      decoder: createFeedDecoder(feed.protocol, { up: feed.up }),
      counter: createSequenceState(),
    });
    this.#senders = createSenderTable(this.name, createInput, ({ counter }) => {
      for (const key of sequenceFigures) this.#forgotten[key] += counter[key];
    });
  }

  /** The sender's counter shows all losses; without one only the bridge's losses are known. */
  get lost(): number {
    return this.#sum('received') > 0 ? this.#sum('lost') : this.arrival.lost;
  }

  get reordered(): number {
    return this.#sum('reordered') + this.arrival.reordered;
  }

  get duplicated(): number {
    return this.#sum('duplicated') + this.arrival.duplicated;
  }

  get restarts(): number {
    return this.#sum('restarts');
  }

  get rateHz(): number {
    return this.#meter.rateHz;
  }

  get latencyMs(): number {
    return this.#meter.latencyMs;
  }

  get meter(): ArrivalMeter {
    return this.#meter;
  }

  /**
   * Reads a datagram into `packet`. Returns its sender; null when it must not be used: damaged, late, doubled, or of a
   * sender that is not known while another is.
   */
  read(senderNumber: number, payload: Uint8Array, nowMs: number): ReturnType<typeof createFeedSender> | null {
    const { packet } = this;
    const isFirst = !hasKnownSender(this.#senders, nowMs);
    const entry = enterSender(this.#senders, senderNumber, nowMs);
    if (entry === null) {
      this.ignored++;
      return null;
    }
    if (!entry.value.decoder.decode(payload, packet)) {
      this.damaged++;
      return null;
    }
    this.#count(entry, isFirst, nowMs);
    const { counter } = entry.value;
    if (packet.frameNumber >= 0) {
      const verdict = checkSequence(counter, packet.frameNumber, nowMs);
      if (verdict === 'late' || verdict === 'duplicate') return null;
    }
    if (!isHeardSender(this.#senders, entry, nowMs)) {
      this.ignored++;
      return null;
    }
    for (const fault of packet.faults) countFault(this.faults, fault);
    return entry.sender;
  }

  /** Notes when a packet of `read` was used and how old it was. */
  meterPacket(nowMs: number, latencyMs: number): void {
    meterArrival(this.#meter, nowMs, latencyMs);
  }

  #count(entry: SenderEntry<SenderInput>, isFirst: boolean, nowMs: number): void {
    if (entry.sender.packets === 0 && isFirst && this.#hasHeard) entry.value.counter.restarts++;
    if (isFirst) this.#hasHeard = true;
    countSenderPacket(entry, nowMs);
  }

  #sum(key: (typeof sequenceFigures)[number]): number {
    let sum = this.#forgotten[key];
    for (const { value } of this.#senders.entries.values()) sum += value.counter[key];
    return sum;
  }
}

const sequenceFigures = ['received', 'lost', 'reordered', 'duplicated', 'restarts'] as const;

/** Counts a sentence; in a full list it takes the place of one that was counted once. */
function countFault(faults: Map<string, number>, sentence: string): void {
  const count = faults.get(sentence);
  if (count === undefined && faults.size >= MAX_FAULTS) {
    const rare = [...faults].find(([, times]) => times === 1);
    if (rare === undefined) return;
    faults.delete(rare[0]);
  }
  faults.set(sentence, (count ?? 0) + 1);
}

/** Default up axis of each protocol's rooms: Z for DTrack, Y for the others. */
export const defaultUpAxis: Readonly<Record<FeedProtocol, UpAxis>> = {
  dtrack: 'z',
  vmc: 'y',
  vrchat: 'y',
  natnet: 'y',
  json: 'y',
};

/** Creates a decoder. Use one per sender: some decoders keep state. */
export function createFeedDecoder(protocol: FeedProtocol, options: { readonly up?: UpAxis } = {}): FeedDecoder {
  const up = options.up ?? defaultUpAxis[protocol];
  switch (protocol) {
    case 'dtrack':
      return createDTrackDecoder({ up });
    case 'vmc':
      return createVmcDecoder();
    case 'vrchat':
      return createVrChatDecoder();
    case 'natnet':
      return createNatNetDecoder({ up });
    case 'json':
      return createJsonDecoder({ up });
  }
}
