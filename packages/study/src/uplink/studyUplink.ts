import { InputError } from '@leib/core';
import type { StudyEvent, StudySink } from '../studyEvent.js';
import type { MotionChunk, UplinkStorage, WaitingChunk } from './uplinkStorage.js';

/** What a server says to something that was sent; `next` is how many events it has kept. */
export type UplinkAnswer =
  | { readonly ok: true; readonly next: number }
  /** It lacks what comes before: to be sent from `next` on. */
  | { readonly ok: false; readonly why: 'gap'; readonly next: number }
  /** It cannot be reached, or cannot keep anything now: to be sent again. */
  | { readonly ok: false; readonly why: 'away'; readonly reason: string }
  /** It will never take this. */
  | { readonly ok: false; readonly why: 'refused'; readonly reason: string };

/** The way to a server. Neither rejects: what fails is an answer. */
export interface UplinkTransport {
  /** How many events of the participant the server has. @param timesMs when each was appended, by the page's clock; null: in an earlier page */
  sendEvents(events: readonly StudyEvent[], timesMs: readonly (number | null)[]): Promise<UplinkAnswer>;
  sendChunk(chunk: MotionChunk): Promise<UplinkAnswer>;
}

export interface UplinkOptions {
  readonly storage: UplinkStorage;
  readonly transport: UplinkTransport;
  /** Calls back after so many seconds; the page's clock. */
  readonly after: (seconds: number, work: () => void) => void;
  /** The page's clock in milliseconds, which never goes back; that of the station. */
  readonly nowMs?: () => number;
  /** Called after each change of `status`. */
  readonly onStatus?: (status: UplinkStatus) => void;
}

export interface UplinkStatus {
  /** `saved`: the server has all. `sending`. `away`: the server is sought again by and by. `refused`: nothing more is sent. */
  readonly state: 'saved' | 'sending' | 'away' | 'refused';
  /** Events and pieces of recordings that the server has not answered yet. */
  readonly waiting: number;
  /** Why it is away, or has refused. */
  readonly reason: string;
}

const MOST_EVENTS = 256;
const FIRST_PAUSE_SECONDS = 0.5;
const LONGEST_PAUSE_SECONDS = 15;

/**
 * A session's events and recordings on their way to a server, each exactly once: numbers tell the server what it has, and what was
 * not answered is sent again, also by the next page after this one was killed.
 */
export class StudyUplink implements StudySink {
  readonly #options: UplinkOptions;
  readonly #events: StudyEvent[];
  /** When each event was appended; those of an earlier page have none. */
  readonly #appendedMs: number[] = [];
  readonly #chunks: WaitingChunk[];
  /** How many events the server has said that it keeps. */
  #kept = 0;
  #isSending = false;
  #pauseSeconds = FIRST_PAUSE_SECONDS;
  #state: 'open' | 'away' | 'refused' | 'closed' = 'open';
  #reason = '';
  readonly #waiters: (() => void)[] = [];
  /** Writes to the storage, one after another. */
  #stored: Promise<unknown> = Promise.resolve();

  private constructor(options: UplinkOptions, events: readonly StudyEvent[], chunks: readonly WaitingChunk[]) {
    this.#options = options;
    this.#events = [...events];
    this.#chunks = [...chunks];
  }

  /** Goes on where the storage stands, and sends what waits there. @param known what the server has of this participant, where it was asked */
  static async open(options: UplinkOptions, known: readonly StudyEvent[] = []): Promise<StudyUplink> {
    const { storage } = options;
    const stored = await storage.events();
    // Another machine, or a browser that has forgotten: what the server has comes first.
    const missing = known.slice(stored.length);
    if (missing.length > 0) await storage.addEvents(missing);
    const uplink = new StudyUplink(options, [...stored, ...missing], await storage.chunks());
    uplink.#kept = Math.min(known.length, uplink.#events.length);
    uplink.#pump();
    return uplink;
  }

  /** All events of the session, from which it goes on. */
  get events(): readonly StudyEvent[] {
    return this.#events;
  }

  get status(): UplinkStatus {
    const waiting = this.#events.length - this.#kept + this.#chunks.length;
    const isBroken = this.#state === 'away' || this.#state === 'refused';
    const state = this.#state === 'refused' || (isBroken && waiting > 0) ? (this.#state as 'away' | 'refused') : null;
    return { state: state ?? (waiting > 0 ? 'sending' : 'saved'), waiting, reason: isBroken ? this.#reason : '' };
  }

  /** Resolves when the events are kept here, on this machine's disk; `saved()` tells when the server has them. */
  append(events: readonly StudyEvent[]): Promise<void> {
    const next = this.#events.length;
    const wrong = events.findIndex(({ sequence }, i) => sequence !== next + i);
    if (wrong >= 0) throw new InputError('sequence', `expected ${next + wrong}, got ${events[wrong].sequence}`);
    const nowMs = this.#options.nowMs?.() ?? performance.now();
    for (const { sequence } of events) this.#appendedMs[sequence] = nowMs;
    this.#events.push(...events);
    return this.#store(() => this.#options.storage.addEvents(events));
  }

  /** The same for a piece of a recording: it goes to the server before the events that are appended after it. */
  appendMotion(piece: MotionChunk): Promise<void> {
    const chunk = { ...piece, eventsBefore: this.#events.length };
    this.#chunks.push(chunk);
    return this.#store(() => this.#options.storage.addChunk(chunk));
  }

  /** Resolves when the server has all that was appended until now, or has refused: see `status`. */
  saved(): Promise<void> {
    if (this.#isOver()) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Tries at once what would be tried by and by: the browser says that the network is back. */
  retry(): void {
    if (this.#state === 'away') this.#state = 'open';
    this.#pump();
  }

  /** Sends nothing more. What waits is sent by the next page. */
  dispose(): void {
    this.#state = 'closed';
    for (const waiter of this.#waiters.splice(0)) waiter();
  }

  #isOver(): boolean {
    return this.#state === 'refused' || this.#state === 'closed' || this.status.waiting === 0;
  }

  #store(work: () => Promise<void>): Promise<void> {
    const stored = this.#stored.then(work);
    this.#stored = stored.catch(() => {});
    return stored.then(() => this.#pump());
  }

  /** Sends the first that waits, and goes on until nothing does. */
  #pump(): void {
    if (this.#isSending || this.#state !== 'open') return;
    if (this.status.waiting === 0) {
      this.#tell();
      return;
    }
    this.#isSending = true;
    this.#tell();
    const send = this.#eventsToSend().length > 0 ? this.#sendEvents() : this.#sendChunk();
    send
      .catch((error: Error): UplinkAnswer => ({ ok: false, why: 'away', reason: error.message }))
      .then((answer) => {
        this.#isSending = false;
        this.#hear(answer);
        this.#pump();
      });
  }

  /** Those that come before the next piece of a recording. */
  #eventsToSend(): readonly StudyEvent[] {
    const next = this.#chunks[0]?.eventsBefore ?? this.#events.length;
    return this.#events.slice(this.#kept, Math.min(next, this.#kept + MOST_EVENTS));
  }

  async #sendEvents(): Promise<UplinkAnswer> {
    const events = this.#eventsToSend();
    // Kept here first: what the server has, the next page must know as well.
    await this.#stored;
    const times = events.map(({ sequence }) => this.#appendedMs[sequence] ?? null);
    const answer = await this.#options.transport.sendEvents(events, times);
    if (answer.ok || answer.why === 'gap') this.#kept = Math.min(answer.next, this.#events.length);
    return answer;
  }

  async #sendChunk(): Promise<UplinkAnswer> {
    const [chunk] = this.#chunks;
    await this.#stored;
    const answer = await this.#options.transport.sendChunk(chunk);
    if (answer.ok) {
      await this.#options.storage.dropChunk(chunk);
      this.#chunks.shift();
    }
    return answer;
  }

  #hear(answer: UplinkAnswer): void {
    if (this.#state === 'closed') return;
    if (answer.ok || answer.why === 'gap') {
      this.#state = 'open';
      this.#pauseSeconds = FIRST_PAUSE_SECONDS;
      return;
    }
    this.#state = answer.why;
    this.#reason = answer.reason;
    if (answer.why === 'away') {
      this.#options.after(this.#pauseSeconds, () => this.retry());
      this.#pauseSeconds = Math.min(LONGEST_PAUSE_SECONDS, this.#pauseSeconds * 2);
    }
    this.#tell();
  }

  #tell(): void {
    this.#options.onStatus?.(this.status);
    if (this.#isOver()) for (const waiter of this.#waiters.splice(0)) waiter();
  }
}
