import { isRecord } from '@leib/core';
import { type ExamplePuppetName, examplePuppetNames, parsePuppet, readPuppetMesh, writePuppet } from '@leib/puppet';
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
