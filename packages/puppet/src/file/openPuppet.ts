import { accept, type Decoded, InputError, isRecord, refuse, requireDecoded } from '@leib/core';
import { embedGltfBuffers, type GltfJson, readGltfJson, sniffFormat, withGltfJson } from '@leib/formats';
import { type PuppetMeshReport, readPuppetMesh } from '../mesh/readPuppetMesh.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { paintProblem } from './paint.js';
import { checkPuppet, parsePuppet } from './parsePuppet.js';
import type { PuppetFile } from './puppetFile.js';

/** A puppet and its model, read and checked. */
export interface OpenedPuppet {
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
  readonly report: PuppetMeshReport;
}

/**
 * Opens a puppet: its JSON, whose model `readBeside` reads by name, or a GLB or glTF file that holds both. Data that lies
 * beside a glTF is read in the same way. Throws InputError with place and reason.
 */
export async function openPuppet(
  bytes: Uint8Array,
  readBeside: (uri: string) => Promise<Uint8Array>,
): Promise<OpenedPuppet> {
  const format = sniffFormat(bytes);
  const isGltf = format === 'glb' || format === 'gltf' || format === 'vrm';
  const file = isGltf ? requireInside(bytes) : requireDecoded(parsePuppet(new TextDecoder().decode(bytes)));
  const { uri } = file.mesh;
  if (!isGltf && uri === null) throw new InputError('mesh.uri', "expected the name of the model's file, got null");
  const folder = uri === null ? '' : uri.slice(0, uri.lastIndexOf('/') + 1);
  const model = uri === null ? bytes : await readBeside(uri);
  const whole = await embedGltfBuffers(model, (name) => readBeside(folder + name));
  const { mesh, report } = await readPuppetMesh(whole, file.mesh);
  const problem = paintProblem(file.skin.paint, mesh.placeCount);
  if (problem !== null) throw new InputError('skin.paint.placeCount', problem);
  return { file, mesh, report };
}

function requireInside(bytes: Uint8Array): PuppetFile {
  const inside = puppetFromGltf(bytes);
  if (inside === null) {
    throw new InputError(
      '',
      'expected a puppet in extras.leibPuppet of a scene, got a model without one; make one in the studio',
    );
  }
  return requireDecoded(inside);
}

/** Puppets of our own making: each is a file, `@leib/puppet/<name>.glb`, that openPuppet() opens like any other. */
export const examplePuppetNames = ['frog', 'teddy', 'lamp', 'fish', 'human'] as const;

export type ExamplePuppetName = (typeof examplePuppetNames)[number];

/** Name of the puppet among a scene's extras. */
const KEY = 'leibPuppet';

/**
 * The puppet that lies in a GLB or glTF file: in the extras of its default scene (which Blender keeps), of another
 * scene, or of the asset. null where there is none. Throws FormatError where the bytes are not glTF.
 */
export function puppetFromGltf(bytes: Uint8Array): Decoded<PuppetFile> | null {
  const found = findPuppet(readGltfJson(bytes));
  if (found === null) return null;
  const checked = checkPuppet(found.value);
  const place = (path: string) => [found.path, path].filter((part) => part !== '').join('.');
  if (!checked.ok) return refuse(place(checked.path), checked.reason);
  if (checked.value.mesh.uri === null) return accept(checked.value);
  return refuse(place('mesh.uri'), `expected null, because the model is this file, got "${checked.value.mesh.uri}"`);
}

/** The same file with the puppet in it; its geometry, textures and everything else stay. */
export function puppetIntoGltf(bytes: Uint8Array, file: PuppetFile): Uint8Array<ArrayBuffer> {
  const json = withoutPuppet(readGltfJson(bytes));
  const own = requireDecoded(checkPuppet({ ...file, mesh: { ...file.mesh, uri: null } }), 'puppet');
  const scenes = listOf(json.scenes);
  const scene = typeof json.scene === 'number' ? json.scene : 0;
  if (scenes.length === 0) return withGltfJson(bytes, { ...json, asset: withExtra(json.asset, own) });
  if (!isRecord(scenes[scene])) throw new InputError('scene', `expected the number of a scene, got ${scene}`);
  return withGltfJson(bytes, { ...json, scenes: scenes.with(scene, withExtra(scenes[scene], own)) });
}

function findPuppet(json: GltfJson): { readonly path: string; readonly value: unknown } | null {
  const scenes = listOf(json.scenes);
  const first = typeof json.scene === 'number' ? json.scene : 0;
  const order = [first, ...scenes.map((_, index) => index).filter((index) => index !== first)];
  for (const index of order) {
    const value = extraOf(scenes[index]);
    if (value !== undefined) return { path: `scenes[${index}].extras.${KEY}`, value };
  }
  const value = extraOf(json.asset);
  return value === undefined ? null : { path: `asset.extras.${KEY}`, value };
}

function extraOf(record: unknown): unknown {
  return isRecord(record) && isRecord(record.extras) ? record.extras[KEY] : undefined;
}

function withExtra(record: unknown, file: PuppetFile): Readonly<Record<string, unknown>> {
  const own = isRecord(record) ? record : {};
  return { ...own, extras: { ...(isRecord(own.extras) ? own.extras : {}), [KEY]: file } };
}

/** A file has one puppet: what was there before goes, wherever it was. */
function withoutPuppet(json: GltfJson): GltfJson {
  const remove = (record: unknown): unknown => {
    if (extraOf(record) === undefined) return record;
    const { [KEY]: _, ...extras } = (record as { extras: Record<string, unknown> }).extras;
    return { ...(record as object), extras };
  };
  const scenes = json.scenes === undefined ? {} : { scenes: listOf(json.scenes).map(remove) };
  return { ...json, asset: remove(json.asset), ...scenes };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
