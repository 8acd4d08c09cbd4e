import {
  type BoneJoints,
  boneReason,
  findLooseLimbs,
  findLooseTrunk,
  type HumanoidBone,
  type HumanoidMapping,
  humanoidBones,
  judgeRig,
  mapHumanoid,
  type RigJudgement,
} from '@leib/core';
import { Group, Mesh, type Object3D, SkinnedMesh, Vector3 } from 'three';
import type { GLTF } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { disposeTree } from '../disposeTree.js';
import { takeBindPose } from './bindPose.js';
import { collectRigNodes, type RigNodes, rehang } from './collectRig.js';
import { type ModelOptions, type OpenedModel, openModel } from './openModel.js';
import type { VrmHumanoid } from './readGltfJson.js';
import { AvatarError, type AvatarSource } from './readSource.js';

type JudgedRig = Parameters<typeof judgeRig>[0];

/** Joints of a body with hair and clothes. Finding the bones among them takes time that grows with the square of it. */
const MOST_JOINTS = 1500;

/** Which node of a file is which bone: null where none is. Bones that are not named are guessed. */
export type AvatarBones = Readonly<Partial<Record<HumanoidBone, string | null>>>;

/** A mapping of an avatar's bones, and what is thought of it. */
export interface JudgedBones {
  readonly mapping: HumanoidMapping;
  readonly judgement: RigJudgement;
}

/** A file whose skeleton was read and judged, before it is worn: what a mapping by hand works on. */
export interface AvatarRig {
  readonly label: string;
  readonly name: string;
  readonly format: 'vrm0' | 'vrm1' | 'gltf' | 'fbx';
  /** The model in its own rest pose and units. */
  readonly model: Object3D;
  /** Its joints: names, parents, places at rest and what they carry. Legs and feet beside the body hang on it already. */
  readonly rig: JudgedRig & RigNodes;
  readonly triangles: number;
  /** The guess with these corrections, judged. Throws AvatarError where a name is not in the file. */
  judge(bones?: AvatarBones): JudgedBones;
  dispose(): void;
}

/** What loadAvatar() needs besides. */
export interface ParsedAvatar extends AvatarRig, OpenedModel {
  /** Holds `model`; turned and moved when the person is placed. */
  readonly holder: Group;
  /** Nodes that are elsewhere than in the file, because it does not rest in its bind pose. */
  readonly rebound: ReadonlySet<Object3D>;
  /** What is missing in the file, and how the skeleton was changed on the way in. */
  readonly remarks: readonly string[];
}

/** Reads the skeleton of an avatar's file, guesses its bones and judges them. Throws AvatarError where it cannot be read. */
export async function openAvatarRig(source: AvatarSource, options: ModelOptions = {}): Promise<AvatarRig> {
  return parseAvatar(source, options);
}

export async function parseAvatar(source: AvatarSource, options: ModelOptions): Promise<ParsedAvatar> {
  const opened = await openModel(source, options);
  try {
    return await readRig(opened);
  } catch (cause) {
    disposeTree(opened.model);
    throw cause;
  }
}

async function readRig(opened: OpenedModel): Promise<ParsedAvatar> {
  const { model, gltf, vrm, label, rigidJoints } = opened;
  const holder = new Group();
  holder.name = 'placement';
  holder.add(model);
  holder.updateMatrixWorld(true);
  const declared = vrm && gltf ? await findVrmNodes(gltf, vrm, model) : null;
  // A declaration that names no node of the file says nothing.
  const vrmNodes = declared && declared.size > 0 ? declared : null;
  // A VRM's nodes are in the T-pose by its specification.
  const rebound = vrm ? new Set<Object3D>() : takeBindPose(model);
  let rigNodes = collectRigNodes(model, vrmNodes?.values() ?? rigidJoints, !vrmNodes);
  if (rigNodes.nodes.length > MOST_JOINTS) {
    const found = rigNodes.nodes.length;
    throw new AvatarError(
      `${label} cannot be worn: expected at most ${MOST_JOINTS} joints, got ${found}; export the person alone.`,
    );
  }
  const joined: Object3D[] = [];
  for (const find of vrmNodes ? [] : [findLooseTrunk, findLooseLimbs]) {
    const loose = find(namedAsInFile(rigNodes));
    if (loose.length === 0) continue;
    for (const { joint } of loose) joined.push(rigNodes.nodes[joint]);
    rehang(rigNodes, loose);
    rigNodes = collectRigNodes(model, rigidJoints, true);
  }
  const rig = { ...rigNodes, skin: readRigSkin(model, rigNodes.nodes) };
  const guess = vrm && vrmNodes ? mappingOfVrm(rigNodes, vrmNodes, vrm) : guessMapping(rig);
  /** "left upper leg", or the node's own name where it is no bone of a body. */
  const wordsFor = (node: Object3D) => {
    const bone = Object.entries(guess.bones).find(([, joint]) => rigNodes.nodes[joint] === node)?.[0];
    return bone ? bone.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : `"${node.name}"`;
  };
  return {
    ...opened,
    name: vrm?.name || nameOf(model, label),
    format: vrm?.format ?? opened.kind,
    rig,
    holder,
    rebound,
    remarks: [
      ...opened.remarks,
      ...(joined.length > 0 ? [`Joined to the body: ${joined.map(wordsFor).join(', ')}.`] : []),
    ],
    judge(bones = {}) {
      const mapping = changeMapping(guess, rig, bones);
      return { mapping, judgement: judgeRig(rig, mapping) };
    },
    dispose() {
      disposeTree(holder);
    },
  };
}

function namedAsInFile<T extends RigNodes>(rig: T): T {
  return { ...rig, names: rig.fileNames };
}

/** Found by the file's own names; what is reported are the nodes' names, which tell every joint from the others. */
function guessMapping(rig: RigNodes & JudgedRig): HumanoidMapping {
  const mapping = mapHumanoid(namedAsInFile(rig), { byShape: true });
  const nodeOf = (bone: HumanoidBone) => rig.names[mapping.bones[bone] as number];
  return { ...mapping, guessed: mapping.guessed.map((guess) => ({ ...guess, jointName: nodeOf(guess.bone) })) };
}

async function findVrmNodes(gltf: GLTF, vrm: VrmHumanoid, model: Object3D): Promise<Map<HumanoidBone, Object3D>> {
  const found = new Map<HumanoidBone, Object3D>();
  const inModel = new Set<Object3D>();
  model.traverse((node) => inModel.add(node));
  const nodeCount = (gltf.parser.json as { readonly nodes?: readonly unknown[] }).nodes?.length ?? 0;
  for (const [bone, index] of vrm.nodes) {
    if (index >= nodeCount) continue;
    const node = (await gltf.parser.getDependency('node', index)) as Object3D | null;
    if (node && inModel.has(node)) found.set(bone, node);
  }
  return found;
}

function mappingOfVrm(
  { nodes }: RigNodes,
  vrmNodes: ReadonlyMap<HumanoidBone, Object3D>,
  { format }: VrmHumanoid,
): HumanoidMapping {
  const bones: BoneJoints = {};
  for (const [bone, node] of vrmNodes) bones[bone] = nodes.indexOf(node);
  const reason = boneReason('file', `the file says so (${format === 'vrm0' ? 'VRM 0' : 'VRM 1.0'})`);
  const reasons = Object.fromEntries(Object.keys(bones).map((bone) => [bone, reason]));
  return {
    bones,
    convention: format === 'vrm0' ? 'VRM 0' : 'VRM 1.0',
    reasons,
    guessed: [],
    missing: humanoidBones.filter((bone) => bones[bone] === undefined),
  };
}

function changeMapping(mapping: HumanoidMapping, { names }: RigNodes, changed: AvatarBones): HumanoidMapping {
  const changes = Object.entries(changed) as [HumanoidBone, string | null][];
  if (changes.length === 0) return mapping;
  const bones: BoneJoints = { ...mapping.bones };
  const reasons = { ...mapping.reasons };
  for (const [bone, nodeName] of changes) {
    delete bones[bone];
    if (nodeName === null) continue;
    const joint = names.indexOf(nodeName);
    if (joint < 0) throw new AvatarError(`${bone} should be "${nodeName}", but the skeleton has no such node.`);
    for (const other of humanoidBones) if (bones[other] === joint) delete bones[other];
    reasons[bone] = boneReason('user', 'set by hand');
    bones[bone] = joint;
  }
  return {
    ...mapping,
    bones,
    reasons,
    guessed: mapping.guessed.filter(({ bone }) => !changes.some(([named]) => named === bone)),
    missing: humanoidBones.filter((bone) => bones[bone] === undefined),
  };
}

function nameOf(model: Object3D, label: string): string {
  const isUseful = model.name !== '' && !/^(scene|auxscene|root)/i.test(model.name);
  return isUseful ? model.name : label.replace(/^"|"$/g, '').replace(/\.\w+$/, '');
}

/** So many vertices tell where the skin of each joint lies; more only take time. */
const maxVertices = 8000;

/** What each joint carries at rest: skin by its weights, rigid meshes that hang on it by their vertices. */
function readRigSkin(model: Object3D, nodes: readonly Object3D[]): NonNullable<JudgedRig['skin']> {
  const jointOf = new Map(nodes.map((node, joint) => [node, joint]));
  const weights = new Float64Array(nodes.length);
  const centres = new Float64Array(nodes.length * 3);
  const meshes: Mesh[] = [];
  model.traverse((node) => {
    if (node instanceof Mesh && node.geometry.getAttribute('position')) meshes.push(node);
  });
  const total = meshes.reduce((sum, { geometry }) => sum + geometry.getAttribute('position').count, 0);
  const stride = Math.max(1, Math.ceil(total / maxVertices));
  const place = new Vector3();
  const add = (joint: number | undefined, weight: number) => {
    if (joint === undefined || !(weight > 0)) return;
    weights[joint] += weight;
    centres[joint * 3] += place.x * weight;
    centres[joint * 3 + 1] += place.y * weight;
    centres[joint * 3 + 2] += place.z * weight;
  };
  for (const mesh of meshes) {
    const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
    const carrier = mesh instanceof SkinnedMesh ? undefined : jointAbove(jointOf, mesh);
    for (let i = 0; i < position.count; i += stride) {
      mesh.getVertexPosition(i, place).applyMatrix4(mesh.matrixWorld);
      add(carrier, 1);
      if (!(mesh instanceof SkinnedMesh)) continue;
      for (let k = 0; k < 4; k++) {
        add(jointOf.get(mesh.skeleton.bones[skinIndex.getComponent(i, k)]), skinWeight.getComponent(i, k));
      }
    }
  }
  for (let joint = 0; joint < nodes.length; joint++) {
    for (let k = 0; k < 3; k++) centres[joint * 3 + k] /= weights[joint] || 1;
  }
  return { weights, centres };
}

function jointAbove(jointOf: ReadonlyMap<Object3D, number>, mesh: Object3D): number | undefined {
  for (let node: Object3D | null = mesh; node; node = node.parent) {
    const joint = jointOf.get(node);
    if (joint !== undefined) return joint;
  }
  return undefined;
}
