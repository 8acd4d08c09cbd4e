import { type HingeLabel, type LimbKind, noLabel } from './hingeLabel.js';
import { type RobotName, type RobotPart, readRobotName } from './readRobotName.js';
import { childHinges, pointsUnder, type RobotTree, reachUnder } from './robotTree.js';
import { distance, type Triple } from './triple.js';

const limbOfPart: Readonly<Record<RobotPart, LimbKind>> = {
  collar: 'arm',
  shoulder: 'arm',
  elbow: 'arm',
  wrist: 'arm',
  hand: 'arm',
  arm: 'arm',
  finger: 'finger',
  hip: 'leg',
  knee: 'leg',
  ankle: 'leg',
  toe: 'leg',
  leg: 'leg',
  torso: 'torso',
  neck: 'head',
  head: 'head',
  other: 'other',
};

/** A limb that starts nearer to the middle than this part of its reach is on no side. */
const CENTRAL_SHARE = 0.05;

/** Which limb each hinge belongs to: by its name, by what it hangs on and what hangs on it; without names by shape. */
export function guessRobotLimbs(tree: RobotTree): readonly HingeLabel[] {
  const named = tree.hinges.map(({ name, link }) => labelOf(readRobotName(name), readRobotName(link)));
  const isNamed = named.some(({ limb }) => limb === 'arm' || limb === 'leg');
  const labels = isNamed ? [...named] : [...limbsByShape(tree)];
  correctCarriers(tree, labels);
  inherit(tree, labels);
  for (let i = tree.hinges.length - 1; i >= 0; i--) if (labels[i].limb === null) labels[i] = fromBelow(tree, labels, i);
  addSides(tree, labels);
  return labels;
}

function labelOf(joint: RobotName, link: RobotName): HingeLabel {
  const { part } = joint.part === null ? link : joint;
  const side = joint.side ?? link.side;
  if (part === null) return { ...noLabel, side };
  return { limb: limbOfPart[part], side, part };
}

/** A "hip" or "knee" that carries arms or a head, as of robots on wheels, is a waist. */
function correctCarriers(tree: RobotTree, labels: HingeLabel[]): void {
  for (const [i, { limb }] of labels.entries()) {
    if (limb !== 'arm' && limb !== 'head') continue;
    for (let at = tree.hinges[i].parent; at >= 0; at = tree.hinges[at].parent) {
      if (labels[at].limb === 'leg') labels[at] = { limb: 'torso', side: null, part: null };
    }
  }
}

/** What hangs on an arm, a leg, a head or a finger belongs to it, whatever its own name says of another limb. */
function inherit(tree: RobotTree, labels: HingeLabel[]): void {
  for (const [i, { parent }] of tree.hinges.entries()) {
    if (parent < 0) continue;
    const above = labels[parent];
    const own = labels[i];
    if (above.limb === null || above.limb === 'torso') continue;
    const goesOn = own.limb === null || own.limb === 'torso' || above.limb === 'finger' || above.limb === 'other';
    if (goesOn) labels[i] = { limb: above.limb, side: own.side ?? above.side, part: null };
    else if (own.side === null) labels[i] = { ...own, side: above.side };
  }
}

/** A hinge that moves one limb only belongs to it; one that moves several is of the torso. */
function fromBelow(tree: RobotTree, labels: readonly HingeLabel[], hinge: number): HingeLabel {
  const below = childHinges(tree, hinge).map((child) => labels[child]);
  const known = below.filter(({ limb }) => limb !== null && limb !== 'other');
  if (known.length === 0) return noLabel;
  const [{ limb, side }] = known;
  if (known.every((each) => each.limb === limb && each.side === side)) return { limb, side, part: null };
  return { limb: 'torso', side: null, part: null };
}

/** A limb whose name says no side is on the side where it starts; robots mostly look along x, so left is +y. */
function addSides(tree: RobotTree, labels: HingeLabel[]): void {
  for (const [i, { anchor, parent }] of tree.hinges.entries()) {
    const { limb, side } = labels[i];
    if ((limb !== 'arm' && limb !== 'leg' && limb !== 'finger') || side !== null) continue;
    const above = parent < 0 ? null : labels[parent];
    if (above?.limb === limb || above?.limb === 'other') {
      labels[i] = { ...labels[i], limb: above.limb, side: above.side };
      continue;
    }
    const isCentral = Math.abs(anchor[1]) <= CENTRAL_SHARE * reachUnder(tree, i);
    // One leg in the middle, as of a robot on wheels, is none.
    if (limb === 'leg' && isCentral) labels[i] = { ...noLabel, limb: 'other' };
    else labels[i] = { ...labels[i], side: anchor[1] > 0 ? 'left' : 'right' };
  }
}

/** Number of legs by their first hinges; those that are much shorter than the longest are none. */
export function countLegs(tree: RobotTree, labels: readonly HingeLabel[]): number {
  const reaches = tree.hinges.flatMap(({ parent }, i) => {
    const isFirst = labels[i].limb === 'leg' && (parent < 0 || labels[parent].limb !== 'leg');
    return isFirst ? [reachUnder(tree, i)] : [];
  });
  const longest = Math.max(0, ...reaches);
  return reaches.filter((reach) => reach > 0.5 * longest).length;
}

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
function limbsByShape(tree: RobotTree): readonly HingeLabel[] {
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
