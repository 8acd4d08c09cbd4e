import { InputError, requireDecoded } from '@leib/core';
import { gunzipIfNeeded, sniffFormat } from '@leib/formats';
import { createPuppet, openPuppet, type PuppetFile, parsePuppet, puppetFromGltf, readPuppetMesh } from '@leib/puppet';
import type { MeshFile, OpenedPuppet } from './puppetDocument.js';

/** What a dropped file is to this room: a puppet with its model, or a puppet that still waits for its model. */
export type OpenedModel =
  | { readonly kind: 'puppet'; readonly puppet: OpenedPuppet; readonly notes: readonly string[] }
  | { readonly kind: 'waits'; readonly puppet: WaitingPuppet };

/** A puppet's JSON whose model lies in a file of its own, which has not been opened yet. */
export interface WaitingPuppet {
  readonly text: Uint8Array<ArrayBuffer>;
  readonly name: string;
  /** Name of the model's file. */
  readonly uri: string;
}

/** Of its own file, or of the one that is open: found by its name. */
export type FindMesh = (name: string) => MeshFile | null;

/**
 * Reads a model (glTF, GLB, VRM, OBJ, PLY) or a puppet (JSON or GLB). null: it is a file of another kind. Throws
 * InputError in one sentence.
 */
export async function openModel(
  file: File,
  waiting: WaitingPuppet | null,
  findMesh: FindMesh,
): Promise<OpenedModel | null> {
  const bytes = new Uint8Array(await gunzipIfNeeded(new Uint8Array(await file.arrayBuffer())));
  if (/\.json(\.gz)?$/i.test(file.name)) return openJson(bytes, findMesh);
  if (!/\.(glb|gltf|vrm|obj|ply)(\.gz)?$/i.test(file.name)) return null;
  const meshFile: MeshFile = { name: file.name.replace(/\.gz$/i, ''), bytes };
  if (waiting && baseName(waiting.uri) === meshFile.name) return readPuppet(waiting.text, () => meshFile);
  if (isGltf(bytes) && puppetFromGltf(bytes) !== null) return readPuppet(bytes, () => null, meshFile);
  const { mesh, placement, report } = await readPuppetMesh(bytes, null);
  const name = meshFile.name.replace(/\.[^.]*$/, '');
  const made = createPuppet(name, meshFile.name, placement);
  return { kind: 'puppet', puppet: { file: made, mesh, meshFile, example: null }, notes: report.notes };
}

async function openJson(bytes: Uint8Array<ArrayBuffer>, findMesh: FindMesh): Promise<OpenedModel | null> {
  const text = new TextDecoder().decode(bytes);
  if (!text.slice(0, 400).includes('leib-puppet/')) return null;
  const { name, mesh } = requireDecoded(parsePuppet(text));
  if (mesh.uri === null)
    throw new InputError('mesh.uri', 'expected the name of a model, got null; open the GLB that holds both');
  if (!findMesh(baseName(mesh.uri))) return { kind: 'waits', puppet: { text: bytes, name, uri: mesh.uri } };
  return readPuppet(bytes, findMesh);
}

async function readPuppet(bytes: Uint8Array, findMesh: FindMesh, whole: MeshFile | null = null): Promise<OpenedModel> {
  let meshFile = whole;
  const { file, mesh, report } = await openPuppet(bytes, async (uri) => {
    meshFile = findMesh(baseName(uri));
    if (!meshFile) throw new InputError('mesh.uri', `expected the model ${uri}, got none; drop it, too`);
    return meshFile.bytes;
  });
  return { kind: 'puppet', puppet: { file, mesh, meshFile, example: null }, notes: report.notes };
}

function isGltf(bytes: Uint8Array): boolean {
  return ['glb', 'gltf', 'vrm'].includes(sniffFormat(bytes));
}

function baseName(uri: string): string {
  return decodeURIComponent(uri.replace(/^.*\//, ''));
}

/** Name of a puppet as a file's name. */
export function fileNameOf({ name }: Pick<PuppetFile, 'name'>): string {
  return (
    name
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-') || 'puppet'
  );
}
