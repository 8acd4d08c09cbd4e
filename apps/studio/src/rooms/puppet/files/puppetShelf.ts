import { openKeptFiles } from '../../../files/keptFiles.js';
import { decodeKeptPuppet, encodeKeptPuppet, type KeptPuppetLine, readKeptLine } from './keptPuppet.js';
import type { KnownPuppet } from './puppetDocument.js';

/** So many puppets are kept beside the open one. */
export const SHELF_PLACES = 5;

/** What became of a puppet that was put onto the shelf. */
export interface Shelved {
  readonly name: string;
  /** False where the browser stores nothing. */
  readonly isKept: boolean;
  /** Name of the oldest one, which had to make room; null where there was room. */
  readonly dropped: string | null;
}

const puppets = openKeptFiles('leib-puppet-shelf');
const models = openKeptFiles('leib-puppet-shelf-models');

/** Puppets that were edited and are not open now, in the browser's database: those left last. Shared by all tabs. */
export class PuppetShelf {
  /** The one left last comes first. */
  lines: readonly KeptPuppetLine[] = [];
  /** Deleted last: it can be brought back while the room is open. */
  deleted: KeptPuppetLine | null = null;
  #deletedFiles: readonly [puppet: Uint8Array<ArrayBuffer>, model: Uint8Array<ArrayBuffer> | null] | null = null;

  /** Reads the list. */
  async load(): Promise<void> {
    const lines = (await puppets.list()).flatMap(({ bytes }) => readKeptLine(bytes) ?? []);
    this.lines = lines.sort((a, b) => b.keptAtMs - a.keptAtMs);
  }

  /** Keeps a puppet; the same puppet of an earlier time is replaced. */
  async keep(puppet: KnownPuppet, nowMs: number): Promise<Shelved> {
    const { id, meshFile, file } = puppet;
    const hasModel = meshFile === null || (await models.put({ name: id, bytes: meshFile.bytes }));
    const isKept = hasModel && (await puppets.put({ name: id, bytes: encodeKeptPuppet(puppet, nowMs) }));
    await this.load();
    const oldest = this.lines[SHELF_PLACES];
    for (const line of this.lines.slice(SHELF_PLACES)) await this.#remove(line.id);
    return { name: file.name, isKept, dropped: oldest?.name ?? null };
  }

  /** null where it cannot be read any more. */
  async read(id: string): Promise<KnownPuppet | null> {
    const bytes = (await puppets.list()).find(({ name }) => name === id)?.bytes;
    return bytes ? decodeKeptPuppet(bytes, await modelOf(id)) : null;
  }

  async delete(line: KeptPuppetLine): Promise<void> {
    const bytes = (await puppets.list()).find(({ name }) => name === line.id)?.bytes;
    if (bytes) {
      this.deleted = line;
      this.#deletedFiles = [bytes, (await modelOf(line.id)) ?? null];
    }
    await this.#remove(line.id);
  }

  async bringBack(): Promise<void> {
    if (!this.deleted || !this.#deletedFiles) return;
    const { id } = this.deleted;
    const [puppet, model] = this.#deletedFiles;
    this.deleted = null;
    this.#deletedFiles = null;
    if (model) await models.put({ name: id, bytes: model });
    await puppets.put({ name: id, bytes: puppet });
    await this.load();
  }

  async #remove(id: string): Promise<void> {
    await puppets.remove(id);
    await models.remove(id);
    this.lines = this.lines.filter((line) => line.id !== id);
  }
}

async function modelOf(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return (await models.list()).find(({ name }) => name === id)?.bytes;
}
