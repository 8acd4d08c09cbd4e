import { type HingeLabel, type LimbKind, noLabel } from './hingeLabel.js';
import { limbsByShape } from './limbsByShape.js';
import { type RobotName, type RobotPart, readRobotName } from './readRobotName.js';
import { childHinges, type RobotTree, reachUnder } from './robotTree.js';

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
