import { InputError, requireDecoded } from '@leib/core';
import {
  decodePeople,
  decodeProblem,
  decodeWelcome,
  encodePerson,
  nearestTimeMs,
  peopleLevels,
  roomKind,
  roomUrl,
  timeOfPerson,
} from '@leib/net';
import { WebSocket } from 'ws';
import { type BotMotion, moved } from './botMotion.js';

export interface CrowdOptions {
  /** Bots are at each of these in turn. */
  readonly serverUrls: readonly string[];
  readonly room: string;
  readonly clients: number;
  readonly hz: number;
  readonly radius: number;
  readonly motion: BotMotion;
}

/** What was counted since the last begin(). */
export interface CrowdFigures {
  /** Updates received of those promised, 0 to 1. */
  readonly delivered: number;
  readonly relayMedianMs: number;
  readonly relayP95Ms: number;
  /** Of updates as they were sent. */
  readonly bytesPerUpdate: number;
  /** All that was received, for each update in it. */
  readonly bytesPerRelayed: number;
  readonly updatesPerSecond: number;
  readonly kilobytesPerClientAndSecond: number;
  /** Updates that were sent of those that were due, 0 to 1: below 0.98 the bots are what is measured. */
  readonly sent: number;
}

/** How often it is looked who is due, and what the room's levels promise, milliseconds. */
const SEND_MS = 1;
const PROMISE_MS = 250;
/** Delays are counted by the quarter of a millisecond, up to a second. */
const DELAYS = 4000;
const JOIN_MS = 30_000;

interface Bot {
  readonly socket: WebSocket;
  readonly home: Float64Array;
  /** Its first moment, and the share of a frame by which it is later than others. */
  readonly first: number;
  readonly phase: number;
  /** Of its last update. */
  frame: number;
  sentCount: number;
  /** As sentCount was when promises were counted last. */
  promisedCount: number;
}

/** Bots of one room. All are in one process, with one clock: an update's way is measured by the time that stands in it. */
export class Crowd {
  readonly #options: CrowdOptions;
  readonly #bots: Bot[] = [];
  /** By number on the wire. */
  readonly #botOf = new Map<number, number>();
  /** By receiver and sender. */
  readonly #received: Uint32Array;
  readonly #promised: Float64Array;
  readonly #delays = new Uint32Array(DELAYS);
  /** The room's clock against this one. */
  #offsetMs = Number.NaN;
  #beganMs = 0;
  readonly #startMs = performance.now();
  #bytesSent = 0;
  #bytesReceived = 0;
  /** Resolves when the server has ended a connection: check() says which. */
  readonly failed: Promise<void>;
  #failure: InputError | null = null;
  #fail = (_reason: string) => {};
  #timers: NodeJS.Timeout[] = [];

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#received = new Uint32Array(options.clients ** 2);
    this.#promised = new Float64Array(options.clients ** 2);
    this.failed = new Promise((resolve) => {
      this.#fail = (reason) => {
        this.#failure ??= new InputError('server', reason);
        resolve();
      };
    });
  }

  /** Resolves when all are in the room and send. Rejects where somebody is refused. */
  async join(onJoined: (count: number) => void): Promise<void> {
    const { clients } = this.#options;
    const endMs = performance.now() + JOIN_MS;
    for (let index = 0; index < clients; index++) this.#connect(index);
    while (this.#botOf.size < clients) {
      if (performance.now() > endMs)
        throw new InputError('server', `expected ${clients} bots in the room, got ${this.#botOf.size} after 30 s`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      this.check();
      onJoined(this.#botOf.size);
    }
    this.#timers = [setInterval(() => this.#sendDue(), SEND_MS), setInterval(() => this.#countPromises(), PROMISE_MS)];
  }

  /** Throws where the server has ended a connection. */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Counts from now on. */
  begin(): void {
    this.#beganMs = performance.now();
    this.#received.fill(0);
    this.#promised.fill(0);
    this.#delays.fill(0);
    this.#bytesSent = 0;
    this.#bytesReceived = 0;
    for (const bot of this.#bots) {
      bot.sentCount = 0;
      bot.promisedCount = 0;
    }
  }

  /** Sends nothing any more. Returns the figures when what is under way has come. */
  async end(): Promise<CrowdFigures> {
    const seconds = (performance.now() - this.#beganMs) / 1000;
    for (const timer of this.#timers) clearInterval(timer);
    this.#countPromises();
    const bytes = this.#bytesReceived;
    await new Promise((resolve) => setTimeout(resolve, PROMISE_MS));
    return this.#figures(seconds, bytes);
  }

  dispose(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const { socket } of this.#bots) {
      socket.removeAllListeners('close');
      socket.terminate();
    }
  }

  #connect(index: number): void {
    const { serverUrls, room, clients, radius, motion } = this.#options;
    const url = roomUrl(serverUrls[index % serverUrls.length], { people: room });
    const socket = new WebSocket(url, { perMessageDeflate: false });
    // Vogel's spiral: as many bots on each square metre.
    const [angle, distance] = [index * 2.399963, radius * Math.sqrt((index + 0.5) / clients)];
    const home = Float64Array.of(Math.cos(angle) * distance, 0, Math.sin(angle) * distance);
    const first = Math.floor((index * 0.618034 * motion.moments.length) % motion.moments.length);
    const phase = (index * 0.618034) % 1;
    this.#bots.push({ socket, home, first, phase, frame: 0, sentCount: 0, promisedCount: 0 });
    socket.on('error', ({ message }) => this.#fail(`bot ${index + 1} is not connected: ${message}`));
    socket.on('close', (code) => this.#fail(`it ended the connection of bot ${index + 1} (${code})`));
    socket.on('message', (data: Buffer) => {
      if (data[0] === roomKind.people) this.#hear(index, data);
      else if (data[0] === roomKind.welcome) this.#botOf.set(requireDecoded(decodeWelcome(data)).personId, index);
      else if (data[0] === roomKind.problem) this.#fail(requireDecoded(decodeProblem(data)).reason);
    });
  }

  #hear(receiver: number, bytes: Buffer): void {
    const nowMs = performance.now();
    const { timeMs, people } = requireDecoded(decodePeople(bytes));
    if (Number.isNaN(this.#offsetMs)) this.#offsetMs = timeMs - nowMs;
    this.#bytesReceived += bytes.length;
    const roomMs = nowMs + this.#offsetMs;
    for (const { id, from } of people) {
      const sender = this.#botOf.get(id);
      // Somebody who is no bot.
      if (sender === undefined) continue;
      // Times on the wire are rounded.
      const delayMs = Math.max(0, roomMs - nearestTimeMs(timeOfPerson(bytes, from), roomMs));
      if (nowMs - delayMs < this.#beganMs) continue;
      this.#received[receiver * this.#options.clients + sender]++;
      this.#delays[Math.min(DELAYS - 1, Math.round(delayMs * 4))]++;
    }
  }

  #sendDue(): void {
    const { hz, motion } = this.#options;
    const nowMs = performance.now();
    const frames = ((nowMs - this.#startMs) * hz) / 1000;
    for (const bot of this.#bots) {
      const frame = Math.floor(frames + bot.phase);
      // One that is overdue is left out, as a page leaves out a frame.
      if (frame <= bot.frame) continue;
      bot.frame = frame;
      const at = bot.first + frame;
      const update = moved(motion.moments[at % motion.moments.length], bot.home);
      update.sequence = frame & 255;
      update.timeMs = performance.now() + (Number.isNaN(this.#offsetMs) ? 0 : this.#offsetMs);
      // Begun again elsewhere.
      update.isOddPlace = (Math.floor(at / motion.moments.length) & 1) === 1;
      const message = encodePerson(update);
      bot.socket.send(message);
      bot.sentCount++;
      this.#bytesSent += message.length;
    }
  }

  /** What was sent since the last time, by how far away each is from each now. */
  #countPromises(): void {
    const { clients, motion } = this.#options;
    const places = this.#bots.map(({ first, frame, home }) =>
      motion.places[(first + frame) % motion.places.length].map((value, i) => value + home[i]),
    );
    for (let sender = 0; sender < clients; sender++) {
      const bot = this.#bots[sender];
      const count = bot.sentCount - bot.promisedCount;
      bot.promisedCount = bot.sentCount;
      for (let receiver = 0; receiver < clients; receiver++) {
        if (receiver === sender) continue;
        const [a, b] = [places[sender], places[receiver]];
        const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        const level = peopleLevels.find(({ upTo }) => distance <= upTo) ?? peopleLevels[0];
        this.#promised[receiver * clients + sender] += count / level.ticks;
      }
    }
  }

  #figures(seconds: number, bytesReceived: number): CrowdFigures {
    const { clients, hz } = this.#options;
    let [promised, came, received] = [0, 0, 0];
    for (let pair = 0; pair < this.#promised.length; pair++) {
      const due = Math.floor(this.#promised[pair]);
      promised += due;
      // More than was promised to one makes up for nothing that another did not get.
      came += Math.min(due, this.#received[pair]);
      received += this.#received[pair];
    }
    const sentCount = this.#bots.reduce((sum, bot) => sum + bot.sentCount, 0);
    return {
      delivered: promised === 0 ? 0 : came / promised,
      relayMedianMs: quantile(this.#delays, received, 0.5),
      relayP95Ms: quantile(this.#delays, received, 0.95),
      bytesPerUpdate: this.#bytesSent / Math.max(1, sentCount),
      bytesPerRelayed: bytesReceived / Math.max(1, received),
      updatesPerSecond: received / seconds,
      kilobytesPerClientAndSecond: bytesReceived / seconds / clients / 1000,
      sent: Math.min(1, sentCount / Math.max(1, clients * hz * seconds)),
    };
  }
}

function quantile(counts: Uint32Array, total: number, share: number): number {
  let sum = 0;
  const at = counts.findIndex((count) => {
    sum += count;
    return sum >= total * share;
  });
  return at / 4;
}
