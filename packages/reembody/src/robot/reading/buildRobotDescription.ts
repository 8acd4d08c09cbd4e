import { InputError } from '@leib/core';
import { checkCount, type Mesh, mostNumbers, readXml } from '@leib/formats';
import { meshAssets, prepareMjcf } from './prepareMjcf.js';
import type { RobotDescription } from './robotDescription.js';
import type { RobotFiles } from './robotFiles.js';
import { checkRobotSize } from './robotLimits.js';
import { placeRobotMesh, type RobotMesh, readMeshFile } from './robotMesh.js';
import { urdfToMjcf } from './urdfToMjcf.js';
import { copyOf } from './xmlEditing.js';

/**
 * A robot made ready for the engine, which gets shapes to collide with only; meshes are read here. `onProgress` is told
 * how much of the meshes is read, 0..1. Throws InputError.
 */
export async function buildRobotDescription(
  { name, description, meshes, missing }: RobotFiles,
  onProgress: (share: number) => void = () => {},
): Promise<RobotDescription> {
  const xml = readXml(description, name);
  if (xml.name !== 'mujoco' && xml.name !== 'robot') {
    throw new InputError(name, `expected MJCF (<mujoco>) or URDF (<robot>), got <${xml.name.slice(0, 40)}>`);
  }
  const root = xml.name === 'robot' ? urdfToMjcf(xml) : copyOf(xml);
  checkRobotSize(name, root);
  const assets = meshAssets(root);
  const total = assets.reduce((sum, { reference }) => sum + (meshes.get(reference)?.length ?? 0), 0);
  const loaded = new Map<string, RobotMesh>();
  const read = new Map<string, Mesh | null>();
  const most = mostNumbers([...meshes.values()].reduce((sum, { length }) => sum + length, 0));
  const unread: string[] = [];
  let [done, numbers] = [0, 0];
  for (const { name: asset, reference, transform } of assets) {
    const bytes = meshes.get(reference);
    if (bytes === undefined) continue;
    done += bytes.length;
    let mesh = read.get(reference);
    if (mesh === undefined) {
      try {
        mesh = await readMeshFile(bytes, reference);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        unread.push(`${reference} (${error.message})`);
        mesh = null;
      }
      read.set(reference, mesh);
    }
    if (mesh === null) continue;
    // Many parts may have one file, each in a size of its own: each is a copy.
    numbers += mesh.positions.length + mesh.triangles.length;
    checkCount(numbers, most, 'file', name, 'numbers of all meshes');
    loaded.set(asset, placeRobotMesh(mesh, transform));
    onProgress(done / total);
  }
  const built = prepareMjcf(name, root, loaded);
  const notes = [...built.notes];
  if (missing.length > 0) notes.push(`missing: ${missing.join(', ')}`);
  if (unread.length > 0) notes.push(`could not be read: ${unread.join(', ')}`);
  return { ...built, notes };
}
