import type { ArticulatedChain, ArticulatedChainState } from './chainTypes.js';

/** A pose of a chain that a solver can go back to: angles (those of ball joints may be old) and world arrays. */
export type ChainSnapshot = Pick<ArticulatedChainState, 'angles' | 'worldPositions' | 'worldRotations' | 'worldAxes'>;

export function createChainSnapshot(chain: ArticulatedChain): ChainSnapshot {
  return {
    angles: new Float64Array(chain.dofCount),
    worldPositions: new Float64Array((chain.jointCount + 1) * 3),
    worldRotations: new Float64Array(chain.jointCount * 4),
    worldAxes: new Float64Array(chain.dofCount * 3),
  };
}

/** Saves a pose, or goes back to one. */
export function copyChain(out: ChainSnapshot, from: ChainSnapshot): void {
  out.angles.set(from.angles);
  out.worldPositions.set(from.worldPositions);
  out.worldRotations.set(from.worldRotations);
  out.worldAxes.set(from.worldAxes);
}

/** Part of a chain: joints from `firstJoint` up to the point `lastPoint`. */
export interface ChainPiece {
  readonly firstJoint: number;
  readonly lastPoint: number;
}

/**
 * Forward kinematics by turns in place of angles: world arrays of a piece after every joint has been turned by its own
 * turns (CcdProblem.turns) away from `start`. A joint turned by D_i carries all after it, so joint j is turned by
 * D_0 D_1 .. D_j. No sines: that is what makes a sweep cheap. Axes of ball joints are left as they are.
 * `start` may be `out`.
 */
export function turnChain(
  chain: ArticulatedChain,
  start: Pick<ChainSnapshot, 'worldRotations' | 'worldAxes'>,
  turns: Float64Array,
  { firstJoint, lastPoint }: ChainPiece,
  out: ArticulatedChainState,
): void {
  const { firstDofs, bones, isFreeBall } = chain;
  const { worldPositions: pos, worldRotations: rot, worldAxes: axes } = out;
  const { worldRotations: oldRot, worldAxes: oldAxes } = start;
  let x = 0;
  let y = 0;
  let z = 0;
  let w = 1;
  let px = pos[firstJoint * 3];
  let py = pos[firstJoint * 3 + 1];
  let pz = pos[firstJoint * 3 + 2];
  for (let joint = firstJoint; joint < lastPoint; joint++) {
    const firstDof = firstDofs[joint];
    const isBall = isFreeBall[joint] === 1;
    const endDof = isBall ? firstDof + 1 : firstDofs[joint + 1];
    for (let dof = firstDof; dof < endDof; dof++) {
      if (!isBall) {
        const d = dof * 3;
        const ax = oldAxes[d];
        const ay = oldAxes[d + 1];
        const az = oldAxes[d + 2];
        const cx = 2 * (y * az - z * ay);
        const cy = 2 * (z * ax - x * az);
        const cz = 2 * (x * ay - y * ax);
        axes[d] = ax + w * cx + y * cz - z * cy;
        axes[d + 1] = ay + w * cy + z * cx - x * cz;
        axes[d + 2] = az + w * cz + x * cy - y * cx;
      }
      const t = dof * 4;
      const tx = turns[t];
      const ty = turns[t + 1];
      const tz = turns[t + 2];
      const tw = turns[t + 3];
      const nx = w * tx + x * tw + y * tz - z * ty;
      const ny = w * ty - x * tz + y * tw + z * tx;
      const nz = w * tz + x * ty - y * tx + z * tw;
      w = w * tw - x * tx - y * ty - z * tz;
      x = nx;
      y = ny;
      z = nz;
    }
    const q = joint * 4;
    const ox = oldRot[q];
    const oy = oldRot[q + 1];
    const oz = oldRot[q + 2];
    const ow = oldRot[q + 3];
    let rx = w * ox + x * ow + y * oz - z * oy;
    let ry = w * oy - x * oz + y * ow + z * ox;
    let rz = w * oz + x * oy - y * ox + z * ow;
    let rw = w * ow - x * ox - y * oy - z * oz;
    // 1 / sqrt(n) near 1: rounding must not add up over hundreds of sweeps.
    const toUnit = 1.5 - 0.5 * (rx * rx + ry * ry + rz * rz + rw * rw);
    rx *= toUnit;
    ry *= toUnit;
    rz *= toUnit;
    rw *= toUnit;
    rot[q] = rx;
    rot[q + 1] = ry;
    rot[q + 2] = rz;
    rot[q + 3] = rw;
    const b = joint * 3;
    const bx = bones[b];
    const by = bones[b + 1];
    const bz = bones[b + 2];
    const cx = 2 * (ry * bz - rz * by);
    const cy = 2 * (rz * bx - rx * bz);
    const cz = 2 * (rx * by - ry * bx);
    px += bx + rw * cx + ry * cz - rz * cy;
    py += by + rw * cy + rz * cx - rx * cz;
    pz += bz + rw * cz + rx * cy - ry * cx;
    pos[b + 3] = px;
    pos[b + 4] = py;
    pos[b + 5] = pz;
  }
}
