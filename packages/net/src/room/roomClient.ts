import { refusalOf } from '@leib/core';
import { decodeProblem, decodeTimes, encodeTimes, readKind, roomKind } from './message.js';
import { type CreateSocket, ReconnectingSocket } from './reconnectingSocket.js';

/**
 * connecting: for the first time; lost: there is no answer, or no longer; refused: the server has said why. In all three
 * it is tried again. closed: by dispose().
 */
export type RoomState = 'connecting' | 'open' | 'lost' | 'refused' | 'closed';

export interface RoomEvents {
  /** A message of a kind that what was joined for has; problems and times are dealt with here. */
  onMessage(kind: number, bytes: Uint8Array<ArrayBuffer>): void;
  onState?(state: RoomState): void;
  /** One sentence about what was refused. `isOver`: the connection, too. */
  onProblem?(reason: string, isOver: boolean): void;
}

export interface RoomClientOptions {
  /** Default: the global WebSocket. */
  readonly createSocket?: CreateSocket;
  /** A monotonic clock in milliseconds. The server's is measured against it; absent: it is not asked for. */
  readonly nowMs?: () => number;
}

/** How long a client waits after it was refused (its wall is taken) before it asks again, milliseconds. */
const REFUSED_RETRY_MS = 3000;
/** A few pings at once, then one per second: the first answers are slow. */
const FIRST_PINGS = 6;
const FIRST_PING_MS = 40;
const PING_MS = 1000;
/** After so long without any answer the server is gone, also where nothing has ended the connection, milliseconds. */
const SILENT_MS = 5000;

/** One connection to a server, for all that roomUrl() was asked for; it reconnects by itself until dispose(). */
export class RoomClient {
  /** Offset of the server's clock, and the round-trip delay of its measurement. NaN before the first answer. */
  readonly clock: ClockOffset = createClockOffset();
  readonly #events: RoomEvents;
  readonly #nowMs: (() => number) | null;
  readonly #socket: ReconnectingSocket;
  #state: RoomState = 'connecting';
  #pingTimer: ReturnType<typeof setTimeout> | undefined;
  /** When the server was asked for the time and has said nothing since; null: it has. */
  #askedMs: number | null = null;

  /** @param url a function where each attempt has another one: to resume where it stopped */
  constructor(url: string | (() => string), events: RoomEvents, { createSocket, nowMs }: RoomClientOptions = {}) {
    this.#events = events;
    this.#nowMs = nowMs ?? null;
    const handlers = {
      onOpen: () => {
        this.#enter('open');
        this.#ping(1);
      },
      onMessage: (data: string | ArrayBuffer) => typeof data !== 'string' && this.#receive(new Uint8Array(data)),
      onClose: () => this.#enter('lost'),
    };
    this.#socket = new ReconnectingSocket(url, handlers, createSocket);
  }

  get state(): RoomState {
    return this.#state;
  }

  get isOpen(): boolean {
    return this.#socket.isOpen;
  }

  /** There and back as it is now: the quicker of the newest two answers, milliseconds. NaN before the first. */
  get roundTripMs(): number {
    const { delays, count } = this.clock;
    if (count === 0) return Number.NaN;
    return Math.min(...[1, Math.min(2, count)].map((back) => delays[(count - back) % MEMORY]));
  }

  /** False when it was not sent: not connected, or the connection is slow. */
  send(message: Uint8Array<ArrayBuffer>): boolean {
    return this.#socket.send(message);
  }

  /** For messages that must not be dropped. False when it is not connected. */
  sendAlways(message: Uint8Array<ArrayBuffer>): boolean {
    return this.#socket.sendAlways(message);
  }

  dispose(): void {
    this.#socket.dispose();
    clearTimeout(this.#pingTimer);
    this.#state = 'closed';
  }

  #enter(state: RoomState): void {
    this.#state = state;
    if (state !== 'open') clearTimeout(this.#pingTimer);
    this.#askedMs = null;
    this.#events.onState?.(state);
  }

  #ping(count: number): void {
    if (this.#nowMs === null) return;
    const nowMs = this.#nowMs();
    this.#askedMs ??= nowMs;
    if (nowMs - this.#askedMs > SILENT_MS) {
      this.#socket.connectAgain(0);
      this.#enter('lost');
      return;
    }
    this.#socket.send(encodeTimes(roomKind.ping, nowMs));
    this.#pingTimer = setTimeout(() => this.#ping(count + 1), count < FIRST_PINGS ? FIRST_PING_MS : PING_MS);
  }

  #receive(bytes: Uint8Array<ArrayBuffer>): void {
    this.#askedMs = null;
    const kind = readKind(bytes);
    if (!kind.ok) this.#events.onProblem?.(refusalOf(kind) ?? '', false);
    else if (kind.value === roomKind.problem) this.#hearProblem(bytes);
    else if (kind.value === roomKind.pong) this.#hearTime(bytes);
    else this.#events.onMessage(kind.value, bytes);
  }

  #hearProblem(bytes: Uint8Array): void {
    const problem = decodeProblem(bytes);
    const { reason, isOver } = problem.ok ? problem.value : { reason: refusalOf(problem) ?? '', isOver: false };
    if (isOver) {
      this.#socket.connectAgain(REFUSED_RETRY_MS);
      this.#enter('refused');
    }
    this.#events.onProblem?.(reason, isOver);
  }

  #hearTime(bytes: Uint8Array): void {
    const times = decodeTimes(bytes, 3);
    if (!times.ok || this.#nowMs === null) return;
    const [t0, t1, t2] = times.value;
    addClockSample(this.clock, t0, t1, t2, this.#nowMs());
  }
}

/**
 * Offset of the server's clock. Cristian, "Probabilistic clock synchronization", 1989; the formulas as
 * NTP has them (RFC 5905, section 8): offset = ((t1 - t0) + (t2 - t3)) / 2, delay = (t3 - t0) - (t2 - t1). The error is
 * at most half the delay, so the answer with the least delay is used.
 */
export interface ClockOffset {
  /** The server's clock minus ours, milliseconds; NaN before the first answer. */
  offsetMs: number;
  /** Round-trip delay of the answer that is used, milliseconds; the offset's error is at most half of it. */
  delayMs: number;
  readonly offsets: Float64Array;
  readonly delays: Float64Array;
  count: number;
}

/** Number of answers kept: sixteen seconds, in which clocks drift by microseconds. */
const MEMORY = 16;

export function createClockOffset(): ClockOffset {
  return {
    offsetMs: Number.NaN,
    delayMs: Number.NaN,
    offsets: new Float64Array(MEMORY),
    delays: new Float64Array(MEMORY),
    count: 0,
  };
}

/** Sent at t0 and answered at t3 on our clock; received at t1 and answered at t2 on the server's. Milliseconds. */
export function addClockSample(clock: ClockOffset, t0: number, t1: number, t2: number, t3: number): void {
  const delay = t3 - t0 - (t2 - t1);
  const offset = (t1 - t0 + (t2 - t3)) / 2;
  // A clock was set between the two times: ignore this answer.
  if (!Number.isFinite(offset) || !(delay >= 0)) return;
  const slot = clock.count % MEMORY;
  clock.offsets[slot] = offset;
  clock.delays[slot] = delay;
  clock.count++;
  let best = 0;
  for (let i = 1; i < Math.min(clock.count, MEMORY); i++) if (clock.delays[i] < clock.delays[best]) best = i;
  // One of the clocks was set: discard all earlier answers.
  if (Math.abs(offset - clock.offsets[best]) > (delay + clock.delays[best]) / 2 + 5) {
    clock.offsets[0] = offset;
    clock.delays[0] = delay;
    clock.count = 1;
    best = 0;
  }
  clock.offsetMs = clock.offsets[best];
  clock.delayMs = clock.delays[best];
}
