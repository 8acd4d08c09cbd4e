import {
  type BoneJoints,
  buildRigBinding,
  createQuat,
  type GuessedBone,
  type HumanoidBone,
  type HumanoidMapping,
  humanoidBones,
  InputError,
  mapHumanoid,
  type Pose,
  type Quat,
  quat,
  type RawRig,
  type RestCorrection,
  type RigBinding,
  requiredBones,
  type Skeleton,
  type SkeletonStretch,
} from '@leib/core';
import { Camera, Group, Light, Mesh, type Object3D, SkinnedMesh } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { disposeTree } from '../disposeTree.js';
import { type AvatarFace, createAvatarFace } from '../face/avatarFace.js';
import { readLookAtRange } from '../face/lookAtRange.js';
import { AvatarError } from './avatarError.js';
import { type BodyJoints, collectRigNodes, pickBodyJoints, type RigNodes, readRawRig } from './collectRig.js';
import { createHeadCut } from './headCut.js';
import { placeRig } from './placeRig.js';
import { type GltfJson, readGltfJson } from './readGltfJson.js';
import { messageOf, readSource, type SourceBytes } from './readSource.js';
import { createRigDriver } from './rigDriver.js';
import { createRigStretch } from './rigStretch.js';
import { type VrmHumanoid, vrmHumanoid } from './vrmHumanoid.js';
import { createVrmRuntime, VrmRuntimePlugin } from './vrmRuntime.js';

export interface AvatarOptions {
  /** Corrections to the automatic mapping: name of the node that is a bone, or null where none is. */
  readonly bones?: Partial<Readonly<Record<HumanoidBone, string | null>>>;
}

export interface AvatarReport {
  readonly format: 'vrm0' | 'vrm1' | 'gltf';
  readonly name: string;
  /** Whose bone names these are. */
  readonly convention: string;
  /** Bones found by words and hierarchy and not by a table: worth a look. */
  readonly guessed: readonly GuessedBone[];
  readonly missing: readonly HumanoidBone[];
  /** What of the rest pose was not a T-pose. */
  readonly corrected: readonly RestCorrection[];
  readonly statureMetres: number;
  readonly triangles: number;
  readonly warnings: readonly string[];
}

/** A loaded person. Everything is relative to `root`: a pose's "world" is root's space. */
export interface Avatar {
  /** Stands at the origin, faces +Z, metres. */
  readonly root: Object3D;
  /** What poses are of; another one, with the same joints, after stretch(). */
  readonly skeleton: Skeleton;
  /** As it was made, whatever stretch() did. */
  readonly ownSkeleton: Skeleton;
  /** Node of each joint of the skeleton: to hang things on. Their transforms belong to applyPose(). */
  readonly bones: readonly Object3D[];
  readonly report: AvatarReport;
  /** Poses that were refused because of NaN or infinity. */
  readonly refusedPoseCount: number;
  /** Lids, eyes and mouth. What it shows is drawn by update(). */
  readonly face: AvatarFace;
  /** Puts the body into a pose of `skeleton`. Allocates nothing; a pose that is not finite leaves it as it is. */
  applyPose(pose: Pose): void;
  /** Gives bones other lengths, and the skin with them (stretchToProportions); null: as it was made. */
  stretch(stretch: SkeletonStretch | null): void;
  /** After applyPose(): the face, hair and cloth, constraints, moving materials. */
  update(dtSeconds: number): void;
  /** False hides the head from cameras that are not on THIRD_PERSON_LAYER: for the wearer's own eyes. */
  setVisibleHead(isVisible: boolean): void;
  dispose(): void;
}

/** Without these the body's place is unknown. */
const essentialBones: readonly HumanoidBone[] = ['hips', 'head'];

/** Loads a person from VRM 0, VRM 1.0 or any rigged glTF/GLB. Throws AvatarError, one sentence, where it cannot. */
export async function loadAvatar(source: string | ArrayBuffer | File, options: AvatarOptions = {}): Promise<Avatar> {
  const file = await readSource(source);
  const json = readGltfJson(file.bytes, file.label, file.baseUrl !== '');
  const vrm = vrmHumanoid(json);
  const gltf = await parseGltf(file, json, vrm !== null);
  try {
    return await buildAvatar(gltf, json, vrm, file.label, options);
  } catch (cause) {
    disposeTree(gltf.scene);
    if (cause instanceof InputError && !(cause instanceof AvatarError))
      throw new AvatarError(`${file.label} has a damaged rig: ${cause.message}`, { cause });
    throw cause;
  }
}

async function parseGltf(file: SourceBytes, json: GltfJson, isVrm: boolean): Promise<GLTF> {
  const loader = new GLTFLoader();
  if (isVrm) loader.register((parser) => new VrmRuntimePlugin(parser));
  if (json.extensionsUsed?.some((name) => name.endsWith('_meshopt_compression'))) {
    const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
    loader.setMeshoptDecoder(MeshoptDecoder);
  }
  try {
    return await loader.parseAsync(file.bytes, file.baseUrl);
  } catch (cause) {
    throw new AvatarError(`${file.label} is damaged: ${messageOf(cause)}.`, { cause });
  }
}

async function buildAvatar(
  gltf: GLTF,
  json: GltfJson,
  vrm: VrmHumanoid | null,
  label: string,
  options: AvatarOptions,
): Promise<Avatar> {
  const model = gltf.scene;
  const root = new Group();
  const holder = new Group();
  root.name = 'avatar';
  holder.name = 'placement';
  root.add(holder);
  holder.add(model);
  root.updateMatrixWorld(true);
  const triangles = prepareMeshes(model, label);

  const vrmNodes = vrm ? await findVrmNodes(gltf, vrm, model) : new Map<HumanoidBone, Object3D>();
  const rigNodes = collectRigNodes(model, vrmNodes.values());
  const mapping = changeMapping(vrm ? mappingOfVrm(rigNodes, vrmNodes, vrm) : mapHumanoid(rigNodes), rigNodes, options);
  checkHumanoid(mapping, label);

  const body = pickBodyJoints(rigNodes, mapping.bones);
  const unplaced = readRawRig(body);
  const { statureMetres, warnings } = placeRig(holder, model, {
    label,
    bodyTurn: bodyTurnOf(unplaced, buildRigBinding(unplaced, body)),
    hips: rigNodes.nodes[mapping.bones.hips as number],
    hasFeet: mapping.bones.leftFoot !== undefined || mapping.bones.rightFoot !== undefined,
    isVrm0: vrm?.format === 'vrm0',
  });
  const binding = buildRigBinding(readRawRig(body), body);
  const driver = createRigDriver(root, body, binding);
  const rigStretch = createRigStretch(root, model, body, binding);
  let { skeleton } = binding;
  const headCut = createHeadCut(model, rigNodes.nodes[mapping.bones.head as number]);
  const runtime = vrm ? createVrmRuntime(gltf) : null;
  // Springs were set up before the person was turned and moved: they must not feel that as a motion.
  runtime?.reset();
  const face = createAvatarFace({
    avatarRoot: root,
    model,
    skeleton,
    nodes: body.nodes,
    expressions: runtime?.expressions ?? null,
    lookAt: readLookAtRange(json),
  });

  return {
    root,
    face,
    get skeleton() {
      return skeleton;
    },
    ownSkeleton: binding.skeleton,
    bones: body.nodes,
    report: {
      format: vrm?.format ?? 'gltf',
      name: vrm?.name || nameOf(model, label),
      convention: mapping.convention,
      guessed: mapping.guessed,
      missing: mapping.missing,
      corrected: binding.corrected,
      statureMetres,
      triangles,
      warnings: [...warnings, ...missingWarnings(mapping), ...scaleWarnings(body)],
    },
    get refusedPoseCount() {
      return driver.refusedCount;
    },
    applyPose: driver.apply,
    stretch(wanted) {
      skeleton = rigStretch.apply(wanted);
    },
    update(dtSeconds) {
      face.apply();
      // A pause or a lost tab must not fling hair about; NaN would never leave it again.
      if (dtSeconds > 0) runtime?.update(Math.min(dtSeconds, 0.1));
    },
    setVisibleHead(isVisible) {
      headCut.isHeadVisible = isVisible;
    },
    dispose() {
      disposeTree(root);
    },
  };
}

/** Takes out what a scene brings along besides the person, sets shadows, counts triangles. */
function prepareMeshes(model: Object3D, label: string): number {
  let triangles = 0;
  let isSkinned = false;
  const strangers: Object3D[] = [];
  model.traverse((node) => {
    if (node instanceof Light || node instanceof Camera) strangers.push(node);
    if (!(node instanceof Mesh)) return;
    const { geometry } = node;
    triangles += Math.floor((geometry.index?.count ?? geometry.getAttribute('position')?.count ?? 0) / 3);
    node.castShadow = true;
    node.receiveShadow = true;
    if (!(node instanceof SkinnedMesh)) return;
    isSkinned = true;
    // Bounds are those of the rest pose; a body that has moved away must not be culled.
    node.frustumCulled = false;
  });
  for (const stranger of strangers) if (stranger.children.length === 0) stranger.removeFromParent();
  if (!isSkinned) throw new AvatarError(`${label} has a skeleton but no skinned mesh in its scene.`);
  return triangles;
}

async function findVrmNodes(gltf: GLTF, vrm: VrmHumanoid, model: Object3D): Promise<Map<HumanoidBone, Object3D>> {
  const found = new Map<HumanoidBone, Object3D>();
  const inModel = new Set<Object3D>();
  model.traverse((node) => inModel.add(node));
  for (const [bone, index] of vrm.nodes) {
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
  return {
    bones,
    convention: format === 'vrm0' ? 'VRM 0' : 'VRM 1.0',
    guessed: [],
    missing: humanoidBones.filter((bone) => bones[bone] === undefined),
  };
}

function changeMapping(mapping: HumanoidMapping, { names }: RigNodes, options: AvatarOptions): HumanoidMapping {
  const changes = Object.entries(options.bones ?? {}) as [HumanoidBone, string | null][];
  if (changes.length === 0) return mapping;
  const bones: BoneJoints = { ...mapping.bones };
  for (const [bone, nodeName] of changes) {
    delete bones[bone];
    if (nodeName === null) continue;
    const joint = names.indexOf(nodeName);
    if (joint < 0) throw new AvatarError(`${bone} should be "${nodeName}", but the skeleton has no such node.`);
    for (const other of humanoidBones) if (bones[other] === joint) delete bones[other];
    bones[bone] = joint;
  }
  return {
    ...mapping,
    bones,
    guessed: mapping.guessed.filter(({ bone }) => !changes.some(([changed]) => changed === bone)),
    missing: humanoidBones.filter((bone) => bones[bone] === undefined),
  };
}

function checkHumanoid({ missing }: HumanoidMapping, label: string): void {
  if (!essentialBones.some((bone) => missing.includes(bone))) return;
  const needed = requiredBones.filter((bone) => missing.includes(bone));
  throw new AvatarError(`${label} has a skeleton, but no person was found in it: missing are ${needed.join(', ')}.`);
}

/** The turn that a first binding gave the whole body: T = W R^-1 at the root, see core's buildRigBinding(). */
function bodyTurnOf(rig: RawRig, binding: RigBinding): Quat {
  const [x, y, z, w] = Array.from(rig.restLocalRotations).slice(0, 4);
  const turn = quat.conjugate(createQuat(), createQuat(x, y, z, w));
  quat.multiply(turn, binding.restWorldRotations.subarray(0, 4), turn);
  return quat.normalize(turn, turn);
}

function missingWarnings({ missing }: HumanoidMapping): string[] {
  const required = missing.filter((bone) => requiredBones.includes(bone));
  const legs = required.filter((bone) => /Leg|Foot/.test(bone));
  const others = required.filter((bone) => !legs.includes(bone));
  return [
    ...(legs.length === 6 ? ['It has no legs and is shown from the hips up.'] : []),
    ...(legs.length > 0 && legs.length < 6 ? [`Its legs are incomplete: missing are ${legs.join(', ')}.`] : []),
    ...(others.length > 0 ? [`It lacks ${others.join(', ')}; what hangs on them stays still.`] : []),
  ];
}

function scaleWarnings({ nodes }: BodyJoints): string[] {
  const isUneven = ({ scale: { x, y, z } }: Object3D) => Math.abs(x - y) + Math.abs(y - z) > 1e-3 * Math.abs(x);
  const uneven = nodes.filter(isUneven);
  return uneven.length > 0 ? [`Its bone "${uneven[0].name}" is scaled unevenly: poses will be skewed there.`] : [];
}

function nameOf(model: Object3D, label: string): string {
  const isUseful = model.name !== '' && !/^(scene|auxscene|root)/i.test(model.name);
  return isUseful ? model.name : label.replace(/^"|"$/g, '').replace(/\.\w+$/, '');
}
