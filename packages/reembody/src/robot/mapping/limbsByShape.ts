import { type HingeLabel, noLabel } from './hingeLabel.js';
import { childHinges, pointsUnder, type RobotTree } from './robotTree.js';
import { distance, type Triple } from './triple.js';

/** One limb: what hangs on a trunk without branching further, fingers apart. */
interface ShapeLimb {
  readonly first: number;
  readonly start: Triple;
  /** Farthest point from its start. */
  readonly tip: Triple;
  readonly reach: number;
}

/** Branches that are shorter than this part of what they hang on are fingers, not limbs. */
const FINGER_SHARE = 0.45;
/** Two limbs are a pair when their reaches differ by less than this part. */
const PAIR_SHARE = 0.2;

/**
 * Limbs of a robot whose names say nothing: pairs of limbs that look alike are arms and legs, the pair that reaches
 * lowest are the legs; what stands alone on top is the head. The robot stands upright along z and looks along x.
 */
export function limbsByShape(tree: RobotTree): readonly HingeLabel[] {
  const labels = tree.hinges.map(() => noLabel);
  const limbs = childHinges(tree, -1).flatMap((hinge) => findLimbs(tree, hinge));
  const pairs = findPairs(limbs).sort((a, b) => lowest(a) - lowest(b));
  const paired = new Set(pairs.flat());
  for (const [rank, pair] of pairs.slice(0, 2).entries()) {
    const limb = rank === 0 && (pairs.length > 1 || reachesGround(tree, pair)) ? 'leg' : 'arm';
    const [left, right] = pair[0].start[1] > pair[1].start[1] ? pair : [pair[1], pair[0]];
    labels[left.first] = { limb, side: 'left', part: null };
    labels[right.first] = { limb, side: 'right', part: null };
  }
  const alone = limbs.filter((limb) => !paired.has(limb)).sort((a, b) => b.tip[2] - a.tip[2]);
  const hasPairs = pairs.length > 0;
  if (alone.length > 0 && hasPairs) labels[alone[0].first] = { limb: 'head', side: null, part: null };
  else if (alone.length === 1) labels[alone[0].first] = { limb: 'arm', side: null, part: null };
  return labels;
}

function findLimbs(tree: RobotTree, first: number): ShapeLimb[] {
  const start = tree.hinges[first].anchor;
  let at = first;
  let children = childHinges(tree, at);
  while (children.length === 1) {
    at = children[0];
    children = childHinges(tree, at);
  }
  const length = distance(start, tree.hinges[at].anchor);
  const isTrunk = children.some((child) => reachOf(tree, child).reach > FINGER_SHARE * length);
  if (children.length > 1 && isTrunk) return children.flatMap((child) => findLimbs(tree, child));
  return [{ first, start, ...reachOf(tree, first) }];
}

function reachOf(tree: RobotTree, hinge: number): { readonly tip: Triple; readonly reach: number } {
  const start = tree.hinges[hinge].anchor;
  let tip = start;
  for (const point of pointsUnder(tree, hinge)) if (distance(point, start) > distance(tip, start)) tip = point;
  return { tip, reach: distance(tip, start) };
}

function findPairs(limbs: readonly ShapeLimb[]): [ShapeLimb, ShapeLimb][] {
  const pairs: [ShapeLimb, ShapeLimb][] = [];
  const taken = new Set<ShapeLimb>();
  for (const a of limbs) {
    if (taken.has(a)) continue;
    const b = limbs.find((other) => other !== a && !taken.has(other) && isMirrored(a, other));
    if (b === undefined) continue;
    taken.add(a).add(b);
    pairs.push([a, b]);
  }
  return pairs;
}

function isMirrored(a: ShapeLimb, b: ShapeLimb): boolean {
  const size = Math.max(a.reach, b.reach, 1e-6);
  const isAlike = Math.abs(a.reach - b.reach) < PAIR_SHARE * size;
  const isLevel = Math.abs(a.start[2] - b.start[2]) < 0.1 * size && Math.abs(a.start[0] - b.start[0]) < 0.1 * size;
  return isAlike && isLevel && a.start[1] * b.start[1] <= 0 && Math.abs(a.start[1] - b.start[1]) > 0.02 * size;
}

function lowest(pair: readonly ShapeLimb[]): number {
  return Math.min(...pair.map(({ tip }) => tip[2]));
}

/** Legs reach as low as anything of the robot. */
function reachesGround({ bodyPoints }: RobotTree, pair: readonly ShapeLimb[]): boolean {
  const heights = bodyPoints.flat().map(([, , z]) => z);
  const low = heights.reduce((least, z) => Math.min(least, z), Number.POSITIVE_INFINITY);
  const high = heights.reduce((most, z) => Math.max(most, z), Number.NEGATIVE_INFINITY);
  return lowest(pair) < low + 0.1 * (high - low);
}
