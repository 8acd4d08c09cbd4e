import { InputError } from '@leib/core';
import { type MeshUnit, readMeshScene } from '@leib/formats';
import { type PuppetMesh, puppetMeshOf } from '../model/puppetMesh.js';
import { cleanSurface } from './cleanSurface.js';
import { type MeshPlacement, placePoints, proposePlacement } from './meshPlacement.js';

/** What reading a model found and did. */
export interface PuppetMeshReport {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly placeCount: number;
  /** Triangles that were left out because a corner is NaN or infinite, and those without area. */
  readonly notFiniteTriangles: number;
  readonly emptyTriangles: number;
  /** Vertices that belong to no triangle. */
  readonly unusedVertices: number;
  /** Unit that the size suggests; null where the placement was given. */
  readonly guessedUnit: MeshUnit | null;
  /** Bounds in model space, metres. */
  readonly size: readonly [number, number, number];
  /** One sentence for each thing that a user should know. */
  readonly notes: readonly string[];
}

export interface ReadPuppetMesh {
  readonly mesh: PuppetMesh;
  /** As given, or as proposed where nothing was given. */
  readonly placement: MeshPlacement;
  readonly report: PuppetMeshReport;
}

/**
 * Reads the model of a puppet from GLB, VRM, glTF, OBJ or PLY: all of its surfaces, placed as the puppet's file says
 * (null: a placement is proposed from its size). Throws InputError in one sentence where there is no surface to move.
 */
export async function readPuppetMesh(
  source: Parameters<typeof readMeshScene>[0],
  given: MeshPlacement | null,
): Promise<ReadPuppetMesh> {
  const scene = await readMeshScene(source);
  const clean = cleanSurface(scene.positions, scene.triangles);
  if (clean === null) {
    const reason = `expected a triangle with finite corners, got ${scene.triangles.length / 3} with NaN or infinity`;
    throw new InputError('mesh', `${reason}; export the model again`);
  }
  const proposed = given === null ? proposePlacement(clean.positions) : null;
  const placement = given ?? (proposed as { readonly placement: MeshPlacement }).placement;
  const made = puppetMeshOf(placePoints(clean.positions, placement), clean.triangles);
  if (made.triangles.length === 0) {
    throw new InputError('mesh', 'expected a triangle with an area, got none; export the model again');
  }
  const mesh = { ...made, scene: { ...scene, positions: clean.positions, triangles: clean.triangles } };
  const report = reportOf(mesh, clean, proposed?.unit ?? null);
  return { mesh, placement, report };
}

function reportOf(
  mesh: PuppetMesh,
  { notFiniteTriangles, unusedVertices }: { readonly notFiniteTriangles: number; readonly unusedVertices: number },
  guessedUnit: MeshUnit | null,
): PuppetMeshReport {
  const triangleCount = mesh.vertexTriangles.length / 3;
  const emptyTriangles = triangleCount - notFiniteTriangles - mesh.triangles.length / 3;
  const notes: string[] = [];
  if (notFiniteTriangles > 0)
    notes.push(
      `${notFiniteTriangles} of ${triangleCount} triangles have a corner that is NaN or infinite and were left out.`,
    );
  if (emptyTriangles > 0) notes.push(`${emptyTriangles} of ${triangleCount} triangles have no area and carry no skin.`);
  if (guessedUnit !== null && guessedUnit !== 'm')
    notes.push(`By its size the model is in ${guessedUnit}; it was scaled to metres.`);
  return {
    vertexCount: mesh.vertexPositions.length / 3,
    triangleCount,
    placeCount: mesh.placeCount,
    notFiniteTriangles,
    emptyTriangles,
    unusedVertices,
    guessedUnit,
    size: sizeOf(mesh.positions),
    notes,
  };
}

function sizeOf(positions: Float64Array): [number, number, number] {
  const least = [Infinity, Infinity, Infinity];
  const greatest = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    least[at % 3] = Math.min(least[at % 3], positions[at]);
    greatest[at % 3] = Math.max(greatest[at % 3], positions[at]);
  }
  return [greatest[0] - least[0], greatest[1] - least[1], greatest[2] - least[2]];
}
