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
import type { RoomStore, StoredRoom } from './roomStore.js';

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
const MOST_WAITING = 2000;

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
    let { version, doc } = read;
    for (const change of stored.changes) {
      const where = `change ${change.version}`;
      doc = requireDecoded(applyChanges(doc, requireDecoded(decodeChanges(change.changes), where)), where);
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
    const { ordered, taken, answers } = this.#order(batch);
    try {
      if (taken.length > 0) await this.#append(taken.map(({ message }) => message.subarray(HEADER_SIZE)));
    } catch (error) {
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
    for (const wanted of batch) {
      const { by, id } = wanted;
      if (id !== 0 && id <= (heard.get(by) ?? this.heardOf(by))) continue;
      const changes = wanted.make(ordered);
      const next = changes.ok ? orderChange(ordered, changes.value) : changes;
      answers.push({ wanted, refusal: refusalOf(next) });
      if (!next.ok || !changes.ok) continue;
      ordered = next.value;
      if (id !== 0) heard.set(by, id);
      const change = { version: ordered.version, by, id, changes: [...changes.value] };
      taken.push({ change, message: encodeChanged(change) });
    }
    return { ordered, taken, answers };
  }

  async #append(lines: readonly Uint8Array[]): Promise<void> {
    const startMs = performance.now();
    try {
      await this.#store.append(lines);
    } catch (error) {
      this.#figures.failedWrites++;
      throw error;
    } finally {
      this.#figures.writes++;
      this.#figures.writeMs += performance.now() - startMs;
    }
  }

  #keep({ version, by, id }: RoomChange, message: Message): void {
    if (id !== 0) this.#heard.set(by, id);
    this.#recent.push({ version, message });
    this.#recentBytes += message.length;
    while (this.#recent.length > MOST_RECENT || this.#recentBytes > MOST_RECENT_BYTES)
      this.#recentBytes -= this.#recent.shift()?.message.length ?? 0;
  }

  /** The log stays as it is where there is no room for a snapshot; it is tried again after the next changes. */
  async #compact(): Promise<void> {
    for (const actor of this.#heard.keys()) if (!Object.hasOwn(this.doc.actors, actor)) this.#heard.delete(actor);
    const snapshot = { version: this.version, heard: Object.fromEntries(this.#heard), doc: this.doc };
    await this.#store.compact(JSON.stringify(snapshot)).catch(() => this.#figures.failedWrites++);
  }
}

function readSnapshot(snapshot: unknown) {
  if (snapshot === null) return { version: 0, doc: emptyDoc, heard: new Map<ActorId, number>() };
  const { version, heard, doc } = isRecord(snapshot) ? snapshot : {};
  if (!Number.isSafeInteger(version) || !isRecord(heard))
    throw new InputError('snapshot', 'expected version and heard');
  return {
    version: version as number,
    doc: requireDecoded(decodeStageDoc(doc), 'snapshot'),
    heard: new Map(Object.entries(heard as Record<ActorId, number>)),
  };
}
