// Writes the puppets of our own making to packages/puppet/assets: `node lab/puppets/buildPuppets.ts`, after a build. The same
// numbers each time, so an unchanged puppet is an unchanged file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { writeColouredMesh } from '@leib/formats';
import {
  type ExamplePuppetName,
  examplePuppetNames,
  openPuppet,
  type PuppetFile,
  type PuppetMesh,
  puppetIntoGltf,
  puppetMeshOf,
} from '@leib/puppet';
import { paintOf } from '../../packages/puppet/dist/file/paint.js';
import { fishFile } from './fish/fishFile.ts';
import { buildFishMesh } from './fish/fishMesh.ts';
import { frogFile } from './frog/frogFile.ts';
import { buildFrogMesh } from './frog/frogMesh.ts';
import { humanFile } from './human/humanFile.ts';
import { buildHumanMesh } from './human/humanMesh.ts';
import { lampFile } from './lamp/lampFile.ts';
import { buildLampMesh } from './lamp/lampMesh.ts';
import { teddyFile } from './teddy/teddyFile.ts';
import { buildTeddyMesh, teddyRegions } from './teddy/teddyMesh.ts';

interface MadePuppet {
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
}

const makers: Readonly<Record<ExamplePuppetName, () => MadePuppet>> = {
  frog: () => ({ file: frogFile, mesh: buildFrogMesh() }),
  teddy: buildTeddy,
  lamp: () => ({ file: lampFile, mesh: buildLampMesh() }),
  fish: () => ({ file: fishFile, mesh: buildFishMesh() }),
  human: () => ({ file: humanFile, mesh: buildHumanMesh() }),
};

function buildTeddy(): MadePuppet {
  const made = buildTeddyMesh();
  const skin = { ...teddyFile.skin, paint: paintOf(teddyRegions(made)) };
  return { file: { ...teddyFile, skin }, mesh: made.mesh };
}

/** The bytes of a puppet's file: GLB with its surface, its colours and the puppet itself (leib-puppet/1). */
export function makePuppet(name: ExamplePuppetName): Uint8Array<ArrayBuffer> {
  const { file, mesh } = makers[name]();
  return puppetIntoGltf(writeColouredMesh({ name: file.name, ...usedOf(mesh) }), file);
}

/** Triangles with an area, and their vertices: where a lathe or a seam closes, some are a line or a point. */
function usedOf({ vertexPositions, vertexTriangles, colours }: PuppetMesh) {
  // As the file will hold them.
  const at = Float32Array.from(vertexPositions);
  const triangles: number[] = [];
  const numbers = new Map<number, number>();
  for (let t = 0; t < vertexTriangles.length; t += 3) {
    const corners = vertexTriangles.subarray(t, t + 3);
    const one = puppetMeshOf(
      Float64Array.from([...corners].flatMap((corner) => [...at.subarray(corner * 3, corner * 3 + 3)])),
      Uint32Array.of(0, 1, 2),
    );
    if (one.triangles.length === 0) continue;
    for (const corner of corners) {
      if (!numbers.has(corner)) numbers.set(corner, numbers.size);
      triangles.push(numbers.get(corner) as number);
    }
  }
  const points = (values: ArrayLike<number>) =>
    [...numbers.keys()].flatMap((corner) => [values[corner * 3], values[corner * 3 + 1], values[corner * 3 + 2]]);
  return {
    positions: Float64Array.from(points(vertexPositions)),
    triangles: Uint32Array.from(triangles),
    colours: colours && Float32Array.from(points(colours)),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = new URL('../../packages/puppet/assets/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const name of examplePuppetNames) {
    const bytes = makePuppet(name);
    const { mesh } = await openPuppet(bytes, () => Promise.reject(new Error('one file')));
    writeFileSync(new URL(`${name}.glb`, folder), bytes);
    console.log(`${name}: ${mesh.placeCount} places, ${bytes.length} bytes`);
  }
}
