import { randomBytes } from 'node:crypto';
import {
  createOscMessage,
  createOscWriter,
  flushOscBundle,
  type OscMessage,
  readOscPacket,
  writeOscMessage,
} from '@leib/feeds';
import { addClockSample, createClockOffset } from '@leib/net';
import type { InstrumentStatus, StudyEvent } from '@leib/study';
import { createRateState, takeMessage } from '../../common/messageRate.js';
import type { ServerClock } from '../../common/serverClock.js';
import {
  type Instrument,
  type InstrumentMoment,
  type InstrumentPose,
  LABEL_LENGTH,
  type OnMarker,
} from './instrument.js';

/** How often the instrument is asked for its time, and after how long without an answer it counts as away, milliseconds. */
const PING_MS = 250;
const AWAY_MS = 3000;
/** Pings between two words on joints and clock. */
const TELL_EVERY = 4;
/** A bundle of a UDP packet; what does not fit has no payload, which is in the store. */
const MOST_BYTES = 8192;
const messageRate = { perSecond: 200, burst: 400 };

/** How packets come to an instrument. */
export interface OscWay {
  readonly name: string;
  send(packet: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/**
 * An instrument that speaks OSC 1.0, over UDP or WebSocket. Times are seconds as doubles; the instrument's clock is measured by questions
 * and answers (/leib/ping, /leib/pong), and the result is told.
 */
export class OscInstrument implements Instrument {
  readonly #name: string;
  readonly #clock: ServerClock;
  readonly #onMarker: OnMarker;
  readonly #closeWay: () => void;
  readonly #writer;
  readonly #message = createOscMessage();
  readonly #offset = createClockOffset();
  /** Ids of this server's markers are nobody else's. */
  readonly #boot = randomBytes(4).toString('hex');
  readonly #rate;
  readonly #stop: () => void;
  #joints = '';
  #pings = 0;
  #markers = 0;
  #heardMs = Number.NEGATIVE_INFINITY;

  constructor({ name, send, close }: OscWay, clock: ServerClock, onMarker: OnMarker) {
    this.#name = name;
    this.#clock = clock;
    this.#onMarker = onMarker;
    this.#closeWay = close;
    this.#writer = createOscWriter((packet) => send(packet.slice()), MOST_BYTES);
    this.#rate = createRateState(messageRate, clock.nowMs());
    this.#stop = clock.every(PING_MS, () => this.#ping());
  }

  get status(): InstrumentStatus {
    const { offsetMs, delayMs } = this.#offset;
    const isKnown = Number.isFinite(offsetMs);
    return {
      name: this.#name,
      isConnected: this.#clock.nowMs() - this.#heardMs < AWAY_MS,
      offsetSeconds: isKnown ? offsetMs / 1000 : null,
      uncertaintySeconds: isKnown ? delayMs / 2000 : null,
    };
  }

  sendEvent({ participant, sequence, kind, payload }: StudyEvent, when: InstrumentMoment): void {
    const { sessionSeconds, hostMs, uncertaintySeconds } = when;
    const head = [participant, sequence, sessionSeconds, hostMs / 1000, uncertaintySeconds ?? -1, kind];
    if (!this.#write('/leib/event', 'sidddss', [...head, JSON.stringify(payload)]))
      this.#write('/leib/event', 'sidddss', [...head, '']);
    flushOscBundle(this.#writer);
  }

  sendPose(
    { participant, joints, root, rotations }: InstrumentPose,
    { sessionSeconds, hostMs }: InstrumentMoment,
  ): void {
    const names = joints.join(' ');
    if (names !== this.#joints) {
      this.#joints = names;
      this.#tellJoints();
    }
    const values = [participant, sessionSeconds, hostMs / 1000, ...Array.from(root), ...Array.from(rotations)];
    this.#write('/leib/pose', `sdd${'f'.repeat(values.length - 3)}`, values);
    flushOscBundle(this.#writer);
  }

  /** A packet of the instrument. What cannot be read, or is too much, is left out. */
  receive(packet: Uint8Array): void {
    const nowMs = this.#clock.nowMs();
    if (!takeMessage(messageRate, this.#rate, nowMs)) return;
    readOscPacket(packet, this.#message, (message) => this.#hear(message, nowMs));
  }

  close(): void {
    this.#stop();
    this.#closeWay();
  }

  #write(address: string, types: string, values: readonly (string | number)[]): boolean {
    return writeOscMessage(this.#writer, address, types, values);
  }

  #ping(): void {
    this.#write('/leib/ping', 'id', [this.#pings, this.#clock.nowMs() / 1000]);
    if (this.#pings++ % TELL_EVERY === 0) {
      const { offsetSeconds, uncertaintySeconds } = this.status;
      if (offsetSeconds !== null && uncertaintySeconds !== null)
        this.#write('/leib/clock', 'dd', [offsetSeconds, uncertaintySeconds]);
      if (this.#joints !== '') this.#tellJoints();
    }
    flushOscBundle(this.#writer);
  }

  #tellJoints(): void {
    this.#write('/leib/joints', 's', [this.#joints]);
  }

  #hear({ address, values, argumentCount }: OscMessage, nowMs: number): void {
    const given = values.slice(0, argumentCount);
    if (address === '/leib/pong') this.#hearTime(given, nowMs);
    else if (address === '/leib/ping') this.#answer(given, nowMs);
    else if (address === '/marker' || address === '/leib/marker') this.#hearMarker(given, nowMs);
    else return;
    this.#heardMs = nowMs;
  }

  #hearTime([, t0, t1, t2]: readonly unknown[], nowMs: number): void {
    if (![t0, t1, t2].every((time) => typeof time === 'number')) return;
    const ms = (time: unknown) => (time as number) * 1000;
    // Its answer to a question of ours, and not to one of another day.
    if (ms(t0) > nowMs || ms(t0) < nowMs - AWAY_MS) return;
    addClockSample(this.#offset, ms(t0), ms(t1), ms(t2), nowMs);
  }

  #answer([count, t0]: readonly unknown[], nowMs: number): void {
    if (typeof count !== 'number' || typeof t0 !== 'number') return;
    this.#write('/leib/pong', 'iddd', [count, t0, nowMs / 1000, this.#clock.nowMs() / 1000]);
    flushOscBundle(this.#writer);
  }

  #hearMarker([label, time, whose]: readonly unknown[], nowMs: number): void {
    if (typeof label !== 'string' && typeof label !== 'number') return;
    const { offsetSeconds, uncertaintySeconds } = this.status;
    const sourceSeconds = typeof time === 'number' && Number.isFinite(time) ? time : null;
    const isPlaced = sourceSeconds !== null && offsetSeconds !== null;
    this.#onMarker({
      id: `${this.#boot}-${this.#markers++}`,
      source: this.#name,
      label: String(label).slice(0, LABEL_LENGTH),
      participant: typeof whose === 'string' ? whose : null,
      sourceSeconds,
      hostMs: isPlaced ? (sourceSeconds - offsetSeconds) * 1000 : nowMs,
      uncertaintySeconds: isPlaced ? uncertaintySeconds : null,
    });
  }
}
