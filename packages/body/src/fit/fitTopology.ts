import { InputError } from '@leib/core';
import type { BodySurface } from '../bodySurface.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { createFitPose, type FitPose, updateFitPose } from './fitPose.js';
import type { BodyFit } from './fitScan.js';
import { addObservation, beginFitSystem, createFitSystem, type FitSystem, stepFitSystem } from './fitSystem.js';
import { rigidBetween } from './rigidBetween.js';

const iterations = 25;
const smallestStep = 1e-4;
/** Smallest assumed error of the model, metres, against which the prior of the betas is weighed. */
const finestScale = 0.0005;

/** Least share of triangles in common with the model: quads may be split along the other diagonal. */
const sharedTriangles = 0.2;

/** Whether a mesh has the model's topology: the same number of vertices, and mostly the same triangles. */
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

/** A key that does not depend on the order of the three corners. */
function triangleKey(triangles: Uint32Array, at: number, vertexCount: number): number {
  const sorted = [triangles[at], triangles[at + 1], triangles[at + 2]].sort((a, b) => a - b);
  // Below 2^53 for models of up to 200 000 vertices.
  return (sorted[0] * vertexCount + sorted[1]) * vertexCount + sorted[2];
}

/**
 * Fits a mesh of the model's topology: regularised least squares over all vertices that a triangle uses, with betas,
 * place, heading and a few joints free. The mesh may have any orientation, but nearly the model's pose. Metres.
 */
export function fitTopology(model: BodyModel, mesh: BodySurface): BodyFit {
  if (mesh.positions.length !== model.vertexCount * 3) {
    throw new InputError('mesh', `expected ${model.vertexCount} vertices, got ${mesh.positions.length / 3}`);
  }
  return fitVertices(model, mesh.positions, usedVertices(mesh, model.vertexCount));
}

/**
 * The same where only some of the model's vertices are known.
 * @param target positions of the vertices, metres; those not in `used` are ignored. vertexCount x 3.
 */
export function fitVertices(model: BodyModel, target: Float64Array, used: Uint32Array): BodyFit {
  const system = createFitSystem(model);
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
    jointRotations: pose.worldRotations,
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
      const observation = { vertex, nx, ny, nz, weight: 1 / variance, weightedResidual: residual / variance };
      addObservation(system, pose, observation);
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
