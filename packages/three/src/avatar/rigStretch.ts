import { type RigBinding, type Skeleton, type SkeletonStretch, STRETCH_MAP_SIZE, stretchSkeleton } from '@leib/core';
import { Matrix4, type Object3D, Quaternion, SkinnedMesh, type Skeleton as SkinSkeleton, Vector3 } from 'three';
import type { BodyJoints } from './collectRig.js';

/** Gives a rig other lengths than it was made with, and its skin with it. */
export interface RigStretch {
  /** Null: as it was made. Returns the skeleton that poses are of from now on. */
  apply(stretch: SkeletonStretch | null): Skeleton;
}

/** A bone of a skin, and what it takes to stretch what hangs on it. */
interface SkinBone {
  readonly inverse: Matrix4;
  readonly own: Matrix4;
  readonly joint: number;
  /** From the bone's axes to the rest pose's. */
  readonly toRest: Quaternion;
}

/** A node that hangs on the body without being part of it: hair, a twist helper. */
interface Helper {
  readonly node: Object3D;
  readonly ownPosition: Vector3;
  readonly joint: number;
}

/**
 * Bones are moved apart, not scaled: a scale would be handed down to hands and feet. What hangs on a bone is stretched where
 * it is bound to it, S in
 *
 *   place = bone's matrix . S . inverse bind matrix . vertex
 *
 * with the same linear map that moves the bone's children. So both sides of a joint agree on where it is, and blended
 * skin stays whole. To be made while the nodes are at rest.
 */
export function createRigStretch(
  avatarRoot: Object3D,
  model: Object3D,
  body: BodyJoints,
  binding: RigBinding,
): RigStretch {
  const { nodes, parents } = body;
  const { skeleton, restWorldRotations } = binding;
  const jointOf = new Map(nodes.map((node, joint) => [node, joint]));
  const ownPositions = nodes.map((node) => node.position.clone());
  const toRest = nodes.map((_, joint) => new Quaternion().fromArray(restWorldRotations, joint * 4));
  const scales = nodes.map((node) => scaleIn(avatarRoot, node));
  const skins = collectSkinBones(model, jointOf, toRest);
  const helpers = collectHelpers(nodes, jointOf);
  const offset = new Vector3();
  const turn = new Quaternion();
  const map = new Matrix4();

  /** Moves the nodes; offsets of the rest pose become the parent's own axes and units. */
  function moveNodes(stretched: Skeleton): void {
    nodes.forEach((node, joint) => {
      const parent = parents[joint];
      if (parent < 0) return;
      const at = joint * 3;
      for (let k = 0; k < 3; k++) {
        offset.setComponent(k, stretched.restOffsets[at + k] - skeleton.restOffsets[at + k]);
      }
      offset.applyQuaternion(turn.copy(toRest[parent]).invert()).divideScalar(scales[parent]);
      node.position.copy(ownPositions[joint]).add(offset);
    });
  }

  return {
    apply(stretch) {
      const stretched = stretch === null ? skeleton : stretchSkeleton(skeleton, stretch);
      moveNodes(stretched);
      for (const { node, ownPosition, joint } of helpers) {
        node.position.copy(ownPosition);
        if (stretch !== null) node.position.applyMatrix4(mapInBone(map, stretch, joint, toRest[joint]));
      }
      for (const { inverse, own, joint, toRest: turned } of skins) {
        if (stretch === null) inverse.copy(own);
        else inverse.multiplyMatrices(mapInBone(map, stretch, joint, turned), own);
      }
      return stretched;
    },
  };
}

const turned = new Matrix4();

/** A joint's map in the axes of a bone: R^-1 S R. */
function mapInBone(out: Matrix4, { maps }: SkeletonStretch, joint: number, toRest: Quaternion): Matrix4 {
  const at = joint * STRETCH_MAP_SIZE;
  const [xx, yy, zz, xy, xz, yz] = maps.subarray(at, at + STRETCH_MAP_SIZE);
  out.set(xx, xy, xz, 0, xy, yy, yz, 0, xz, yz, zz, 0, 0, 0, 0, 1);
  turned.makeRotationFromQuaternion(toRest);
  out.multiply(turned);
  return out.premultiply(turned.transpose());
}

/** What one metre of the avatar is in a node's own units; bones that are scaled unevenly are reported at loading. */
function scaleIn(avatarRoot: Object3D, node: Object3D): number {
  const scale = new Vector3();
  new Matrix4()
    .copy(avatarRoot.matrixWorld)
    .invert()
    .multiply(node.matrixWorld)
    .decompose(new Vector3(), new Quaternion(), scale);
  return Math.abs(scale.x) > 1e-9 ? scale.x : 1;
}

function collectSkinBones(
  model: Object3D,
  jointOf: ReadonlyMap<Object3D, number>,
  toRest: readonly Quaternion[],
): SkinBone[] {
  const skins = new Set<SkinSkeleton>();
  model.traverse((node) => {
    if (node instanceof SkinnedMesh) skins.add(node.skeleton);
  });
  const bones: SkinBone[] = [];
  for (const skin of skins) {
    skin.bones.forEach((bone, i) => {
      // Nodes that are not joints of the body move with the joint they hang on.
      const toBone = new Quaternion();
      let at: Object3D | null = bone;
      while (at && !jointOf.has(at)) {
        toBone.premultiply(at.quaternion);
        at = at.parent;
      }
      const joint = at ? jointOf.get(at) : undefined;
      if (joint === undefined) return;
      const inverse = skin.boneInverses[i];
      bones.push({ inverse, own: inverse.clone(), joint, toRest: toRest[joint].clone().multiply(toBone) });
    });
  }
  return bones;
}

function collectHelpers(nodes: readonly Object3D[], jointOf: ReadonlyMap<Object3D, number>): Helper[] {
  return nodes.flatMap((node, joint) =>
    node.children
      .filter((child) => !jointOf.has(child) && !(child instanceof SkinnedMesh))
      .map((child) => ({ node: child, ownPosition: child.position.clone(), joint })),
  );
}
