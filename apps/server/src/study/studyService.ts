import { statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import type { PeopleRole } from '@leib/net';
import { roomOfStudy } from '@leib/study';
import { AddressShares } from '../common/addressShares.js';
import type { ServerClock } from '../common/serverClock.js';
import { RoomTokens, type StudyGrant, type StudyRole } from '../people/roomTokens.js';
import { answerStudy, type StudyCall } from './answerStudy.js';
import { Instruments } from './instruments/instruments.js';
import { isPostgres, openStudyStore } from './openStudyStore.js';
import type { StudyStore } from './studyStore.js';

export interface StudyOptions {
  /** A file, or a PostgreSQL database (`postgres://...`), which several servers may share. */
  readonly database: string;
  /** Folder of the keys that sign tokens and removals; the file's where absent. */
  readonly keyDir?: string;
  /** Name of this server among several; orders of conditions are balanced within each, and over all. */
  readonly site?: string;
  /** `invited`: only by a token of this server. Default `open`: whoever reaches the server is an operator. */
  readonly access?: 'open' | 'invited';
  /** Other programs on the time axis: "osc:HOST:PORT", "ws://HOST:PORT", "lsl". They get all events of this server. */
  readonly instruments?: readonly string[];
}

/** Others are the server's own word. */
const isSigned = (token: string) => token.split('.').length === 3;

/** All stations of a laboratory may be behind one address, and send what waited after an outage. */
const requestRate = { perSecond: 120, burst: 600 };
/** Bodies that are read at a time: each may take 4 MB. The last ones are for other addresses, also where somebody is slow on purpose. */
const MOST_CALLS = 24;
const callLimits = { maxConnections: 16, crowdedAt: 16, fewConnections: 2 };
/** Below this nothing more is taken: the database must be able to finish what it does. */
const LEAST_FREE_BYTES = 256 << 20;

interface Opened {
  readonly store: StudyStore;
  readonly tokens: RoomTokens;
  readonly instruments: Instruments;
}

/** Studies: their documents, participants, events and recordings, kept before they are answered. */
export class StudyService {
  readonly #options: StudyOptions;
  readonly #clock: ServerClock;
  readonly #shares: AddressShares;
  #opened: Promise<Opened> | null = null;
  #calls = 0;
  #freeAtMs = Number.NEGATIVE_INFINITY;
  #hasRoom = true;

  constructor(options: StudyOptions, clock: ServerClock) {
    this.#options = options;
    this.#clock = clock;
    const any = { perSecond: Number.MAX_VALUE, burst: Number.MAX_VALUE };
    // A call is what a connection is elsewhere.
    this.#shares = new AddressShares({ ...callLimits, connectionRate: any, requestRate }, clock.nowMs);
  }

  /** A token for a study, which holds for some minutes. @param participant whom a station is for; anybody where absent */
  async sign(
    study: string,
    role: StudyRole,
    minutes: number,
    participant: string | null = null,
  ): Promise<{ readonly token: string; readonly expiresAtMs: number }> {
    const expiresAtMs = this.#clock.nowMs() + minutes * 60_000;
    const { tokens } = await this.#open();
    return { token: await tokens.grant({ study, role, participant }, expiresAtMs), expiresAtMs };
  }

  /** Answers a request for /api/study/...; `mayEnter`: it has shown the server's own word, where there is one. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    call: Pick<StudyCall, 'segments' | 'allowedOrigins'> & { readonly mayEnter: boolean },
  ): Promise<void> {
    const address = request.socket.remoteAddress ?? '';
    const isTaken = this.#calls < MOST_CALLS && this.#shares.request(address) && this.#shares.connect(address);
    if (!isTaken) {
      response.writeHead(429, { 'Content-Length': 0, 'Retry-After': 1, Connection: 'close' }).end();
      return;
    }
    this.#calls++;
    try {
      const { store, instruments } = await this.#open();
      const { site = 'main' } = this.#options;
      const nowMs = this.#clock.nowMs();
      response.setHeader('X-Server-Ms', nowMs);
      const grant = await this.#grantOf(request, call.segments[0] ?? '', call.mayEnter);
      const hasRoom = () => this.#looksForRoom();
      const sign: StudyCall['sign'] = (...wish) => this.sign(...wish);
      await answerStudy({ ...call, store, instruments, grant, site, nowMs, hasRoom, sign }, request, response);
    } finally {
      this.#calls--;
      this.#shares.disconnect(address);
    }
  }

  /** Who somebody is in the room of people of a study: who operates it is a host; null: nobody who belongs there. */
  async roleIn(room: string, token: string, mayEnter: boolean): Promise<PeopleRole | null> {
    if (!isSigned(token)) return mayEnter && this.#options.access !== 'invited' ? 'host' : null;
    const grant = await (await this.#open()).tokens.readGrant(token, this.#clock.nowMs());
    if (grant === null || roomOfStudy(grant.study) !== room) return null;
    return grant.role === 'operator' ? 'host' : 'guest';
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => null);
    opened?.instruments.close();
    await opened?.store.close();
  }

  /** By a token of the study; without one, on an open server, everybody may do everything. */
  async #grantOf(request: IncomingMessage, study: string, mayEnter: boolean): Promise<StudyGrant | null> {
    const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('token') ?? '';
    if (isSigned(token)) {
      const grant = await (await this.#open()).tokens.readGrant(token, this.#clock.nowMs());
      return grant?.study === study ? grant : null;
    }
    return mayEnter && this.#options.access !== 'invited' ? { study, role: 'operator', participant: null } : null;
  }

  #open(): Promise<Opened> {
    this.#opened ??= this.#openNow().catch((error: Error) => {
      // Asked again, it is tried again: a database may come later than its server.
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #openNow(): Promise<Opened> {
    const { database, keyDir = isPostgres(database) ? '.' : dirname(database) } = this.#options;
    const store = await openStudyStore({ database, keyDir });
    const tokens = await RoomTokens.open(keyDir);
    return { store, tokens, instruments: await Instruments.open(this.#options.instruments ?? [], this.#clock) };
  }

  /** Whether the disk can take more; looked at once a second. */
  async #looksForRoom(): Promise<boolean> {
    const { database } = this.#options;
    const nowMs = this.#clock.nowMs();
    if (isPostgres(database) || nowMs < this.#freeAtMs + 1000) return this.#hasRoom;
    this.#freeAtMs = nowMs;
    const disk = await statfs(dirname(database));
    this.#hasRoom = disk.bavail * disk.bsize > LEAST_FREE_BYTES;
    return this.#hasRoom;
  }
}
