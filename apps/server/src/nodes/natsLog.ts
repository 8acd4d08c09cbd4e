import { createHash } from 'node:crypto';
import { InputError, isRecord } from '@leib/core';
import type { RoomChange } from '@leib/net';
import { JetStreamApiCodes, JetStreamApiError, type MsgRequest, type StoredMsg } from '@nats-io/jetstream';
import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { OvertakenError, parseLine, type RoomStore, type StoredRoom, type StoreListener } from '../people/roomStore.js';
import type { NatsBlobs } from './natsBlobs.js';
import type { NatsLink } from './natsLink.js';

/** What a log is opened with. */
export interface LogPlace {
  readonly nats: NatsLink;
  readonly stream: string;
  /** Of this room's messages in the stream, and of those by which nodes tell each other of them. */
  readonly subject: string;
  readonly toldSubject: string;
  readonly snapshots: NatsBlobs;
  /** Of this node: where it begins again, another one. */
  readonly node: string;
  onClosed(): void;
}

/** A log beyond this is replaced by a snapshot: each message is read by itself, which takes about half a millisecond. */
const LONG_MESSAGES = 400;
const LONG_BYTES = 1 << 20;
/** How long an answer is waited for: to ask again does no harm, and a nats-server that has just started leaves some out, milliseconds. */
const TRY_MS = 700;
const MOST_SNAPSHOT_BYTES = 16 << 20;
const NEWLINE = 0x0a;
/** Another node's snapshot may replace the one that is being read. */
const READ_TRIES = 5;
const header = { id: 'Leib-Id', kind: 'Leib-Kind', before: 'Leib-Before', seq: 'Leib-Seq' } as const;
/** A message is changes, a line of JSON each; or where a snapshot of all before it is; or that there is nothing any more. */
type Kind = 'changes' | 'snapshot' | 'removed';

/** A message of the log, from the stream or as another node told of it. */
interface LogMessage {
  readonly seq: number;
  readonly id: string;
  readonly kind: Kind;
  readonly data: Uint8Array;
}

/** What has been read of a log. */
interface ReadLog {
  seq: number;
  /** Since the snapshot. */
  messages: number;
  bytes: number;
  snapshotHash: string | null;
}

/**
 * The log of a room in a stream that all nodes append to. A message is taken only where it comes behind the last one that its node
 * has read (expected last sequence of its subject): so there is one order, and each node has applied all before what it adds. One thing is
 * done at a time: while a message of one's own is on its way, nothing is told of others'.
 */
export class NatsLog implements RoomStore {
  readonly #place: LogPlace;
  readonly #log: ReadLog;
  #listener: StoreListener | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  #count = 0;
  #isReading = false;
  #isLost = false;
  #isClosed = false;

  private constructor(place: LogPlace, log: ReadLog) {
    this.#place = place;
    this.#log = log;
  }

  /** Reads all that there is. Rejects where nats-server is away. */
  static async open(place: LogPlace): Promise<{ readonly store: NatsLog; readonly stored: StoredRoom }> {
    for (let tries = 1; ; tries++) {
      const read = await readLog(place);
      if (read !== null) return { store: new NatsLog(place, read.log), stored: read.stored };
      if (tries === READ_TRIES) throw new InputError('snapshot', 'expected the whole snapshot of a room in NATS');
    }
  }

  /** The last message that is here. */
  get seq(): number {
    return this.#log.seq;
  }

  get isLong(): boolean {
    return this.#log.messages > LONG_MESSAGES || this.#log.bytes > LONG_BYTES;
  }

  listen(listener: StoreListener): void {
    this.#listener = listener;
    // What came between reading and now.
    void this.catchUp();
  }

  /** Another node says what it has put in. */
  hearTold(message: Msg): void {
    const told = readTold(message);
    if (told === null || told.seq <= this.#log.seq) return;
    if (this.#underWay === 0 && told.before === this.#log.seq) this.#hear(told);
    else void this.#readSoon();
  }

  /** Another node says how far it is. */
  hearSeq(seq: number): void {
    if (seq > this.#log.seq) void this.#readSoon();
  }

  async catchUp(): Promise<void> {
    if (!this.#place.nats.isConnected) return;
    await this.#run(() => this.#readOn(null)).catch(() => {});
  }

  append(lines: readonly Uint8Array[]): Promise<void> {
    const data = Buffer.concat(lines.flatMap((line) => [line, Uint8Array.of(NEWLINE)]));
    const { seq } = this.#log;
    return this.#run(async () => {
      await this.#put('changes', data, seq);
      this.#log.messages++;
      this.#log.bytes += data.length;
    });
  }

  async compact(snapshot: string): Promise<void> {
    const bytes = Buffer.from(snapshot);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const { snapshots, stream, subject, nats } = this.#place;
    const { seq, snapshotHash: before } = this.#log;
    await snapshots.put(hash, piecesOf(bytes));
    try {
      await this.#run(() => this.#put('snapshot', Buffer.from(JSON.stringify({ hash })), seq));
    } catch (error) {
      // Another node has changed something since: after the next change it is tried again.
      if (error instanceof OvertakenError) return snapshots.remove(hash);
      throw error;
    }
    Object.assign(this.#log, { messages: 0, bytes: 0, snapshotHash: hash });
    await nats.manager.streams.purge(stream, { filter: subject, seq: this.#log.seq });
    if (before !== null && before !== hash) await snapshots.remove(before);
  }

  /** Only where nobody has added anything since: whoever has it still open begins anew. */
  async remove(): Promise<void> {
    const { nats, stream, subject, snapshots } = this.#place;
    const { seq, snapshotHash } = this.#log;
    try {
      if (this.#isLost || seq === 0 || !nats.isConnected) return;
      await this.#run(() => this.#put('removed', Buffer.from('{}'), seq));
      await nats.manager.streams.purge(stream, { filter: subject, seq: this.#log.seq + 1 });
      if (snapshotHash !== null) await snapshots.remove(snapshotHash);
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error;
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#place.onClosed();
  }

  /** One after another; whoever waits for one is called before the next begins. */
  #run<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay++;
    const done = this.#queue.then(work);
    this.#queue = done
      .catch(() => {})
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => {
        this.#underWay--;
      });
    return done;
  }

  /** Once, however many ask for it meanwhile. */
  async #readSoon(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    await this.#run(() => {
      this.#isReading = false;
      return this.#readOn(null);
    }).catch(() => {});
  }

  /**
   * Behind all that was here when it was made, and nothing else. What is not answered may be kept all the same: it is tried again, and found in
   * the log then.
   */
  async #put(kind: Kind, data: Uint8Array, madeAt: number): Promise<void> {
    const { nats, subject, node } = this.#place;
    const id = `${node}.${++this.#count}`;
    for (;;) {
      if (this.#isLost) throw new InputError('', 'the room begins anew');
      // Something was read while it waited for its turn.
      if (this.#log.seq !== madeAt) throw new OvertakenError('', 'another server was first');
      const before = this.#log.seq;
      const more = headers();
      more.set(header.id, id);
      more.set(header.kind, kind);
      try {
        const expect = { lastSubjectSequence: before };
        const sent = nats.js.publish(subject, data, { headers: more, expect, timeout: TRY_MS });
        const { seq } = await nats.whileConnected(sent);
        this.#log.seq = seq;
        more.set(header.before, String(before));
        more.set(header.seq, String(seq));
        this.#tell(data, more);
        return;
      } catch (error) {
        if (isFinal(error)) throw error;
        if (!isOvertaken(error)) {
          await nats.untilRetry();
          continue;
        }
      }
      const found = await this.#readOn(id);
      if (found === 'own') return;
      if (found === 'others') throw new OvertakenError('', 'another server was first');
      this.#beginAgain();
    }
  }

  /** Whoever does not hear it reads it later. */
  #tell(data: Uint8Array, more: MsgHdrs): void {
    const { nats, toldSubject } = this.#place;
    try {
      if (nats.isConnected) nats.connection.publish(toldSubject, data, { headers: more });
    } catch {
      // The connection has been closed since: what is kept is kept.
    }
  }

  /** Reads what comes behind: up to one's own message, which is not told of. */
  async #readOn(ownId: string | null): Promise<'own' | 'others' | 'nothing'> {
    const { nats, stream, subject } = this.#place;
    let found: 'others' | 'nothing' = 'nothing';
    while (!this.#isClosed && !this.#isLost) {
      let stored: StoredMsg | null;
      try {
        stored = await nats.whileConnected(nextMessage(nats, stream, subject, this.#log.seq + 1));
      } catch {
        await nats.untilRetry();
        continue;
      }
      if (stored === null) break;
      const message = readStored(stored);
      if (ownId !== null && message.id === ownId) {
        this.#log.seq = message.seq;
        return 'own';
      }
      this.#hear(message);
      found = 'others';
    }
    return found;
  }

  #hear({ seq, kind, data }: LogMessage): void {
    const log = this.#log;
    log.seq = seq;
    if (kind === 'removed') this.#lose();
    else if (kind === 'snapshot') Object.assign(log, { messages: 0, bytes: 0, snapshotHash: readHash(data) });
    else {
      log.messages++;
      log.bytes += data.length;
      for (const change of readLines(data)) this.#listener?.onChange(change);
    }
  }

  /** There is less than was read: the room was taken away, which does no harm where there was nothing in it. */
  #beginAgain(): void {
    const { messages, snapshotHash } = this.#log;
    if (messages === 0 && snapshotHash === null) this.#log.seq = 0;
    else this.#lose();
  }

  #lose(): void {
    this.#isLost = true;
    this.#listener?.onLost();
  }
}

async function readLog(place: LogPlace): Promise<{ readonly log: ReadLog; readonly stored: StoredRoom } | null> {
  const { nats, stream, subject, snapshots } = place;
  const log: ReadLog = { seq: 0, messages: 0, bytes: 0, snapshotHash: null };
  let snapshot: unknown = null;
  let changes: RoomChange[] = [];
  for (;;) {
    const stored = await nextMessage(nats, stream, subject, log.seq + 1);
    if (stored === null) return { log, stored: { snapshot, changes } };
    const { seq, kind, data } = readStored(stored);
    log.seq = seq;
    log.messages++;
    log.bytes += data.length;
    if (kind === 'changes') {
      changes.push(...readLines(data));
      continue;
    }
    // All before it is in the snapshot, or nowhere any more.
    Object.assign(log, { messages: 0, bytes: 0, snapshotHash: kind === 'snapshot' ? readHash(data) : null });
    const bytes = log.snapshotHash === null ? null : await snapshots.read(log.snapshotHash, MOST_SNAPSHOT_BYTES);
    if (log.snapshotHash !== null && bytes === null) return null;
    snapshot = bytes === null ? null : JSON.parse(bytes.toString());
    changes = [];
  }
}

/** The first message of a room from a place in the stream on; null where there is none. */
function nextMessage(nats: NatsLink, stream: string, subject: string, seq: number): Promise<StoredMsg | null> {
  // The types of the package know this request for another call only (getMessage of direct access).
  const request = { seq, next_by_subj: subject } as MsgRequest;
  return nats.manager.streams.getMessage(stream, request);
}

const readStored = ({ seq, data, header: of }: StoredMsg): LogMessage => ({ seq, data, ...readHeader(of) });

function readHeader(of: MsgHdrs | undefined): { readonly id: string; readonly kind: Kind } {
  const [id, kind] = [of?.get(header.id) ?? '', of?.get(header.kind)];
  return { id, kind: kind === 'snapshot' || kind === 'removed' ? kind : 'changes' };
}

function readTold({ data, headers: of }: Msg): (LogMessage & { readonly before: number }) | null {
  const [seq, before] = [Number(of?.get(header.seq)), Number(of?.get(header.before))];
  return seq > 0 && before >= 0 ? { seq, before, data, ...readHeader(of) } : null;
}

/** What is no change is left out, everywhere the same. */
function readLines(data: Uint8Array): readonly RoomChange[] {
  const lines = Buffer.from(data).toString().split('\n').filter(Boolean);
  return lines.map(parseLine).filter((change) => change !== null);
}

function readHash(data: Uint8Array): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(data).toString());
    return isRecord(value) && typeof value.hash === 'string' && /^[0-9a-f]{64}$/.test(value.hash) ? value.hash : 'none';
  } catch {
    return 'none';
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const isOvertaken = (error: unknown) =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamWrongLastSequence ||
    error.code === JetStreamApiCodes.StreamWrongLastSequenceUnknown);

/** An answer that says no: nothing is kept. 5xx other than that it is not ready: the storage is full, or the message too large. */
const isFinal = (error: unknown) =>
  error instanceof JetStreamApiError && !isOvertaken(error) && FINAL_CODES.has(error.code);
/** Of nats-server: maximum bytes, messages, message size, store failed, insufficient resources. */
const FINAL_CODES = new Set([10002, 10023, 10047, 10054, 10077]);
