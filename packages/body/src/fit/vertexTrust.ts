import { buildKdTree, forEachWithin } from '@leib/core';
import type { BodyModel } from '../shape/bodyModel.js';
import { updateNormals } from '../shape/poseShape.js';
import { vertexAreas } from './vertexAreas.js';

/** Radius around a vertex, metres: more than the noise of scanners, less than a wrist. */
const radius = 0.01;
/** Smallest weight of a vertex. Not 0, because only the fingertips show the whole length of an arm. */
const leastTrust = 0.05;

/**
 * Weight of each vertex in a fit to a noisy scan, 0 to 1. Between fingers, toes and lips, and inside ears, noise moves
 * points to the wrong side, always outwards, which would bias the shape. Such places are found by the normals around
 * them: they point in many directions, so their mean is short.
 */
export function vertexTrust({ meanPositions, triangles, vertexCount }: BodyModel): Float64Array {
  const normals = new Float64Array(vertexCount * 3);
  updateNormals(triangles, meanPositions, normals);
  const areas = vertexAreas(meanPositions, triangles);
  const tree = buildKdTree(meanPositions);
  const trust = new Float64Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const v = vertex * 3;
    let [x, y, z, area] = [0, 0, 0, 0];
    forEachWithin(tree, meanPositions[v], meanPositions[v + 1], meanPositions[v + 2], radius, (other) => {
      x += normals[other * 3] * areas[other];
      y += normals[other * 3 + 1] * areas[other];
      z += normals[other * 3 + 2] * areas[other];
      area += areas[other];
    });
    const evenness = Math.sqrt(x * x + y * y + z * z) / (area || 1);
    const share = Math.min(1, Math.max(0, (evenness - 0.8) / 0.15));
    trust[vertex] = Math.max(leastTrust, share * share * (3 - 2 * share));
  }
  return trust;
}
