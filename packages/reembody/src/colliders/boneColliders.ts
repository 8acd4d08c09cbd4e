import type { BoneKind } from '../settings/boneKinds.js';
import type { ColliderShape, Triple } from './colliderShape.js';

/** Stature that the thicknesses below belong to, metres: the default body's. */
export const REFERENCE_STATURE = 1.7;

/** Radius of what is round, metres at the reference stature. */
const radii: Readonly<Partial<Record<BoneKind, number>>> = {
  neck: 0.05,
  head: 0.085,
  shoulder: 0.045,
  upperArm: 0.042,
  lowerArm: 0.035,
  upperLeg: 0.07,
  lowerLeg: 0.048,
  thumbMetacarpal: 0.012,
  thumbProximal: 0.011,
  thumbDistal: 0.01,
  fingerProximal: 0.009,
  fingerIntermediate: 0.008,
  fingerDistal: 0.007,
};

/** Half width and half depth of what is flat, metres at the reference stature. */
const flats: Readonly<Partial<Record<BoneKind, readonly [number, number]>>> = {
  hips: [0.15, 0.1],
  spine: [0.13, 0.09],
  chest: [0.14, 0.095],
  upperChest: [0.14, 0.095],
};

/**
 * Shape of a part whose skin is not known: thickness by proportion of the stature, length that of the bone. `end` is
 * where the bone leads, part space.
 */
export function boneCollider(kind: BoneKind, end: Triple, stature: number): ColliderShape {
  const scale = stature / REFERENCE_STATURE;
  const length = Math.hypot(end[0], end[1], end[2]);
  const flat = flats[kind];
  if (kind === 'hips') return { kind: 'box', centre: [0, 0, 0], half: [0.15 * scale, 0.085 * scale, 0.1 * scale] };
  if (flat !== undefined) {
    const centre: Triple = [end[0] / 2, end[1] / 2, end[2] / 2];
    return { kind: 'box', centre, half: [flat[0] * scale, Math.max(length / 2, 0.03 * scale), flat[1] * scale] };
  }
  if (kind === 'hand') {
    // Palm only: the fingers may be bent, and a fist is not longer than this.
    const reach = Math.min(length, 0.1 * scale);
    const at = reach / 2 / Math.max(length, 1e-6);
    const half: Triple = [Math.max(reach / 2, 0.03 * scale), 0.016 * scale, 0.038 * scale];
    return { kind: 'box', centre: [end[0] * at, end[1] * at, end[2] * at], half };
  }
  if (kind === 'foot') {
    // From the heel behind the ankle to the ball; the sole lies as deep as the toes' joint and their thickness.
    const depth = Math.max(-end[1], 0.03 * scale) + 0.02 * scale;
    const [back, front] = [-0.05 * scale, Math.max(end[2], 0.06 * scale)];
    return {
      kind: 'box',
      centre: [end[0] / 2, -depth / 2, (back + front) / 2],
      half: [0.04 * scale, depth / 2, (front - back) / 2],
    };
  }
  if (kind === 'toes') {
    return { kind: 'box', centre: [0, 0, length / 2], half: [0.038 * scale, 0.018 * scale, length / 2] };
  }
  const radius = (radii[kind] ?? 0.03) * scale;
  if (kind === 'head') {
    return { kind: 'capsule', from: [0, end[1] * 0.35, 0.02 * scale], to: [0, end[1] * 0.6, 0.02 * scale], radius };
  }
  // The rounded ends reach over the joints by half a radius: neighbours overlap, and do not collide.
  const inset = Math.min(radius / 2, length / 3) / Math.max(length, 1e-6);
  const at = (t: number): Triple => [end[0] * t, end[1] * t, end[2] * t];
  return { kind: 'capsule', from: at(inset), to: at(1 - inset), radius };
}
