import { isRecord } from '@leib/core';
import { type ExamplePuppetName, examplePuppetNames, parsePuppet, readPuppetMesh, writePuppet } from '@leib/puppet';
import type { Release } from '../../../time/clock.js';
import { loadExamplePuppet } from './examplePuppets.js';
import type { KnownPuppet } from './puppetDocument.js';

/** A puppet as text for the browser's database; its model's bytes are kept beside it. */
export function encodeKeptPuppet(
  { file, meshFile, example, id, isEdited }: KnownPuppet,
  keptAtMs: number,
): Uint8Array<ArrayBuffer> {
  const puppet = writePuppet(file);
  const text = JSON.stringify({
    id,
    name: file.name,
    keptAtMs,
    isEdited,
    example,
    meshName: meshFile?.name ?? null,
    puppet,
  });
  return new TextEncoder().encode(text);
}

/** What a list says about a kept puppet. */
export interface KeptPuppetLine {
  readonly id: string;
  readonly name: string;
  /** The example or the model that it was made from. */
  readonly origin: string;
  readonly keptAtMs: number;
}

/** null where it cannot be read. */
export function readKeptLine(bytes: Uint8Array): KeptPuppetLine | null {
  const stored = parseStored(bytes);
  if (!stored) return null;
  const { id, name, example, meshName, keptAtMs } = stored;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof keptAtMs !== 'number') return null;
  return { id, name, origin: String(example ?? meshName), keptAtMs };
}

/** null where it cannot be read any more. */
export async function decodeKeptPuppet(
  bytes: Uint8Array,
  meshBytes: Uint8Array<ArrayBuffer> | undefined,
): Promise<KnownPuppet | null> {
  const stored = parseStored(bytes);
  if (!stored || typeof stored.puppet !== 'string') return null;
  const checked = parsePuppet(stored.puppet);
  if (!checked.ok) return null;
  const file = checked.value;
  const id = typeof stored.id === 'string' ? stored.id : crypto.randomUUID();
  const isEdited = stored.isEdited !== false;
  const example = examplePuppetNames.find((name): name is ExamplePuppetName => name === stored.example) ?? null;
  if (example) return { file, mesh: (await loadExamplePuppet(example)).mesh, meshFile: null, example, id, isEdited };
  if (typeof stored.meshName !== 'string' || !meshBytes) return null;
  const { mesh } = await readPuppetMesh(meshBytes, file.mesh);
  return { file, mesh, meshFile: { name: stored.meshName, bytes: meshBytes }, example: null, id, isEdited };
}

function parseStored(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const stored: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Where a tab keeps its puppet: no two open tabs have the same place, so that none overwrites the other's work. */
export interface KeptSlot {
  /** 1 for the first open tab. */
  readonly number: number;
  /** Names of its files in the browser's database. */
  readonly puppet: string;
  readonly mesh: string;
  /** Another tab may have it from now on. */
  readonly release: Release;
}

const MOST_TABS = 8;

/** Takes the first place that no open tab holds. Browsers without locks have one place. */
export async function takeKeptSlot(locks: LockManager | null = globalThis.navigator?.locks ?? null): Promise<KeptSlot> {
  for (let number = 1; locks && number <= MOST_TABS; number++) {
    const release = await takeLock(locks, `leib-puppet ${number}`);
    if (release) return slotOf(number, release);
  }
  return slotOf(locks ? MOST_TABS + 1 : 1, () => {});
}

function slotOf(number: number, release: Release): KeptSlot {
  const suffix = number === 1 ? '' : `-${number}`;
  return { number, puppet: `puppet${suffix}.json`, mesh: `mesh${suffix}`, release };
}

/** Holds a lock until it is released; null where another tab holds it. */
function takeLock(locks: LockManager, name: string): Promise<Release | null> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((end) => resolve(() => end()));
      })
      .catch(reject);
  });
}
