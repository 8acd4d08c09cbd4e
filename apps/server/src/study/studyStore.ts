import { createHash, type KeyObject } from 'node:crypto';
import type { StudyEvent } from '@leib/study';
import { migrate } from './migrations.js';
import { type RemovalStatement, type SignedRemoval, signRemoval, wordOf } from './removal.js';
import { numberOf, type Sql, type SqlDatabase, type SqlRow, textOf } from './sqlDatabase.js';

/** Who asks for a place in a study. */
export interface PlaceRequest {
  /** A random id. */
  readonly participant: string;
  /** Of the server or laboratory. */
  readonly site: string;
  /** How many orders of conditions take turns: places that are equal modulo this have the same. */
  readonly orders: number;
}

/** One participant of a study, and what is kept of them. */
export interface KeptParticipant {
  readonly participant: string;
  /** Place in the order of conditions, from 0. */
  readonly number: number;
  readonly site: string;
  readonly events: number;
  readonly hasEnded: boolean;
}

/** A piece of a participant's recording. */
export interface MotionChunk {
  readonly participant: string;
  /** Which recording: of which step, in which attempt. */
  readonly stream: string;
  /** From 0. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

export type KeptChunk = Omit<MotionChunk, 'bytes'> & { readonly sha256: string; readonly byteLength: number };

/** Why something is not taken: `gap`: what comes before it is missing; the others are final. */
export type Refusal = 'gap' | 'other' | 'removed' | 'unknown';

/** What came of an attempt to keep something. `next` is the number of events that are kept. */
export type Appended =
  | { readonly ok: true; readonly next: number }
  | { readonly ok: false; readonly why: Refusal; readonly next: number };

/** Participants, events and recordings of studies. What a method has promised is on disk when it resolves. */
export class StudyStore {
  readonly #database: SqlDatabase;
  readonly #key: () => Promise<KeyObject>;

  private constructor(database: SqlDatabase, key: () => Promise<KeyObject>) {
    this.#database = database;
    this.#key = key;
  }

  /** @param key signs what it says about removals; asked for at the first one */
  static async open(database: SqlDatabase, key: () => Promise<KeyObject>): Promise<StudyStore> {
    await migrate(database);
    return new StudyStore(database, key);
  }

  /** Keeps a study's document. A version that is kept stays as it is: false for another text of the same. */
  putProtocol(study: string, version: string, protocol: string): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.all('SELECT protocol FROM study WHERE study = ? AND version = ?', study, version);
      if (rows.length > 0) return textOf(rows[0], 'protocol') === protocol;
      await sql.run('INSERT INTO study (study, version, protocol) VALUES (?, ?, ?)', study, version, protocol);
      return true;
    });
  }

  /** Documents of a study by version, as they were put. */
  protocols(study: string): Promise<readonly string[]> {
    return this.#read('SELECT protocol FROM study WHERE study = ? ORDER BY version', [study], (row) =>
      textOf(row, 'protocol'),
    );
  }

  studies(): Promise<readonly string[]> {
    const text =
      'SELECT DISTINCT study FROM (SELECT study FROM study UNION SELECT study FROM participant) AS known ORDER BY study';
    return this.#read(text, [], (row) => textOf(row, 'study'));
  }

  /**
   * A place in the study's order of conditions, nobody else's: the order that the site has had least often, then all sites. Who
   * asks again gets the same; null for somebody whose data was removed.
   */
  place(study: string, { participant, site, orders }: PlaceRequest): Promise<number | null> {
    return this.#database.transaction(async (sql) => {
      if (await isRemoved(sql, study, participant)) return null;
      const rows = await sql.all('SELECT participant, number, site FROM participant WHERE study = ?', study);
      const own = rows.find((row) => row.participant === participant);
      if (own) return numberOf(own, 'number');
      const number = nextPlace(rows, site, orders);
      await sql.run(
        'INSERT INTO participant (study, participant, number, site) VALUES (?, ?, ?, ?)',
        study,
        participant,
        number,
        site,
      );
      return number;
    });
  }

  /** Keeps events of one participant, each once, however often it is sent. */
  append(study: string, participant: string, events: readonly StudyEvent[]): Promise<Appended> {
    return this.#database.transaction(async (sql) => {
      const refused = await whyNot(sql, study, participant);
      if (refused !== null) return { ok: false, why: refused, next: 0 };
      const next = await countEvents(sql, study, participant);
      const first = events[0]?.sequence ?? next;
      if (first > next) return { ok: false, why: 'gap', next };
      const again = events.filter(({ sequence }) => sequence < next);
      if (!(await areKept(sql, study, participant, again))) return { ok: false, why: 'other', next };
      for (const { sequence, seconds, kind, payload } of events.slice(again.length))
        await sql.run(
          'INSERT INTO event (study, participant, sequence, seconds, kind, payload) VALUES (?, ?, ?, ?, ?, ?)',
          ...[study, participant, sequence, seconds, kind, JSON.stringify(payload)],
        );
      return { ok: true, next: next + events.length - again.length };
    });
  }

  /** Keeps a piece of a recording, once. */
  appendMotion(study: string, { participant, stream, number, bytes }: MotionChunk): Promise<Appended> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return this.#database.transaction(async (sql) => {
      const refused = await whyNot(sql, study, participant);
      if (refused !== null) return { ok: false, why: refused, next: 0 };
      const key = [study, participant, stream, number] as const;
      const [kept] = await sql.all(`SELECT sha256 FROM motion WHERE ${chunkKey}`, ...key);
      if (kept !== undefined)
        return kept.sha256 === sha256 ? { ok: true, next: number + 1 } : { ok: false, why: 'other', next: number };
      await sql.run(
        'INSERT INTO motion (study, participant, stream, number, sha256, bytes) VALUES (?, ?, ?, ?, ?, ?)',
        ...[...key, sha256, bytes],
      );
      return { ok: true, next: number + 1 };
    });
  }

  participants(study: string): Promise<readonly KeptParticipant[]> {
    const text = `SELECT p.participant AS participant, p.number AS number, p.site AS site, COUNT(e.sequence) AS events,
      MAX(CASE WHEN e.kind = 'ended' THEN 1 ELSE 0 END) AS ended FROM participant p
      LEFT JOIN event e ON e.study = p.study AND e.participant = p.participant
      WHERE p.study = ? GROUP BY p.participant, p.number, p.site ORDER BY p.number`;
    return this.#read(text, [study], (row) => ({
      participant: textOf(row, 'participant'),
      number: numberOf(row, 'number'),
      site: textOf(row, 'site'),
      events: numberOf(row, 'events'),
      hasEnded: numberOf(row, 'ended') === 1,
    }));
  }

  /** Events of one participant, in order. */
  events(study: string, participant: string): Promise<readonly StudyEvent[]> {
    const text = `SELECT sequence, seconds, kind, payload FROM event WHERE study = ? AND participant = ? ORDER BY sequence`;
    return this.#read(text, [study, participant], (row) => eventOf(participant, row));
  }

  /** Pieces of one participant's recordings, in order, without their bytes. */
  motion(study: string, participant: string): Promise<readonly KeptChunk[]> {
    const text = `SELECT stream, number, sha256, LENGTH(bytes) AS size FROM motion
      WHERE study = ? AND participant = ? ORDER BY stream, number`;
    return this.#read(text, [study, participant], (row) => ({
      participant,
      stream: textOf(row, 'stream'),
      number: numberOf(row, 'number'),
      sha256: textOf(row, 'sha256'),
      byteLength: numberOf(row, 'size'),
    }));
  }

  /** Names of all recordings of a study. */
  streams(study: string): Promise<readonly Pick<KeptChunk, 'participant' | 'stream'>[]> {
    const text = 'SELECT DISTINCT participant, stream FROM motion WHERE study = ? ORDER BY participant, stream';
    return this.#read(text, [study], (row) => ({
      participant: textOf(row, 'participant'),
      stream: textOf(row, 'stream'),
    }));
  }

  async motionBytes(
    study: string,
    { participant, stream, number }: Omit<MotionChunk, 'bytes'>,
  ): Promise<Uint8Array | null> {
    const text = `SELECT bytes FROM motion WHERE ${chunkKey}`;
    const [bytes] = await this.#read(text, [study, participant, stream, number], (row) => row.bytes as Uint8Array);
    return bytes ?? null;
  }

  /**
   * Removes all that is kept of somebody, and what deleted rows leave in the files. Their id is not taken again: a page that
   * still has something to send is refused. Asked again, the same statement is given; null where nobody is or was known by this id.
   */
  async remove(study: string, participant: string, nowMs: number): Promise<SignedRemoval | null> {
    const word = wordOf(study, participant);
    const removed = await this.#database.transaction(async (sql) => {
      const [before] = await sql.all('SELECT statement FROM removed WHERE study = ? AND word = ?', study, word);
      if (before) return JSON.parse(textOf(before, 'statement')) as SignedRemoval | RemovedCounts;
      const counts = await takeAway(sql, study, participant);
      if (counts === null) return null;
      // What was counted stands there until the statement does: a kill in between loses neither.
      const text = JSON.stringify(counts);
      await sql.run('INSERT INTO removed (study, word, statement) VALUES (?, ?, ?)', study, word, text);
      return counts;
    });
    if (removed === null || 'statement' in removed) return removed;
    const scrubbed = await this.#database.scrub(participant);
    const left = await this.#read(
      `SELECT (SELECT COUNT(*) FROM event WHERE study = ? AND participant = ?) + (SELECT COUNT(*) FROM motion WHERE study = ? AND participant = ?)
        + (SELECT COUNT(*) FROM participant WHERE study = ? AND participant = ?) AS rest`,
      [study, participant, study, participant, study, participant],
      (row) => numberOf(row, 'rest'),
    );
    const statement: RemovalStatement = {
      format: 'leib-study-removal/1',
      study,
      participant: word,
      removedAt: new Date(nowMs).toISOString(),
      ...removed,
      rowsLeft: left[0],
      scrubbed,
      notReached:
        'exports, reports and backups that were made before, and what a participant’s page has not sent yet (it is refused)',
    };
    const signed = signRemoval(statement, await this.#key());
    await this.#database.transaction((sql) =>
      sql.run('UPDATE removed SET statement = ? WHERE study = ? AND word = ?', JSON.stringify(signed), study, word),
    );
    return signed;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #read<T>(text: string, values: readonly (string | number)[], read: (row: SqlRow) => T): Promise<readonly T[]> {
    return this.#database.read(async (sql) => (await sql.all(text, ...values)).map(read));
  }
}

const chunkKey = 'study = ? AND participant = ? AND stream = ? AND number = ?';
type RemovedCounts = Pick<RemovalStatement, 'events' | 'chunks' | 'bytes' | 'sha256'>;

function eventOf(participant: string, row: SqlRow): StudyEvent {
  return {
    participant,
    sequence: numberOf(row, 'sequence'),
    seconds: numberOf(row, 'seconds'),
    kind: textOf(row, 'kind'),
    payload: JSON.parse(textOf(row, 'payload')),
  } as StudyEvent;
}

/** The lowest free number of the order that this site has had least often; among those, all sites; among those, the first. */
function nextPlace(taken: readonly SqlRow[], site: string, orders: number): number {
  const here = new Uint32Array(orders);
  const everywhere = new Uint32Array(orders);
  const numbers = new Set<number>();
  for (const row of taken) {
    const number = numberOf(row, 'number');
    numbers.add(number);
    everywhere[number % orders]++;
    if (row.site === site) here[number % orders]++;
  }
  let order = 0;
  for (let i = 1; i < orders; i++)
    if (here[i] < here[order] || (here[i] === here[order] && everywhere[i] < everywhere[order])) order = i;
  let number = order;
  while (numbers.has(number)) number += orders;
  return number;
}

async function isRemoved(sql: Sql, study: string, participant: string): Promise<boolean> {
  const rows = await sql.all(
    'SELECT word FROM removed WHERE study = ? AND word = ?',
    study,
    wordOf(study, participant),
  );
  return rows.length > 0;
}

/** Why nothing of this participant is taken; null where it is. */
async function whyNot(sql: Sql, study: string, participant: string): Promise<'removed' | 'unknown' | null> {
  const rows = await sql.all('SELECT number FROM participant WHERE study = ? AND participant = ?', study, participant);
  if (rows.length > 0) return null;
  return (await isRemoved(sql, study, participant)) ? 'removed' : 'unknown';
}

async function countEvents(sql: Sql, study: string, participant: string): Promise<number> {
  const text = 'SELECT COUNT(*) AS events FROM event WHERE study = ? AND participant = ?';
  const [row] = await sql.all(text, study, participant);
  return numberOf(row, 'events');
}

/** Whether these events are kept just so: another text under the same number is somebody else's. */
async function areKept(sql: Sql, study: string, participant: string, events: readonly StudyEvent[]): Promise<boolean> {
  if (events.length === 0) return true;
  const text = `SELECT sequence, seconds, kind, payload FROM event
    WHERE study = ? AND participant = ? AND sequence >= ? AND sequence <= ? ORDER BY sequence`;
  const rows = await sql.all(text, study, participant, events[0].sequence, events[events.length - 1].sequence);
  return events.every(({ seconds, kind, payload }, i) => {
    const row = rows[i];
    return row.kind === kind && row.seconds === seconds && row.payload === JSON.stringify(payload);
  });
}

/** Deletes the rows of a participant, and says what they were; null where there are none. */
async function takeAway(sql: Sql, study: string, participant: string): Promise<RemovedCounts | null> {
  const sum = createHash('sha256');
  const key = [study, participant] as const;
  const where = 'WHERE study = ? AND participant = ?';
  let bytes = 0;
  const events = await sql.all(`SELECT sequence, seconds, kind, payload FROM event ${where} ORDER BY sequence`, ...key);
  for (const row of events) {
    const line = `${row.sequence}\t${row.seconds}\t${row.kind}\t${row.payload}\n`;
    bytes += Buffer.byteLength(line);
    sum.update(line);
  }
  const chunks = await sql.all(
    `SELECT stream, number, sha256, LENGTH(bytes) AS size FROM motion ${where} ORDER BY stream, number`,
    ...key,
  );
  for (const row of chunks) {
    bytes += numberOf(row, 'size');
    sum.update(`${row.stream}\t${row.number}\t${row.sha256}\n`);
  }
  const known = await sql.run(`DELETE FROM participant ${where}`, ...key);
  if (known === 0) return null;
  await sql.run(`DELETE FROM event ${where}`, ...key);
  await sql.run(`DELETE FROM motion ${where}`, ...key);
  return { events: events.length, chunks: chunks.length, bytes, sha256: sum.digest('hex') };
}

/** Ids that addresses, files and tables take: of studies and participants; of recordings, which have points inside. */
export const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/;
export const streamPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
