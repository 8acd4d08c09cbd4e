import { type KeptFiles, openKeptFiles } from '../../../files/keptFiles.js';
import type { Clock, Release } from '../../../time/clock.js';
import { decodeKeptPuppet, encodeKeptPuppet, type KeptSlot } from './keptPuppet.js';
import type { KnownPuppet, MeshFile, PuppetDocument, PuppetStep } from './puppetDocument.js';
import { PuppetShelf, type Shelved } from './puppetShelf.js';

/** After a change it is kept when nothing has changed for so long, seconds. */
const PAUSE_SECONDS = 0.4;

const inBrowser = openKeptFiles('leib-puppet');

export interface AutosaveOptions {
  readonly slot: KeptSlot;
  /** Whether the open puppet was kept before. */
  readonly isRestored: boolean;
  /** A puppet that was edited has made room for another. */
  readonly onShelved: (shelved: Shelved) => void;
  readonly kept?: KeptFiles;
  readonly shelf?: PuppetShelf;
}

/**
 * Keeps the open puppet and its model in the browser's database, so that a closed tab loses nothing, and puts an edited
 * one onto the shelf when another is opened.
 */
export class Autosave {
  /** What there is to say about it. */
  words = '';
  readonly shelf: PuppetShelf;
  readonly #document: PuppetDocument;
  readonly #clock: Clock;
  readonly #slot: KeptSlot;
  readonly #kept: KeptFiles;
  readonly #onShelved: (shelved: Shelved) => void;
  readonly #listening = new AbortController();
  #cancel: Release | null = null;
  /** The model whose bytes are in the database. */
  #keptMesh: MeshFile | null = null;
  /** Work on the shelf: the place of the open puppet is written after it. */
  #shelving: Promise<void>;

  constructor(document: PuppetDocument, clock: Clock, { slot, isRestored, onShelved, ...places }: AutosaveOptions) {
    this.#document = document;
    this.#clock = clock;
    this.#slot = slot;
    this.#onShelved = onShelved;
    this.#kept = places.kept ?? inBrowser;
    this.shelf = places.shelf ?? new PuppetShelf();
    if (isRestored) this.words = 'Saved in this browser';
    this.#shelving = this.#hold(() => this.shelf.load());
    // A tab that is closed or put away does not wait for the pause.
    addEventListener('pagehide', () => this.#saveNow(), { signal: this.#listening.signal });
    addEventListener('visibilitychange', () => this.#saveNow(), { signal: this.#listening.signal });
  }

  /** The puppet has changed: it is kept in a moment; one that made room for another goes onto the shelf. */
  follow(now: PuppetStep, before: PuppetStep): void {
    if (now.id !== before.id && before.isEdited) this.#putOntoShelf(before);
    this.#cancel?.();
    this.words = 'Saving …';
    this.#cancel = this.#clock.after(PAUSE_SECONDS, () => this.#saveNow());
  }

  dispose(): void {
    this.#saveNow();
    this.#listening.abort();
    this.#slot.release();
  }

  #saveNow(): void {
    if (!this.#cancel) return;
    this.#cancel();
    this.#cancel = null;
    void this.#save();
  }

  #putOntoShelf(puppet: KnownPuppet): void {
    this.#shelving = this.#shelving.then(() =>
      this.#hold(async () => this.#onShelved(await this.shelf.keep(puppet, Date.now()))),
    );
  }

  async #save(): Promise<void> {
    const { now } = this.#document;
    const { meshFile, example, isEdited } = now;
    await this.#hold(async () => {
      await this.#shelving;
      // An example as it came need not be kept.
      if (example !== null && !isEdited) {
        await this.#kept.remove(this.#slot.puppet);
        this.words = '';
        return;
      }
      const { mesh, puppet } = this.#slot;
      const isOtherMesh = meshFile !== null && meshFile !== this.#keptMesh;
      const isMeshKept = !isOtherMesh || (await this.#kept.put({ name: mesh, bytes: meshFile.bytes }));
      if (isMeshKept) this.#keptMesh = meshFile;
      const bytes = encodeKeptPuppet(now, Date.now());
      const isKept = isMeshKept && (await this.#kept.put({ name: puppet, bytes }));
      // The puppet that was kept before does not fit another model.
      if (!isKept && isMeshKept && isOtherMesh) await this.#kept.remove(puppet);
      this.words = isKept
        ? 'Saved in this browser'
        : 'Not kept: the browser’s storage is full or blocked; save the puppet as a file, or delete takes and avatars';
    });
  }

  /** Time waits for the work; what goes wrong is said in the panel. */
  async #hold(work: () => Promise<void>): Promise<void> {
    const release = this.#clock.hold();
    try {
      await work();
    } catch (error) {
      this.words = `Not kept: ${(error as Error).message}`;
    } finally {
      release();
    }
  }
}

/** The puppet of the last visit; null where there is none or it cannot be read any more. */
export async function restorePuppet({ puppet, mesh }: KeptSlot, kept = inBrowser): Promise<KnownPuppet | null> {
  const files = await kept.list();
  const stored = files.find(({ name }) => name === puppet);
  if (!stored) return null;
  try {
    return await decodeKeptPuppet(stored.bytes, files.find(({ name }) => name === mesh)?.bytes);
  } catch {
    return null;
  }
}

/** How many puppets of other tabs are kept. */
export async function countOtherPuppets({ puppet }: KeptSlot): Promise<number> {
  return (await inBrowser.list()).filter(({ name }) => name.startsWith('puppet') && name !== puppet).length;
}
