import { change, createHistory, type History, redo, undo } from '@leib/core';
import type { PuppetTake } from '@leib/puppet';
import { type KeptFiles, openKeptFiles } from '../../../files/keptFiles.js';
import type { Clock } from '../../../time/clock.js';
import type { Undoable } from '../undoable.js';
import { decodeEntry, encodeEntry, type TakeEntry } from './takeEntry.js';

/** The list after a change, and the change in a few words. */
interface ShelfStep {
  readonly entries: readonly TakeEntry[];
  readonly label: string;
}

const inBrowser = openKeptFiles('leib-puppet-takes');

/** The takes of all puppets, kept in the browser's database at every change; changes can be undone. */
export class TakeShelf implements Undoable {
  /** What there is to say where a take could not be kept or read. */
  onTrouble: (text: string) => void = () => {};
  readonly #clock: Clock;
  readonly #kept: KeptFiles;
  #steps: History<ShelfStep> = createHistory<ShelfStep>({ entries: [], label: '' });
  #stored: ReadonlyMap<string, TakeEntry> = new Map();
  /** Takes that the browser had no room for: tried again with the next change. */
  readonly #refused = new Set<string>();
  #saving: Promise<void> = Promise.resolve();

  constructor(clock: Clock, kept = inBrowser) {
    this.#clock = clock;
    this.#kept = kept;
  }

  get entries(): readonly TakeEntry[] {
    return this.#steps.present.entries;
  }

  get undoLabel(): string | null {
    return this.#steps.past.length > 0 ? this.#steps.present.label : null;
  }

  get redoLabel(): string | null {
    return this.#steps.future[0]?.label ?? null;
  }

  of(puppet: string): readonly TakeEntry[] {
    return this.entries.filter((entry) => entry.puppet === puppet);
  }

  find(id: string | null): TakeEntry | null {
    return this.entries.find((entry) => entry.id === id) ?? null;
  }

  /** Reads what the browser has kept. */
  async load(): Promise<void> {
    const release = this.#clock.hold();
    const found: TakeEntry[] = [];
    for (const { name, bytes } of await this.#kept.list()) {
      const entry = decodeEntry(name, bytes);
      if (entry.ok) found.push(entry.value);
      else this.onTrouble(`A kept take cannot be read: ${entry.path}: ${entry.reason}.`);
    }
    this.#stored = new Map(found.map((entry) => [entry.id, entry]));
    // Takes that were recorded meanwhile stay.
    this.#steps = createHistory<ShelfStep>({ entries: [...found, ...this.entries], label: '' });
    release();
  }

  /** A replace() with its id as gesture belongs to the same step. */
  add(entry: TakeEntry): void {
    this.#change(`new ${entry.take.name}`, [...this.entries, entry], entry.id);
  }

  remove(entry: TakeEntry): void {
    const entries = this.entries.filter(({ id }) => id !== entry.id);
    this.#change(`delete ${entry.take.name}`, entries);
  }

  /** Changes of the same `gesture` are one step until another change comes. */
  replace(label: string, entry: TakeEntry, gesture: string | null = null): void {
    const entries = this.entries.map((old) => (old.id === entry.id ? entry : old));
    this.#change(label, entries, gesture);
  }

  rename(entry: TakeEntry, name: string): void {
    const take: PuppetTake = { ...entry.take, name };
    this.replace(`rename ${entry.take.name}`, { ...entry, take });
  }

  /** A puppet got another name: its takes go along. Not a step of the history. */
  renamePuppet(from: string, to: string): void {
    const renamed = (step: ShelfStep): ShelfStep => ({
      ...step,
      entries: step.entries.map((entry) => (entry.puppet === from ? { ...entry, puppet: to } : entry)),
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

  #change(label: string, entries: readonly TakeEntry[], gesture: string | null = null): void {
    this.#steps = change(this.#steps, { entries, label }, gesture);
    this.#save();
  }

  #save(): void {
    const release = this.#clock.hold();
    this.#saving = this.#saving.then(() => this.#write()).finally(release);
  }

  async #write(): Promise<void> {
    const wanted = new Map(this.entries.map((entry) => [entry.id, entry]));
    const stored = this.#stored;
    this.#stored = wanted;
    for (const id of stored.keys()) if (!wanted.has(id)) await this.#kept.remove(id);
    for (const [id, entry] of wanted) {
      if (stored.get(id) === entry && !this.#refused.has(id)) continue;
      if (await this.#kept.put({ name: id, bytes: encodeEntry(entry) })) {
        this.#refused.delete(id);
        continue;
      }
      this.#refused.add(id);
      const why = 'the browser’s storage is full or blocked';
      this.onTrouble(`${entry.take.name} is only in memory: ${why}; save it as a file, or delete takes.`);
    }
  }
}
