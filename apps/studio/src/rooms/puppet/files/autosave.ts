import { isRecord } from '@leib/core';
import { checkPuppet, type PuppetMesh, readPuppetMesh, writePuppet } from '@leib/puppet';
import { type ExamplePuppetName, examplePuppetNames, loadExamplePuppet } from '@leib/puppet/examples';
import { openKeptFiles } from '../../../files/keptFiles.js';
import type { Clock, Release } from '../../../time/clock.js';
import type { KeptSlot } from './keptSlot.js';
import type { MeshFile, OpenedPuppet, PuppetDocument } from './puppetDocument.js';

/** After a change it is kept when nothing has changed for so long, seconds. */
const PAUSE_SECONDS = 0.4;

const kept = openKeptFiles('leib-puppet');

/** Keeps the open puppet and its model in the browser's database, so that a closed tab loses nothing. */
export class Autosave {
  /** What there is to say about it. */
  words = '';
  readonly #document: PuppetDocument;
  readonly #clock: Clock;
  readonly #slot: KeptSlot;
  readonly #stopListening: () => void;
  readonly #listening = new AbortController();
  #cancel: Release | null = null;
  /** The model whose bytes are in the database. */
  #keptMesh: MeshFile | null = null;
  /** Kept of the last visit: it stays kept while it is open. */
  #restored: PuppetMesh | null;

  /** @param isRestored whether the open puppet was kept before */
  constructor(document: PuppetDocument, clock: Clock, slot: KeptSlot, isRestored: boolean) {
    this.#document = document;
    this.#clock = clock;
    this.#slot = slot;
    this.#restored = isRestored ? document.mesh : null;
    if (isRestored) this.words = 'Saved in this browser';
    this.#stopListening = document.store.subscribe((now, before) => {
      if (now.edits.present !== before.edits.present || now.mesh !== before.mesh) this.#plan();
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

  async #save(): Promise<void> {
    const { file, store } = this.#document;
    const { meshFile, mesh, example, edits } = store.getState();
    const release = this.#clock.hold();
    if (mesh !== this.#restored) this.#restored = null;
    // An example as it came need not be kept.
    const isOwn = example === null || edits.past.length > 0 || this.#restored !== null;
    try {
      if (!isOwn) {
        await kept.remove(this.#slot.puppet);
        this.words = '';
        return;
      }
      const text = JSON.stringify({ example, meshName: meshFile?.name ?? null, puppet: writePuppet(file) });
      if (meshFile && meshFile !== this.#keptMesh) {
        await kept.put({ name: this.#slot.mesh, bytes: meshFile.bytes });
        this.#keptMesh = meshFile;
      }
      const isKept = await kept.put({ name: this.#slot.puppet, bytes: new TextEncoder().encode(text) });
      this.words = isKept ? 'Saved in this browser' : 'Not kept: this browser stores nothing';
    } catch (error) {
      this.words = `Not kept: ${(error as Error).message}`;
    } finally {
      release();
    }
  }
}

/** The puppet of the last visit; null where there is none or it cannot be read any more. */
export async function restorePuppet({ puppet, mesh }: KeptSlot): Promise<OpenedPuppet | null> {
  const files = await kept.list();
  const stored = files.find(({ name }) => name === puppet);
  if (!stored) return null;
  try {
    return await readKept(new TextDecoder().decode(stored.bytes), files.find(({ name }) => name === mesh)?.bytes);
  } catch {
    return null;
  }
}

/** How many puppets of other tabs are kept. */
export async function countOtherPuppets({ puppet }: KeptSlot): Promise<number> {
  return (await kept.list()).filter(({ name }) => name.startsWith('puppet') && name !== puppet).length;
}

async function readKept(text: string, meshBytes: Uint8Array<ArrayBuffer> | undefined): Promise<OpenedPuppet | null> {
  const stored: unknown = JSON.parse(text);
  if (!isRecord(stored) || typeof stored.puppet !== 'string') return null;
  const checked = checkPuppet(JSON.parse(stored.puppet));
  if (!checked.ok) return null;
  const file = checked.value;
  const example = examplePuppetNames.find((name): name is ExamplePuppetName => name === stored.example) ?? null;
  if (example) return { file, mesh: (await loadExamplePuppet(example)).mesh, meshFile: null, example };
  if (typeof stored.meshName !== 'string' || !meshBytes) return null;
  const { mesh } = await readPuppetMesh(meshBytes, file.mesh);
  return { file, mesh, meshFile: { name: stored.meshName, bytes: meshBytes }, example: null };
}
