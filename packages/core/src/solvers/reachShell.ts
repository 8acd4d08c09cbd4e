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

// The half plane of nearestInShells(), along the line of centres and outward from it: goal, candidate, best one so far.
// Fields and arrays, because numbers as arguments would be boxed and allocate.
const plane = { goalX: 0, goalY: 0, x: 0, y: 0, bestX: 0, bestY: 0, bestDistanceSq: 0, slack: 0 };
/** Inner and outer circle of shell A, then of shell B: where on the line their centre is, and their radius. */
const centres = new Float64Array(4);
const radii = new Float64Array(4);

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
  radii[0] = shellA.min;
  radii[1] = shellA.max;
  radii[2] = shellB.min;
  radii[3] = shellB.max;
  centres[2] = apart;
  centres[3] = apart;
  // Shells about one centre: any line through it will do, so the goal's own.
  unitTowards(axis, centreA, apart < EPSILON ? goal : centreB);
  vec3.subtract(across, goal, centreA);
  plane.goalX = vec3.dot(across, axis);
  unitAcross(across, axis, across);
  plane.goalY =
    (goal[0] - centreA[0]) * across[0] + (goal[1] - centreA[1]) * across[1] + (goal[2] - centreA[2]) * across[2];
  plane.bestDistanceSq = Number.POSITIVE_INFINITY;
  plane.slack = 1e-9 * (shellA.max + shellB.max) + EPSILON;

  plane.x = plane.goalX;
  plane.y = plane.goalY;
  tryCandidate();
  if (plane.bestDistanceSq === 0) {
    vec3.copy(out, goal);
    return true;
  }
  for (let circle = 0; circle < 4; circle++) tryFoot(circle);
  for (let circleA = 0; circleA < 2; circleA++) {
    for (let circleB = 2; circleB < 4; circleB++) tryCorner(circleA, circleB);
  }
  const doMeet = plane.bestDistanceSq < Number.POSITIVE_INFINITY;
  if (!doMeet) missBothEvenly();
  vec3.scaleAndAdd(out, centreA, axis, plane.bestX);
  vec3.scaleAndAdd(out, out, across, plane.bestY);
  return doMeet;
}

/** Takes the candidate if it lies in both shells (to rounding) and nearer to the goal than the best one. */
function tryCandidate(): void {
  const { x, y, slack } = plane;
  for (let shell = 0; shell < 4; shell += 2) {
    const fromCentre = Math.sqrt((x - centres[shell]) * (x - centres[shell]) + y * y);
    if (fromCentre < radii[shell] - slack || fromCentre > radii[shell + 1] + slack) return;
  }
  const distanceSq = (x - plane.goalX) * (x - plane.goalX) + (y - plane.goalY) * (y - plane.goalY);
  if (distanceSq >= plane.bestDistanceSq) return;
  plane.bestX = x;
  plane.bestY = y;
  plane.bestDistanceSq = distanceSq;
}

/** The goal's foot on a circle; straight across where the goal is its centre. */
function tryFoot(circle: number): void {
  const x = plane.goalX - centres[circle];
  const y = plane.goalY;
  const length = Math.sqrt(x * x + y * y);
  const isCentre = length < EPSILON;
  plane.x = centres[circle] + (isCentre ? 0 : (x / length) * radii[circle]);
  plane.y = isCentre ? radii[circle] : (y / length) * radii[circle];
  tryCandidate();
}

/** Where a circle of A meets one of B. */
function tryCorner(circleA: number, circleB: number): void {
  const apart = centres[circleB];
  if (apart < EPSILON) return;
  const a = radii[circleA];
  const b = radii[circleB];
  const x = (a * a - b * b + apart * apart) / (2 * apart);
  const ySq = a * a - x * x;
  // A little below zero the circles touch on the line, and rounding parted them.
  if (ySq < -1e-9 * a * a) return;
  plane.x = x;
  plane.y = Math.sqrt(Math.max(0, ySq));
  tryCandidate();
}

/** Shells that do not meet: either they lie outside one another, or one lies in the other's hollow. */
function missBothEvenly(): void {
  const apart = centres[2];
  const minA = radii[0];
  const maxA = radii[1];
  const minB = radii[2];
  const maxB = radii[3];
  plane.bestY = 0;
  if (apart > maxA + maxB) plane.bestX = (maxA + apart - maxB) / 2;
  else plane.bestX = minA > maxB ? (minA + apart + maxB) / 2 : -(minB - apart + maxA) / 2;
}
