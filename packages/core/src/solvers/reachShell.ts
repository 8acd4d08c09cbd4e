import {
  clamp,
  createVec3,
  EPSILON,
  type ReadonlyVec3,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
} from '../math/index.js';
import type { ArticulatedChain } from './articulatedChain.js';

/** Distances from one end of a piece of chain that its other end can be at, metres. */
export interface ReachShell {
  min: number;
  max: number;
}

/**
 * Reach of the bones between two points of a chain, joint limits aside: out to their sum, and in to what the longest
 * bone cannot fold away, max(0, 2 longest - sum) (Weimar 2008, eq. 5.1).
 */
export function measureReachShell(
  chain: ArticulatedChain,
  firstPoint: number,
  lastPoint: number,
  out: ReachShell,
): ReachShell {
  let sum = 0;
  let longest = 0;
  for (let bone = firstPoint; bone < lastPoint; bone++) {
    sum += chain.boneLengths[bone];
    longest = Math.max(longest, chain.boneLengths[bone]);
  }
  out.min = Math.max(0, 2 * longest - sum);
  out.max = sum;
  return out;
}

const axis = createVec3();
const across = createVec3();

/** The point nearest to the goal within one shell. */
export function nearestInShell(out: Vec3, goal: ReadonlyVec3, centre: ReadonlyVec3, shell: ReachShell): Vec3 {
  const distance = vec3.distance(centre, goal);
  const wanted = clamp(distance, shell.min, shell.max);
  if (wanted === distance) return vec3.copy(out, goal);
  unitTowards(axis, centre, goal);
  return vec3.scaleAndAdd(out, centre, axis, wanted);
}

/** A point of the half plane of nearestInShells(): along the line of centres, and outward from it. */
interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/** Two shells in that plane: A about the origin, B about the point `apart` along the line. */
interface ShellPair {
  readonly shellA: ReachShell;
  readonly apart: number;
  readonly shellB: ReachShell;
  /** What rounding may take away, metres. */
  readonly slack: number;
}

/**
 * The point nearest to the goal that lies in both shells (Weimar 2008, eq. 5.24: a joint held from both sides). The
 * shells are round about the line through their centres, so the search is flat: in the half plane that holds the goal
 * the nearest point is the goal, its foot on one of the four circles, or a corner where two of them meet. Where the
 * shells do not meet (the ends are too far apart, or too near) it is the point that misses both by the same amount.
 * Returns whether they meet.
 */
export function nearestInShells(
  out: Vec3,
  goal: ReadonlyVec3,
  centreA: ReadonlyVec3,
  shellA: ReachShell,
  centreB: ReadonlyVec3,
  shellB: ReachShell,
): boolean {
  const apart = vec3.distance(centreA, centreB);
  // Shells about one centre: any line through it will do, so the goal's own.
  unitTowards(axis, centreA, apart < EPSILON ? goal : centreB);
  vec3.subtract(across, goal, centreA);
  const x = vec3.dot(across, axis);
  unitAcross(across, axis, across);
  const y =
    (goal[0] - centreA[0]) * across[0] + (goal[1] - centreA[1]) * across[1] + (goal[2] - centreA[2]) * across[2];
  const goalPoint: PlanePoint = { x, y };
  const pair: ShellPair = { shellA, apart, shellB, slack: 1e-9 * (shellA.max + shellB.max) + EPSILON };
  if (isInBoth(goalPoint, pair)) {
    vec3.copy(out, goal);
    return true;
  }
  const nearest = nearestOnBorders(goalPoint, pair);
  const found = nearest ?? missBothEvenly(pair);
  vec3.scaleAndAdd(out, centreA, axis, found.x);
  vec3.scaleAndAdd(out, out, across, found.y);
  return nearest !== null;
}

function isInBoth(point: PlanePoint, { shellA, apart, shellB, slack }: ShellPair): boolean {
  return isInShell(point, 0, shellA, slack) && isInShell(point, apart, shellB, slack);
}

/** Does the point lie in the shell about `centre`, to rounding? */
function isInShell({ x, y }: PlanePoint, centre: number, { min, max }: ReachShell, slack: number): boolean {
  const fromCentre = Math.sqrt((x - centre) * (x - centre) + y * y);
  return !(fromCentre < min - slack || fromCentre > max + slack);
}

/** The nearest of the goal's feet on the four circles and of the circles' corners; null where none is in both shells. */
function nearestOnBorders(goal: PlanePoint, pair: ShellPair): PlanePoint | null {
  const { shellA, apart, shellB } = pair;
  let nearest = nearerInBoth(null, footOn(0, shellA.min, goal), goal, pair);
  nearest = nearerInBoth(nearest, footOn(0, shellA.max, goal), goal, pair);
  nearest = nearerInBoth(nearest, footOn(apart, shellB.min, goal), goal, pair);
  nearest = nearerInBoth(nearest, footOn(apart, shellB.max, goal), goal, pair);
  nearest = nearerInBoth(nearest, cornerOf(shellA.min, shellB.min, apart), goal, pair);
  nearest = nearerInBoth(nearest, cornerOf(shellA.min, shellB.max, apart), goal, pair);
  nearest = nearerInBoth(nearest, cornerOf(shellA.max, shellB.min, apart), goal, pair);
  return nearerInBoth(nearest, cornerOf(shellA.max, shellB.max, apart), goal, pair);
}

/** The candidate where it lies in both shells and nearer to the goal than `best`, else `best`. */
function nearerInBoth(
  best: PlanePoint | null,
  candidate: PlanePoint | null,
  goal: PlanePoint,
  pair: ShellPair,
): PlanePoint | null {
  if (candidate === null || !isInBoth(candidate, pair)) return best;
  return best === null || distanceSq(candidate, goal) < distanceSq(best, goal) ? candidate : best;
}

function distanceSq(a: PlanePoint, b: PlanePoint): number {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/** The goal's foot on a circle; straight across where the goal is its centre. */
function footOn(centre: number, radius: number, goal: PlanePoint): PlanePoint {
  const x = goal.x - centre;
  const length = Math.sqrt(x * x + goal.y * goal.y);
  if (length < EPSILON) return { x: centre, y: radius };
  return { x: centre + (x / length) * radius, y: (goal.y / length) * radius };
}

/** Where circles of these radii about 0 and `apart` meet; null where they do not. */
function cornerOf(radiusA: number, radiusB: number, apart: number): PlanePoint | null {
  if (apart < EPSILON) return null;
  const x = (radiusA * radiusA - radiusB * radiusB + apart * apart) / (2 * apart);
  const ySq = radiusA * radiusA - x * x;
  // A little below zero the circles touch on the line, and rounding parted them.
  if (ySq < -1e-9 * radiusA * radiusA) return null;
  return { x, y: Math.sqrt(Math.max(0, ySq)) };
}

/** Shells that do not meet: either they lie outside one another, or one lies in the other's hollow. */
function missBothEvenly({ shellA, apart, shellB }: ShellPair): PlanePoint {
  if (apart > shellA.max + shellB.max) return { x: (shellA.max + apart - shellB.max) / 2, y: 0 };
  const x = shellA.min > shellB.max ? (shellA.min + apart + shellB.max) / 2 : -(shellB.min - apart + shellA.max) / 2;
  return { x, y: 0 };
}
