import { type Decoded, InputError, isRecord, refusalOf, requireDecoded } from '@leib/core';
import { encodeChanged, encodeDocument, HEADER_SIZE, type RoomChange } from '@leib/net';
import {
  type ActorId,
  applyChanges,
  type Change,
  createOrderedDoc,
  decodeChanges,
  decodeStageDoc,
  type OrderedDoc,
  orderChange,
  type StageDoc,
} from '@leib/stage';
import { OvertakenError, type RoomStore, type StoredRoom } from './roomStore.js';

type Message = Uint8Array<ArrayBuffer>;

/** Changes that somebody wants. */
export interface WantedChange {
  readonly by: ActorId;
  /** Of the client, rising; 0 for the server's own. */
  readonly id: number;
  /** What it is, by the document as it is when its turn comes; or why not. */
  make(ordered: OrderedDoc): Decoded<readonly Change[]>;
  /** It is in the document and on disk, or the reason why it is not. */
  done(refusal: string | null): void;
}

/** What the document tells of its work. */
export interface DocumentFigures {
  writes: number;
  writeMs: number;
  failedWrites: number;
}

/** Changes that a client may have missed and still be told one by one. */
const MOST_RECENT = 1000;
const MOST_RECENT_BYTES = 4 << 20;
/** Changes that are written together, and those that may wait. */
const MOST_TOGETHER = 256;
const MOST_TOGETHER_BYTES = 256 << 10;
const MOST_WAITING = 2000;
const MOST_REMOVED = 1000;

/** A document without anything in it. */
const emptyDoc = requireDecoded(decodeStageDoc({ format: 'leib-stage/1', actors: {} }));

/**
 * The document of a room: puts the changes of all in one order, and tells of each only when it is on disk. Those that come
 * while others are being written are written together afterwards.
 */
export class RoomDocument {
  #ordered: OrderedDoc;
  readonly #store: RoomStore;
  readonly #figures: DocumentFigures;
  readonly #onChanged: (change: RoomChange, message: Message) => void;
  /** The number of the last change that was taken of each person. */
  readonly #heard: Map<ActorId, number>;
  /** Actors whom a host has taken out, the oldest first. */
  readonly #removed: Set<ActorId>;
  readonly #waiting: WantedChange[] = [];
  readonly #recent: { readonly version: number; readonly message: Message }[] = [];
  #recentBytes = 0;
  #writing: Promise<void> | null = null;

  /** Throws InputError where what was stored is no document. @param onChanged a change that everybody is told of */
  constructor(
    stored: StoredRoom,
    store: RoomStore,
    figures: DocumentFigures,
    onChanged: (change: RoomChange, message: Message) => void,
  ) {
    this.#store = store;
    this.#figures = figures;
    this.#onChanged = onChanged;
    const read = readSnapshot(stored.snapshot);
    this.#heard = read.heard;
    this.#removed = read.removed;
    let { version, doc } = read;
    for (const change of stored.changes) {
      const where = `change ${change.version}`;
      const next = after(doc, change);
      // Of a log that several servers write, all leave out the same.
      if (store.listen !== undefined && (!next.ok || change.version !== version + 1)) continue;
      doc = requireDecoded(next, where);
      version = change.version;
      this.#keep(change, encodeChanged(change));
    }
    this.#ordered = createOrderedDoc(doc, version);
  }

  get doc(): StageDoc {
    return this.#ordered.doc;
  }

  get version(): number {
    return this.#ordered.version;
  }

  /** Whether nothing was ever put in, or it was all taken out again. */
  get isEmpty(): boolean {
    const { chat = [], ...doc } = this.doc;
    return chat.length === 0 && JSON.stringify(doc) === JSON.stringify(emptyDoc);
  }

  get isIdle(): boolean {
    return this.#writing === null && this.#waiting.length === 0;
  }

  /** Whether a host has taken this actor out. */
  isRemoved(actor: ActorId): boolean {
    return this.#removed.has(actor);
  }

  /** A change that another server has put into the log. False where it is none, and is left out, as everywhere. */
  hear(change: RoomChange): boolean {
    const { doc, version } = this.#ordered;
    const next = after(doc, change);
    if (!next.ok || change.version !== version + 1) return false;
    const ordered = orderChange(this.#ordered, change.changes as readonly Change[]);
    // Its server has let it in: here it is not refused for its size any more.
    this.#ordered = ordered.ok ? ordered.value : createOrderedDoc(next.value, change.version);
    const message = encodeChanged(change);
    this.#keep(change, message);
    this.#onChanged(change, message);
    return true;
  }

  /** The number of the last change of somebody that is in the document; 0 for none. */
  heardOf(actor: ActorId): number {
    return this.#heard.get(actor) ?? 0;
  }

  change(wanted: WantedChange): void {
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(wanted);
    else wanted.done('expected fewer changes at once; the server is still writing the last ones');
  }

  /** Begins to write what waits, where nothing is being written. */
  step(): void {
    if (this.#writing !== null || this.#waiting.length === 0) return;
    this.#writing = this.#write(this.#waiting.splice(0, MOST_TOGETHER)).finally(() => {
      this.#writing = null;
    });
  }

  /** The whole of it, as it is sent. */
  message(): Message {
    return encodeDocument({ version: this.version, doc: this.doc });
  }

  /** What was sent since a version; null where that is not known any more. */
  since(version: number): readonly Message[] | null {
    if (version > this.version) return null;
    const [oldest] = this.#recent;
    if (version < this.version && (oldest === undefined || oldest.version > version + 1)) return null;
    return this.#recent.filter((one) => one.version > version).map(({ message }) => message);
  }

  /** Resolves when all is here that other servers had written before. */
  async catchUp(): Promise<void> {
    await this.#store.catchUp?.();
  }

  /** Resolves when all is written, and the store is closed. */
  async close(): Promise<void> {
    while (!this.isIdle) {
      this.step();
      await this.#writing;
    }
    if (this.isEmpty) await this.#store.remove();
    else await this.#store.close();
  }

  async #write(batch: readonly WantedChange[]): Promise<void> {
    const { ordered, taken, answers, left } = this.#order(batch);
    this.#waiting.unshift(...left);
    try {
      if (taken.length > 0) await this.#append(taken.map(({ message }) => message.subarray(HEADER_SIZE)));
    } catch (error) {
      if (error instanceof OvertakenError) {
        this.#waiting.unshift(...answers.map(({ wanted }) => wanted));
        return;
      }
      const reason = `the server could not write it (${(error as Error).message}); try again later`;
      for (const { wanted, refusal } of answers) wanted.done(refusal ?? reason);
      return;
    }
    this.#ordered = ordered;
    for (const { change, message } of taken) {
      this.#keep(change, message);
      this.#onChanged(change, message);
    }
    for (const { wanted, refusal } of answers) wanted.done(refusal);
    if (this.#store.isLong) await this.#compact();
  }

  /** The document after these; changes that a person has sent before are left out. */
  #order(batch: readonly WantedChange[]) {
    let ordered = this.#ordered;
    const heard = new Map<ActorId, number>();
    const taken: { readonly change: RoomChange; readonly message: Message }[] = [];
    const answers: { readonly wanted: WantedChange; readonly refusal: string | null }[] = [];
    let bytes = 0;
    for (const [index, wanted] of batch.entries()) {
      if (bytes > MOST_TOGETHER_BYTES) return { ordered, taken, answers, left: batch.slice(index) };
      const { by, id } = wanted;
      if (id !== 0 && id <= (heard.get(by) ?? this.heardOf(by))) continue;
      const changes = wanted.make(ordered);
      const next = changes.ok ? orderChange(ordered, changes.value) : changes;
      answers.push({ wanted, refusal: refusalOf(next) });
      if (!next.ok || !changes.ok) continue;
      ordered = next.value;
      if (id !== 0) heard.set(by, id);
      const change = { version: ordered.version, by, id, changes: [...changes.value] };
      const message = encodeChanged(change);
      bytes += message.length;
      taken.push({ change, message });
    }
    return { ordered, taken, answers, left: [] };
  }

  async #append(lines: readonly Uint8Array[]): Promise<void> {
    const startMs = performance.now();
    try {
      await this.#store.append(lines);
    } catch (error) {
      if (!(error instanceof OvertakenError)) this.#figures.failedWrites++;
      throw error;
    } finally {
      this.#figures.writes++;
      this.#figures.writeMs += performance.now() - startMs;
    }
  }

  #keep({ version, by, id, changes }: RoomChange, message: Message): void {
    if (id !== 0) {
      this.#heard.set(by, id);
      for (const actor of takenOutBy(changes)) this.#removed.add(actor);
      const [oldest] = this.#removed;
      if (this.#removed.size > MOST_REMOVED) this.#removed.delete(oldest);
    }
    this.#recent.push({ version, message });
    this.#recentBytes += message.length;
    while (this.#recent.length > MOST_RECENT || this.#recentBytes > MOST_RECENT_BYTES)
      this.#recentBytes -= this.#recent.shift()?.message.length ?? 0;
  }

  /** The log stays as it is where there is no room for a snapshot; it is tried again after the next changes. */
  async #compact(): Promise<void> {
    for (const actor of this.#heard.keys()) if (!Object.hasOwn(this.doc.actors, actor)) this.#heard.delete(actor);
    const [heard, removed] = [Object.fromEntries(this.#heard), [...this.#removed]];
    const snapshot = { version: this.version, heard, removed, doc: this.doc };
    await this.#store.compact(JSON.stringify(snapshot)).catch(() => this.#figures.failedWrites++);
  }
}

function after(doc: StageDoc, { changes }: RoomChange): Decoded<StageDoc> {
  const decoded = decodeChanges(changes);
  return decoded.ok ? applyChanges(doc, decoded.value) : decoded;
}

/** Actors that somebody's changes, which were checked, take out of the document. */
function takenOutBy(changes: RoomChange['changes']): readonly ActorId[] {
  const ofActors = (changes as readonly Change[]).filter(({ path }) => path[0] === 'actors' && path.length === 2);
  return ofActors.filter(({ value }) => value === undefined).map(({ path }) => String(path[1]));
}

function readSnapshot(snapshot: unknown) {
  if (snapshot === null)
    return { version: 0, doc: emptyDoc, heard: new Map<ActorId, number>(), removed: new Set<ActorId>() };
  const { version, heard, doc, removed = [] } = isRecord(snapshot) ? snapshot : {};
  if (!Number.isSafeInteger(version) || !isRecord(heard))
    throw new InputError('snapshot', 'expected version and heard');
  return {
    version: version as number,
    doc: requireDecoded(decodeStageDoc(doc), 'snapshot'),
    heard: new Map(Object.entries(heard as Record<ActorId, number>)),
    removed: new Set((Array.isArray(removed) ? removed : []).filter((actor) => typeof actor === 'string')),
  };
}
