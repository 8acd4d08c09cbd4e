import { statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import type { PeopleRole } from '@leib/net';
import { roomOfStudy } from '@leib/study';
import { AddressShares } from '../common/addressShares.js';
import type { ServerClock } from '../common/serverClock.js';
import { RoomTokens, type StudyGrant, type StudyRole } from '../people/roomTokens.js';
import { answerStudy, type StudyCall } from './answerStudy.js';
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
}

/** Others are the server's own word. */
const isSigned = (token: string) => token.split('.').length === 3;

/** All stations of a laboratory may be behind one address, and send what waited after an outage. */
const requestRate = { perSecond: 120, burst: 600 };
/** Bodies that are read at a time: each may take 4 MB. */
const MOST_CALLS = 24;
/** Below this nothing more is taken: the database must be able to finish what it does. */
const LEAST_FREE_BYTES = 256 << 20;

interface Opened {
  readonly store: StudyStore;
  readonly tokens: RoomTokens;
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
    const unused = { perSecond: 0, burst: 0 };
    this.#shares = new AddressShares(
      { maxConnections: 0, crowdedAt: 0, fewConnections: 0, connectionRate: unused, requestRate },
      clock.nowMs,
    );
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
    if (this.#calls >= MOST_CALLS || !this.#shares.request(address)) {
      response.writeHead(429, { 'Content-Length': 0, 'Retry-After': 1, Connection: 'close' }).end();
      return;
    }
    this.#calls++;
    try {
      const { store } = await this.#open();
      const { site = 'main' } = this.#options;
      const nowMs = this.#clock.nowMs();
      const grant = await this.#grantOf(request, call.segments[0] ?? '', call.mayEnter);
      const hasRoom = () => this.#looksForRoom();
      const sign: StudyCall['sign'] = (...wish) => this.sign(...wish);
      await answerStudy({ ...call, store, grant, site, nowMs, hasRoom, sign }, request, response);
    } finally {
      this.#calls--;
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
    return { store, tokens: await RoomTokens.open(keyDir) };
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
