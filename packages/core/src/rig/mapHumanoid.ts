import { createVec3, vec3 } from '../math/index.js';
import { type HumanoidBone, humanoidBones, mirrorBone, parentBone, requiredBones } from '../skeleton/humanoid.js';
import { facingOf } from './facing.js';
import { guessBones } from './guessBones.js';
import { guessByShape } from './guessShape.js';
import type { RigSkin } from './judgeShape.js';
import { between, extentOf } from './limbShape.js';
import {
  type BoneGuess,
  type BoneJoints,
  type BoneReason,
  type BoneReasons,
  boneReason,
  checkNamedRig,
  isAncestor,
  type NamedRig,
} from './namedRig.js';
import { type NameTable, plainName } from './nameTable.js';
import { nameTables } from './nameTables.js';
import { nameVariants } from './nameVariants.js';
import { settleHips } from './settleHips.js';

interface GuessedBone {
  readonly bone: HumanoidBone;
  readonly jointName: string;
  readonly why: string;
}

export interface HumanoidMapping {
  readonly bones: BoneJoints;
  /** Family of names that was recognised, "unknown" where none was. */
  readonly convention: string;
  /** Why each bone's joint was taken. */
  readonly reasons: BoneReasons;
  /** Bones found by words, hierarchy or shape and not by a table: worth a look. */
  readonly guessed: readonly GuessedBone[];
  readonly missing: readonly HumanoidBone[];
}

interface MapOptions {
  /**
   * Also by the shape of the rig, where names say nothing: for callers that show the guess and let it be changed. False
   * unless given.
   */
  readonly byShape?: boolean;
  /** The joint that is named hips stays hips where legs do not hang on it: they are going to be. False unless given. */
  readonly areLegsLoose?: boolean;
}

/** With fewer names than these in common a table has matched by accident. */
const leastMatches = 5;

/**
 * Which joint is which humanoid bone. The table that knows most of the names goes first; what it leaves open is guessed by
 * words and chains, then by mirror images, where wanted by the shape of the rig, and reported. No joint carries two bones, and
 * a bone's joint always hangs below its parent bone's.
 */
export function mapHumanoid(
  rig: NamedRig & { readonly skin?: RigSkin | null },
  { byShape = false, areLegsLoose = false }: MapOptions = {},
): HumanoidMapping {
  checkNamedRig(rig);
  const { table: best, names } = bestNames(rig);
  const named: NamedRig = { ...rig, names };
  const bones = new Map<HumanoidBone, number>();
  const ignored = new Set<number>();
  if (best) {
    for (const [bone, joint] of matchTable(best, named)) bones.set(bone, joint);
    names.forEach((name, joint) => {
      if (best.ignored.has(nameInTable(best, name))) ignored.add(joint);
    });
  }
  const settle = () => {
    const settled = settleHips(rig, bones, areLegsLoose);
    if (settled) reasons.hips = boneReason('chain', settled.why);
  };
  const reasons: Partial<Record<HumanoidBone, BoneReason>> = {};
  for (const bone of bones.keys()) reasons[bone] = boneReason('table', `name of ${best?.convention}`);
  settle();
  dropMisplaced(rig, bones);
  const adopt = (guesses: readonly BoneGuess[]) => {
    for (const { bone, joint, by, why } of guesses) {
      if (bones.has(bone) || [...bones.values()].includes(joint)) continue;
      bones.set(bone, joint);
      reasons[bone] = boneReason(by, why);
    }
    dropMisplaced(rig, bones);
  };
  adopt(guessBones(named, bones, ignored, areLegsLoose));
  settle();
  adopt(guessByMirror(rig, bones));
  // Shape says where a person could be, so it only fills in what a person cannot do without.
  if (byShape && requiredBones.some((bone) => bone !== 'spine' && !bones.has(bone))) adoptShape(rig, bones, reasons);
  // Skin of a foot tells the front where nothing else does, but is not enough to overrule names.
  const isByShape = reasons.hips?.by === 'shape';
  if (facingOf(isByShape ? rig : { ...rig, skin: null }, Object.fromEntries(bones)) < 0) exchangeSides(bones, reasons);
  // Of one trunk bone above the spine VRM says that it is the chest.
  const upper = bones.get('upperChest');
  if (upper !== undefined && !bones.has('chest')) {
    bones.delete('upperChest');
    bones.set('chest', upper);
    reasons.chest = reasons.upperChest as BoneReason;
  }

  const inOrder = humanoidBones.filter((bone) => bones.has(bone));
  return {
    bones: Object.fromEntries(inOrder.map((bone) => [bone, bones.get(bone)])),
    convention: best?.convention ?? 'unknown',
    reasons: Object.fromEntries(inOrder.map((bone) => [bone, reasons[bone]])),
    guessed: inOrder.flatMap((bone) => {
      const reason = reasons[bone] as BoneReason;
      const jointName = rig.names[bones.get(bone) as number];
      return reason.by === 'table' ? [] : [{ bone, jointName, why: reason.why }];
    }),
    missing: humanoidBones.filter((bone) => !bones.has(bone)),
  };
}

/**
 * What shape finds is one body: where it agrees with what names have found it fills that in; where it does not, the better founded
 * of the two stands. Legs and feet may hang beside the hips.
 */
function adoptShape(
  rig: NamedRig,
  bones: Map<HumanoidBone, number>,
  reasons: Partial<Record<HumanoidBone, BoneReason>>,
): void {
  const guesses = guessByShape(rig);
  if (guesses.length === 0) return;
  const contradicts = guesses.some(({ bone, joint }) => {
    const named = bones.get(bone);
    return isNeeded(bone) && named !== undefined && named !== joint;
  });
  // Few names that shape contradicts were read into words by accident; many are to be believed.
  const isNamed = [...bones.keys()].filter(isNeeded).length >= requiredBones.length / 2;
  if (contradicts && isNamed) return;
  if (contradicts) bones.clear();
  for (const { bone, joint, by, why } of guesses) {
    if (bones.has(bone) || [...bones.values()].includes(joint)) continue;
    bones.set(bone, joint);
    reasons[bone] = boneReason(by, why);
  }
}

function isNeeded(bone: HumanoidBone): boolean {
  return requiredBones.includes(bone) && bone !== 'spine';
}

/** Left becomes right: feet and face point the other way than the names of the sides say. */
function exchangeSides(bones: Map<HumanoidBone, number>, reasons: Partial<Record<HumanoidBone, BoneReason>>): void {
  const exchanged = [...bones].map(([bone, joint]) => [mirrorBone(bone), joint, reasons[bone] as BoneReason] as const);
  bones.clear();
  for (const [bone, joint, reason] of exchanged) {
    const isSided = /^(left|right)/.test(bone);
    bones.set(bone, joint);
    reasons[bone] = isSided
      ? { ...reason, why: `${reason.why}, sides exchanged: the feet point the other way` }
      : reason;
  }
}

/** Bone of each joint by the names alone, wherever it hangs. */
export function bonesByName(rig: NamedRig): ReadonlyMap<number, HumanoidBone> {
  const { table, names } = bestNames(rig);
  return new Map(table ? [...matchTable(table, { ...rig, names })].map(([bone, joint]) => [joint, bone]) : []);
}

/** Names as they are, or without what the file put around them where a table then knows more of them. */
function bestNames(rig: NamedRig): { readonly table: NameTable | null; readonly names: readonly string[] } {
  const variants = nameVariants(rig.names);
  let best = { table: null as NameTable | null, names: variants[variants.length - 1], count: 0 };
  for (const names of variants) {
    const table = bestTable({ ...rig, names });
    const count = table ? matchTable(table, { ...rig, names }).size : 0;
    if (count > best.count) best = { table, names, count };
  }
  return best;
}

function bestTable(rig: NamedRig): NameTable | null {
  let best: NameTable | null = null;
  let bestScore = 0;
  for (const table of nameTables) {
    const present = new Set(rig.names.map((name) => nameInTable(table, name)));
    if (!table.signature.every((name) => present.has(name))) continue;
    const matches = matchTable(table, rig).size;
    // A signature is evidence too: CMU's files know one Mixamo name more than names of their own.
    const score = matches + table.signature.length;
    if (matches >= leastMatches && score > bestScore) {
      best = table;
      bestScore = score;
    }
  }
  return best;
}

function matchTable(table: NameTable, rig: NamedRig): Map<HumanoidBone, number> {
  const copies = new Map<HumanoidBone, number[]>();
  rig.names.forEach((name, joint) => {
    const bone = table.boneByName.get(nameInTable(table, name));
    if (bone) copies.set(bone, [...(copies.get(bone) ?? []), joint]);
  });
  const matches = new Map([...copies].map(([bone, [first]]) => [bone, first]));
  // Clothes may bring a skeleton of their own with the same names: the body is where most bones hang together.
  const below = (hips: number) =>
    [...copies.values()].filter((all) => all.some((joint) => isAncestor(rig, hips, joint)));
  const body = [...(copies.get('hips') ?? [])].sort((a, b) => below(b).length - below(a).length)[0];
  if (body !== undefined) {
    for (const [bone, all] of copies) {
      matches.set(bone, bone === 'hips' ? body : (all.find((joint) => isAncestor(rig, body, joint)) ?? all[0]));
    }
  }
  // "Shoulder" and "Leg" mean other bones in other families: half a limb's names do not prove this one.
  for (const side of ['left', 'right'] as const) {
    if (!matches.has(`${side}UpperArm`)) matches.delete(`${side}Shoulder`);
    if (!matches.has(`${side}UpperLeg`)) matches.delete(`${side}LowerLeg`);
  }
  return matches;
}

function nameInTable(table: NameTable, name: string): string {
  const plain = plainName(name);
  return table.prefix ? plain.replace(table.prefix, '') : plain;
}

/** Removes bones whose joint does not hang below the bones it should; parents are judged before children. */
function dropMisplaced(rig: NamedRig, bones: Map<HumanoidBone, number>): void {
  dropBareTrunk(rig, bones);
  for (const bone of humanoidBones) {
    const joint = bones.get(bone);
    if (joint === undefined) continue;
    const above: HumanoidBone[] = [];
    for (let at = parentBone(bone); at !== null; at = parentBone(at)) if (bones.has(at)) above.push(at);
    const isBelow = (ancestor: HumanoidBone) => isAncestor(rig, bones.get(ancestor) as number, joint);
    const nearest = above[0];
    if (nearest === undefined || isBelow(nearest)) continue;
    // Shoulders may hang lower on the trunk than at its last bone (CMU, Biped); within a limb the order is strict.
    if (!isSided(bone) || isSided(nearest) || !above.some(isBelow)) bones.delete(bone);
  }
}

/** A spine that carries neither head nor arms stands beside the real one: a chain for the skin alone. */
function dropBareTrunk(rig: NamedRig, bones: Map<HumanoidBone, number>): void {
  const carried = (['head', 'neck', 'leftUpperArm', 'rightUpperArm'] as const).flatMap((bone) => bones.get(bone) ?? []);
  for (const bone of ['spine', 'chest', 'upperChest'] as const) {
    const joint = bones.get(bone);
    if (joint === undefined || carried.length === 0) continue;
    if (!carried.some((below) => isAncestor(rig, joint, below))) bones.delete(bone);
  }
}

function isSided(bone: HumanoidBone): boolean {
  return bone.startsWith('left') || bone.startsWith('right');
}

/** How far a joint may lie from its partner's mirror image, as a share of the rig's extent. */
const mirrorWithin = 0.03;

/** Bones whose partner on the other side is known: the free joint that lies where the partner's mirror image is. */
function guessByMirror(rig: NamedRig, mapped: ReadonlyMap<HumanoidBone, number>): BoneGuess[] {
  const hips = mapped.get('hips');
  if (hips === undefined || !rig.restWorldPositions) return [];
  const bones = new Map(mapped);
  const used = new Set(mapped.values());
  const across = acrossAxis(rig, mapped);
  const reach = mirrorWithin * extentOf(rig);
  const guesses: BoneGuess[] = [];
  const image = createVec3();
  for (const bone of humanoidBones) {
    const partner = bones.get(mirrorBone(bone));
    if (bones.has(bone) || partner === undefined) continue;
    const place = between(rig, hips, partner);
    vec3.scaleAndAdd(image, place, across, -2 * vec3.dot(place, across));
    const found = rig.names
      .map((_, joint) => ({ joint, distance: vec3.distance(between(rig, hips, joint), image) }))
      .filter(({ joint, distance }) => !used.has(joint) && distance < reach && isAncestor(rig, hips, joint))
      .sort((a, b) => a.distance - b.distance)[0];
    // A joint on the middle line mirrors itself.
    if (!found || vec3.dot(place, across) * vec3.dot(between(rig, hips, found.joint), across) >= 0) continue;
    bones.set(bone, found.joint);
    used.add(found.joint);
    guesses.push({ bone, joint: found.joint, why: `mirror image of "${rig.names[partner]}"`, by: 'mirror' });
  }
  return guesses;
}

/** The body's left as far as mapped pairs show it; world X without any. */
function acrossAxis(rig: NamedRig, bones: ReadonlyMap<HumanoidBone, number>) {
  const left = createVec3();
  for (const [bone, joint] of bones) {
    const partner = bone.startsWith('left') ? bones.get(mirrorBone(bone)) : undefined;
    if (partner !== undefined) vec3.add(left, left, between(rig, partner, joint));
  }
  return vec3.length(left) < 1e-3 * extentOf(rig) ? createVec3(1, 0, 0) : vec3.normalize(left, left);
}
