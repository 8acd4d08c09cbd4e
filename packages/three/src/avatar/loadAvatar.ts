import {
  buildRigBinding,
  createQuat,
  findMisplacedBones,
  findStrayJoints,
  footShape,
  type HumanoidBone,
  type HumanoidMapping,
  humanoidBones,
  InputError,
  jointOfBone,
  type Pose,
  type Quat,
  quat,
  type RawRig,
  type RigBinding,
  type RigJudgement,
  requiredBones,
  type Skeleton,
  type SkeletonStretch,
  standOnSoles,
} from '@leib/core';
import { Group, type Object3D } from 'three';
import { disposeTree } from '../disposeTree.js';
import { type AvatarFace, createAvatarFace, readLookAtRange } from '../face/avatarFace.js';
import { type AvatarBones, type JudgedBones, type ParsedAvatar, parseAvatar } from './avatarRig.js';
import { type BodyJoints, collectRigNodes, pickBodyJoints, type RigNodes, readRawRig, rehang } from './collectRig.js';
import { createHeadCut } from './headCut.js';
import { createVrmRuntime, type ModelOptions } from './openModel.js';
import { addLimbEnds, measureSoles, placeRig } from './placeRig.js';
import { AvatarError, type AvatarSource } from './readSource.js';
import { createRigDriver } from './rigDriver.js';
import { createRigStretch } from './rigStretch.js';

export interface AvatarOptions extends ModelOptions {
  /** Corrections to the automatic mapping: name of the node that is a bone, or null where none is. */
  readonly bones?: AvatarBones;
}

/** One humanoid bone of a loaded file. */
export interface AvatarBone {
  readonly bone: HumanoidBone;
  /** The file's node, or null where it has none. */
  readonly node: string | null;
  /** Why it was taken; null where there is none. */
  readonly reason: NonNullable<HumanoidMapping['reasons'][HumanoidBone]> | null;
  /** What is probably wrong with it; null where nothing is. */
  readonly doubt: string | null;
}

export interface AvatarReport {
  readonly format: 'vrm0' | 'vrm1' | 'gltf' | 'fbx';
  readonly name: string;
  /** Whose bone names these are. */
  readonly convention: string;
  /** Bones found by words and hierarchy and not by a table: worth a look. */
  readonly guessed: HumanoidMapping['guessed'];
  readonly missing: readonly HumanoidBone[];
  /** Every humanoid bone, with what was taken for it and why. */
  readonly bones: readonly AvatarBone[];
  /** 'poor' where something is probably mapped wrongly; what is 'refused' is not loaded at all. */
  readonly judgement: 'good' | 'poor';
  /** Why the judgement is poor, one sentence each. */
  readonly problems: readonly string[];
  /** What of the rest pose was not a T-pose. */
  readonly corrected: RigBinding['corrected'];
  /** Soles to crown, hair and hat included; what is held or worn on the back does not count. */
  readonly statureMetres: number;
  /** Soles to the middle of the eyes: of eye bones, else where eyes are in a head of this size. */
  readonly eyeHeightMetres: number;
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

/**
 * Loads a person from VRM 0, VRM 1.0, any rigged glTF, GLB or FBX, alone or with the files that it refers to (a FileSet or a
 * zip). Throws AvatarError, one sentence, where it cannot, where the skeleton is no person's, or where several avatars came
 * at once: then `candidates` are the paths to choose from.
 */
export async function loadAvatar(source: AvatarSource, options: AvatarOptions = {}): Promise<Avatar> {
  return (await loadWithFile(source, options)).avatar;
}

/** The same, and the file that it was made from. */
export async function loadWithFile(
  source: AvatarSource,
  options: AvatarOptions,
): Promise<{ readonly avatar: Avatar; readonly parsed: ParsedAvatar }> {
  const parsed = await parseAvatar(source, options);
  const { label } = parsed;
  try {
    const judged = parsed.judge(options.bones);
    checkJudgement(judged.judgement, label);
    checkParts(parsed, judged.mapping);
    return { avatar: buildAvatar(parsed, judged), parsed };
  } catch (cause) {
    parsed.dispose();
    if (cause instanceof InputError && !(cause instanceof AvatarError))
      throw new AvatarError(`${label} has a damaged rig: ${cause.message}`, { cause });
    throw cause;
  }
}

function checkJudgement(judgement: RigJudgement, label: string): void {
  if (judgement.verdict !== 'refused') return;
  const reason = judgement.sentences.join(' ');
  const message = `${label} cannot be worn: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  throw new AvatarError(message, { judgement });
}

/** A model without a skin moves only where its parts hang on bones. */
function checkParts({ rigidJoints, rig, label }: ParsedAvatar, { bones }: HumanoidMapping): void {
  if (rigidJoints.length === 0) return;
  const carrying = Object.values(bones).filter((joint) => (rig.skin?.weights[joint] ?? 0) > 0).length;
  if (carrying >= fewestParts) return;
  const found = carrying === 0 ? 'none of its bones carries' : `only ${carrying} of its bones carry`;
  const reason = `it has no skin, and ${found} a part of the body: nothing would move; bind its mesh to the skeleton`;
  throw new AvatarError(`${label} cannot be worn: ${reason} and export it again.`);
}

/** Head, trunk, two arms and two legs, each in one piece at least. */
const fewestParts = 6;

function buildAvatar(parsed: ParsedAvatar, judged: JudgedBones): Avatar {
  const { gltf, vrm, model, holder, label, triangles } = parsed;
  const root = new Group();
  root.name = 'avatar';
  root.add(holder);
  root.updateMatrixWorld(true);
  const { rigNodes, mapping } = vrm ? { rigNodes: parsed.rig, ...judged } : joinBody(parsed, judged.mapping);
  const body = pickBodyJoints(rigNodes, mapping.bones);
  const unplaced = readRawRig(body);
  const nodeOf = (bone: HumanoidBone) => rigNodes.nodes[mapping.bones[bone] ?? -1];
  const { statureMetres, eyeHeightMetres, warnings } = placeRig(holder, model, {
    label,
    bodyTurn: bodyTurnOf(unplaced, buildRigBinding(unplaced, body)),
    nodeOf,
    isVrm0: vrm?.format === 'vrm0',
  });
  const hung = buildRigBinding(readRawRig(body), body);
  const driver = createRigDriver(root, body, hung);
  const soles = measureSoles(model, body, hung.skeleton, driver);
  const binding = { ...hung, skeleton: standOnSoles(hung.skeleton, soles) };
  const rigStretch = createRigStretch(root, model, body, binding);
  let { skeleton } = binding;
  const headCut = createHeadCut(model, rigNodes.nodes[mapping.bones.head as number]);
  const runtime = vrm && gltf ? createVrmRuntime(gltf) : null;
  // Springs were set up before the person was turned and moved: they must not feel that as a motion.
  runtime?.reset();
  const face = createAvatarFace({
    avatarRoot: root,
    model,
    skeleton,
    nodes: body.nodes,
    expressions: runtime?.expressions ?? null,
    lookAt: parsed.json && readLookAtRange(parsed.json),
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
      format: parsed.format,
      name: parsed.name,
      convention: mapping.convention,
      guessed: mapping.guessed,
      missing: mapping.missing,
      bones: describeBones(judged, parsed.rig),
      judgement: judged.judgement.verdict === 'good' ? 'good' : 'poor',
      problems: judged.judgement.sentences,
      corrected: binding.corrected,
      statureMetres,
      eyeHeightMetres,
      triangles,
      warnings: [
        ...parsed.remarks,
        ...warnings,
        ...legWarnings(mapping),
        ...soleWarnings(binding.skeleton),
        ...scaleWarnings(body),
      ],
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

/** Hangs limbs and skinned joints that lie beside the body onto it, so that all of it moves as one. */
function joinBody(
  { model, rig, rigidJoints }: ParsedAvatar,
  mapping: HumanoidMapping,
): { readonly rigNodes: RigNodes; readonly mapping: HumanoidMapping } {
  const { weights } = rig.skin ?? { weights: [] };
  const carriesSkin = rig.names.map((_, joint) => weights[joint] > 0);
  const nodeOf = humanoidBones.flatMap((bone) => {
    const joint = mapping.bones[bone];
    return joint === undefined ? [] : [[bone, rig.nodes[joint]] as const];
  });
  rehang(rig, findMisplacedBones(rig, mapping.bones));
  rehang(rig, findStrayJoints(rig, mapping.bones, carriesSkin));
  model.updateMatrixWorld(true);
  const ends = addLimbEnds(model, new Map(nodeOf));
  const rigNodes = collectRigNodes(model, [...rigidJoints, ...ends.values()], true);
  const bones = Object.fromEntries([...nodeOf, ...ends].map(([bone, node]) => [bone, rigNodes.nodes.indexOf(node)]));
  return { rigNodes, mapping: { ...mapping, bones } };
}

function describeBones({ mapping, judgement }: JudgedBones, { names }: RigNodes): AvatarBone[] {
  return humanoidBones.map((bone) => {
    const joint = mapping.bones[bone];
    const doubt = judgement.doubts.find((one) => one.bone === bone)?.sentence ?? null;
    if (joint === undefined) return { bone, node: null, reason: null, doubt };
    return { bone, node: names[joint], reason: mapping.reasons[bone] ?? null, doubt };
  });
}

/** The turn that a first binding gave the whole body: T = W R^-1 at the root, see core's buildRigBinding(). */
function bodyTurnOf(rig: RawRig, binding: RigBinding): Quat {
  const [x, y, z, w] = Array.from(rig.restLocalRotations).slice(0, 4);
  const turn = quat.conjugate(createQuat(), createQuat(x, y, z, w));
  quat.multiply(turn, binding.restWorldRotations.subarray(0, 4), turn);
  return quat.normalize(turn, turn);
}

function legWarnings({ missing }: HumanoidMapping): string[] {
  const legs = requiredBones.filter((bone) => /Leg|Foot/.test(bone) && missing.includes(bone));
  return legs.length === 6 ? ['It has no legs and is shown from the hips up.'] : [];
}

/** Soles higher than this over the other one, share of the head's height: the body stands on one leg. */
const UNEVEN_SOLES = 0.02;
/** Ankles higher than this over their sole, share of the head's height, are in no boot. */
const HIGHEST_ANKLE = 0.25;

/** What of its feet will be on the floor only by chance, or not at all. */
function soleWarnings(skeleton: Skeleton): string[] {
  const heightOf = (bone: HumanoidBone) => skeleton.restWorldPositions[jointOfBone(skeleton, bone) * 3 + 1];
  const sides = (['left', 'right'] as const).filter((side) => jointOfBone(skeleton, `${side}Foot`) >= 0);
  const bare = sides.filter((side) => !footShape(skeleton, side));
  const warnings =
    bare.length > 0 ? [`Nothing is drawn on its ${bare.join(' and ')} leg: where it stands is a guess.`] : [];
  for (const side of sides) {
    const ankleHeight = footShape(skeleton, side)?.ankleHeight ?? 0;
    const above = bare.includes(side) ? 0 : heightOf(`${side}Foot`) - ankleHeight;
    const inCm = (metres: number) => `${Math.round(100 * metres)} cm`;
    if (ankleHeight > HIGHEST_ANKLE * heightOf('head'))
      warnings.push(`What hangs on its ${side} foot ends ${inCm(ankleHeight)} below the ankle: it stands on that.`);
    else if (above > UNEVEN_SOLES * heightOf('head'))
      warnings.push(`Its ${side} foot ends ${inCm(above)} above the floor: its legs are not equally long.`);
  }
  return warnings;
}

function scaleWarnings({ nodes }: BodyJoints): string[] {
  const isUneven = ({ scale: { x, y, z } }: Object3D) => Math.abs(x - y) + Math.abs(y - z) > 1e-3 * Math.abs(x);
  const uneven = nodes.filter(isUneven);
  return uneven.length > 0 ? [`Its bone "${uneven[0].name}" is scaled unevenly: poses will be skewed there.`] : [];
}
