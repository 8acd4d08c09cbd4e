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
    const [i, j, k] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [a, b, c] = [i * 3, j * 3, k * 3];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
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
export function keepVolume(inner: InnerModel, state: InnerState): void {
  const { volume, triangles, placeCount } = inner;
  if (volume === null) return;
  const { amount, depths, restAreas } = volume;
  const { areas, positions, normals } = state;
  signedAreas(positions, normals, triangles, areas);
  for (let place = 0; place < placeCount; place++) {
    const ratio = areas[place] / restAreas[place];
    // Half the area is swollen as far as it goes; less, or folded, stays there.
    const swelling = ratio > 0.4 ? Math.cbrt(1 / ratio) - 1 : MOST_SHIFT;
    const shift = amount * depths[place] * Math.max(-MOST_SHIFT, Math.min(MOST_SHIFT, swelling));
    if (!(Math.abs(shift) > 0)) continue;
    const at = place * 3;
    positions[at] += shift * normals[at];
    positions[at + 1] += shift * normals[at + 1];
    positions[at + 2] += shift * normals[at + 2];
  }
}
