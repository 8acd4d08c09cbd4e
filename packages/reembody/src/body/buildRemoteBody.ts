import { type HumanoidBone, humanoidBones, InputError, jointOfBone, type Skeleton } from '@leib/core';
import { boneCollider, REFERENCE_STATURE } from '../colliders/boneColliders.js';
import type { ColliderShape, Triple } from '../colliders/colliderShape.js';
import { convexPieces } from '../colliders/convexPieces.js';
import { fitSimpleCollider } from '../colliders/fitSimpleCollider.js';
import { type SkinnedSurface, skinOfParts } from '../colliders/skinnedSurface.js';
import { centreShareOf, massesOfParts } from '../settings/bodyMass.js';
import { type BoneKind, isFingerKind, kindOfBone, sideOfBone } from '../settings/boneKinds.js';
import { layerOfBone } from '../settings/layers.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { buildJointDrive, type JointDrive } from './jointDrive.js';
import { inertiaOfShape } from './partInertia.js';
import type { Elbow, Foot, RemoteBody, RemotePart } from './remoteBody.js';

/** Fewer points of skin than this say nothing about a part's shape. */
const FEWEST_SKIN_POINTS = 12;

/** The bone that leads on from each kind of part, in the order of preference. */
const nextKinds: Readonly<Partial<Record<BoneKind, readonly BoneKind[]>>> = {
  hips: ['spine', 'chest'],
  spine: ['chest', 'upperChest', 'neck', 'head'],
  chest: ['upperChest', 'neck', 'head'],
  upperChest: ['neck', 'head'],
  neck: ['head'],
  shoulder: ['upperArm'],
  upperArm: ['lowerArm'],
  lowerArm: ['hand'],
  hand: ['fingerProximal'],
  upperLeg: ['lowerLeg'],
  lowerLeg: ['foot'],
  foot: ['toes'],
  thumbMetacarpal: ['thumbProximal'],
  thumbProximal: ['thumbDistal'],
  fingerProximal: ['fingerIntermediate'],
  fingerIntermediate: ['fingerDistal'],
};

/** Where a part ends that nothing leads on from, metres at the reference stature, left side. */
const lastEnds: Readonly<Partial<Record<BoneKind, Triple>>> = {
  head: [0, 0.2, 0],
  hand: [0.175, 0, 0],
  foot: [0, -0.045, 0.13],
  toes: [0, 0, 0.06],
  thumbDistal: [0.02, 0, 0.018],
  fingerDistal: [0.022, 0, 0],
};

/**
 * Compiles any humanoid into a body of rigid parts: which bones are parts, how they hang together, masses, shapes and
 * drives. Bones that the skeleton lacks are left out. Shapes come from the skin where there is one, else from the bones;
 * where the same parts were built `before` from the same skeleton and skin, their shapes are taken over: fitting takes long.
 * Throws InputError where there is no body in the skeleton.
 */
export function buildRemoteBody(
  skeleton: Skeleton,
  settings: RemoteBodySettings,
  skin: SkinnedSurface | null = null,
  before: RemoteBody | null = null,
): RemoteBody {
  const bones = partBones(skeleton, settings);
  const known = before !== null && bones.join() === before.parts.map(({ bone }) => bone).join() ? before.parts : null;
  const stature = estimateStature(skeleton);
  const partOfJoint = assignJoints(skeleton, bones);
  const masses = massesOfParts(bones, settings.sex, settings.totalMass);
  const skins = skin === null || known !== null ? null : skinOfParts(skeleton, skin, partOfJoint);
  const drives: JointDrive[] = [];
  const parts: RemotePart[] = [];
  let coordinateCount = 0;
  let speedCount = 0;
  for (const [part, bone] of bones.entries()) {
    const kind = kindOfBone(bone) as BoneKind;
    const joint = jointOfBone(skeleton, bone);
    const parent = part === 0 ? -1 : partOfJoint[skeleton.parents[joint]];
    const jointSettings = settings.joints[bone];
    const drive =
      part === 0 || jointSettings === undefined
        ? null
        : buildJointDrive(bone, kind, part, jointSettings, coordinateCount, speedCount);
    if (drive !== null) {
      coordinateCount += drive.coordinateCount;
      speedCount += drive.speedCount;
    }
    const end = endOfPart(skeleton, bones, bone, kind, stature);
    const points = skins?.[part];
    const hasSkin = points !== undefined && points.length >= FEWEST_SKIN_POINTS * 3;
    const axis = unit(end);
    const simple = known?.[part].simple ?? [
      hasSkin ? fitSimpleCollider(points, axis) : boneCollider(kind, end, stature),
    ];
    const pieces = known?.[part].exact ?? (hasSkin ? convexPieces(points, axis) : []);
    const mass = settings.masses[bone] ?? masses.get(bone) ?? 0;
    if (!(mass > 0)) throw new InputError(`settings.masses.${bone}`, `expected a mass above 0, got ${mass}`);
    parts.push({
      bone,
      joint,
      parent,
      offset: part === 0 ? [0, 0, 0] : between(skeleton, jointOfBone(skeleton, bones[parent]), joint),
      mass,
      centre: settings.centres[bone] ?? centreOfPart(kind, end, simple[0], settings),
      inertia: inertiaOfShape(simple[0], mass),
      layer: layerOfBone(bone),
      simple,
      exact: pieces.length > 0 ? pieces : simple,
      drive: drive === null ? -1 : drives.length,
      reference: part === 0 ? -1 : referenceOf(parts, parent),
    });
    if (drive !== null) drives.push(drive);
  }
  const isLink = findLinks(skeleton, parts);
  const elbows = findElbows(parts, drives);
  const feet = findFeet(parts, drives);
  return { skeleton, settings, parts, drives, elbows, feet, coordinateCount, speedCount, partOfJoint, isLink, stature };
}

/** Bones that become parts: those the skeleton has, hips first, parents before children. */
function partBones(skeleton: Skeleton, settings: RemoteBodySettings): HumanoidBone[] {
  if (jointOfBone(skeleton, 'hips') < 0)
    throw new InputError('skeleton', 'expected a joint for the bone hips, got no hips');
  const wanted = humanoidBones.filter((bone) => {
    const kind = kindOfBone(bone);
    if (kind === null || jointOfBone(skeleton, bone) < 0) return false;
    if (isFingerKind(kind)) return settings.hasFingers;
    return kind !== 'toes' || settings.hasToes;
  });
  const ordered = wanted.sort((a, b) => jointOfBone(skeleton, a) - jointOfBone(skeleton, b));
  if (ordered[0] !== 'hips')
    throw new InputError('skeleton', `expected all bones below the hips, got "${ordered[0]}" above them`);
  return ordered;
}

function assignJoints(skeleton: Skeleton, bones: readonly HumanoidBone[]): Int16Array {
  const own = new Map(bones.map((bone, part) => [jointOfBone(skeleton, bone), part]));
  const partOfJoint = new Int16Array(skeleton.jointCount).fill(-1);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const parent = skeleton.parents[joint];
    partOfJoint[joint] = own.get(joint) ?? (parent < 0 ? -1 : partOfJoint[parent]);
  }
  return partOfJoint;
}

/** Forearms that bend about y alone and hang on an upper arm that can twist: what alignElbow() works for. */
function findElbows(parts: readonly RemotePart[], drives: readonly JointDrive[]): Elbow[] {
  return parts.flatMap(({ bone, parent, drive }, lower) => {
    if (kindOfBone(bone) !== 'lowerArm' || drive < 0 || parent < 0) return [];
    const { axes, kind } = drives[drive];
    const upperDrive = parts[parent].drive;
    const canTwist =
      upperDrive >= 0 && kindOfBone(parts[parent].bone) === 'upperArm' && drives[upperDrive].axes.includes(0);
    const bendsAboutY = kind === 'hinges' && axes.includes(1) && !axes.includes(2);
    if (!canTwist || !bendsAboutY) return [];
    return [{ upper: parent, lower, bendSign: sideOfBone(bone) === 'left' ? 1 : -1 }];
  });
}

function findFeet(parts: readonly RemotePart[], drives: readonly JointDrive[]): Foot[] {
  return parts.flatMap(({ bone, drive }, part) => {
    if (kindOfBone(bone) !== 'foot' || drive < 0) return [];
    const { axes, firstSpeed } = drives[drive];
    return [{ part, pitch: axes.includes(0) ? firstSpeed + axes.indexOf(0) : -1 }];
  });
}

function findLinks(skeleton: Skeleton, parts: readonly RemotePart[]): Uint8Array {
  const isLink = new Uint8Array(skeleton.jointCount);
  const own = new Set(parts.map(({ joint }) => joint));
  for (const { joint } of parts.slice(1)) {
    for (let at = skeleton.parents[joint]; !own.has(at); at = skeleton.parents[at]) isLink[at] = 1;
  }
  return isLink;
}

/** The part that a child's target is relative to: the nearest that moves. */
function referenceOf(parts: readonly RemotePart[], parent: number): number {
  let part = parent;
  while (part > 0 && parts[part].drive < 0) part = parts[part].parent;
  return part;
}

/** From the lowest joint to the head's, and what lies above and below them in the default body. */
function estimateStature(skeleton: Skeleton): number {
  const heights = Array.from({ length: skeleton.jointCount }, (_, i) => skeleton.restWorldPositions[i * 3 + 1]);
  const head = jointOfBone(skeleton, 'head');
  const tall = (head < 0 ? Math.max(...heights) : heights[head]) - Math.min(...heights);
  return tall > 0.1 ? tall * (REFERENCE_STATURE / 1.507) : REFERENCE_STATURE;
}

/** Where the part leads, part space. */
function endOfPart(
  skeleton: Skeleton,
  bones: readonly HumanoidBone[],
  bone: HumanoidBone,
  kind: BoneKind,
  stature: number,
): Triple {
  const joint = jointOfBone(skeleton, bone);
  for (const next of nextKinds[kind] ?? []) {
    const children = bones.filter(
      (candidate) => kindOfBone(candidate) === next && isUnder(skeleton, jointOfBone(skeleton, candidate), joint),
    );
    // Of several (the fingers) the mean.
    if (children.length > 0) {
      const ends = children.map((child) => between(skeleton, joint, jointOfBone(skeleton, child)));
      const mean = (k: 0 | 1 | 2) => ends.reduce((sum, end) => sum + end[k], 0) / ends.length;
      const end: Triple = [mean(0), mean(1), mean(2)];
      if (Math.hypot(...end) > 1e-4) return end;
    }
  }
  const scale = stature / REFERENCE_STATURE;
  const [x, y, z] = lastEnds[kind] ?? [0, 0.1, 0];
  return [(bone.startsWith('right') ? -x : x) * scale, y * scale, z * scale];
}

function isUnder(skeleton: Skeleton, joint: number, ancestor: number): boolean {
  let at = joint;
  while (at > ancestor) at = skeleton.parents[at];
  return at === ancestor;
}

function between({ restWorldPositions: rest }: Skeleton, from: number, to: number): Triple {
  return [rest[to * 3] - rest[from * 3], rest[to * 3 + 1] - rest[from * 3 + 1], rest[to * 3 + 2] - rest[from * 3 + 2]];
}

function unit(end: Triple): Triple {
  const length = Math.hypot(...end);
  return length < 1e-9 ? [0, 1, 0] : [end[0] / length, end[1] / length, end[2] / length];
}

function centreOfPart(kind: BoneKind, end: Triple, shape: ColliderShape, { sex }: RemoteBodySettings): Triple {
  if (kind === 'hips') return [0, 0, 0];
  // A foot's bone does not run from end to end of the foot: use the middle of its shape.
  if (kind === 'foot' && shape.kind === 'box') return shape.centre;
  const share = centreShareOf(kind, sex);
  return [end[0] * share, end[1] * share, end[2] * share];
}
