import { type HumanoidBone, jointOfBone, type Pose } from '@leib/core';
import {
  type Bone,
  BufferAttribute,
  BufferGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Quaternion,
  type SkinnedMesh,
  Vector3,
} from 'three';
import type { Avatar } from '../avatar/loadAvatar.js';
import { disposeTree } from '../disposeTree.js';
import { THIRD_PERSON_LAYER } from '../layers.js';
import type { HeadsetFit } from './fitHeadset.js';

export interface HeadsetModel {
  /** In head joint space: give it the joint's pose. Its wearer does not see it. */
  readonly root: Object3D;
  dispose(): void;
}

const STRAP_THICKNESS = 0.004;

/** A headset as it was fitted: a visor whose back is the face, and a strap around the head. */
export function createHeadsetModel(fit: HeadsetFit): HeadsetModel {
  const shell = new MeshStandardMaterial({ color: '#2c323a', roughness: 0.55, metalness: 0.15 });
  const band = new MeshStandardMaterial({ color: '#4a525d', roughness: 0.9 });
  const root = new Group();
  root.name = 'headset';
  for (const mesh of [new Mesh(visorGeometry(fit), shell), new Mesh(strapGeometry(fit), band)]) {
    mesh.layers.set(THIRD_PERSON_LAYER);
    mesh.castShadow = true;
    root.add(mesh);
  }
  return { root, dispose: () => disposeTree(root) };
}

/** Front and back are the same grid; the front is drawn in towards its edges, so that the box is round. */
function visorGeometry({ halfWidth, bottom, top, columns, rows, back, front }: HeadsetFit): BufferGeometry {
  const count = columns * rows;
  const positions = new Float32Array(count * 6);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const u = column / (columns - 1);
      const v = row / (rows - 1);
      const x = (2 * u - 1) * halfWidth;
      const y = bottom + (top - bottom) * v;
      positions.set([x, y, back[at]], at * 3);
      // A superellipse: flat in the middle, falling off at the rim, never behind the back.
      const rim = Math.max(0, 1 - Math.abs(2 * u - 1) ** 5 - Math.abs(2 * v - 1) ** 5) ** 0.5;
      const z = back[at] + (front - back[at]) * (0.35 + 0.65 * rim);
      positions.set([x * 0.98, y, z], (count + at) * 3);
    }
  }
  const index: number[] = [];
  const quad = (a: number, b: number, c: number, d: number) => index.push(a, b, c, a, c, d);
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column;
      quad(count + a, count + a + 1, count + a + 1 + columns, count + a + columns);
      quad(a, a + columns, a + 1 + columns, a + 1);
    }
  }
  for (let column = 0; column + 1 < columns; column++) {
    const low = column;
    const high = (rows - 1) * columns + column;
    quad(low, low + 1, count + low + 1, count + low);
    quad(high + 1, high, count + high, count + high + 1);
  }
  for (let row = 0; row + 1 < rows; row++) {
    const left = row * columns;
    const right = left + columns - 1;
    quad(left + columns, left, count + left, count + left + columns);
    quad(right, right + columns, count + right + columns, count + right);
  }
  return geometryOf(positions, index);
}

function strapGeometry({ strap, strapBottom, strapTop }: HeadsetFit): BufferGeometry {
  const count = strap.length / 2;
  let [middleX, middleZ] = [0, 0];
  for (let i = 0; i < count; i++) {
    middleX += strap[i * 2] / count;
    middleZ += strap[i * 2 + 1] / count;
  }
  // Four rings: inner and outer, below and above.
  const positions = new Float32Array(count * 12);
  for (let i = 0; i < count; i++) {
    const [x, z] = [strap[i * 2], strap[i * 2 + 1]];
    const length = Math.hypot(x - middleX, z - middleZ);
    const outer = 1 + STRAP_THICKNESS / length;
    const [ox, oz] = [middleX + (x - middleX) * outer, middleZ + (z - middleZ) * outer];
    positions.set([x, strapBottom, z], i * 3);
    positions.set([x, strapTop, z], (count + i) * 3);
    positions.set([ox, strapTop, oz], (2 * count + i) * 3);
    positions.set([ox, strapBottom, oz], (3 * count + i) * 3);
  }
  const index: number[] = [];
  for (let ring = 0; ring < 4; ring++) {
    const next = (ring + 1) % 4;
    for (let i = 0; i < count; i++) {
      const j = (i + 1) % count;
      const [a, b, c, d] = [ring * count + i, ring * count + j, next * count + j, next * count + i];
      index.push(a, c, b, a, d, c);
    }
  }
  return geometryOf(positions, index);
}

function geometryOf(positions: Float32Array, index: readonly number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex([...index]);
  geometry.computeVertexNormals();
  return geometry;
}

/** The vertices of an avatar that move with one of its joints, in that joint's space. */
interface JointSurface {
  /** count x 3, metres. */
  readonly positions: Float64Array;
  /** Of the edges between them, metres. */
  readonly longestEdge: number;
}

/**
 * Reads the skin around a joint from the avatar's own meshes, hair and all. `pose` is the one that was last applied. A vertex
 * belongs to the joint when at least `share` of its weight hangs on it or on what hangs on it.
 */
export function jointSurface(avatar: Avatar, bone: HumanoidBone, pose: Pose, share = 0.5): JointSurface {
  const joint = jointOfBone(avatar.skeleton, bone);
  const node = avatar.bones[joint];
  avatar.root.updateWorldMatrix(true, true);
  const own = new Set<unknown>();
  node.traverse((child) => own.add(child));
  const { worldPositions: p, worldRotations: q } = pose;
  const jointWorld = new Matrix4().compose(
    new Vector3(p[joint * 3], p[joint * 3 + 1], p[joint * 3 + 2]),
    new Quaternion(q[joint * 4], q[joint * 4 + 1], q[joint * 4 + 2], q[joint * 4 + 3]),
    new Vector3(1, 1, 1),
  );
  const rootToJoint = jointWorld.invert().multiply(new Matrix4().copy(avatar.root.matrixWorld).invert());
  const nodeToJoint = rootToJoint.clone().multiply(node.matrixWorld);
  const places: number[] = [];
  let longestEdgeSq = 0;
  avatar.root.traverse((child) => {
    const mesh = child as SkinnedMesh;
    if (!mesh.isSkinnedMesh) return;
    const boneNumber = mesh.skeleton.bones.indexOf(node as Bone);
    if (boneNumber < 0) return;
    // At rest the mesh hangs on the joint by this; rigid from there on.
    const toJoint = nodeToJoint.clone().multiply(mesh.skeleton.boneInverses[boneNumber]).multiply(mesh.bindMatrix);
    const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
    const isOwn = mesh.skeleton.bones.map((known) => own.has(known));
    const placeOf = new Map<number, Vector3>();
    for (let i = 0; i < position.count; i++) {
      let weight = 0;
      for (let k = 0; k < 4; k++) if (isOwn[skinIndex.getComponent(i, k)]) weight += skinWeight.getComponent(i, k);
      if (weight < share) continue;
      const place = new Vector3().fromBufferAttribute(position, i).applyMatrix4(toJoint);
      placeOf.set(i, place);
      places.push(place.x, place.y, place.z);
    }
    const { index } = mesh.geometry;
    for (let at = 0; index && at + 2 < index.count; at += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [placeOf.get(index.getX(at + k)), placeOf.get(index.getX(at + ((k + 1) % 3)))];
        if (a && b) longestEdgeSq = Math.max(longestEdgeSq, a.distanceToSquared(b));
      }
    }
  });
  return { positions: Float64Array.from(places), longestEdge: Math.sqrt(longestEdgeSq) };
}
