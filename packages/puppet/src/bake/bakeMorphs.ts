import { factorCholesky, solveFactored } from '@leib/core';
import { type MeshScene, writeMorphedScene } from '@leib/formats';
import { placeNormals } from '../layers/placeGraph.js';
import { boundsOf } from '../mesh/meshPlacement.js';
import type { PuppetModel } from '../play/puppetModel.js';
import { makeContinuous } from './bakeBones.js';
import { type BakedFile, type BakeFrames, frameTimes, placementMatrix, surfacePoints } from './bakeFrames.js';
import { fitMorphBasis, type MorphBasis, type MorphBasisParams } from './morphBasis.js';

/** Errors that are not seen at the model's size, and a file that stays small where they cannot be reached. */
export function defaultMorphParams({ mesh }: PuppetModel): MorphBasisParams {
  const { least, greatest } = boundsOf(mesh.vertexPositions);
  const size = Math.hypot(...[0, 1, 2].map((k) => greatest[k] - least[k]));
  return { rmsTolerance: size / 5000, maxTolerance: size / 150, mostForms: 48 };
}

/**
 * A take as GLB with morph targets: the surface as it was played, wobble and all. The targets are the principal
 * components of the motion, the whole puppet moves as a node. The recorder's surfaces are used up. Yields the share that
 * is done.
 */
export function* bakeMorphs(
  model: PuppetModel,
  scene: MeshScene,
  recorder: BakeFrames,
  name: string,
  params: MorphBasisParams = defaultMorphParams(model),
): Generator<number, BakedFile, void> {
  const { hz, joints, surfaces } = recorder;
  const { positions } = surfacePoints(model);
  for (const surface of surfaces) for (let i = 0; i < surface.length; i++) surface[i] -= positions[i];
  const basis = yield* scaledProgress(fitMorphBasis(surfaces, params), 0, 0.8);
  const normals = yield* scaledProgress(fitNormals(model, basis, joints.length), 0.8, 1);
  const { pointOf } = surfacePoints(model);
  const morphs = basis.forms.map((form, k) => ({
    positions: spread(form, pointOf),
    normals: spread(normals[k], pointOf),
  }));
  const bytes = writeMorphedScene(scene, placementMatrix(model), {
    name,
    morphs,
    times: frameTimes(joints.length, hz),
    weights: basis.weights,
    ...wholeOf(joints),
  });
  const { rmsError, maxError } = basis;
  return { bytes, frameCount: joints.length, count: morphs.length, rmsError, maxError };
}

function* scaledProgress<Result>(
  work: Generator<number, Result, void>,
  from: number,
  to: number,
): Generator<number, Result, void> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    yield from + (to - from) * value;
  }
}

/** What the forms add to the normals: the least squares fit of the moved surface's normals in every frame. */
function* fitNormals(
  model: PuppetModel,
  { forms, weights }: MorphBasis,
  frameCount: number,
): Generator<number, Float32Array[], void> {
  const { mesh } = model;
  const { pointCount: placeCount, positions, triangles } = surfacePoints(model);
  const rest = placeNormals({ ...mesh, placeCount, positions, triangles });
  const count = forms.length;
  const sums = forms.map(() => new Float64Array(positions.length));
  const moved = new Float64Array(positions.length);
  for (let frame = 0; frame < frameCount; frame++) {
    const share = weights.subarray(frame * count, (frame + 1) * count);
    moved.set(positions);
    forms.forEach((form, k) => {
      for (let i = 0; i < moved.length; i++) moved[i] += share[k] * form[i];
    });
    const normals = placeNormals({ ...mesh, placeCount, positions: moved, triangles });
    sums.forEach((sum, k) => {
      for (let i = 0; i < sum.length; i++) sum[i] += share[k] * (normals[i] - rest[i]);
    });
    yield (frame + 1) / frameCount;
  }
  return solveForms(normalMatrix(weights, count), sums);
}

/** Sums of products of the forms' weights over all frames, with a little on the diagonal for forms that hardly move. */
function normalMatrix(weights: Float32Array, count: number): Float64Array {
  const matrix = new Float64Array(count * count);
  for (let at = 0; at < weights.length; at += count) {
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) matrix[i * count + j] += weights[at + i] * weights[at + j];
    }
  }
  for (let i = 0; i < count; i++) matrix[i * count + i] += 1e-3;
  return matrix;
}

function solveForms(matrix: Float64Array, sums: readonly Float64Array[]): Float32Array[] {
  const count = sums.length;
  if (count > 0) factorCholesky(matrix, count);
  const out = sums.map((sum) => new Float32Array(sum.length));
  const values = new Float64Array(count);
  for (let i = 0; i < (sums[0]?.length ?? 0); i++) {
    for (let k = 0; k < count; k++) values[k] = sums[k][i];
    solveFactored(matrix, values, count);
    for (let k = 0; k < count; k++) out[k][i] = values[k];
  }
  return out;
}

/** From points to the vertices of the file. */
function spread(values: Float32Array, pointOf: Uint32Array): Float32Array {
  const out = new Float32Array(pointOf.length * 3);
  pointOf.forEach((point, vertex) => {
    for (let k = 0; k < 3; k++) out[vertex * 3 + k] = values[point * 3 + k];
  });
  return out;
}

/** How the whole puppet moves. */
function wholeOf(frames: readonly Float32Array[]) {
  const positions = new Float32Array(frames.length * 3);
  const rotations = new Float32Array(frames.length * 4);
  frames.forEach((frame, i) => {
    positions.set(frame.subarray(0, 3), i * 3);
    rotations.set(frame.subarray(3, 7), i * 4);
  });
  makeContinuous(rotations);
  return { positions, rotations };
}
