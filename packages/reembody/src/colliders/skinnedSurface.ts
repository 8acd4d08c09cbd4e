import { InputError, type Skeleton } from '@leib/core';

/** A body's skin in its rest pose, with the joints each vertex follows. */
export interface SkinnedSurface {
  /** World space, T-pose, metres. vertexCount x 3. */
  readonly positions: Float32Array | Float64Array;
  /** Skeleton joints that a vertex follows. vertexCount x 4. */
  readonly joints: Uint16Array;
  /** How much it follows each of them. vertexCount x 4. */
  readonly weights: Float32Array;
}

/**
 * The skin's points of each part, in part space: a point belongs to the part that moves it most. Joints without a part
 * (eyes, fingers that are not simulated) count for the part they hang on.
 */
export function skinOfParts(skeleton: Skeleton, surface: SkinnedSurface, partOfJoint: Int16Array): Float64Array[] {
  const { positions, joints, weights } = surface;
  const vertexCount = positions.length / 3;
  if (joints.length !== vertexCount * 4 || weights.length !== vertexCount * 4) {
    throw new InputError(
      'skin',
      `expected ${vertexCount * 4} joints and weights for ${vertexCount} vertices, got ${joints.length} and ${weights.length}`,
    );
  }
  const partCount = Math.max(-1, ...partOfJoint) + 1;
  const jointOfPart = new Int16Array(partCount).fill(-1);
  for (let joint = skeleton.jointCount - 1; joint >= 0; joint--) {
    // A part's own joint comes before those that hang on it.
    if (partOfJoint[joint] >= 0) jointOfPart[partOfJoint[joint]] = joint;
  }
  const shares = new Float64Array(partCount);
  const points: number[][] = Array.from({ length: partCount }, () => []);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    shares.fill(0);
    for (let k = 0; k < 4; k++) {
      const joint = joints[vertex * 4 + k];
      if (joint >= skeleton.jointCount) {
        throw new InputError(`skin, vertex ${vertex}`, `expected a joint below ${skeleton.jointCount}, got ${joint}`);
      }
      const part = partOfJoint[joint];
      if (part >= 0) shares[part] += weights[vertex * 4 + k];
    }
    let best = 0;
    for (let part = 1; part < partCount; part++) if (shares[part] > shares[best]) best = part;
    if (shares[best] === 0) continue;
    for (let k = 0; k < 3; k++) {
      points[best].push(positions[vertex * 3 + k] - skeleton.restWorldPositions[jointOfPart[best] * 3 + k]);
    }
  }
  return points.map((list) => Float64Array.from(list));
}
