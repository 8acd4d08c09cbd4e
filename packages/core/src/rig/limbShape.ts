import { createVec3, DEG, type Vec3, vec3 } from '../math/index.js';
import type { NamedRig } from './namedRig.js';

/** The joints of a limb that bend it. Not every limb has all of them. */
interface LimbJoints {
  /** A collar bone before the limb, where the first bone is short. */
  readonly collar: number | null;
  readonly upper: number;
  readonly lower: number | null;
  readonly end: number | null;
  /** Toes: a short last bone after the end. */
  readonly tip: number | null;
}

/** A first bone shorter than this share of the longest is a collar bone. */
const shortBone = 0.75;
/** A leg ends where the next bone is shorter than this share of the longest, or turned away from the leg by more than so much. */
const footBone = 0.5;
const footTurn = 45 * DEG;

/**
 * Which joints of a chain, root first, are shoulder, elbow and wrist (hip, knee and ankle): the middle joint lies nearest to
 * half of the way. Joints in one place (the hinges of a robot's hip) count as one, twist joints on the way as none.
 */
export function splitLimb(rig: NamedRig, chain: readonly number[], limb: 'arm' | 'leg'): LimbJoints | null {
  if (chain.length === 0) return null;
  const places = rig.restWorldPositions ? placesOf(rig, chain) : countedPlaces(chain);
  const lengths = places.slice(1).map(({ along }, i) => along - places[i].along);
  const hasCollar = limb === 'arm' && places.length >= 4 && lengths[0] < shortBone * Math.max(...lengths.slice(1));
  const body = hasCollar ? places.slice(1) : places;
  const last = limb === 'leg' ? ankleOf(rig, body) : body.length - 1;
  const end = last >= 2 ? body[last] : null;
  const middle = end ? (body[0].along + end.along) / 2 : Number.POSITIVE_INFINITY;
  const between = body.slice(1, end ? last : undefined);
  const lower = between.sort((a, b) => Math.abs(a.along - middle) - Math.abs(b.along - middle))[0];
  return {
    collar: hasCollar ? places[0].joint : null,
    upper: body[0].joint,
    lower: lower?.joint ?? null,
    end: end?.joint ?? null,
    tip: body[last + 1]?.joint ?? null,
  };
}

/** Place of the ankle: the first one, after hip and knee, where the foot goes on, else the last. */
function ankleOf(rig: NamedRig, places: readonly LimbPlace[]): number {
  const lengths = places.slice(1).map(({ along }, i) => along - places[i].along);
  const longest = Math.max(...lengths, 0);
  for (let at = 2; at < places.length - 1; at++) {
    const leg = between(rig, places[0].joint, places[at].joint);
    const foot = between(rig, places[at].joint, places[at + 1].joint);
    const isTurned = vec3.length(foot) > 0 && vec3.angle(leg, foot) > footTurn;
    if (lengths[at] < footBone * longest || isTurned) return at;
  }
  return places.length - 1;
}

interface LimbPlace {
  readonly joint: number;
  /** Way from the root of the chain. */
  readonly along: number;
}

/** First joint of each place; joints nearer to each other than a fiftieth of the chain are in one place. */
function placesOf(rig: NamedRig, chain: readonly number[]): LimbPlace[] {
  let along = 0;
  const all = chain.map((joint, i): LimbPlace => {
    if (i > 0) along += vec3.length(between(rig, chain[i - 1], joint));
    return { joint, along };
  });
  return all.filter((place, i) => i === 0 || place.along - all[i - 1].along > 0.02 * along);
}

/** Without positions: three hinges at the root, one in the middle, the rest at the end, where there are that many. */
function countedPlaces(chain: readonly number[]): LimbPlace[] {
  const picked = chain.length >= 6 ? [chain[0], chain[3], chain[chain.length >= 7 ? 6 : 4]] : chain;
  return picked.map((joint, along) => ({ joint, along }));
}

/** From one joint to another at rest, the rig's own unit; zeros without positions. */
export function between(rig: NamedRig, from: number, to: number): Vec3 {
  const at = rig.restWorldPositions;
  if (!at) return createVec3();
  return createVec3(at[to * 3] - at[from * 3], at[to * 3 + 1] - at[from * 3 + 1], at[to * 3 + 2] - at[from * 3 + 2]);
}

/** Longest side of the box around all joints. */
export function extentOf(rig: NamedRig): number {
  const at = rig.restWorldPositions ?? [];
  let extent = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < at.length; i += 3) {
      low = Math.min(low, at[i]);
      high = Math.max(high, at[i]);
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}

/** Two chains that mirror each other, from where they leave the trunk to their ends. */
export interface LimbPair {
  /** The joint that both hang on. */
  readonly root: number;
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** How far the ends lie below and beside the first joints, as shares of the extent. */
  readonly drop: number;
  readonly reach: number;
  /** Depth of the ends below the highest joint, share of the extent. */
  readonly lowest: number;
}

/** Chains that mirror each other stray by at most this share of the extent. */
const mirrorWithin = 0.04;

/** Pairs of a rig with Y up and X to the left. */
export function findLimbPairs(rig: NamedRig): LimbPair[] {
  const extent = extentOf(rig);
  const at = rig.restWorldPositions as ArrayLike<number>;
  const highest = Math.max(...rig.names.map((_, joint) => at[joint * 3 + 1]));
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
        const [a, b] = [chains[left], chains[right]];
        if (!isMirrored(rig, a, b, extent)) continue;
        const end = a[Math.min(a.length, b.length) - 1];
        const step = between(rig, left, end);
        pairs.push({
          root,
          left: a,
          right: b,
          drop: -step[1] / extent,
          reach: Math.abs(step[0]) / extent,
          lowest: (highest - at[end * 3 + 1]) / extent,
        });
      }
    }
  });
  return pairs;
}

/**
 * Whether the first chain is on the left (+X) and the other its mirror image, joint by joint, as far as both go; one may go
 * on: a hand with fingers, a tool. The plane between them is that between their first joints.
 */
function isMirrored(rig: NamedRig, left: readonly number[], right: readonly number[], extent: number): boolean {
  const shared = Math.min(left.length, right.length);
  if (shared < 2 && left.length !== right.length) return false;
  const across = between(rig, right[0], left[0]);
  if (across[0] < 0.01 * extent) return false;
  return (
    left.slice(0, shared).every((joint, i) => {
      const a = between(rig, left[0], joint);
      const b = between(rig, right[0], right[i]);
      return vec3.distance(a, [-b[0], b[1], b[2]]) < mirrorWithin * extent;
    }) && Math.hypot(across[1], across[2]) < mirrorWithin * extent
  );
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

/** Pairs that stand on the ground, one above another or beside each other: one of a person, two of a horse, four of a spider. */
export function countGroundedPairs(pairs: readonly LimbPair[]): number {
  const limbs = pairs.filter(({ left, right, drop }) => Math.min(left.length, right.length) >= 2 && drop > 0.08);
  const deepest = Math.max(...limbs.map(({ lowest }) => lowest), 0);
  const grounded = limbs.filter(({ lowest }) => lowest > deepest - 0.1);
  // A pair within another one (shin and foot of a leg) is no further pair.
  return grounded.filter(({ left }) => !grounded.some((other) => other.left.indexOf(left[0]) > 0)).length;
}
