import { createVec3, vec3 } from '../math/index.js';
import { type HumanoidBone, mirrorBone } from '../skeleton/humanoid.js';
import { facingOf } from './facing.js';
import { between, countGroundedPairs, extentOf, findLimbPairs, type LimbPair, splitLimb } from './limbShape.js';
import type { BoneGuess } from './namedRig.js';
import { isAncestor, type NamedRig } from './namedRig.js';
import type { Side } from './readJointName.js';
import { childTowards, commonAncestor, liesAtPelvis } from './settleHips.js';

/** Ways up and to the left that rigs are stored in, the usual ones first: Y up, Z up, lying, each facing along two axes. */
const ways: readonly (readonly [up: readonly number[], left: readonly number[]])[] = [
  [
    [0, 1, 0],
    [1, 0, 0],
  ],
  [
    [0, 1, 0],
    [0, 0, -1],
  ],
  [
    [0, 0, 1],
    [1, 0, 0],
  ],
  [
    [0, 0, 1],
    [0, 1, 0],
  ],
  [
    [0, 0, -1],
    [1, 0, 0],
  ],
  [
    [1, 0, 0],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [-1, 0, 0],
    [0, 1, 0],
  ],
  [
    [0, -1, 0],
    [1, 0, 0],
  ],
];

/**
 * Finds a person by shape alone, for rigs whose names say nothing: of the pairs of chains that mirror each other the one that
 * goes down farthest is the legs, one higher up on the same trunk the arms, and what goes on above the arms the head.
 * Left is where it is for a body that faces the way its feet do, else +Z.
 */
export function guessByShape(rig: NamedRig): BoneGuess[] {
  if (!rig.restWorldPositions || rig.names.length < 10 || groundedPairs(rig) > 1) return [];
  for (const [up, left] of ways) {
    const guesses = guessUpright(turned(rig, up, left));
    if (guesses.length > 0) return guesses;
  }
  return [];
}

/** How many pairs of limbs stand on the ground, Y up: one of a person, two of a horse, four of a spider. */
export function groundedPairs(rig: NamedRig): number {
  if (!rig.restWorldPositions) return 0;
  const counts = ways.slice(0, 2).map(([up, left]) => countGroundedPairs(findLimbPairs(turned(rig, up, left))));
  return Math.max(...counts);
}

/** The rig with Y up and X to the left. */
function turned(rig: NamedRig, up: readonly number[], left: readonly number[]): NamedRig {
  const at = rig.restWorldPositions as ArrayLike<number>;
  const ahead = vec3.cross(createVec3(), left as [number, number, number], up as [number, number, number]);
  const restWorldPositions = rig.names.flatMap((_, joint) => {
    const place = createVec3(at[joint * 3], at[joint * 3 + 1], at[joint * 3 + 2]);
    return [left, up, ahead].map((axis) => vec3.dot(place, axis as [number, number, number]));
  });
  return { ...rig, restWorldPositions };
}

function guessUpright(rig: NamedRig): BoneGuess[] {
  const pairs = findLimbPairs(rig);
  const legs = pairs.filter(({ drop, left }) => drop > 0.2 && left.length >= 2).sort((a, b) => b.lowest - a.lowest)[0];
  if (!legs) return [];
  const arms = pairs
    .filter((pair) => pair !== legs && pair.left.length >= 2 && pair.right.length >= 2 && hangsAbove(rig, pair, legs))
    .filter(({ reach, drop }) => Math.hypot(reach, drop) > 0.12)
    .sort((a, b) => b.reach + Math.abs(b.drop) - a.reach - Math.abs(a.drop))[0];
  if (!arms) return [];
  const guesses: BoneGuess[] = [];
  const add = (bone: HumanoidBone, joint: number | null, why: string) => {
    if (joint !== null) guesses.push({ bone, joint, why, by: 'shape' });
  };
  const hips = hipsOf(rig, legs, arms);
  add('hips', hips, 'two mirrored chains go down from it');
  addTrunk(add, chainBetween(rig, hips, arms.root));
  addHead(rig, add, arms);
  if (!guesses.some(({ bone }) => bone === 'head')) return [];
  for (const side of ['left', 'right'] as const) addLimbs(rig, add, { legs, arms }, side);
  return facesBack(rig, guesses) ? guesses.map((guess) => ({ ...guess, bone: mirrorBone(guess.bone) })) : guesses;
}

/** Arms hang on the trunk that the legs hang on, or on one beside them, with their root above that of the legs. */
function hangsAbove(rig: NamedRig, arms: LimbPair, legs: LimbPair): boolean {
  const isAbove = between(rig, legs.left[0], arms.left[0])[1] > 0.05 * extentOf(rig);
  const isInLeg = [...legs.left, ...legs.right].includes(arms.root);
  return isAbove && !isInLeg && commonAncestor(rig, [arms.root, legs.root]) >= 0;
}

/** What legs and arms hang on; where that lies on the floor, the first joint of the trunk. */
function hipsOf(rig: NamedRig, legs: LimbPair, arms: LimbPair): number {
  const common = commonAncestor(rig, [legs.root, arms.root]);
  const roots = [legs.left[0], legs.right[0]];
  if (common === arms.root || liesAtPelvis(rig, common, roots, arms.root)) return common;
  const trunk = childTowards(rig, common, arms.root);
  return trunk !== arms.root && liesAtPelvis(rig, trunk, roots, arms.root) ? trunk : common;
}

function addLimbs(
  rig: NamedRig,
  add: (bone: HumanoidBone, joint: number | null, why: string) => void,
  { legs, arms }: { readonly legs: LimbPair; readonly arms: LimbPair },
  side: Side,
): void {
  const where = 'by its place in the mirrored chain';
  const leg = splitLimb(rig, legs[side], 'leg');
  const arm = splitLimb(rig, upToHand(rig, arms[side]), 'arm');
  add(`${side}UpperLeg`, leg?.upper ?? null, where);
  add(`${side}LowerLeg`, leg?.lower ?? null, where);
  add(`${side}Foot`, leg?.end ?? looseFoot(rig, legs, side), where);
  add(`${side}Toes`, leg?.tip ?? null, where);
  add(`${side}Shoulder`, arm?.collar ?? null, where);
  add(`${side}UpperArm`, arm?.upper ?? null, where);
  add(`${side}LowerArm`, arm?.lower ?? null, where);
  add(`${side}Hand`, arm?.end ?? null, where);
}

/** A foot that hangs elsewhere: the joint below the knee that is no part of a leg, as far down as the leg is long. */
function looseFoot(rig: NamedRig, legs: LimbPair, side: Side): number | null {
  const chain = legs[side];
  const knee = chain[chain.length - 1];
  const thigh = vec3.length(between(rig, chain[0], knee));
  const found = rig.names
    .map((_, joint) => ({ joint, step: between(rig, knee, joint) }))
    .filter(({ joint }) => !isAncestor(rig, joint, knee) && !legs.left.includes(joint) && !legs.right.includes(joint))
    .filter(
      ({ step: [x, y, z] }) => -y > 0.4 * thigh && -y < 2 * thigh && Math.abs(x) < -0.3 * y && Math.abs(z) < -0.7 * y,
    )
    .sort((a, b) => a.step[1] - b.step[1] || a.joint - b.joint);
  // Of a foot and its end, or its copies, the one that the others hang on.
  const lowest = found[0]?.step[1] ?? 0;
  const atFoot = found.filter(({ step }) => step[1] < 0.75 * lowest);
  return atFoot.sort((a, b) => a.joint - b.joint)[0]?.joint ?? null;
}

function addTrunk(add: (bone: HumanoidBone, joint: number, why: string) => void, trunk: readonly number[]): void {
  const why = 'between the legs and the arms';
  const last = trunk.length - 1;
  if (last >= 0) add('spine', trunk[0], why);
  if (last >= 1) add('chest', last === 1 ? trunk[1] : trunk[Math.floor(last / 2)], why);
  if (last >= 2) add('upperChest', trunk[last], why);
}

/** What goes on above the arms, near the middle: the last joint with a name or children is the head, one before it the neck. */
function addHead(
  rig: NamedRig,
  add: (bone: HumanoidBone, joint: number, why: string) => void,
  { root, left, right }: LimbPair,
): void {
  const extent = extentOf(rig);
  const chain: number[] = [];
  for (let at = root; ; ) {
    const next = childrenOf(rig, at)
      .filter((joint) => !left.includes(joint) && !right.includes(joint))
      .map((joint) => ({ joint, across: between(rig, root, joint)[0], step: between(rig, at, joint) }))
      // A jaw lies before the head rather than above it.
      .filter(({ step: [, up, ahead] }) => up > 0.01 * extent && up > Math.abs(ahead))
      .filter(({ across }) => Math.abs(across) < 0.03 * extent)
      .sort((a, b) => b.step[1] - a.step[1])[0];
    if (!next) break;
    chain.push(next.joint);
    at = next.joint;
  }
  if (chain.length === 0) return;
  // A third joint that carries nothing is the tip of the head.
  const hasTip = chain.length >= 3 && childrenOf(rig, chain[chain.length - 1]).length === 0;
  const last = chain.length - (hasTip ? 2 : 1);
  const head = chain[last];
  const why = 'goes up between the arms';
  if (last > 0) add('neck', chain[last - 1], why);
  add('head', head, why);
}

/** An arm's chain without its fingers: it ends where three or more chains leave it. */
function upToHand(rig: NamedRig, chain: readonly number[]): readonly number[] {
  const hand = chain.findIndex((joint, i) => i >= 2 && childrenOf(rig, joint).length >= 3);
  return hand < 0 ? chain : chain.slice(0, hand + 1);
}

/** The joints below `from` down to `to`, both from the trunk; `to` is the last. */
function chainBetween(rig: NamedRig, from: number, to: number): number[] {
  const chain: number[] = [];
  for (let at = to; at !== from && at >= 0; at = rig.parents[at]) chain.unshift(at);
  return isAncestor(rig, from, to) ? chain : [];
}

function facesBack(rig: NamedRig, guesses: readonly BoneGuess[]): boolean {
  return facingOf(rig, Object.fromEntries(guesses.map(({ bone, joint }) => [bone, joint]))) < 0;
}

function childrenOf(rig: NamedRig, joint: number): number[] {
  return rig.names.flatMap((_, child) => (rig.parents[child] === joint ? [child] : []));
}
