import type { BodySurface } from '../bodySurface.js';
import { createShapedBody, type ShapedBody, shapeBody } from '../shape/shapeBody.js';
import type { FittedBody } from './fitBody.js';

/** Below this determinant a vertex's skinning folds space too much to be inverted: its rotation alone is turned back. */
const LEAST_DETERMINANT = 0.2;

/**
 * An alignment (alignToScan) in the model's own T-pose: every vertex keeps what the scan has beyond the fit, turned back as
 * its skin was turned. With the fit's joints and the model's weights it is an avatar that looks as the scan does.
 */
export function alignmentAtRest(fit: FittedBody, aligned: BodySurface): ShapedBody {
  const { model, betas, jointRotations, posed } = fit;
  const { skinJoints, skinWeights, vertexCount } = model;
  const shaped = createShapedBody(model);
  shapeBody(model, betas, shaped);
  const turn = new Float64Array(9);
  const detail = new Float64Array(3);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    turn.fill(0);
    for (let n = vertex * 4; n < vertex * 4 + 4; n++) {
      for (let k = 0; k < 9; k++) turn[k] += skinWeights[n] * jointRotations[skinJoints[n] * 9 + k];
    }
    const at = vertex * 3;
    for (let k = 0; k < 3; k++) detail[k] = aligned.positions[at + k] - posed.positions[at + k];
    turnBack(turn, detail);
    for (let k = 0; k < 3; k++) shaped.positions[at + k] += detail[k];
  }
  return shaped;
}

/** Solves m x = v in place, 3 x 3 by rows; where m is nearly singular, x = m^T v. */
function turnBack(m: Float64Array, v: Float64Array): void {
  const [x, y, z] = v;
  const c0 = m[4] * m[8] - m[5] * m[7];
  const c1 = m[5] * m[6] - m[3] * m[8];
  const c2 = m[3] * m[7] - m[4] * m[6];
  const determinant = m[0] * c0 + m[1] * c1 + m[2] * c2;
  if (determinant < LEAST_DETERMINANT) {
    for (let k = 0; k < 3; k++) v[k] = m[k] * x + m[3 + k] * y + m[6 + k] * z;
    return;
  }
  v[0] = (c0 * x + (m[2] * m[7] - m[1] * m[8]) * y + (m[1] * m[5] - m[2] * m[4]) * z) / determinant;
  v[1] = (c1 * x + (m[0] * m[8] - m[2] * m[6]) * y + (m[2] * m[3] - m[0] * m[5]) * z) / determinant;
  v[2] = (c2 * x + (m[1] * m[6] - m[0] * m[7]) * y + (m[0] * m[4] - m[1] * m[3]) * z) / determinant;
}
