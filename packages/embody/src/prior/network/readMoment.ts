import { POSE_SIZE } from '@leib/tracking';
import type { Targets } from '../../bodyState.js';
import { PRIOR_POINT_COUNT, priorPoints } from './priorLayout.js';
import { MOMENT_COLUMNS, MOMENT_WEIGHTS, type PriorInstant, type PriorState } from './priorState.js';

/**
 * Takes the six points out of the targets. A point whose numbers are broken counts as lost; false when the head's are:
 * there is nothing to hang a body from.
 */
export function readMoment(state: PriorState, { frame, weights }: Targets): boolean {
  const { moment: out, floorY } = state;
  const { jointPoses: poses } = frame;
  for (let i = 0; i < PRIOR_POINT_COUNT; i++) {
    const point = priorPoints[i];
    const at = point * POSE_SIZE;
    let x = poses[at + 3];
    let y = poses[at + 4];
    let z = poses[at + 5];
    let w = poses[at + 6];
    const place = poses[at] + poses[at + 1] + poses[at + 2];
    const size = Math.sqrt(x * x + y * y + z * z + w * w);
    const isWhole = place - place === 0 && size > 1e-6 && size < 1e6;
    if (!isWhole && i === 0) return false;
    const weight = weights[point];
    out[MOMENT_WEIGHTS + i] = i === 0 ? 1 : isWhole && weight > 0 ? Math.min(1, weight) : 0;
    const p = i * 3;
    const c = MOMENT_COLUMNS + i * 6;
    if (!isWhole) {
      for (let k = 0; k < 3; k++) out[p + k] = out[k];
      for (let k = 0; k < 6; k++) out[c + k] = k === 0 || k === 4 ? 1 : 0;
      continue;
    }
    x /= size;
    y /= size;
    z /= size;
    w /= size;
    out[p] = poses[at];
    out[p + 1] = poses[at + 1] - floorY;
    out[p + 2] = poses[at + 2];
    out[c] = 1 - 2 * (y * y + z * z);
    out[c + 1] = 2 * (x * y + z * w);
    out[c + 2] = 2 * (x * z - y * w);
    out[c + 3] = 2 * (x * y - z * w);
    out[c + 4] = 1 - 2 * (x * x + z * z);
    out[c + 5] = 2 * (y * z + x * w);
  }
  return true;
}

/** The moment a part of the way from one to another; rotations stay rotations. */
export function mixMoments(out: Float64Array, from: Float64Array, to: Float64Array, { part }: PriorInstant): void {
  for (let i = 0; i < out.length; i++) out[i] = from[i] + (to[i] - from[i]) * part;
  for (let i = 0; i < PRIOR_POINT_COUNT; i++) straightenColumns(out, MOMENT_COLUMNS + i * 6);
}

/** Gram-Schmidt on two columns: the first keeps its direction. */
export function straightenColumns(values: Float64Array, at: number): void {
  let ax = values[at];
  let ay = values[at + 1];
  let az = values[at + 2];
  const first = 1 / Math.max(1e-6, Math.sqrt(ax * ax + ay * ay + az * az));
  ax *= first;
  ay *= first;
  az *= first;
  let bx = values[at + 3];
  let by = values[at + 4];
  let bz = values[at + 5];
  const along = ax * bx + ay * by + az * bz;
  bx -= along * ax;
  by -= along * ay;
  bz -= along * az;
  const second = 1 / Math.max(1e-6, Math.sqrt(bx * bx + by * by + bz * bz));
  values[at] = ax;
  values[at + 1] = ay;
  values[at + 2] = az;
  values[at + 3] = bx * second;
  values[at + 4] = by * second;
  values[at + 5] = bz * second;
}
