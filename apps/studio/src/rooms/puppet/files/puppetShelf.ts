import { type KeptFiles, openKeptFiles } from '../../../files/keptFiles.js';
import { decodeKeptPuppet, encodeKeptPuppet, type KeptPuppetLine, readKeptLine } from './keptPuppet.js';
import type { KnownPuppet } from './puppetDocument.js';

/** So many puppets are kept beside the open one. */
export const SHELF_PLACES = 5;

/** What became of a puppet that was put onto the shelf. */
export interface Shelved {
  readonly name: string;
  /** False where the browser's storage is full or blocked. */
  readonly isKept: boolean;
  /** Name of the oldest one, which had to make room; null where there was room. */
  readonly dropped: string | null;
}

/** Where the puppets of the shelf are, and their models. */
export interface ShelfDatabases {
  readonly puppets: KeptFiles;
  readonly models: KeptFiles;
}

const inBrowser: ShelfDatabases = {
  puppets: openKeptFiles('leib-puppet-shelf'),
  models: openKeptFiles('leib-puppet-shelf-models'),
};

/** Puppets that were edited and are not open now, in the browser's database: those left last. Shared by all tabs. */
export class PuppetShelf {
  /** The one left last comes first. */
  lines: readonly KeptPuppetLine[] = [];
  /** Deleted last: it can be brought back while the room is open. */
  deleted: KeptPuppetLine | null = null;
  readonly #databases: ShelfDatabases;
  #deletedFiles: readonly [puppet: Uint8Array<ArrayBuffer>, model: Uint8Array<ArrayBuffer> | null] | null = null;

  constructor(databases = inBrowser) {
    this.#databases = databases;
  }

  /** Reads the list. */
  async load(): Promise<void> {
    const lines = (await this.#databases.puppets.list()).flatMap(({ bytes }) => readKeptLine(bytes) ?? []);
    this.lines = lines.sort((a, b) => b.keptAtMs - a.keptAtMs);
  }

  /** Keeps a puppet; the same puppet of an earlier time is replaced. */
  async keep(puppet: KnownPuppet, nowMs: number): Promise<Shelved> {
    const { id, meshFile, file } = puppet;
    const { puppets, models } = this.#databases;
    const wasKept = this.lines.some((line) => line.id === id);
    const hasModel = meshFile === null || (await models.put({ name: id, bytes: meshFile.bytes }));
    const isKept = hasModel && (await puppets.put({ name: id, bytes: encodeKeptPuppet(puppet, nowMs) }));
    // Nothing is left half.
    if (!isKept && !wasKept) await models.remove(id);
    await this.load();
    const oldest = this.lines[SHELF_PLACES];
    for (const line of this.lines.slice(SHELF_PLACES)) await this.#remove(line.id);
    return { name: file.name, isKept, dropped: oldest?.name ?? null };
  }

  /** null where it cannot be read any more. */
  async read(id: string): Promise<KnownPuppet | null> {
    const kept = await this.#databases.puppets.read(id);
    return kept ? decodeKeptPuppet(kept.bytes, (await this.#databases.models.read(id))?.bytes) : null;
  }

  async delete(line: KeptPuppetLine): Promise<void> {
    const kept = await this.#databases.puppets.read(line.id);
    if (kept) {
      this.deleted = line;
      this.#deletedFiles = [kept.bytes, (await this.#databases.models.read(line.id))?.bytes ?? null];
    }
    await this.#remove(line.id);
  }

  /** Puts the puppet that was deleted last back. False where the browser has no room for it now: it can be tried again. */
  async bringBack(): Promise<boolean> {
    if (!this.deleted || !this.#deletedFiles) return true;
    const { id } = this.deleted;
    const [puppet, model] = this.#deletedFiles;
    const { puppets, models } = this.#databases;
    const hasModel = model === null || (await models.put({ name: id, bytes: model }));
    if (!hasModel || !(await puppets.put({ name: id, bytes: puppet }))) {
      await models.remove(id);
      return false;
    }
    this.deleted = null;
    this.#deletedFiles = null;
    await this.load();
    return true;
  }

  async #remove(id: string): Promise<void> {
    await this.#databases.puppets.remove(id);
    await this.#databases.models.remove(id);
    this.lines = this.lines.filter((line) => line.id !== id);
  }
}
