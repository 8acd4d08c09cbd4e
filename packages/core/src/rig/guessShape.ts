import { vec3 } from '../math/index.js';
import type { HumanoidBone } from '../skeleton/humanoid.js';
import type { BoneGuess } from './boneReason.js';
import { between, extentOf, splitLimb } from './limbShape.js';
import { isAncestor, type NamedRig } from './namedRig.js';
import type { Side } from './readJointName.js';

/** Two chains that mirror each other, from where they leave the trunk to their ends. */
interface LimbPair {
  /** The trunk's joint that both hang on. */
  readonly root: number;
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** How far the ends lie below and beside the root, as shares of the extent. */
  readonly drop: number;
  readonly reach: number;
}

/**
 * Finds a person by shape alone, for rigs whose names say nothing: of the pairs of chains that mirror each other the one that
 * goes down farthest is the legs, one higher up on the same trunk the arms, and what goes on above the arms the head.
 * Needs rest positions with Y up; left is where it is for a body that faces the way its toes do, else +Z.
 */
export function guessByShape(rig: NamedRig): BoneGuess[] {
  if (!rig.restWorldPositions || rig.names.length < 10) return [];
  const pairs = findPairs(rig);
  const legs = pairs.filter(({ drop, left }) => drop > 0.25 && left.length >= 2).sort((a, b) => b.drop - a.drop)[0];
  if (!legs) return [];
  const arms = pairs
    .filter((pair) => pair !== legs && pair.left.length >= 2 && isAncestor(rig, legs.root, pair.root))
    .filter(({ reach, drop }) => Math.hypot(reach, drop) > 0.15)
    .sort((a, b) => b.reach + Math.abs(b.drop) - a.reach - Math.abs(a.drop))[0];
  if (!arms) return [];
  const guesses: BoneGuess[] = [];
  const add = (bone: HumanoidBone, joint: number | null, why: string) => {
    if (joint !== null) guesses.push({ bone, joint, why, by: 'shape' });
  };
  add('hips', legs.root, 'two mirrored chains go down from it');
  const trunk = chainBetween(rig, legs.root, arms.root);
  addTrunk(add, trunk);
  addHead(rig, add, arms);
  const isBackwards = facesBack(rig, legs);
  for (const side of ['left', 'right'] as const) {
    const fileSide: Side = isBackwards ? (side === 'left' ? 'right' : 'left') : side;
    const leg = splitLimb(rig, legs[fileSide], 'leg');
    const arm = splitLimb(rig, upToHand(rig, arms[fileSide]), 'arm');
    const where = 'by its place in the mirrored chain';
    add(`${side}UpperLeg`, leg?.upper ?? null, where);
    add(`${side}LowerLeg`, leg?.lower ?? null, where);
    add(`${side}Foot`, leg?.end ?? null, where);
    add(`${side}Toes`, leg?.tip ?? null, where);
    add(`${side}Shoulder`, arm?.collar ?? null, where);
    add(`${side}UpperArm`, arm?.upper ?? null, where);
    add(`${side}LowerArm`, arm?.lower ?? null, where);
    add(`${side}Hand`, arm?.end ?? null, where);
  }
  return guesses;
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
      .map((joint) => ({ joint, step: between(rig, root, joint) }))
      .filter(({ step }) => Math.abs(step[0]) < 0.03 * extent && step[1] > 0.01 * extent)
      .sort((a, b) => b.step[1] - a.step[1])[0];
    if (!next) break;
    chain.push(next.joint);
    at = next.joint;
  }
  if (chain.length === 0) return;
  // A third joint is the tip of the head.
  const head = chain.length >= 3 ? chain[chain.length - 2] : chain[chain.length - 1];
  const why = 'goes up between the arms';
  if (head !== chain[0]) add('neck', chain[0], why);
  add('head', head, why);
}

function findPairs(rig: NamedRig): LimbPair[] {
  const extent = extentOf(rig);
  const pairs: LimbPair[] = [];
  const next = farthestChildren(rig);
  const chains = rig.names.map((_, joint) => chainFrom(next, joint));
  const children = rig.names.map((): number[] => []);
  rig.names.forEach((_, joint) => {
    children[rig.parents[joint]]?.push(joint);
  });
  rig.names.forEach((_, root) => {
    for (const left of children[root]) {
      for (const right of children[root]) {
        const a = chains[left];
        const b = chains[right];
        if (!isMirrored(rig, root, a, b, extent)) continue;
        const end = between(rig, root, a[a.length - 1]);
        pairs.push({ root, left: a, right: b, drop: -end[1] / extent, reach: Math.abs(end[0]) / extent });
      }
    }
  });
  return pairs;
}

/** Whether the first chain is on the left (+X) and the other its mirror image, joint by joint. */
function isMirrored(
  rig: NamedRig,
  root: number,
  left: readonly number[],
  right: readonly number[],
  extent: number,
): boolean {
  if (left.length !== right.length) return false;
  const within = 0.03 * extent;
  return left.every((joint, i) => {
    const a = between(rig, root, joint);
    const b = between(rig, root, right[i]);
    return a[0] > 0.005 * extent && vec3.distance(a, [-b[0], b[1], b[2]]) < within;
  });
}

/** The child of each joint on the way to its farthest descendant; -1 at an end. */
function farthestChildren(rig: NamedRig): Int32Array {
  const next = new Int32Array(rig.names.length).fill(-1);
  const reach = new Float64Array(rig.names.length);
  // Children come after their parents.
  for (let joint = rig.names.length - 1; joint >= 0; joint--) {
    const parent = rig.parents[joint];
    if (parent < 0) continue;
    const way = reach[joint] + vec3.length(between(rig, parent, joint));
    if (next[parent] >= 0 && way < reach[parent]) continue;
    next[parent] = joint;
    reach[parent] = way;
  }
  return next;
}

function chainFrom(next: Int32Array, joint: number): number[] {
  const chain: number[] = [];
  for (let at = joint; at >= 0; at = next[at]) chain.push(at);
  return chain;
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
  return chain;
}

/** Whether the toes, or the ends of the legs, point along -Z. */
function facesBack(rig: NamedRig, { left }: LimbPair): boolean {
  if (left.length < 4) return false;
  return between(rig, left[left.length - 2], left[left.length - 1])[2] < -0.01 * extentOf(rig);
}

function childrenOf(rig: NamedRig, joint: number): number[] {
  return rig.names.flatMap((_, child) => (rig.parents[child] === joint ? [child] : []));
}
