import { hingePath, isUnder, pointsUnder, type RobotTree } from './robotTree.js';
import { distance, dot, meanOf, minus, type Triple, unit } from './triple.js';

/** Hinges along a limb, and where it ends. */
export interface LimbPath {
  readonly hinges: readonly number[];
  readonly tip: Triple;
}

/** Sine of the least angle between a hinge's axis and the limb beyond it for the hinge to bend rather than twist it. */
const MIN_BEND = 0.5;
/** Points beyond this part of the largest distance are the far end. */
const FAR_END = 0.75;

/** Where a limb ends that begins at a point: the middle of its shapes' far end; null where it has no shapes. */
export function farEnd(tree: RobotTree, hinge: number, from: Triple): Triple | null {
  const points = pointsUnder(tree, hinge);
  const far = points.reduce((most, point) => Math.max(most, distance(point, from)), 0);
  const end = points.filter((point) => distance(point, from) >= FAR_END * far);
  return far < 1e-6 ? null : meanOf(end);
}

/** The longest path along hinges that belong together; `rank` says which end is meant where names tell. */
export function longestPath(tree: RobotTree, members: readonly number[], rank: (hinge: number) => number): LimbPath {
  const inLimb = new Set(members);
  const start = tree.hinges[members[0]].anchor;
  let best: LimbPath = { hinges: [], tip: start };
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const end of members) {
    const hinges = hingePath(tree, end).filter((hinge) => inLimb.has(hinge));
    const tip = farEnd(tree, end, tree.hinges[hinges[0]].anchor) ?? tree.hinges[end].anchor;
    const isLeaf = !members.some((other) => other !== end && isUnder(tree, other, end));
    if (!isLeaf) continue;
    const score = 10 * rank(end) + hinges.length * 0.001 + distance(tip, tree.hinges[hinges[0]].anchor);
    if (score <= bestScore) continue;
    best = { hinges, tip };
    bestScore = score;
  }
  return best;
}

/** Whether a hinge bends the limb, rather than twists it: its axis is across what lies beyond it on the limb. */
export function isBend(tree: RobotTree, path: LimbPath, at: number): boolean {
  return bendOf(tree, path, at) > MIN_BEND;
}

/** Sine of the angle between a hinge's axis and the direction to the next point of the limb that is apart from it. */
function bendOf(tree: RobotTree, path: LimbPath, at: number): number {
  const { anchor, axis } = tree.hinges[path.hinges[at]];
  const apart = 0.08 * limbLength(tree, path);
  const points = [...path.hinges.slice(at + 1).map((hinge) => tree.hinges[hinge].anchor), path.tip];
  // A twist moves no point on its axis, wherever along the axis it is anchored: the next hinge may lie before it.
  const next = points.find((point) => distance(point, anchor) > apart) ?? path.tip;
  const direction = unit(minus(next, anchor));
  return direction === null ? 0 : Math.sqrt(Math.max(0, 1 - dot(direction, axis) ** 2));
}

function limbLength(tree: RobotTree, { hinges, tip }: LimbPath): number {
  const points = [...hinges.map((hinge) => tree.hinges[hinge].anchor), tip];
  return points.reduce((sum, point, i) => (i === 0 ? 0 : sum + distance(point, points[i - 1])), 0);
}

/** The hinge in the middle of a limb, its elbow or knee, by where it lies and how it turns; -1 where none does. */
export function findMiddle(tree: RobotTree, path: LimbPath): number {
  const length = limbLength(tree, path);
  let best = -1;
  let bestScore = 0.3;
  let along = 0;
  for (let at = 1; at < path.hinges.length; at++) {
    along += distance(tree.hinges[path.hinges[at]].anchor, tree.hinges[path.hinges[at - 1]].anchor);
    const score = bendOf(tree, path, at) * Math.exp(-(((along / length - 0.45) / 0.2) ** 2));
    if (score <= bestScore) continue;
    best = at;
    bestScore = score;
  }
  return best;
}
