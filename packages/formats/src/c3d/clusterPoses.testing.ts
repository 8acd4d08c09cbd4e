import { createQuat, decomposeRows, InputError, type Quat, quat, vec3 } from '@leib/core';
import type { C3dFile } from './c3dParameters.js';

/**
 * Poses of a rigid cluster of three or more markers, one per frame: the place and rotation that best lay the cluster's
 * mean shape over the frame's markers. The mean shape has its origin in the middle of the markers. Frames in which a
 * marker is missing are NaN. frameCount x 7.
 */
export function clusterPoses(file: C3dFile, labels: readonly string[]): Float64Array {
  const frames = centredFrames(file, labels);
  const out = new Float64Array(file.frameCount * 7).fill(Number.NaN);
  const first = frames.find((frame) => frame !== null);
  if (!first) return out;
  let shape: readonly number[] = first.points;
  // Every frame laid over the first one, then over what came of it.
  for (let round = 0; round < 2; round++) shape = meanShape(frames, shape);
  frames.forEach((frame, i) => {
    if (frame !== null) out.set([...frame.middle, ...rotationOver(shape, frame.points)], i * 7);
  });
  return out;
}

/** Markers of one frame: from their middle, x y z after one another. */
interface CentredFrame {
  readonly middle: readonly [number, number, number];
  readonly points: readonly number[];
}

function centredFrames(file: C3dFile, labels: readonly string[]): (CentredFrame | null)[] {
  const columns = labels.map((label) => {
    const column = file.labels.indexOf(label);
    if (column < 0) throw new InputError('labels', `expected one of ${file.labels.join(', ')}, got ${label}`);
    return column;
  });
  return Array.from({ length: file.frameCount }, (_, frame) => {
    const points = columns.flatMap((column) => {
      const at = (frame * file.labels.length + column) * 3;
      return [file.positions[at], file.positions[at + 1], file.positions[at + 2]];
    });
    if (!points.every(Number.isFinite)) return null;
    const mean = (axis: number) =>
      points.reduce((sum, value, i) => (i % 3 === axis ? sum + value : sum), 0) / columns.length;
    const middle = [mean(0), mean(1), mean(2)] as const;
    return { middle, points: points.map((value, i) => value - middle[i % 3]) };
  });
}

function meanShape(frames: readonly (CentredFrame | null)[], shape: readonly number[]): number[] {
  const sum = shape.map(() => 0);
  let count = 0;
  for (const frame of frames) {
    if (frame === null) continue;
    const back = quat.conjugate(createQuat(), rotationOver(shape, frame.points));
    for (let i = 0; i < sum.length; i += 3) {
      const [x, y, z] = frame.points.slice(i, i + 3);
      const turned = vec3.transformQuat([0, 0, 0], [x, y, z], back);
      for (let k = 0; k < 3; k++) sum[i + k] += turned[k];
    }
    count++;
  }
  return sum.map((value) => value / count);
}

/**
 * Rotation that lays a shape over points, both given about their middles, x y z after one another: the eigenvector of
 * the largest eigenvalue of a 4 x 4 matrix (Horn, "Closed-form solution of absolute orientation using unit
 * quaternions", J Opt Soc Am A 4, 1987).
 */
export function rotationOver(shape: ArrayLike<number>, points: ArrayLike<number>): Quat {
  const s = new Float64Array(9);
  let size = 0;
  for (let i = 0; i < shape.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      size += shape[i + row] ** 2 + points[i + row] ** 2;
      for (let column = 0; column < 3; column++) s[row * 3 + column] += shape[i + row] * points[i + column];
    }
  }
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s;
  // `size` on the diagonal makes all eigenvalues positive, and the largest stays the largest.
  const matrix = Float64Array.of(
    ...[size + xx + yy + zz, yz - zy, zx - xz, xy - yx],
    ...[yz - zy, size + xx - yy - zz, xy + yx, zx + xz],
    ...[zx - xz, xy + yx, size - xx + yy - zz, yz + zy],
    ...[xy - yx, zx + xz, yz + zy, size - xx - yy + zz],
  );
  const vectors = new Float64Array(16);
  decomposeRows(matrix, vectors, 4, 4);
  let best = 0;
  let largest = 0;
  for (let row = 0; row < 4; row++) {
    const length = Math.hypot(...matrix.subarray(row * 4, row * 4 + 4));
    if (length > largest) {
      largest = length;
      best = row * 4;
    }
  }
  return createQuat(vectors[best + 1], vectors[best + 2], vectors[best + 3], vectors[best]);
}
