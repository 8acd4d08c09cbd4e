import { createVec3, DEG, type Vec3, vec3 } from '../math/index.js';
import type { NamedRig } from './namedRig.js';

/** The joints of a limb that bend it. Not every limb has all of them. */
export interface LimbJoints {
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
