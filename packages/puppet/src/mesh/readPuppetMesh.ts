import { InputError } from '@leib/core';
import { type MeshUnit, readMeshScene } from '@leib/formats';
import { type PuppetMesh, puppetMeshOf } from '../model/puppetMesh.js';
import { cleanSurface } from './cleanSurface.js';
import { boundsOf, type MeshPlacement, placePoints, proposePlacement } from './meshPlacement.js';
import { reduceMesh } from './reduceMesh.js';

/** Places that are simulated in real time on one core; a model with more is moved by a coarser surface. */
export const MOST_PLACES = 20_000;

/** What reading a model found and did. */
export interface PuppetMeshReport {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly placeCount: number;
  /** Places before they were reduced to what can be simulated; null where all are. */
  readonly reducedFrom: number | null;
  /** Triangles that were left out because a corner is NaN or infinite, and those without area. */
  readonly notFiniteTriangles: number;
  readonly emptyTriangles: number;
  /** Vertices that belong to no triangle. */
  readonly unusedVertices: number;
  /** Unit that the size suggests; null where none does, and where the placement was given. */
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
  const scene = await readMeshScene(source, { keepsNotFinite: true });
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
  const whole = { ...made, scene: { ...scene, positions: clean.positions, triangles: clean.triangles } };
  const mesh = await reduceMesh(whole, MOST_PLACES);
  return { mesh, placement, report: reportOf(whole, mesh, clean, proposed) };
}

function reportOf(
  whole: PuppetMesh,
  mesh: PuppetMesh,
  { notFiniteTriangles, unusedVertices }: { readonly notFiniteTriangles: number; readonly unusedVertices: number },
  proposed: ReturnType<typeof proposePlacement> | null,
): PuppetMeshReport {
  const triangleCount = mesh.vertexTriangles.length / 3;
  const emptyTriangles = triangleCount - notFiniteTriangles - whole.triangles.length / 3;
  const notes: string[] = [];
  if (notFiniteTriangles > 0)
    notes.push(
      `${notFiniteTriangles} of ${triangleCount} triangles have a corner that is NaN or infinite and were left out.`,
    );
  if (emptyTriangles > 0) notes.push(`${emptyTriangles} of ${triangleCount} triangles have no area and carry no skin.`);
  const reducedFrom = mesh.detail === null ? null : whole.placeCount;
  if (reducedFrom !== null)
    notes.push(
      `${reducedFrom} places are more than can be simulated; ${mesh.placeCount} of them carry the whole surface.`,
    );
  const guessedUnit = proposed?.unit ?? null;
  if (guessedUnit !== null && guessedUnit !== 'm')
    notes.push(`By its size the model is in ${guessedUnit}; it was scaled to metres.`);
  if (proposed !== null && guessedUnit === null)
    notes.push(
      `No unit makes the model as large as a puppet; it was scaled by ${proposed.placement.scale.toPrecision(3)}.`,
    );
  const { least, greatest } = boundsOf(whole.positions);
  return {
    vertexCount: mesh.vertexPositions.length / 3,
    triangleCount,
    placeCount: mesh.placeCount,
    reducedFrom,
    notFiniteTriangles,
    emptyTriangles,
    unusedVertices,
    guessedUnit,
    size: [greatest[0] - least[0], greatest[1] - least[1], greatest[2] - least[2]],
    notes,
  };
}
