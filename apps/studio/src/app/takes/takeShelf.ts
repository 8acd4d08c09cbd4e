import { change, createHistory, type History, redo, undo } from '@leib/core';
import { type KeptFiles, openKeptFiles } from '../../files/keptFiles.js';
import type { Clock } from '../../time/clock.js';
import { type BodyTake, decodeTake, encodeTake, type TakeFiles } from './take.js';

/** Where takes are kept: what the list shows, and their files. */
interface TakeDatabases {
  readonly list: KeptFiles;
  readonly files: KeptFiles;
}

/** Names in the database of files. */
const sessionName = (id: string) => `${id}.mcap`;
const bodyName = (id: string) => `${id}.vrma`;
const pieceName = (id: string, number: number) => `${id}.piece.${String(number).padStart(6, '0')}`;
const pieceOf = /^(.*)\.piece\.\d+$/;

/** The takes of the person, kept in the browser's database at every change; changes can be undone. */
export class TakeShelf {
  /** Called after every change of the list. */
  onChange: () => void = () => {};
  /** Called with one sentence where something could not be kept or read. */
  onTrouble: (text: string) => void = () => {};
  readonly #clock: Clock;
  readonly #databases: TakeDatabases;
  #steps: History<readonly BodyTake[]> = createHistory<readonly BodyTake[]>([]);
  /** As they are in the database. */
  #stored: ReadonlyMap<string, BodyTake> = new Map();
  /** Files that are not in the database: of deleted takes, and of takes that it had no room for. */
  readonly #inMemory = new Map<string, TakeFiles>();
  /** Takes that the database had no room for. */
  readonly #refused = new Set<string>();
  #saving: Promise<void> = Promise.resolve();

  constructor(
    clock: Clock,
    databases: TakeDatabases = { list: openKeptFiles('leib-takes'), files: openKeptFiles('leib-take-files') },
  ) {
    this.#clock = clock;
    this.#databases = databases;
  }

  /** Oldest first. */
  get takes(): readonly BodyTake[] {
    return this.#steps.present;
  }

  get canUndo(): boolean {
    return this.#steps.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#steps.future.length > 0;
  }

  find(id: string | null): BodyTake | null {
    return this.takes.find((take) => take.id === id) ?? null;
  }

  /** False: the take is lost with the page, and has to be saved as a file. */
  isKept(id: string): boolean {
    return !this.#refused.has(id);
  }

  /** Reads the list that the browser has kept. Returns ids of recordings that a closed page has left unfinished. */
  async load(): Promise<readonly string[]> {
    const release = this.#clock.hold();
    const found: BodyTake[] = [];
    for (const { bytes } of await this.#databases.list.list()) {
      const take = decodeTake(bytes);
      if (take.ok) found.push(take.value);
      else this.onTrouble(`A kept take cannot be read: ${take.path}: ${take.reason}.`);
    }
    this.#stored = new Map(found.map((take) => [take.id, take]));
    // Takes that were recorded meanwhile stay.
    this.#steps = createHistory<readonly BodyTake[]>([...found, ...this.takes]);
    const known = new Set(this.takes.map(({ id }) => id));
    const unfinished = new Set<string>();
    for (const name of await this.#databases.files.names()) {
      const id = pieceOf.exec(name)?.[1];
      if (id !== undefined && !known.has(id)) unfinished.add(id);
    }
    release();
    this.onChange();
    return [...unfinished];
  }

  /** Keeps a part of a recording that is under way. */
  async keepPiece(id: string, number: number, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    return this.#databases.files.put({ name: pieceName(id, number), bytes });
  }

  /** All parts of a recording in their order, as one file. */
  async joinPieces(id: string): Promise<Uint8Array<ArrayBuffer>> {
    const names = await this.#piecesOf(id);
    const pieces = await Promise.all(names.map((name) => this.#databases.files.read(name)));
    const blob = new Blob(pieces.flatMap((piece) => (piece ? [piece.bytes] : [])));
    return new Uint8Array(await blob.arrayBuffer());
  }

  async removePieces(id: string): Promise<void> {
    for (const name of await this.#piecesOf(id)) await this.#databases.files.remove(name);
  }

  /** Adds a take with its files. */
  add(take: BodyTake, takeFiles: TakeFiles): void {
    this.#inMemory.set(take.id, takeFiles);
    this.#change([...this.takes, take]);
  }

  replace(take: BodyTake): void {
    this.#change(this.takes.map((old) => (old.id === take.id ? take : old)));
  }

  /** Deletes a take; its files stay in memory until the page is left, for undo. */
  remove(id: string): void {
    this.#change(this.takes.filter((take) => take.id !== id));
  }

  undo(): void {
    this.#steps = undo(this.#steps);
    this.#save();
  }

  redo(): void {
    this.#steps = redo(this.#steps);
    this.#save();
  }

  /** Throws an Error in one sentence where they are gone. */
  async filesOf({ id, name }: BodyTake): Promise<TakeFiles> {
    await this.#saving;
    const here = this.#inMemory.get(id) ?? (await this.#readFiles(id));
    if (!here) throw new Error(`${name}: its files are gone from this browser; delete it from the list.`);
    return here;
  }

  #change(takes: readonly BodyTake[]): void {
    this.#steps = change(this.#steps, takes, null);
    this.#save();
  }

  #save(): void {
    const release = this.#clock.hold();
    this.#saving = this.#saving.then(() => this.#write()).finally(release);
    this.onChange();
  }

  async #write(): Promise<void> {
    const wanted = new Map(this.takes.map((take) => [take.id, take]));
    const stored = this.#stored;
    this.#stored = wanted;
    for (const id of stored.keys()) if (!wanted.has(id)) await this.#takeOut(id);
    for (const [id, take] of wanted) {
      if (stored.get(id) === take && !this.#inMemory.has(id)) continue;
      const isKept =
        (await this.#putFiles(id)) && (await this.#databases.list.put({ name: id, bytes: encodeTake(take) }));
      if (isKept) {
        this.#inMemory.delete(id);
        this.#refused.delete(id);
      } else await this.#onRefused(take);
    }
    this.onChange();
  }

  async #onRefused({ id, name }: BodyTake): Promise<void> {
    if (!this.#inMemory.has(id)) {
      this.onTrouble(
        `The change of ${name} is not kept: the browser’s storage is full or blocked; delete takes or avatars.`,
      );
      return;
    }
    this.#refused.add(id);
    await this.#removeFiles(id);
    this.onTrouble(
      `${name} is only in memory: the browser’s storage is full or blocked; save it as a file, or delete takes.`,
    );
  }

  async #putFiles(id: string): Promise<boolean> {
    const { files } = this.#databases;
    const here = this.#inMemory.get(id);
    if (!here) return true;
    return (
      (await files.put({ name: sessionName(id), bytes: here.session })) &&
      (here.body === null || (await files.put({ name: bodyName(id), bytes: here.body })))
    );
  }

  async #takeOut(id: string): Promise<void> {
    const gone = await this.#readFiles(id);
    if (gone) this.#inMemory.set(id, gone);
    await this.#databases.list.remove(id);
    await this.#removeFiles(id);
  }

  async #removeFiles(id: string): Promise<void> {
    await this.#databases.files.remove(sessionName(id));
    await this.#databases.files.remove(bodyName(id));
  }

  async #readFiles(id: string): Promise<TakeFiles | null> {
    const session = await this.#databases.files.read(sessionName(id));
    const body = await this.#databases.files.read(bodyName(id));
    return session && { session: session.bytes, body: body?.bytes ?? null };
  }

  async #piecesOf(id: string): Promise<readonly string[]> {
    return (await this.#databases.files.names()).filter((name) => pieceOf.exec(name)?.[1] === id).sort();
  }
}
