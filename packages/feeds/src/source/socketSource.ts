import { type CreateSocket, ReconnectingSocket } from '@leib/net';
import {
  applyFeedPacket,
  createArrivalMeter,
  createFeedPacket,
  createFeedSender,
  type FeedPacket,
  meterArrival,
  meterSilence,
} from '@leib/tracking';
import { DeviceSource, type FeedConnection, type FeedSource, type FeedStatus, type NowMs } from './feedSource.js';
import { checkSequence, createSequenceState, type SequenceState } from './sequenceCheck.js';

export interface SocketSourceOptions {
  readonly label?: string;
  readonly createSocket?: CreateSocket;
  readonly nowMs?: NowMs;
}

const noFaults: ReadonlyMap<string, number> = new Map();

/** The protocol of a program with a WebSocket. */
export interface SocketProtocol {
  /** First part of the devices' ids: "slimevr". */
  readonly name: string;
  /** Sent when the connection opens; null for nothing. */
  readonly greeting: Uint8Array<ArrayBuffer> | null;
  /** Overwrites `out`; false when the message was damaged. */
  read(data: string | ArrayBuffer, out: FeedPacket): boolean;
}

/** A source from a program's own WebSocket, without a bridge: one feed. */
export class SocketSource extends DeviceSource implements FeedSource {
  connection: FeedConnection = 'connecting';
  readonly #protocol: SocketProtocol;
  readonly #socket: ReconnectingSocket;
  readonly #packet = createFeedPacket();
  readonly #sender: ReturnType<typeof createFeedSender>;
  readonly #sequence: SequenceState = createSequenceState();
  readonly #meter = createArrivalMeter();
  #packets = 0;
  #damaged = 0;

  constructor(
    url: string,
    protocol: SocketProtocol,
    { label = protocol.name, createSocket, nowMs }: SocketSourceOptions,
  ) {
    super(label, nowMs);
    this.#protocol = protocol;
    this.#sender = createFeedSender(protocol.name);
    const handlers = {
      onOpen: () => {
        this.connection = 'open';
        if (protocol.greeting !== null) this.#socket.send(protocol.greeting);
      },
      onMessage: (data: string | ArrayBuffer) => this.#onMessage(data),
      onClose: () => {
        this.connection = 'lost';
      },
    };
    this.#socket = new ReconnectingSocket(url, handlers, createSocket);
  }

  get feeds(): readonly FeedStatus[] {
    meterSilence(this.#meter, this.nowMs());
    const { lost, reordered, duplicated, restarts } = this.#sequence;
    const { rateHz, latencyMs } = this.#meter;
    const { name } = this.#protocol;
    return [
      {
        name,
        problem: null,
        packets: this.#packets,
        damaged: this.#damaged,
        // A connection has one sender.
        ignored: 0,
        // These programs send whole messages or none: see `damaged`.
        faults: noFaults,
        lost,
        reordered,
        duplicated,
        restarts,
        rateHz,
        latencyMs,
      },
    ];
  }

  override dispose(): void {
    this.#socket.dispose();
    this.connection = 'closed';
  }

  #onMessage(data: string | ArrayBuffer): void {
    const packet = this.#packet;
    this.#packets++;
    if (!this.#protocol.read(data, packet)) {
      this.#damaged++;
      return;
    }
    const nowMs = this.nowMs();
    if (packet.frameNumber >= 0) {
      const verdict = checkSequence(this.#sequence, packet.frameNumber, nowMs);
      if (verdict === 'late' || verdict === 'duplicate') return;
    }
    // The time of sending is unknown: the latency is the sender's own part only.
    const latencyMs = packet.senderLatencySeconds * 1000;
    meterArrival(this.#meter, nowMs, latencyMs);
    applyFeedPacket(this.table, this.#sender, packet, latencyMs, nowMs);
  }
}
