import { type SpreadTurn, updateSpreadShares } from '../control/spreadTurns.js';
import type { PuppetFile, PuppetPart, SkinSettings } from '../file/puppetFile.js';
import { BOUND_PARTS, endOf, type PartBinding, pivotOf } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { clusterByCells, clusterBySimplifying } from './clusterPlaces.js';
import { bindPoints, type HungPlaces, hangPlaces, type PointBinding } from './hangPlaces.js';
import { HUNG_POINTS, type InnerModel, type SpreadShares, type VolumeModel } from './innerModel.js';
import { signedAreas } from './keepVolume.js';
import { buildPlaceGraph, placeNormals } from './placeGraph.js';

export interface InnerInput {
  readonly mesh: PuppetMesh;
  /** Parents first: part i is joint i + 1. */
  readonly parts: readonly PuppetPart[];
  readonly binding: PartBinding;
  readonly settings: PuppetFile['inner'];
  /** Volume of a bend, 0 .. 1, and whether there is fur. */
  readonly skin: Pick<SkinSettings, 'volume' | 'layers'>;
  /** Of the fingers' connections; none where nothing is spread. */
  readonly spreadTurns: readonly SpreadTurn[];
}

/** An inner point stands for this many places at the least, on average. */
const LEAST_PLACES = 3;

/** The reduced model of a mesh, as its file asks for. */
export async function buildInner(input: InnerInput): Promise<InnerModel> {
  const { mesh, binding, settings, skin } = input;
  const graph = buildPlaceGraph(mesh);
  const pointCount = Math.max(1, Math.min(Math.round(settings.points), Math.ceil(mesh.placeCount / LEAST_PLACES)));
  const clusters =
    settings.method === 'voxels'
      ? clusterByCells(mesh, graph, pointCount)
      : await clusterBySimplifying(mesh, graph, binding, pointCount);
  const points = bindPoints(clusters, binding);
  const spread = shareSpreadTurns(input.spreadTurns, clusters.points, points);
  const hung = hangPlaces(mesh, graph, binding, clusters, points);
  freeRigidPlaces(hung, points, spread);
  const normals = placeNormals(mesh);
  return {
    placeCount: mesh.placeCount,
    placePositions: mesh.positions,
    placeNormals: normals,
    hasNormals: skin.volume > 0 || skin.layers.some(({ kind }) => kind === 'fur'),
    pointCount: clusters.count,
    points: clusters.points,
    ...points,
    ...hung,
    spread,
    volume: skin.volume === 0 ? null : buildVolume(input, normals, hung),
  };
}

/** A place whose inner points all go with one part moves like any of them: it hangs on its nearest alone. */
function freeRigidPlaces(
  { hungPoints, hungWeights }: HungPlaces,
  { pointJoints, pointWeights }: PointBinding,
  { first }: SpreadShares,
): void {
  for (let entry = 0; entry < hungPoints.length; entry += HUNG_POINTS) {
    const joint = pointJoints[hungPoints[entry] * BOUND_PARTS];
    let isRigid = true;
    for (let k = entry; k < entry + HUNG_POINTS; k++) {
      const point = hungPoints[k];
      const isBlend = pointWeights[point * BOUND_PARTS] < 1 || pointJoints[point * BOUND_PARTS] !== joint;
      if (hungWeights[k] > 0 && (isBlend || first[point + 1] > first[point])) isRigid = false;
    }
    if (isRigid) hungWeights.fill(0, entry + 1, entry + HUNG_POINTS).fill(1, entry, entry + 1);
  }
}

/** Gaussians of the fingers at the inner points, less what their whole part turns by. */
function shareSpreadTurns(
  turns: readonly SpreadTurn[],
  points: Float64Array,
  { pointJoints, pointWeights }: PointBinding,
): SpreadShares {
  const first = [0];
  const numbers: number[] = [];
  const shares: number[] = [];
  const own = new Float64Array(turns.length);
  for (let point = 0; point < points.length / 3; point++) {
    for (let k = point * BOUND_PARTS; k < (point + 1) * BOUND_PARTS; k++) {
      const part = pointJoints[k] - 1;
      if (pointWeights[k] === 0 || !turns.some((turn) => turn.part === part)) continue;
      updateSpreadShares(turns, part, points, point, own);
      turns.forEach((turn, number) => {
        if (turn.part !== part) return;
        numbers.push(number);
        shares.push(pointWeights[k] * (own[number] - turn.meanShare));
      });
    }
    first.push(numbers.length);
  }
  return {
    first: Uint32Array.from(first),
    turns: Uint16Array.from(numbers),
    shares: Float64Array.from(shares),
    centres: Float64Array.from(turns.flatMap(({ centre }) => [centre[0], centre[1], centre[2]])),
  };
}

function buildVolume(
  { mesh, parts, binding, skin }: InnerInput,
  normals: Float64Array,
  { hungWeights }: HungPlaces,
): VolumeModel {
  const { placeCount, positions } = mesh;
  const bends = (place: number) => hungWeights[place * HUNG_POINTS + 1] > 0;
  const triangles = trianglesWith(mesh.triangles, bends);
  const restAreas = new Float64Array(placeCount);
  signedAreas(positions, normals, triangles, restAreas);
  const places = Uint32Array.from({ length: placeCount }, (_, place) => place).filter(
    (place) => bends(place) && restAreas[place] > 0,
  );
  const depths = new Float64Array(placeCount);
  const axes = Float64Array.from(parts.flatMap((part) => [...pivotOf(part), ...endOf(part)]));
  for (const place of places) {
    for (let entry = place * BOUND_PARTS; entry < (place + 1) * BOUND_PARTS; entry++) {
      const part = binding.joints[entry] - 1;
      if (part >= 0) depths[place] += binding.weights[entry] * distanceToAxis(positions, place, axes, part);
    }
  }
  return { amount: skin.volume, places, triangles, depths, restAreas };
}

function trianglesWith(triangles: Uint32Array, isAsked: (place: number) => boolean): Uint32Array {
  const found = new Uint32Array(triangles.length);
  let length = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    if (!isAsked(triangles[t]) && !isAsked(triangles[t + 1]) && !isAsked(triangles[t + 2])) continue;
    for (let k = t; k < t + 3; k++) found[length++] = triangles[k];
  }
  return found.slice(0, length);
}

/** From a place to the line between a part's pivot and its end. */
function distanceToAxis(positions: Float64Array, place: number, axes: Float64Array, part: number): number {
  const [from, at] = [part * 6, place * 3];
  const [wx, wy, wz] = [axes[from + 3] - axes[from], axes[from + 4] - axes[from + 1], axes[from + 5] - axes[from + 2]];
  const ax = positions[at] - axes[from];
  const ay = positions[at + 1] - axes[from + 1];
  const az = positions[at + 2] - axes[from + 2];
  const lengthSq = wx * wx + wy * wy + wz * wz;
  const share = lengthSq > 0 ? Math.min(1, Math.max(0, (wx * ax + wy * ay + wz * az) / lengthSq)) : 0;
  return Math.hypot(ax - share * wx, ay - share * wy, az - share * wz);
}
