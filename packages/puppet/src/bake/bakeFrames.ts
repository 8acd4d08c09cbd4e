import { InputError } from '@leib/core';
import { type MeshScene, readMeshScene, writeColouredMesh } from '@leib/formats';
import { WHOLE } from '../model/partSkeleton.js';
import { placeVertices } from '../model/puppetMesh.js';
import type { PuppetModel } from '../play/puppetModel.js';
import type { PuppetState } from '../play/puppetState.js';

/** Numbers that are kept of a take at most: 1 GB. */
const MOST_NUMBERS = 268_435_456;

/** Where a puppet's parts and surface were in each frame. */
export interface BakeFrames {
  readonly hz: number;
  /** Place x y z and rotation x y z w of each joint in its parent's frame, the whole puppet first; one array per frame. */
  readonly joints: Float32Array[];
  /** The surface in the frame of the whole puppet; one array per frame. */
  readonly surfaces: Float32Array[];
}

export function createBakeFrames(hz: number): BakeFrames {
  return { hz, joints: [], surfaces: [] };
}

/** Points of the surface that move on their own: places, or all vertices where those ride on a coarser surface. */
export function surfacePoints({ mesh }: PuppetModel) {
  if (mesh.detail === null) {
    const { placeOf, placeCount, positions, triangles } = mesh;
    return { pointOf: placeOf, pointCount: placeCount, positions, triangles };
  }
  const { vertexPositions: positions, vertexTriangles: triangles } = mesh;
  const pointCount = positions.length / 3;
  return { pointOf: Uint32Array.from({ length: pointCount }, (_, i) => i), pointCount, positions, triangles };
}

/** Takes a frame after stepPuppet(). Throws InputError where a take is too long for its model. */
export function addBakeFrame(frames: BakeFrames, model: PuppetModel, state: PuppetState): void {
  const { mesh } = model;
  const { pointCount } = surfacePoints(model);
  if ((frames.surfaces.length + 1) * pointCount * 3 > MOST_NUMBERS) {
    const most = Math.floor(MOST_NUMBERS / (pointCount * 3));
    throw new InputError('take', `expected at most ${most} frames for ${pointCount} places; trim it or lower its rate`);
  }
  frames.joints.push(jointsOf(model, state));
  const surface = new Float32Array(pointCount * 3);
  if (mesh.detail === null) surface.set(state.skin.positions);
  else placeVertices(mesh, state.skin.positions, surface);
  intoWhole(state, surface);
  frames.surfaces.push(surface);
}

function jointsOf({ skeleton }: PuppetModel, { pose, partOffsets }: PuppetState): Float32Array {
  const { jointCount, parents, restOffsets } = skeleton;
  const out = new Float32Array(jointCount * 7);
  out.set(pose.rootPosition);
  for (let joint = 0; joint < jointCount; joint++) {
    out.set(pose.localRotations.subarray(joint * 4, joint * 4 + 4), joint * 7 + 3);
    if (joint === WHOLE) continue;
    for (let k = 0; k < 3; k++) {
      const shift = parents[joint] === WHOLE ? partOffsets[(joint - 1) * 3 + k] : 0;
      out[joint * 7 + k] = restOffsets[joint * 3 + k] + shift;
    }
  }
  return out;
}

/** From the world into the frame of the whole puppet. */
function intoWhole({ pose: { rootPosition: o, localRotations: q } }: PuppetState, points: Float32Array): void {
  const [qx, qy, qz, qw] = [-q[0], -q[1], -q[2], q[3]];
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = [points[at] - o[0], points[at + 1] - o[1], points[at + 2] - o[2]];
    const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
    points[at] = x + qw * tx + qy * tz - qz * ty;
    points[at + 1] = y + qw * ty + qz * tx - qx * tz;
    points[at + 2] = z + qw * tz + qx * ty - qy * tx;
  }
}

/** A take as glTF, and how far its surface is from the puppet's. */
export interface BakedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frameCount: number;
  /** Distance from the puppet's surface over all frames and places: root of the mean square, and largest, metres. */
  readonly rmsError: number;
  readonly maxError: number;
  /** Number of joints, or of morph targets. */
  readonly count: number;
}

/** The file that the surface came from; a mesh that code made is written first. */
export async function sceneOf({ mesh, file }: PuppetModel): Promise<MeshScene> {
  if (mesh.scene !== null) return mesh.scene;
  const { vertexPositions: positions, vertexTriangles: triangles, colours } = mesh;
  return readMeshScene(writeColouredMesh({ name: file.name, positions, triangles, colours }));
}

/** From the file's space to model space, column-major. A mesh that code made is in model space. */
export function placementMatrix({ mesh, file }: PuppetModel): Float64Array {
  if (mesh.scene === null) return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  const { scale: s, rotation, position } = file.mesh;
  const [x, y, z, w] = rotation;
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const column = (k: number) => [...rows.map((row) => s * row[k]), 0];
  return Float64Array.from([...column(0), ...column(1), ...column(2), ...position, 1]);
}

export function frameTimes(frameCount: number, hz: number): Float32Array {
  return Float32Array.from({ length: frameCount }, (_, frame) => frame / hz);
}
