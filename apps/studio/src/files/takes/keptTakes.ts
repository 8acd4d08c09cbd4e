import { change, createHistory, type History, type Recording, redo, trimRecording, undo } from '@leib/core';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../time/clock.js';
import { type KeptFiles, openKeptFiles } from '../keptFiles.js';
import { decodeTake, encodeTake, type KeptTake } from './take.js';

/** Where takes are kept: what the lists show, and their recordings. */
interface TakeDatabases {
  readonly list: KeptFiles;
  readonly files: KeptFiles;
}

/** What panels show. Written on changes, not in every frame. */
export interface KeptTakesState {
  /** Oldest first. */
  readonly takes: readonly KeptTake[];
  /** Ids of takes that are lost with the page, since the browser had no room for them. */
  readonly unkept: ReadonlySet<string>;
  /** The last change, and the one that was undone, in a few words; null: none. */
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
}

/** The list after a change, and the change in a few words. */
interface Step {
  readonly takes: readonly KeptTake[];
  readonly label: string;
}

/** What a change is called; changes of the same gesture are one step until another change comes. */
interface ChangeOptions {
  readonly label?: string;
  readonly gesture?: string | null;
}

type Bytes = Uint8Array<ArrayBuffer>;

const fileName = (file: string) => `${file}.mcap`;
const pieceName = (id: string, number: number) => `${id}.piece.${String(number).padStart(6, '0')}`;
const pieceOf = /^(.*)\.piece\.\d+$/;

/** Takes of all rooms, kept in the browser's database at every change; changes can be undone. */
export class KeptTakes {
  readonly store = createStore<KeptTakesState>(() => ({
    takes: [],
    unkept: new Set(),
    undoLabel: null,
    redoLabel: null,
  }));
  readonly clock: Clock;
  /** Called with one sentence where something could not be kept or read. */
  readonly #say: (text: string) => void;
  readonly #databases: TakeDatabases;
  #steps: History<Step> = createHistory<Step>({ takes: [], label: '' });
  /** As they are in the database. */
  #stored: ReadonlyMap<string, KeptTake> = new Map();
  /** Recordings that are not in the database: of deleted takes, and of takes that it had no room for. */
  readonly #inMemory = new Map<string, Bytes>();
  /** Takes that the database had no room for. */
  readonly #refused = new Set<string>();
  /** Recordings that were read, for as long as somebody holds their takes. */
  readonly #read = new WeakMap<KeptTake, Promise<Recording>>();
  #saving: Promise<void> = Promise.resolve();
  #loading: Promise<readonly string[]> | null = null;

  constructor(
    clock: Clock,
    say: (text: string) => void,
    databases: TakeDatabases = { list: openKeptFiles('leib-takes'), files: openKeptFiles('leib-take-files') },
  ) {
    this.clock = clock;
    this.#say = say;
    this.#databases = databases;
  }

  get takes(): readonly KeptTake[] {
    return this.#steps.present.takes;
  }

  find(id: string | null): KeptTake | null {
    return this.takes.find((take) => take.id === id) ?? null;
  }

  /** Reads the list that the browser has kept; the first call does it. Returns ids of recordings that a closed page has left unfinished. */
  load(): Promise<readonly string[]> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<readonly string[]> {
    const release = this.clock.hold();
    const found: KeptTake[] = [];
    for (const { bytes } of await this.#databases.list.list()) {
      const take = decodeTake(bytes);
      if (take.ok) found.push(take.value);
      else this.#say(`A kept take cannot be read: ${take.path}: ${take.reason}.`);
    }
    this.#stored = new Map(found.map((take) => [take.id, take]));
    // Takes that were recorded meanwhile stay.
    this.#steps = createHistory<Step>({ takes: [...found, ...this.takes], label: '' });
    const known = new Set(this.takes.map(({ id }) => id));
    const unfinished = new Set<string>();
    for (const name of await this.#databases.files.names()) {
      const id = pieceOf.exec(name)?.[1];
      if (id !== undefined && !known.has(id)) unfinished.add(id);
    }
    release();
    this.#show();
    return [...unfinished];
  }

  /** Keeps a part of a recording that is under way. */
  async keepPiece(id: string, number: number, bytes: Bytes): Promise<boolean> {
    return this.#databases.files.put({ name: pieceName(id, number), bytes }, true);
  }

  /** All parts of a recording in their order, as one file. */
  async joinPieces(id: string): Promise<Bytes> {
    const pieces = await Promise.all((await this.#piecesOf(id)).map((name) => this.#databases.files.read(name)));
    return new Uint8Array(await new Blob(pieces.flatMap((piece) => (piece ? [piece.bytes] : []))).arrayBuffer());
  }

  async removePieces(id: string): Promise<void> {
    for (const name of await this.#piecesOf(id)) await this.#databases.files.remove(name);
  }

  /** Adds a take with its recording. */
  add(take: KeptTake, bytes: Bytes, { label = `new ${take.name}`, gesture = take.id }: ChangeOptions = {}): void {
    this.#inMemory.set(take.file, bytes);
    this.#change([...this.takes, take], label, gesture);
  }

  /** @param bytes of its recording, where that is another one: its `file` must be, too */
  replace(take: KeptTake, { label = `change ${take.name}`, gesture = null }: ChangeOptions = {}, bytes?: Bytes): void {
    if (bytes) this.#inMemory.set(take.file, bytes);
    const takes = this.takes.map((old) => (old.id === take.id ? take : old));
    this.#change(takes, label, gesture);
  }

  rename(take: KeptTake, wanted: string): void {
    const name = wanted.trim();
    if (name !== '' && name !== take.name) this.replace({ ...take, name }, { label: `rename ${take.name}` });
  }

  /** Deletes a take; its recording stays in memory until the page is left, for undo. */
  remove(take: KeptTake): void {
    this.#change(
      this.takes.filter(({ id }) => id !== take.id),
      `delete ${take.name}`,
      null,
    );
  }

  /** What takes are of got another name. Not a step of the history. */
  renameAvatar(kind: KeptTake['kind'], from: string, to: string): void {
    const renamed = (step: Step): Step => ({
      ...step,
      takes: step.takes.map((take) => (take.kind === kind && take.avatar === from ? { ...take, avatar: to } : take)),
    });
    const { past, present, future } = this.#steps;
    const steps = { past: past.map(renamed), present: renamed(present), future: future.map(renamed) };
    this.#steps = { ...this.#steps, ...steps };
    this.#save();
  }

  undo(): void {
    this.#steps = undo(this.#steps);
    this.#save();
  }

  redo(): void {
    this.#steps = redo(this.#steps);
    this.#save();
  }

  /** The whole recording as MCAP. Throws an Error in one sentence where it is gone. */
  async bytesOf({ file, name }: Pick<KeptTake, 'file' | 'name'>): Promise<Bytes> {
    await this.#saving;
    const bytes = this.#inMemory.get(file) ?? (await this.#databases.files.read(fileName(file)))?.bytes;
    if (!bytes) throw new Error(`${name}: its recording is gone from this browser; delete it from the list.`);
    return bytes;
  }

  /** What is recorded between the ends of the take. */
  recordingOf(take: KeptTake): Promise<Recording> {
    const known = this.#read.get(take);
    if (known) return known;
    const reading = this.bytesOf(take).then(async (bytes) => {
      const { motionFromVrma, readRecording } = await import('./readTake.js');
      const { recording } = await readRecording(bytes);
      // Takes of earlier versions have the body in a file of its own.
      const older = await this.#databases.files.read(`${take.file}.vrma`);
      const whole = older ? await motionFromVrma(recording, older.bytes) : recording;
      return take.range[0] === 0 && take.range[1] === take.seconds ? whole : trimRecording(whole, ...take.range);
    });
    this.#read.set(take, reading);
    reading.catch(() => this.#read.delete(take));
    return reading;
  }

  #change(takes: readonly KeptTake[], label: string, gesture: string | null): void {
    this.#steps = change(this.#steps, { takes, label }, gesture);
    this.#save();
  }

  #save(): void {
    const release = this.clock.hold();
    this.#saving = this.#saving.then(() => this.#write()).finally(release);
    this.#show();
  }

  #show(): void {
    const { past, present, future } = this.#steps;
    this.store.setState({
      takes: present.takes,
      unkept: new Set(this.#refused),
      undoLabel: past.length > 0 ? present.label : null,
      redoLabel: future[0]?.label ?? null,
    });
  }

  async #write(): Promise<void> {
    const wanted = new Map(this.takes.map((take) => [take.id, take]));
    const stored = this.#stored;
    this.#stored = wanted;
    const files = new Set(this.takes.map(({ file }) => file));
    for (const { id, file } of stored.values()) {
      if (!files.has(file)) await this.#takeOut(file);
      if (!wanted.has(id)) await this.#databases.list.remove(id);
    }
    for (const [id, take] of wanted) {
      if (stored.get(id) === take && !this.#inMemory.has(take.file)) continue;
      const isKept =
        (await this.#putFile(take.file)) && (await this.#databases.list.put({ name: id, bytes: encodeTake(take) }));
      if (isKept) {
        this.#inMemory.delete(take.file);
        this.#refused.delete(id);
      } else await this.#onRefused(take);
    }
    this.#show();
  }

  async #onRefused({ id, file, name }: KeptTake): Promise<void> {
    if (!this.#inMemory.has(file)) {
      this.#say(
        `The change of ${name} is not kept: the browser’s storage is full or blocked; delete takes or avatars.`,
      );
      return;
    }
    this.#refused.add(id);
    await this.#databases.files.remove(fileName(file));
    this.#say(
      `${name} is only in memory: the browser’s storage is full or blocked; save it as a file, or delete takes.`,
    );
  }

  async #putFile(file: string): Promise<boolean> {
    const bytes = this.#inMemory.get(file);
    return bytes === undefined || this.#databases.files.put({ name: fileName(file), bytes });
  }

  async #takeOut(file: string): Promise<void> {
    const gone = await this.#databases.files.read(fileName(file));
    if (gone) this.#inMemory.set(file, gone.bytes);
    await this.#databases.files.remove(fileName(file));
  }

  async #piecesOf(id: string): Promise<readonly string[]> {
    return (await this.#databases.files.names()).filter((name) => pieceOf.exec(name)?.[1] === id).sort();
  }
}
