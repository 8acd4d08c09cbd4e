import { writeColouredMesh, writeGlb } from '@leib/formats';
import { type PuppetFile, type PuppetMesh, puppetIntoGltf, writePuppet } from '@leib/puppet';
import { saveFile } from '../../../files/saveFile.js';
import { fileNameOf } from './openModel.js';
import type { MeshFile, PuppetDocument } from './puppetDocument.js';

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
