import { type KeptFiles, openKeptFiles } from '../../../files/keptFiles.js';
import type { Clock, Release } from '../../../time/clock.js';
import { decodeKeptPuppet, encodeKeptPuppet } from './keptPuppet.js';
import type { KeptSlot } from './keptSlot.js';
import type { KnownPuppet, MeshFile, PuppetDocument } from './puppetDocument.js';
import { PuppetShelf, type Shelved } from './puppetShelf.js';

/** After a change it is kept when nothing has changed for so long, seconds. */
const PAUSE_SECONDS = 0.4;

const inBrowser = openKeptFiles('leib-puppet');

/**
 * Keeps the open puppet and its model in the browser's database, so that a closed tab loses nothing, and puts an edited
 * one onto the shelf when another is opened.
 */
export class Autosave {
  /** What there is to say about it. */
  words = '';
  readonly shelf: PuppetShelf;
  /** Called when a puppet that was edited has made room for another. */
  onShelved: (shelved: Shelved) => void = () => {};
  readonly #document: PuppetDocument;
  readonly #clock: Clock;
  readonly #slot: KeptSlot;
  readonly #kept: KeptFiles;
  readonly #stopListening: () => void;
  readonly #listening = new AbortController();
  #cancel: Release | null = null;
  /** The model whose bytes are in the database. */
  #keptMesh: MeshFile | null = null;
  /** Work on the shelf: the place of the open puppet is written after it. */
  #shelving: Promise<void>;

  /** @param isRestored whether the open puppet was kept before */
  constructor(
    document: PuppetDocument,
    clock: Clock,
    slot: KeptSlot,
    isRestored: boolean,
    { kept = inBrowser, shelf = new PuppetShelf() } = {},
  ) {
    this.#document = document;
    this.#clock = clock;
    this.#slot = slot;
    this.#kept = kept;
    this.shelf = shelf;
    if (isRestored) this.words = 'Saved in this browser';
    this.#shelving = this.#hold(() => this.shelf.load());
    this.#stopListening = document.store.subscribe((now, before) => {
      if (now.id !== before.id && before.isEdited) this.#putOntoShelf(before.edits.present);
      if (now.edits.present !== before.edits.present) this.#plan();
    });
    // A tab that is closed or put away does not wait for the pause.
    addEventListener('pagehide', () => this.#saveNow(), { signal: this.#listening.signal });
    addEventListener('visibilitychange', () => this.#saveNow(), { signal: this.#listening.signal });
  }

  dispose(): void {
    this.#saveNow();
    this.#stopListening();
    this.#listening.abort();
    this.#slot.release();
  }

  #plan(): void {
    this.#cancel?.();
    this.words = 'Saving …';
    this.#cancel = this.#clock.after(PAUSE_SECONDS, () => this.#saveNow());
  }

  #saveNow(): void {
    if (!this.#cancel) return;
    this.#cancel();
    this.#cancel = null;
    void this.#save();
  }

  #putOntoShelf(puppet: KnownPuppet): void {
    this.#shelving = this.#shelving.then(() =>
      this.#hold(async () => this.onShelved(await this.shelf.keep(puppet, Date.now()))),
    );
  }

  async #save(): Promise<void> {
    const { meshFile, example, isEdited, edits } = this.#document.store.getState();
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
      const bytes = encodeKeptPuppet(edits.present, Date.now());
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
