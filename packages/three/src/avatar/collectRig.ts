import { type BoneJoints, type HumanoidBone, humanoidBones, type RawRig, type RehungJoint } from '@leib/core';
import { Bone, Camera, Light, Mesh, type Object3D, Quaternion, SkinnedMesh, Vector3 } from 'three';

/** Nodes of a model that belong to its skeleton, parents before children. */
export interface RigNodes {
  readonly nodes: readonly Object3D[];
  /** As three.js' loaders write them: one joint each, without colons and dots. */
  readonly names: readonly string[];
  /** As the file has them: what tables and words of names are compared with. */
  readonly fileNames: readonly string[];
  readonly parents: readonly number[];
  readonly restWorldPositions: readonly number[];
}

/**
 * Everything that a skin or a humanoid mapping names, and what it hangs on. With `hasEnds` also what hangs on joints
 * without being in a skin: the hand of a rigid arm, the end of a leg.
 */
export function collectRigNodes(model: Object3D, named: Iterable<Object3D>, hasEnds: boolean): RigNodes {
  const wanted = new Set<Object3D>();
  const want = (node: Object3D) => {
    for (let at: Object3D | null = node; at && at !== model && !wanted.has(at); at = at.parent) wanted.add(at);
  };
  model.traverse((node) => {
    if (node instanceof SkinnedMesh) for (const bone of node.skeleton.bones) want(bone);
  });
  for (const node of named) want(node);
  const joints = hasEnds ? [...wanted].filter((node) => node instanceof Bone) : [];
  for (const joint of joints) joint.traverse((node) => isPlainNode(node) && want(node));
  const nodes: Object3D[] = [];
  model.traverse((node) => {
    if (wanted.has(node)) nodes.push(node);
  });
  const index = new Map(nodes.map((node, i) => [node, i]));
  const position = new Vector3();
  return {
    nodes,
    names: nodes.map((node) => node.name),
    fileNames: nodes.map(fileNameOf),
    parents: nodes.map((node) => (node.parent ? (index.get(node.parent) ?? -1) : -1)),
    restWorldPositions: nodes.flatMap((node) => position.setFromMatrixPosition(node.matrixWorld).toArray()),
  };
}

/** Neither drawn nor a holder of drawn things. */
function isPlainNode(node: Object3D): boolean {
  const isDrawn = (each: Object3D) => each instanceof Mesh || each instanceof Light || each instanceof Camera;
  return !isDrawn(node) && !node.children.some(isDrawn);
}

/** GLTFLoader and FBXLoader keep the name that they had to change in their own ways. */
function fileNameOf({ name, userData }: Object3D): string {
  const kept: unknown = userData.name ?? userData.originalName;
  return typeof kept === 'string' && kept !== '' ? kept : name;
}

/** Hangs joints on others; where everything is at rest stays the same. The numbers of the joints are no longer valid. */
export function rehang({ nodes }: RigNodes, joints: readonly RehungJoint[]): void {
  for (const { joint, parent } of joints) {
    const node = nodes[joint];
    const target = nodes[parent];
    // A joint above its new parent: the parent takes its place first.
    if (isAbove(node, target)) (node.parent ?? node).attach(target);
    target.attach(node);
  }
}

function isAbove(node: Object3D, other: Object3D): boolean {
  for (let at = other.parent; at; at = at.parent) if (at === node) return true;
  return false;
}

/** The part of a rig that a pose moves: one tree from the lowest node above all humanoid bones. */
export interface BodyJoints {
  readonly nodes: readonly Object3D[];
  readonly parents: readonly number[];
  readonly bones: BoneJoints;
  /** Whether a pose writes the joint. Tips are only there to show where the last bone ends. */
  readonly isPosed: readonly boolean[];
}

/**
 * Hair, skirts and twist helpers that no humanoid bone hangs on are left out: a pose does not know them, and spring
 * bones may be moving them.
 */
export function pickBodyJoints({ nodes, parents }: RigNodes, bones: BoneJoints): BodyJoints {
  const topOf = (joint: number): number => (parents[joint] < 0 ? joint : topOf(parents[joint]));
  const mapped = new Map<number, HumanoidBone>();
  for (const bone of humanoidBones) {
    const joint = bones[bone];
    // A bone in a tree of its own cannot follow the hips.
    if (joint !== undefined && topOf(joint) === topOf(bones.hips ?? joint)) mapped.set(joint, bone);
  }
  const isPath = new Array<boolean>(nodes.length).fill(false);
  const mappedBelow = new Array<number>(nodes.length).fill(0);
  for (let joint = nodes.length - 1; joint >= 0; joint--) {
    if (mapped.has(joint)) mappedBelow[joint]++;
    isPath[joint] = mappedBelow[joint] > 0;
    if (parents[joint] >= 0) mappedBelow[parents[joint]] += mappedBelow[joint];
  }
  // Of the nodes that have all bones below them, the last is the lowest: parents come before children.
  const root = mappedBelow.lastIndexOf(mapped.size);
  const picked: number[] = [];
  for (let joint = root; joint < nodes.length; joint++) {
    const bone = mapped.get(parents[joint]);
    const isTip = bone !== undefined && /Distal|Toes/.test(bone);
    const isBelow = joint === root || picked.includes(parents[joint]);
    if (isBelow && (isPath[joint] || isTip)) picked.push(joint);
  }
  const place = new Map(picked.map((joint, i) => [joint, i]));
  return {
    nodes: picked.map((joint) => nodes[joint]),
    parents: picked.map((joint) => (joint === root ? -1 : (place.get(parents[joint]) as number))),
    bones: Object.fromEntries([...mapped].map(([joint, bone]) => [bone, place.get(joint)])),
    isPosed: picked.map((joint) => isPath[joint]),
  };
}

/** The body's rest pose as core wants it, read off the nodes' current world matrices. Scales go into the offsets. */
export function readRawRig({ nodes, parents }: BodyJoints): RawRig {
  const restLocalPositions: number[] = [];
  const restLocalRotations: number[] = [];
  const world = nodes.map((node) => {
    const position = new Vector3();
    const rotation = new Quaternion();
    node.matrixWorld.decompose(position, rotation, new Vector3());
    return { position, rotation };
  });
  const toParent = new Quaternion();
  nodes.forEach((_, joint) => {
    const { position, rotation } = world[joint];
    const parent = parents[joint] < 0 ? null : world[parents[joint]];
    toParent.identity();
    if (parent) toParent.copy(parent.rotation).invert();
    const offset = parent ? position.clone().sub(parent.position) : position.clone();
    restLocalPositions.push(...offset.applyQuaternion(toParent).toArray());
    restLocalRotations.push(...toParent.multiply(rotation).toArray());
  });
  return { names: nodes.map((node) => node.name), parents, restLocalPositions, restLocalRotations };
}
