import { vec3 } from '../math/index.js';
import { between, extentOf } from './limbShape.js';
import type { NamedRig } from './namedRig.js';

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
