import { type HumanoidBone, humanoidBones, parentBone } from '../skeleton/humanoid.js';
import { extentOf } from './limbShape.js';
import { bonesByName, mapHumanoid } from './mapHumanoid.js';
import type { BoneJoints } from './namedRig.js';
import { isAncestor, type NamedRig } from './namedRig.js';
import { plainName } from './nameTable.js';
import { isHelperName, readJointName, type Side } from './readJointName.js';
import { childTowards, commonAncestor, distanceOf, liesAtPelvis } from './settleHips.js';

/** A joint that should hang on another one than it does in the file, for the body to move as one. */
export interface RehungJoint {
  readonly joint: number;
  readonly parent: number;
}

/** Copies of a bone lie within this share of the rig's extent. */
const twinWithin = 0.01;

const limbParts = ['Shoulder', 'UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const;
const kindOfPart = {
  Shoulder: ['collar', 'anyShoulder'],
  UpperArm: ['upperArm', 'anyArm', 'anyShoulder'],
  LowerArm: ['lowerArm'],
  Hand: ['hand'],
  UpperLeg: ['upperLeg', 'anyLeg'],
  LowerLeg: ['lowerLeg'],
  Foot: ['foot'],
  Toes: ['toes'],
} as const;

/**
 * Limbs that hang beside the body: legs on the root next to the hips, feet that are IK bones at the root. Each is found by its name; hung on the bone above it, it follows the body. The rest pose stays as it is.
 */
export function findLooseLimbs(rig: NamedRig): RehungJoint[] {
  const { bones: strict } = mapHumanoid(rig, { areLegsLoose: true });
  if (strict.hips === undefined) return [];
  const bones: BoneJoints = { ...strict };
  const byName = bonesByName(rig);
  const rehung: RehungJoint[] = [];
  for (const side of ['left', 'right'] as const) {
    for (const part of limbParts) {
      const bone: HumanoidBone = `${side}${part}`;
      const parent = bones[bone] === undefined ? mappedAbove(bones, bone) : undefined;
      if (parent === undefined) continue;
      const named = rig.names.flatMap((_, joint) => (byName.get(joint) === bone ? [joint] : []));
      const found = (named.length > 0 ? named : jointsByWords(rig, side, part))
        .filter((joint) => !Object.values(bones).includes(joint) && !isAncestor(rig, joint, parent))
        .sort((a, b) => Number(isAncestor(rig, parent, b)) - Number(isAncestor(rig, parent, a)))[0];
      if (found === undefined || found === parent) continue;
      bones[bone] = found;
      if (!isAncestor(rig, parent, found)) rehung.push({ joint: found, parent });
    }
  }
  return rehung;
}

/**
 * Hips that carry the legs but not the head, beside a spine, or a trunk that carries no legs: where they meet at the pelvis
 * that joint serves as hips, and nothing has to be moved. Where they meet elsewhere, at a root on the floor, the
 * part that lacks is hung on the part that lies at the pelvis.
 */
export function findLooseTrunk(rig: NamedRig): RehungJoint[] {
  const named = bonesByName(rig);
  const find = (bone: HumanoidBone, words: () => number[]) =>
    [...named].find(([, other]) => other === bone)?.[0] ?? words()[0];
  const byWords = (kind: string, side: Side | null = null) =>
    rig.names.flatMap((name, joint) => {
      const reading = isHelperName(name) ? null : readJointName(name);
      return reading?.kind === kind && reading.side === side ? [joint] : [];
    });
  const head = find('head', () => [...byWords('head'), ...byWords('neck')]);
  const hips = find('hips', () => byWords('hips'));
  const legs = (['left', 'right'] as const).flatMap((side) => {
    const leg = find(`${side}UpperLeg`, () => [...byWords('upperLeg', side), ...byWords('anyLeg', side)]);
    return leg === undefined ? [] : [leg];
  });
  if (head === undefined || legs.length < 2) return [];
  const common = commonAncestor(rig, [head, ...legs]);
  if (common < 0 || liesAtPelvis(rig, common, legs, head) || common === head) return [];
  const trunk = childTowards(rig, common, head);
  // Hips that carry the legs: the spine is hung on them.
  if (hips !== undefined && legs.every((leg) => isAncestor(rig, hips, leg)) && !isAncestor(rig, hips, head)) {
    return isAncestor(rig, trunk, hips) ? [] : [{ joint: trunk, parent: hips }];
  }
  // Hips that carry the trunk are found by their name, and the legs hung on them with the other limbs.
  if (hips !== undefined || !liesAtPelvis(rig, trunk, legs, head)) return [];
  return legs.map((leg) => ({ joint: leg, parent: trunk }));
}

/** Bones of a finished mapping that do not hang below the bone above them, and could. */
export function findMisplacedBones(rig: NamedRig, bones: BoneJoints): RehungJoint[] {
  return humanoidBones.flatMap((bone) => {
    const joint = bones[bone];
    let above = parentBone(bone);
    while (above !== null && bones[above] === undefined) above = parentBone(above);
    const parent = above === null ? undefined : bones[above];
    if (joint === undefined || parent === undefined || bone === 'hips') return [];
    const isOnBody = !isLimbEnd(bone) && bones.hips !== undefined && isAncestor(rig, bones.hips, joint);
    if (isOnBody || isAncestor(rig, parent, joint) || isAncestor(rig, joint, parent)) return [];
    return [{ joint, parent }];
  });
}

/** Shoulders may hang anywhere on the trunk; within a limb each bone hangs on the one before. */
function isLimbEnd(bone: HumanoidBone): boolean {
  return /LowerArm|Hand|LowerLeg|Foot|Toes|Proximal|Intermediate|Distal|Metacarpal/.test(bone);
}

/** Joint of the nearest bone above that a limb part must hang on; none where the limb's own bone above is unknown. */
function mappedAbove(bones: BoneJoints, bone: HumanoidBone): number | undefined {
  const above = parentBone(bone);
  const isOptional = (at: HumanoidBone) => /Shoulder|hest|spine/.test(at);
  let at = above;
  while (at !== null && bones[at] === undefined && isOptional(at)) at = parentBone(at);
  return at === null ? undefined : bones[at];
}

function jointsByWords(rig: NamedRig, side: Side, part: (typeof limbParts)[number]): number[] {
  return rig.names.flatMap((name, joint) => {
    const reading = isHelperName(name) ? null : readJointName(name);
    const kinds: readonly string[] = kindOfPart[part];
    return reading && reading.side === side && kinds.includes(reading.kind) ? [joint] : [];
  });
}

/**
 * Joints that carry skin and would stay behind when the body moves, because they hang above or beside the hips: each with the
 * bone of the same name and place (clothes with a skeleton of their own), or that lies nearest. Also what hangs on a
 * forearm but belongs to the hand: palms and thumbs at the wrist.
 */
export function findStrayJoints(rig: NamedRig, bones: BoneJoints, carriesSkin: readonly boolean[]): RehungJoint[] {
  const { hips } = bones;
  if (hips === undefined || !rig.restWorldPositions) return [];
  const mapped = new Set(Object.values(bones));
  const within = twinWithin * extentOf(rig);
  const rehung: RehungJoint[] = [];
  rig.names.forEach((_, joint) => {
    if (mapped.has(joint) || isAncestor(rig, hips, joint)) return;
    const twin = [...mapped].find((bone) => isTwin(rig, bone, joint, within));
    if (twin !== undefined && !isAncestor(rig, joint, hips)) {
      rehung.push({ joint, parent: twin });
      return;
    }
    if (!carriesSkin[joint]) return;
    // Its own parent is moved as well: it follows that.
    const { parents } = rig;
    if (rehung.some((other) => isAncestor(rig, other.joint, joint)) && !isAncestor(rig, parents[joint], hips)) return;
    const nearest = [...mapped].sort((a, b) => distanceOf(rig, a, joint) - distanceOf(rig, b, joint))[0];
    rehung.push({ joint, parent: isAncestor(rig, joint, hips) ? hips : nearest });
  });
  for (const side of ['left', 'right'] as const) rehung.push(...wristJoints(rig, bones, side));
  return rehung;
}

/** A copy of a bone: in the same place, with the same name but for a number behind it. */
function isTwin(rig: NamedRig, bone: number, joint: number, within: number): boolean {
  const nameOf = (at: number) => plainName(rig.names[at].replace(/[._]\d+$/, ''));
  return nameOf(bone) === nameOf(joint) && distanceOf(rig, bone, joint) < within;
}

function wristJoints(rig: NamedRig, bones: BoneJoints, side: Side): RehungJoint[] {
  const hand = bones[`${side}Hand`];
  const forearm = bones[`${side}LowerArm`];
  if (hand === undefined || forearm === undefined || rig.parents[hand] !== forearm) return [];
  const near = 0.35 * distanceOf(rig, forearm, hand);
  const mapped = new Set(humanoidBones.map((bone) => bones[bone]));
  return rig.names.flatMap((name, joint) => {
    const isAtWrist = rig.parents[joint] === forearm && joint !== hand && distanceOf(rig, joint, hand) < near;
    return isAtWrist && !mapped.has(joint) && !isHelperName(name) ? [{ joint, parent: hand }] : [];
  });
}
