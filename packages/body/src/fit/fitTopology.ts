import type { BodySurface } from '../bodySurface.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { createFitPose, type FitPose, updateFitPose } from './fitPose.js';
import type { BodyFit } from './fitScan.js';
import {
  addObservation,
  beginFitSystem,
  createFitSystem,
  type FitSystem,
  type FreeJoint,
  scanJoints,
  stepFitSystem,
} from './fitSystem.js';
import { rigidBetween } from './rigidBetween.js';

export interface FitTopologyOptions {
  /** Joints that may turn; those that people are scanned with when absent. */
  readonly freeJoints?: readonly FreeJoint[];
}

const iterations = 25;
const smallestStep = 1e-4;
/** A model cannot follow a body more closely than this, metres: what a beta's prior is weighed against. */
const finestScale = 0.0005;

/** Part of a mesh's triangles that must be the model's own: quads may have been cut over the other diagonal. */
const sharedTriangles = 0.2;

/** Whether a mesh has the model's vertices: as many, joined by triangles in the same way. */
export function hasTopologyOf(model: BodyModel, { positions, triangles }: BodySurface): boolean {
  if (positions.length !== model.vertexCount * 3 || triangles.length === 0) return false;
  const known = new Set<number>();
  for (let at = 0; at < model.triangles.length; at += 3) known.add(triangleKey(model.triangles, at, model.vertexCount));
  let knownCount = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    if (known.has(triangleKey(triangles, at, model.vertexCount))) knownCount++;
  }
  return knownCount >= (sharedTriangles * triangles.length) / 3;
}

/** The same for the same three corners, wherever the list begins. */
function triangleKey(triangles: Uint32Array, at: number, vertexCount: number): number {
  const sorted = [triangles[at], triangles[at + 1], triangles[at + 2]].sort((a, b) => a - b);
  // Two corners and the third: below 2^53 for any model of up to 200 000 vertices.
  return (sorted[0] * vertexCount + sorted[1]) * vertexCount + sorted[2];
}

/**
 * Betas of a mesh whose vertices are the model's: regularised least squares over all vertices that a triangle uses,
 * with place, heading and a few joints free. A mesh in any orientation and in nearly the model's pose, metres.
 */
export function fitTopology(model: BodyModel, mesh: BodySurface, options: FitTopologyOptions = {}): BodyFit {
  if (mesh.positions.length !== model.vertexCount * 3) {
    throw new Error(`a mesh of ${mesh.positions.length / 3} vertices; the model has ${model.vertexCount}.`);
  }
  return fitVertices(model, mesh.positions, usedVertices(mesh, model.vertexCount), options);
}

/**
 * The same for those of the model's vertices whose places are known.
 * @param target vertexCount x 3, metres; what is not used does not matter
 */
export function fitVertices(
  model: BodyModel,
  target: Float64Array,
  used: Uint32Array,
  options: FitTopologyOptions = {},
): BodyFit {
  const system = createFitSystem(model, options.freeJoints ?? scanJoints);
  const pose = createFitPose(model);
  updateFitPose(model, pose);
  const { rotation, middleFrom, middleTo } = rigidBetween(pose.positions, target, used);
  pose.localRotations.set(rotation, 0);
  for (let row = 0; row < 3; row++) {
    let turned = 0;
    for (let k = 0; k < 3; k++) turned += rotation[row * 3 + k] * (middleFrom[k] - pose.shaped.joints[k]);
    pose.place[row] = middleTo[row] - turned - pose.shaped.joints[row];
  }
  let iterationCount = 0;
  for (let step = 1; iterationCount < iterations && step > smallestStep; iterationCount++) {
    step = stepTopology(system, pose, target, used);
  }
  updateFitPose(model, pose);
  const distances = Array.from(used, (vertex) => vertexDistance(pose.positions, target, vertex)).sort((a, b) => a - b);
  return {
    betas: pose.betas,
    surface: { positions: pose.shaped.positions, triangles: model.triangles },
    posed: { positions: pose.positions, triangles: model.triangles },
    residual: {
      mean: distances.reduce((sum, distance) => sum + distance, 0) / distances.length,
      median: distances[distances.length >> 1],
      p95: distances[Math.floor(distances.length * 0.95)],
      usedShare: used.length / model.vertexCount,
    },
    iterationCount,
  };
}

function stepTopology(system: FitSystem, pose: FitPose, target: Float64Array, used: Uint32Array): number {
  const { model } = system;
  updateFitPose(model, pose);
  let squares = 0;
  for (const vertex of used) squares += vertexDistance(pose.positions, target, vertex) ** 2 / 3;
  const variance = Math.max(finestScale * finestScale, squares / used.length);
  beginFitSystem(system, pose);
  for (const vertex of used) {
    for (let axis = 0; axis < 3; axis++) {
      const residual = target[vertex * 3 + axis] - pose.positions[vertex * 3 + axis];
      const [nx, ny, nz] = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
      addObservation(system, pose, vertex, nx, ny, nz, 1 / variance, residual / variance);
    }
  }
  return stepFitSystem(system, pose);
}

function usedVertices({ triangles }: BodySurface, vertexCount: number): Uint32Array {
  const isUsed = new Uint8Array(vertexCount);
  for (const vertex of triangles) isUsed[vertex] = 1;
  const found: number[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex++) if (isUsed[vertex] || triangles.length === 0) found.push(vertex);
  return Uint32Array.from(found);
}

function vertexDistance(a: Float64Array, b: Float64Array, vertex: number): number {
  const at = vertex * 3;
  return Math.sqrt((a[at] - b[at]) ** 2 + (a[at + 1] - b[at + 1]) ** 2 + (a[at + 2] - b[at + 2]) ** 2);
}
