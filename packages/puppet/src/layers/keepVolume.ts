import type { InnerModel, InnerState } from './innerModel.js';

/** No place moves by more than this share of its depth. */
const MOST_SHIFT = 0.3;

/**
 * Twice the area around each place, counted along its normal: a surface that is folded inside out counts as negative.
 * `normals` are the places' own, so that a crease does not turn them.
 */
export function signedAreas(p: Float64Array, normals: Float64Array, triangles: Uint32Array, out: Float64Array): void {
  out.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const i = triangles[t];
    const j = triangles[t + 1];
    const k = triangles[t + 2];
    const a = i * 3;
    const b = j * 3;
    const c = k * 3;
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    out[i] += nx * normals[a] + ny * normals[a + 1] + nz * normals[a + 2];
    out[j] += nx * normals[b] + ny * normals[b + 1] + nz * normals[b + 2];
    out[k] += nx * normals[c] + ny * normals[c + 1] + nz * normals[c + 2];
  }
}

/**
 * Squeezed skin swells and stretched skin thins, so that the flesh below each place keeps its volume. The wedge between
 * a limb's axis and a patch of skin with area A at depth r holds about A r^3 / r0^2 / 2 when bent (its centre of mass
 * lies at two thirds of r), so r = r0 (A0 / A)^(1/3).
 */
export function keepVolume({ volume }: InnerModel, state: InnerState): void {
  if (volume === null) return;
  const { amount, places, triangles, depths, restAreas } = volume;
  const { areas, positions, normals } = state;
  signedAreas(positions, normals, triangles, areas);
  for (let i = 0; i < places.length; i++) {
    const place = places[i];
    const ratio = areas[place] / restAreas[place];
    // What is squeezed below 0.46 of its area, or folded, is swollen as far as it goes.
    const swelling = ratio > 0.3 ? inverseCubeRoot(ratio) - 1 : MOST_SHIFT;
    const shift = amount * depths[place] * Math.max(-MOST_SHIFT, Math.min(MOST_SHIFT, swelling));
    const at = place * 3;
    positions[at] += shift * normals[at];
    positions[at + 1] += shift * normals[at + 1];
    positions[at + 2] += shift * normals[at + 2];
  }
}

/** 1 / cbrt(x) near 1: two steps of Newton's from the tangent's own guess, within 0.1 % from 0.4 to 3; Math.cbrt is slow. */
function inverseCubeRoot(x: number): number {
  let root = 3 / (2 + x);
  root *= (4 - x * root * root * root) / 3;
  return (root * (4 - x * root * root * root)) / 3;
}
