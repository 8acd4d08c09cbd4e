import { findTrack, InputError, requireDecoded } from '@leib/core';
import { gunzipIfNeeded, readHandLines, readRecording, sniffFormat, writeColouredMesh, writeGlb } from '@leib/formats';
import {
  createPuppet,
  openPuppet,
  type PuppetFile,
  type PuppetMesh,
  parsePuppet,
  puppetFromGltf,
  puppetIntoGltf,
  readPuppetMesh,
  writePuppet,
} from '@leib/puppet';
import { createRecordedHandSource, handOfTrack } from '@leib/tracking/hands';
import { saveFile } from '../../../files/saveFile.js';
import type { MeshFile, OpenedPuppet, PuppetDocument } from './puppetDocument.js';

/** What a dropped file is to this room: a puppet with its model, or a puppet that still waits for its model. */
type OpenedModel =
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
type FindMesh = (name: string) => MeshFile | null;

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

/** Saves the puppet and its model as one GLB, which other programs open as a model. Returns the file's name. */
export function saveGlb({ now: { file, mesh, meshFile } }: PuppetDocument): string {
  const name = `${fileNameOf(file)}.glb`;
  saveFile(name, puppetIntoGltf(gltfOf(file, mesh, meshFile), file), 'model/gltf-binary');
  return name;
}

/** Saves the puppet as JSON and its model beside it. Returns both names. */
export function savePair({ now }: PuppetDocument): readonly [puppet: string, model: string] {
  const { file, mesh, meshFile } = now;
  const base = fileNameOf(file);
  const model = meshFile ?? { name: `${base}-model.glb`, bytes: gltfOf(file, mesh, null) };
  const puppet = `${base}.puppet.json`;
  saveFile(puppet, writePuppet({ ...file, mesh: { ...file.mesh, uri: model.name } }), 'application/json');
  saveFile(model.name, model.bytes, 'application/octet-stream');
  return [puppet, model.name];
}

/** The model as glTF: its own file where that is glTF, else the same triangles written anew. */
function gltfOf(file: PuppetFile, mesh: PuppetMesh, meshFile: MeshFile | null): Uint8Array<ArrayBuffer> {
  if (mesh.scene === null) {
    const { vertexPositions: positions, vertexTriangles: triangles, colours } = mesh;
    return writeColouredMesh({ name: file.name, positions, triangles, colours });
  }
  if (meshFile && !mesh.scene.isConverted) return meshFile.bytes;
  return writeGlb({ json: mesh.scene.json, binary: mesh.scene.binary });
}

/** What a hand file is. */
interface OpenedHand {
  readonly source: ReturnType<typeof createRecordedHandSource>;
  /** Lines that could not be read and were left out, in one sentence; null: none. */
  readonly remark: string | null;
}

/** Opens a recorded hand; null for files of other kinds. Throws FormatError where the file has no hand in it. */
export async function openRecordedHand(file: File): Promise<OpenedHand | null> {
  const bytes = await gunzipIfNeeded(new Uint8Array(await file.arrayBuffer()));
  const format = sniffFormat(bytes, file.name);
  if (format === 'mcap') {
    const { recording } = await readRecording(bytes);
    const hand = findTrack(recording, 'hand');
    // With the parts of a puppet it is a take.
    if (hand === null || findTrack(recording, 'parts') !== null) return null;
    return { source: createRecordedHandSource(handOfTrack(hand), file.name), remark: null };
  }
  if (format !== 'hand') return null;
  const reasons: string[] = [];
  const recording = readHandLines(bytes, { onBadLine: ({ message }) => void reasons.push(message) });
  const others = reasons.length > 1 ? `, and ${reasons.length - 1} more` : '';
  return {
    source: createRecordedHandSource(recording, file.name),
    remark:
      reasons.length > 0 ? `${file.name}: lines that cannot be read were left out: ${reasons[0]}${others}.` : null,
  };
}
