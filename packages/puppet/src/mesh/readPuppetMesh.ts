import { InputError } from '@leib/core';
import { type MeshUnit, readMeshScene } from '@leib/formats';
import { type PuppetMesh, puppetMeshOf } from '../model/puppetMesh.js';
import { boundsOf, type MeshPlacement, placePoints, proposePlacement } from './meshPlacement.js';
import { reduceMesh } from './reduceMesh.js';

/** Places that are simulated in real time on one core; a model with more is moved by a coarser surface. */
const MOST_PLACES = 20_000;

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

interface ReadPuppetMesh {
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

/** A surface without what cannot be moved, and how much of it that was. */
interface CleanSurface {
  /** Same length and order as given; vertices that nothing can use lie at the first one that is used. */
  readonly positions: Float64Array;
  /** Same length and order as given; triangles that nothing can use are one point of the surface. */
  readonly triangles: Uint32Array;
  /** Triangles with a corner that is NaN or infinite. */
  readonly notFiniteTriangles: number;
  /** Vertices that belong to no triangle, or are NaN or infinite. */
  readonly unusedVertices: number;
}

/**
 * Takes triangles with corners that are not finite, and vertices of no triangle, out of a surface. Everything keeps its
 * number, so that materials and texture coordinates of the file still fit. null where no triangle is left.
 */
function cleanSurface(positions: Float64Array, triangles: Uint32Array): CleanSurface | null {
  const vertexCount = positions.length / 3;
  const isUsed = new Uint8Array(vertexCount);
  const kept = triangles.slice();
  const bad: number[] = [];
  let firstUsed = -1;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (!(isFinitePoint(positions, a) && isFinitePoint(positions, b) && isFinitePoint(positions, c))) {
      bad.push(t);
      continue;
    }
    isUsed[a] = isUsed[b] = isUsed[c] = 1;
    if (firstUsed < 0) firstUsed = a;
  }
  if (firstUsed < 0) return null;
  for (const t of bad) kept.fill(firstUsed, t, t + 3);
  const cleaned = positions.slice();
  const first = positions.slice(firstUsed * 3, firstUsed * 3 + 3);
  let unusedVertices = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (isUsed[vertex] === 1) continue;
    cleaned.set(first, vertex * 3);
    unusedVertices++;
  }
  return { positions: cleaned, triangles: kept, notFiniteTriangles: bad.length, unusedVertices };
}

function isFinitePoint(positions: Float64Array, vertex: number): boolean {
  // A sum of three is finite only where each is, short of numbers beyond 1e307.
  return Number.isFinite(positions[vertex * 3] + positions[vertex * 3 + 1] + positions[vertex * 3 + 2]);
}
