import { sigmoid } from './gate.js';
import {
  CONTACT_OUTPUTS,
  HEAD_JOINT,
  LOWER_BACK,
  PRIOR_JOINT_COUNT,
  priorOrder,
  priorParents,
  ROTATION_OUTPUTS,
} from './priorLayout.js';
import { MOMENT_COLUMNS, type PriorState } from './priorState.js';
import { straightenColumns } from './readMoment.js';

interface Turn {
  readonly sin: number;
  readonly cos: number;
}
const unturned: Turn = { sin: 0, cos: 1 };

/** Turns scratch.output into the proposal: rotations by Gram-Schmidt, joints hung from the head as tracked now. */
export function readProposal(state: PriorState): void {
  const { proposal, body, scratch, moment } = state;
  const { output, matrices, joints, instant } = scratch;
  let from = 0;
  for (let joint = 0; joint < PRIOR_JOINT_COUNT; joint++) {
    if (joint === HEAD_JOINT) {
      writeMatrix(matrices, joint, moment, MOMENT_COLUMNS, unturned);
      continue;
    }
    straightenColumns(output, from);
    writeMatrix(matrices, joint, output, from, instant);
    from += 6;
  }

  for (let i = 0; i < PRIOR_JOINT_COUNT; i++) {
    const joint = priorOrder[i];
    const parent = priorParents[joint];
    const at = joint * 3;
    if (parent < 0) {
      joints[at] = joints[at + 1] = joints[at + 2] = 0;
      continue;
    }
    const x = body.offsets[at];
    const y = body.offsets[at + 1];
    const z = body.offsets[at + 2];
    for (let row = 0; row < 3; row++) {
      const m = parent * 9 + row * 3;
      joints[at + row] = joints[parent * 3 + row] + matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z;
    }
  }
  const shiftX = moment[0] - joints[HEAD_JOINT * 3];
  const shiftY = moment[1] + state.floorY - joints[HEAD_JOINT * 3 + 1];
  const shiftZ = moment[2] - joints[HEAD_JOINT * 3 + 2];
  for (let joint = 0; joint < LOWER_BACK; joint++) {
    proposal.positions[joint * 3] = joints[joint * 3] + shiftX;
    proposal.positions[joint * 3 + 1] = joints[joint * 3 + 1] + shiftY;
    proposal.positions[joint * 3 + 2] = joints[joint * 3 + 2] + shiftZ;
    writeQuat(proposal.rotations, joint * 4, matrices, joint * 9);
  }
  writeQuat(proposal.lowerBackRotation, 0, matrices, LOWER_BACK * 9);

  for (let i = 0; i < CONTACT_OUTPUTS; i++) proposal.contacts[i] = sigmoid(output[ROTATION_OUTPUTS + i]);
  const errors = ROTATION_OUTPUTS + CONTACT_OUTPUTS;
  proposal.expectedUpperError = softplus(output[errors] - 3) * body.scale;
  proposal.expectedLowerError = softplus(output[errors + 1] - 3) * body.scale;
  proposal.heading = instant.heading;
  proposal.isValid = true;
}

function softplus(x: number): number {
  return x > 20 ? x : Math.log1p(Math.exp(x));
}

/** Rows of the matrix with the two columns and their cross product, turned about +Y. */
function writeMatrix(out: Float64Array, joint: number, columns: Float64Array, at: number, { sin, cos }: Turn): void {
  const m = joint * 9;
  const ax = columns[at];
  const ay = columns[at + 1];
  const az = columns[at + 2];
  const bx = columns[at + 3];
  const by = columns[at + 4];
  const bz = columns[at + 5];
  const cx = ay * bz - az * by;
  const cy = az * bx - ax * bz;
  const cz = ax * by - ay * bx;
  out[m] = cos * ax + sin * az;
  out[m + 1] = cos * bx + sin * bz;
  out[m + 2] = cos * cx + sin * cz;
  out[m + 3] = ay;
  out[m + 4] = by;
  out[m + 5] = cy;
  out[m + 6] = cos * az - sin * ax;
  out[m + 7] = cos * bz - sin * bx;
  out[m + 8] = cos * cz - sin * cx;
}

/**
 * Unit quaternion of a matrix, of the two the one nearer to what `out` held. By the largest of the four components:
 * Shepperd, "Quaternion from rotation matrix", Journal of Guidance and Control 1 (3), 1978.
 */
function writeQuat(out: Float64Array, at: number, m: Float64Array, i: number): void {
  const xx = m[i];
  const yy = m[i + 4];
  const zz = m[i + 8];
  let x: number;
  let y: number;
  let z: number;
  let w: number;
  if (xx + yy + zz > 0) {
    w = 1 + xx + yy + zz;
    x = m[i + 7] - m[i + 5];
    y = m[i + 2] - m[i + 6];
    z = m[i + 3] - m[i + 1];
  } else if (xx > yy && xx > zz) {
    w = m[i + 7] - m[i + 5];
    x = 1 + xx - yy - zz;
    y = m[i + 1] + m[i + 3];
    z = m[i + 2] + m[i + 6];
  } else if (yy > zz) {
    w = m[i + 2] - m[i + 6];
    x = m[i + 1] + m[i + 3];
    y = 1 + yy - xx - zz;
    z = m[i + 5] + m[i + 7];
  } else {
    w = m[i + 3] - m[i + 1];
    x = m[i + 2] + m[i + 6];
    y = m[i + 5] + m[i + 7];
    z = 1 + zz - xx - yy;
  }
  const size = Math.sqrt(x * x + y * y + z * z + w * w);
  const sign = x * out[at] + y * out[at + 1] + z * out[at + 2] + w * out[at + 3] < 0 ? -1 / size : 1 / size;
  out[at] = x * sign;
  out[at + 1] = y * sign;
  out[at + 2] = z * sign;
  out[at + 3] = w * sign;
}
