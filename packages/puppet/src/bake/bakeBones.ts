import { type AnimationTrack, writeSkinnedScene } from '@leib/formats';
import { BOUND_PARTS } from '../model/partSkeleton.js';
import type { PuppetModel } from '../play/puppetModel.js';
import { type BakedFile, type BakeFrames, frameTimes, placementMatrix, sceneOf, surfacePoints } from './bakeFrames.js';

/**
 * A take as GLB with the puppet's parts as joints of a skin: small, and other programs can go on with it. Only parts move
 * the surface: wobble, fat, and fingers that bend a part are not in it; `rmsError` says how much that is.
 */
export async function bakeBones(model: PuppetModel, recorder: BakeFrames, name: string): Promise<BakedFile> {
  const { hz, joints } = recorder;
  const scene = await sceneOf(model);
  const skin = skinOf(model);
  const animation = { name, times: frameTimes(joints.length, hz), tracks: tracksOf(joints) };
  const bytes = writeSkinnedScene(scene, placementMatrix(model), skin, animation);
  return { bytes, frameCount: joints.length, count: skin.boneNames.length, ...measureBones(model, recorder) };
}

function skinOf({ file, mesh, skeleton, binding }: PuppetModel) {
  const { placeOf } = mesh;
  const vertexBones = new Uint8Array(placeOf.length * BOUND_PARTS);
  const vertexWeights = new Float32Array(placeOf.length * BOUND_PARTS);
  placeOf.forEach((place, vertex) => {
    for (let k = 0; k < BOUND_PARTS; k++) {
      const weight = binding.weights[place * BOUND_PARTS + k];
      vertexWeights[vertex * BOUND_PARTS + k] = weight;
      vertexBones[vertex * BOUND_PARTS + k] = weight > 0 ? binding.joints[place * BOUND_PARTS + k] : 0;
    }
  });
  const partNames = file.parts.map((part) => part.name);
  const whole = partNames.includes(file.name) ? `${file.name} (whole)` : file.name;
  return {
    name: file.name,
    boneNames: [whole, ...partNames],
    parents: skeleton.parents,
    joints: skeleton.restWorldPositions,
    vertexBones,
    vertexWeights,
  };
}

/** Keys of what moves at all; a joint without keys stays where its node is. */
function tracksOf(frames: readonly Float32Array[]): AnimationTrack[] {
  const tracks: AnimationTrack[] = [];
  for (let at = 0; at < frames[0].length; at += 7) {
    const node = at / 7;
    const translation = keysOf(frames, at, 3);
    const rotation = keysOf(frames, at + 3, 4);
    makeContinuous(rotation);
    if (node === 0 || isMoving(translation, 3))
      tracks.push({ nodes: [node], path: 'translation', values: translation });
    tracks.push({ nodes: [node], path: 'rotation', values: rotation });
  }
  return tracks;
}

function keysOf(frames: readonly Float32Array[], at: number, size: number): Float32Array {
  const values = new Float32Array(frames.length * size);
  frames.forEach((frame, i) => {
    values.set(frame.subarray(at, at + size), i * size);
  });
  return values;
}

function isMoving(values: Float32Array, size: number): boolean {
  return values.some((value, i) => value !== values[i % size]);
}

/** A rotation and its negative are the same; keys go the short way round in every program when they agree in sign. */
export function makeContinuous(rotations: Float32Array): void {
  for (let at = 4; at < rotations.length; at += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += rotations[at + k] * rotations[at - 4 + k];
    if (dot < 0) for (let k = 0; k < 4; k++) rotations[at + k] *= -1;
  }
}

/** How far the skinned surface is from the recorded one. */
function measureBones(model: PuppetModel, { joints, surfaces }: BakeFrames): Pick<BakedFile, 'rmsError' | 'maxError'> {
  const { pointOf, pointCount, positions } = surfacePoints(model);
  const { placeOf } = model.mesh;
  const placeOfPoint = new Uint32Array(pointCount);
  pointOf.forEach((point, vertex) => {
    placeOfPoint[point] = placeOf[vertex];
  });
  let [sum, greatest] = [0, 0];
  joints.forEach((frame, i) => {
    const bones = bonesInWhole(model, frame);
    for (let point = 0; point < pointCount; point++) {
      const errorSq = skinnedErrorSq(model, bones, placeOfPoint[point] * BOUND_PARTS, {
        rest: positions.subarray(point * 3, point * 3 + 3),
        actual: surfaces[i].subarray(point * 3, point * 3 + 3),
      });
      sum += errorSq;
      greatest = Math.max(greatest, errorSq);
    }
  });
  return { rmsError: Math.sqrt(sum / (joints.length * pointCount)), maxError: Math.sqrt(greatest) };
}

interface SkinnedPoint {
  readonly rest: ArrayLike<number>;
  readonly actual: ArrayLike<number>;
}

function skinnedErrorSq(
  { binding: { joints, weights } }: PuppetModel,
  bones: readonly Float64Array[],
  at: number,
  { rest, actual }: SkinnedPoint,
): number {
  let [x, y, z] = [0, 0, 0];
  for (let k = at; k < at + BOUND_PARTS; k++) {
    const [weight, m] = [weights[k], bones[joints[k]]];
    if (weight === 0) continue;
    x += weight * (m[0] * rest[0] + m[1] * rest[1] + m[2] * rest[2] + m[3]);
    y += weight * (m[4] * rest[0] + m[5] * rest[1] + m[6] * rest[2] + m[7]);
    z += weight * (m[8] * rest[0] + m[9] * rest[1] + m[10] * rest[2] + m[11]);
  }
  return (x - actual[0]) ** 2 + (y - actual[1]) ** 2 + (z - actual[2]) ** 2;
}

/** For each joint the motion from rest in the frame of the whole puppet: three rows of four. */
function bonesInWhole({ skeleton }: PuppetModel, frame: Float32Array): Float64Array[] {
  const { jointCount, parents, restWorldPositions: rest } = skeleton;
  const places: Float64Array[] = [];
  for (let joint = 0; joint < jointCount; joint++) {
    const own = joint === 0 ? Float64Array.of(0, 0, 0, 0, 0, 0, 1) : frame.subarray(joint * 7, joint * 7 + 7);
    const local = rowsOf(own);
    places.push(joint === 0 ? local : multiplyRows(places[parents[joint]], local));
  }
  return places.map((m, joint) => {
    const out = Float64Array.from(m);
    for (let row = 0; row < 12; row += 4) {
      for (let k = 0; k < 3; k++) out[row + 3] -= m[row + k] * rest[joint * 3 + k];
    }
    return out;
  });
}

/** Place and rotation as three rows of four. */
function rowsOf([px, py, pz, x, y, z, w]: Float64Array | Float32Array): Float64Array {
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), px],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), py],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), pz],
  );
}

function multiplyRows(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(12);
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 4; column++) {
      for (let k = 0; k < 3; k++) out[row + column] += a[row + k] * b[k * 4 + column];
    }
    out[row + 3] += a[row + 3];
  }
  return out;
}
