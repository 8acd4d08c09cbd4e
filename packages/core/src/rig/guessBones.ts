import { createVec3, type Vec3, vec3 } from '../math/index.js';
import { type HumanoidBone, mirrorBone } from '../skeleton/humanoid.js';
import { between, extentOf, splitLimb } from './limbShape.js';
import type { BoneGuess, GuessBy } from './namedRig.js';
import { depthOf, isAncestor, type NamedRig } from './namedRig.js';
import { isHelperName, type JointKind, type JointNameReading, readJointName, type Side } from './readJointName.js';
import { commonAncestor } from './settleHips.js';

interface Reading extends JointNameReading {
  readonly joint: number;
  readonly depth: number;
  /** The name has no side; the place of the joint gave it one. */
  readonly isSideByPlace: boolean;
}

/** Everything the guesses of one rig share. `bones` grows as they are made. */
interface Search {
  readonly rig: NamedRig;
  readonly readings: readonly Reading[];
  readonly bones: Map<HumanoidBone, number>;
  readonly used: Set<number>;
  readonly guesses: BoneGuess[];
}

const sides: readonly Side[] = ['left', 'right'];
const fingers = ['Thumb', 'Index', 'Middle', 'Ring', 'Little'] as const;

/**
 * Finds bones that are in no table: the words of its name tell what a joint may be, the hierarchy decides between the
 * meanings of a word, and where rest positions are known they give unnamed sides and veto impossible ones.
 */
export function guessBones(
  rig: NamedRig,
  mapped: ReadonlyMap<HumanoidBone, number>,
  ignored: ReadonlySet<number>,
  areLegsLoose = false,
): BoneGuess[] {
  const bones = new Map(mapped);
  const used = new Set([...mapped.values(), ...ignored]);
  const search: Search = { rig, readings: readNames(rig, bones, used), bones, used, guesses: [] };
  guessHips(search, areLegsLoose);
  guessOne(search, 'head', 'head');
  guessHeadByNeck(search);
  guessOne(search, 'neck', 'neck');
  guessTrunk(search);
  guessOne(search, 'jaw', 'jaw');
  for (const side of sides) {
    guessOne(search, `${side}Eye`, 'eye', side);
    guessArm(search, side);
    guessLeg(search, side);
    for (const finger of fingers) guessFinger(search, side, finger);
  }
  return withoutCrossedSides(search, mapped);
}

function readNames(rig: NamedRig, bones: ReadonlyMap<HumanoidBone, number>, used: ReadonlySet<number>): Reading[] {
  const named = rig.names.flatMap((name, joint) => {
    const reading = used.has(joint) ? null : readJointName(name);
    return reading ? [{ ...reading, joint, depth: depthOf(rig, joint), isSideByPlace: false }] : [];
  });
  const left = leftAxis(rig, sidePairs(bones, named));
  const middle = bones.get('hips') ?? named.find((reading) => reading.kind === 'hips')?.joint ?? 0;
  return named.map((reading) => {
    if (reading.side !== null || left === null) return reading;
    const across = vec3.dot(left, between(rig, middle, reading.joint));
    // A hand's breadth off the middle of a grown person, in whatever unit the rig has.
    if (Math.abs(across) < 0.04 * extentOf(rig)) return reading;
    return { ...reading, side: across > 0 ? 'left' : 'right', isSideByPlace: true };
  });
}

function guessHips(search: Search, areLegsLoose: boolean): void {
  const { rig, bones } = search;
  if (bones.has('hips')) return;
  const top = bones.get('head') ?? highestReading(search, ['head', 'neck']);
  const legs = sides.flatMap(
    (side) => bones.get(`${side}UpperLeg`) ?? highestReading(search, ['upperLeg', 'anyLeg'], side) ?? [],
  );
  // The body hangs on the real one; a rig may have helpers of the same name.
  const byName = search.readings
    .filter((reading) => reading.kind === 'hips' && reading.side === null)
    .map((reading) => ({
      ...reading,
      below: rig.names.filter((_, joint) => isAncestor(rig, reading.joint, joint)).length,
    }))
    .sort((a, b) => b.below - a.below)[0];
  const isBody = byName && (top === undefined || isAncestor(rig, byName.joint, top));
  const carriesLegs = legs.every((leg) => byName && isAncestor(rig, byName.joint, leg));
  if (byName && isBody && (carriesLegs || areLegsLoose)) {
    take(search, 'hips', byName.joint, `named "${byName.word}"`);
    return;
  }
  const parts = [...(byName ? [byName.joint] : []), ...legs, ...(top === undefined ? [] : [top])];
  if (legs.length < 2) return;
  const joint = commonAncestor(rig, parts);
  const why = top === undefined ? 'both legs hang on it' : 'head and both legs hang on it';
  if (joint >= 0 && !search.used.has(joint) && joint !== top) take(search, 'hips', joint, why, 'chain');
}

/** Of joints of these kinds the one that hangs highest. */
function highestReading(
  { readings }: Search,
  kinds: readonly JointKind[],
  side: Side | null = null,
): number | undefined {
  return readings
    .filter((reading) => reading.side === side && isOneOf(reading, kinds))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.depth - b.depth)[0]?.joint;
}

/** Some rigs count neck joints and have no head: the topmost of them carries it. */
function guessHeadByNeck(search: Search): void {
  const { bones, readings, used } = search;
  if (bones.has('head')) return;
  const topmost = readings
    .filter((reading) => reading.kind === 'neck' && reading.side === null && !used.has(reading.joint))
    .sort((a, b) => b.depth - a.depth)[0];
  if (topmost) take(search, 'head', topmost.joint, 'the topmost neck joint; none is named head', 'chain');
}

/** The joints between hips and neck, whatever they are called: one is the spine, two spine and chest, and so on. */
function guessTrunk(search: Search): void {
  const { rig, bones, used } = search;
  const hips = bones.get('hips');
  const top = bones.get('neck') ?? bones.get('head');
  if (hips === undefined || top === undefined || bones.has('spine')) return;
  const lowest = bones.get('chest') ?? bones.get('upperChest') ?? top;
  const chain: number[] = [];
  for (let joint = rig.parents[lowest]; joint >= 0 && joint !== hips; joint = rig.parents[joint]) chain.unshift(joint);
  const free = chain.filter((joint) => !used.has(joint) && !isOnParent(rig, joint) && !isHelperName(rig.names[joint]));
  if (free.length === 0 || !isAncestor(rig, hips, top)) return;
  const why = `in the chain from "${rig.names[hips]}" to "${rig.names[top]}"`;
  take(search, 'spine', free[0], why, 'chain');
  if (lowest !== top) return;
  const last = free.length - 1;
  if (last >= 1) take(search, 'chest', last === 1 ? free[1] : free[Math.floor(last / 2)], why, 'chain');
  if (last >= 2) take(search, 'upperChest', free[last], why, 'chain');
}

function guessArm(search: Search, side: Side): void {
  const chain = limbChain(search, side, `${side}Hand`, 'hand', [
    'collar',
    'anyShoulder',
    'upperArm',
    'anyArm',
    'lowerArm',
  ]);
  guessCountedLimb(search, chain, side, 'arm');
  takeFirst(search, chain, `${side}LowerArm`, 'lowerArm');
  takeFirst(search, chain, `${side}UpperArm`, 'upperArm');
  takeFirst(search, chain, `${side}Shoulder`, 'collar');
  takeFirst(search, chain, `${side}UpperArm`, 'anyArm');
  takeFirst(search, chain, `${side}LowerArm`, 'anyArm');
  // "Shoulder" is the collar bone where something else is the upper arm, and the upper arm where nothing is.
  takeFirst(search, chain, `${side}UpperArm`, 'anyShoulder');
  const upper = search.bones.get(`${side}UpperArm`);
  const above = chain.filter(({ joint }) => upper === undefined || isAncestor(search.rig, joint, upper));
  takeFirst(search, above, `${side}Shoulder`, 'anyShoulder');
  guessLimbEnd(search, `${side}UpperArm`, `${side}LowerArm`, `${side}Hand`);
}

const limbBones = {
  arm: { kind: 'anyArm', collar: 'Shoulder', upper: 'UpperArm', lower: 'LowerArm', end: 'Hand', tip: null },
  leg: { kind: 'anyLeg', collar: null, upper: 'UpperLeg', lower: 'LowerLeg', end: 'Foot', tip: 'Toes' },
} as const;

/** "arm_1", "arm_2", "arm_3": a limb whose joints share one word is split by where they are. */
function guessCountedLimb(search: Search, chain: readonly Reading[], side: Side, limb: 'arm' | 'leg'): void {
  const { kind, ...parts } = limbBones[limb];
  const same = chain.filter((reading) => reading.kind === kind && !search.used.has(reading.joint));
  const names: readonly HumanoidBone[] = [`${side}${parts.upper}`, `${side}${parts.lower}`, `${side}${parts.end}`];
  if (same.length < 3 || chain.length > same.length || names.some((bone) => search.bones.has(bone))) return;
  const joints = splitLimb(
    search.rig,
    same.map(({ joint }) => joint),
    limb,
  );
  for (const part of ['collar', 'upper', 'lower', 'end', 'tip'] as const) {
    const joint = joints?.[part] ?? null;
    const word = parts[part];
    if (joint === null || word === null) continue;
    take(
      search,
      `${side}${word}`,
      joint,
      `one of ${same.length} joints named "${same[0].word}", by its place`,
      'chain',
    );
  }
}

/** A hand or foot that no name tells: the joint that goes on from the forearm or shin, farthest from it. */
function guessLimbEnd(search: Search, upper: HumanoidBone, lower: HumanoidBone, end: HumanoidBone): void {
  const { rig, bones, used } = search;
  const from = bones.get(lower);
  const root = bones.get(upper);
  if (bones.has(end) || from === undefined || root === undefined) return;
  const least = 0.3 * vec3.length(between(rig, root, from));
  const next = rig.names
    .map((name, joint) => ({ name, joint, reach: vec3.length(between(rig, from, joint)) }))
    .filter(({ name, joint }) => rig.parents[joint] === from && !used.has(joint) && !isHelperName(name))
    .filter(({ reach }) => !rig.restWorldPositions || reach > least)
    .map((joint) => ({
      ...joint,
      below: rig.names.filter((_, other) => isAncestor(rig, joint.joint, other)).length,
      isThumb: readJointName(joint.name)?.kind === 'thumb',
    }))
    .sort((a, b) => Number(a.isThumb) - Number(b.isThumb) || b.below - a.below || b.reach - a.reach)[0];
  if (next) take(search, end, next.joint, `the next joint after "${rig.names[from]}"`, 'chain');
}

function guessLeg(search: Search, side: Side): void {
  const chain = limbChain(search, side, `${side}Foot`, 'foot', ['upperLeg', 'anyLeg', 'lowerLeg']);
  guessCountedLimb(search, chain, side, 'leg');
  takeFirst(search, chain, `${side}LowerLeg`, 'lowerLeg');
  takeFirst(search, chain, `${side}UpperLeg`, 'upperLeg');
  takeFirst(search, chain, `${side}UpperLeg`, 'anyLeg');
  takeFirst(search, chain, `${side}LowerLeg`, 'anyLeg');
  guessLimbEnd(search, `${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`);
  guessOne(search, `${side}Toes`, 'toes', side);
}

function guessFinger(search: Search, side: Side, finger: (typeof fingers)[number]): void {
  const { rig, readings, bones } = search;
  const kind = finger.toLowerCase() as JointKind;
  const bonesOfFinger: HumanoidBone[] =
    finger === 'Thumb'
      ? [`${side}ThumbMetacarpal`, `${side}ThumbProximal`, `${side}ThumbDistal`]
      : [`${side}${finger}Proximal`, `${side}${finger}Intermediate`, `${side}${finger}Distal`];
  const hand = bones.get(`${side}Hand`);
  if (hand === undefined || bonesOfFinger.some((bone) => bones.has(bone))) return;
  const chain = readings
    .filter((reading) => reading.kind === kind && reading.side === side && isAncestor(rig, hand, reading.joint))
    .filter((reading) => finger === 'Thumb' || !/meta|carpal/i.test(rig.names[reading.joint]))
    .sort((a, b) => a.depth - b.depth);
  bonesOfFinger.forEach((bone, index) => {
    const reading = chain[index];
    if (!reading || (index > 0 && !isAncestor(rig, chain[index - 1].joint, reading.joint))) return;
    take(
      search,
      bone,
      reading.joint,
      `named "${reading.word}", segment ${index + 1} of its chain${placeNote(reading)}`,
    );
  });
}

/** Readings of a limb from its root to its end, where the end is the given bone if it exists or can be found. */
function limbChain(
  search: Search,
  side: Side,
  endBone: HumanoidBone,
  endKind: JointKind,
  kinds: readonly JointKind[],
): Reading[] {
  const { rig, bones } = search;
  guessOne(search, endBone, endKind, side);
  const ofLimb = search.readings
    .filter((reading) => reading.side === side && isOneOf(reading, kinds))
    .sort((a, b) => a.depth - b.depth);
  const end = bones.get(endBone) ?? ofLimb.at(-1)?.joint;
  if (end === undefined) return [];
  return ofLimb.filter((reading) => reading.joint === end || isAncestor(rig, reading.joint, end));
}

/** The shallowest free joint of a kind: a hand before the things that hang on it. */
function guessOne(search: Search, bone: HumanoidBone, kind: JointKind, side: Side | null = null): void {
  const { rig, bones, readings } = search;
  if (bones.has(bone)) return;
  const hips = bones.get('hips');
  const found = readings
    .filter((reading) => reading.kind === kind && reading.side === side && !search.used.has(reading.joint))
    .filter((reading) => hips === undefined || isAncestor(rig, hips, reading.joint))
    .sort((a, b) => a.depth - b.depth)[0];
  if (found) take(search, bone, found.joint, `named "${found.word}"${placeNote(found)}`);
}

function takeFirst(search: Search, chain: readonly Reading[], bone: HumanoidBone, kind: JointKind): void {
  if (search.bones.has(bone)) return;
  const found = chain.find((reading) => reading.kind === kind && !search.used.has(reading.joint));
  if (found) take(search, bone, found.joint, `named "${found.word}", place in its chain${placeNote(found)}`);
}

function take(search: Search, bone: HumanoidBone, joint: number, why: string, by: GuessBy = 'name'): void {
  search.bones.set(bone, joint);
  search.used.add(joint);
  search.guesses.push({ bone, joint, why, by });
}

/** Guesses that put a left joint on the right of its partner are wrong about something: better missing than crossed. */
function withoutCrossedSides(search: Search, mapped: ReadonlyMap<HumanoidBone, number>): BoneGuess[] {
  const { rig, bones, guesses } = search;
  const left = leftAxis(rig, sidePairs(mapped, [])) ?? leftAxis(rig, sidePairs(bones, []));
  if (left === null) return guesses;
  const tolerance = 1e-3 * extentOf(rig);
  return guesses.filter(({ bone, joint }) => {
    const partner = bones.get(mirrorBone(bone));
    if (partner === undefined || partner === joint) return true;
    const outward = vec3.dot(left, between(rig, partner, joint));
    return (bone.startsWith('left') ? outward : -outward) > -tolerance;
  });
}

/** Joints that mirror each other: mapped bones first, else readings of one kind on both sides. */
function sidePairs(bones: ReadonlyMap<HumanoidBone, number>, readings: readonly Reading[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (const [bone, joint] of bones) {
    const partner = bone.startsWith('left') ? bones.get(mirrorBone(bone)) : undefined;
    if (partner !== undefined) pairs.push([joint, partner]);
  }
  if (pairs.length > 0) return pairs;
  for (const reading of readings) {
    if (reading.side !== 'left') continue;
    // Joints that share a word ("arm_1", "arm_2") are told apart by how deep they hang.
    const partner = readings.find(
      (other) => other.side === 'right' && other.kind === reading.kind && other.depth === reading.depth,
    );
    if (partner) pairs.push([reading.joint, partner.joint]);
  }
  return pairs;
}

/** Unit vector to the body's left; +X, left when facing +Z, where no pair of joints shows it; null without positions. */
function leftAxis(rig: NamedRig, pairs: readonly [number, number][]): Vec3 | null {
  if (!rig.restWorldPositions) return null;
  const left = createVec3();
  for (const [leftJoint, rightJoint] of pairs) vec3.add(left, left, between(rig, rightJoint, leftJoint));
  if (vec3.length(left) < 1e-3 * extentOf(rig)) return createVec3(1, 0, 0);
  return vec3.normalize(left, left);
}

function isOnParent(rig: NamedRig, joint: number): boolean {
  return rig.restWorldPositions != null && vec3.length(between(rig, rig.parents[joint], joint)) < 1e-4 * extentOf(rig);
}

function isOneOf(reading: Reading, kinds: readonly JointKind[]): boolean {
  return kinds.includes(reading.kind);
}

function placeNote(reading: Reading): string {
  return reading.isSideByPlace ? ', side from where it is' : '';
}
