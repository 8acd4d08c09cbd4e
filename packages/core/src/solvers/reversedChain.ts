import { createQuat, createVec3, quat, vec3 } from '../math/index.js';
import {
  type ArticulatedChain,
  type ArticulatedChainState,
  ballDofs,
  updateArticulatedChain,
} from './articulatedChain.js';

/**
 * The same chain seen from its tip: point p becomes point jointCount - p, so that whatever moves a chain with a fixed
 * root also moves one with a fixed tip. Bones keep their frames. The joint between two bones turns the other way
 * round, (R1 R2 R3 C)^-1 = C^-1 R3^-1 R2^-1 R1^-1, with C^-1 moved to the end as in buildArticulatedChain(). The
 * first joint has no counterpart (it is the pin that holds the tip) and turns freely; the root's joint stays as it is.
 */
export function buildReversedChain(chain: ArticulatedChain): ArticulatedChain {
  const { jointCount, firstDofs } = chain;
  const pin = ballDofs();
  const dofCount = pin.length + chain.dofCount - firstDofs[1];
  const reversed: ArticulatedChain = {
    jointCount,
    dofCount,
    firstDofs: new Int32Array(jointCount + 1),
    dofAxes: new Float64Array(dofCount * 3),
    minAngles: new Float64Array(dofCount),
    maxAngles: new Float64Array(dofCount),
    closedRotations: new Float64Array(jointCount * 4),
    bones: new Float64Array(jointCount * 3),
    boneLengths: chain.boneLengths.slice().reverse(),
    length: chain.length,
    weights: new Float64Array(jointCount),
    maxSteps: new Float64Array(jointCount),
    isFreeBall: new Uint8Array(jointCount),
    cones: chain.cones.map((_, k) => (k === 0 ? null : chain.cones[jointCount - k])),
    areConesInverse: !chain.areConesInverse,
  };
  pin.forEach(({ axis, range }, dof) => {
    reversed.dofAxes.set(axis, dof * 3);
    reversed.minAngles[dof] = range[0];
    reversed.maxAngles[dof] = range[1];
  });
  reversed.closedRotations[3] = 1;
  reversed.weights[0] = 1;
  reversed.maxSteps[0] = Number.POSITIVE_INFINITY;
  reversed.isFreeBall[0] = 1;
  reversed.firstDofs[1] = pin.length;

  const closed = createQuat();
  const axis = createVec3();
  for (let k = 0; k < jointCount; k++) {
    const bone = jointCount - 1 - k;
    for (let i = 0; i < 3; i++) reversed.bones[k * 3 + i] = -chain.bones[bone * 3 + i];
    if (k === 0) continue;
    const joint = jointCount - k;
    quat.conjugate(closed, chain.closedRotations.subarray(joint * 4, joint * 4 + 4));
    reversed.closedRotations.set([closed[0], closed[1], closed[2], closed[3]], k * 4);
    reversed.weights[k] = chain.weights[joint];
    reversed.maxSteps[k] = chain.maxSteps[joint];
    reversed.isFreeBall[k] = chain.isFreeBall[joint];
    let at = reversed.firstDofs[k];
    for (let dof = firstDofs[joint + 1] - 1; dof >= firstDofs[joint]; dof--, at++) {
      vec3.transformQuat(axis, chain.dofAxes.subarray(dof * 3, dof * 3 + 3), closed);
      reversed.dofAxes.set([axis[0], axis[1], axis[2]], at * 3);
      reversed.minAngles[at] = -chain.maxAngles[dof];
      reversed.maxAngles[at] = -chain.minAngles[dof];
    }
    reversed.firstDofs[k + 1] = at;
  }
  return reversed;
}

/** The reversed state of a chain as it stands now; its world arrays are left current. */
export function reverseChainState(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  reversed: ArticulatedChain,
  out: ArticulatedChainState,
): void {
  const { jointCount } = chain;
  const lastBone = (jointCount - 1) * 4;
  for (let i = 0; i < 3; i++) out.rootPosition[i] = state.worldPositions[jointCount * 3 + i];
  for (let i = 0; i < 4; i++) out.rootRotation[i] = state.worldRotations[lastBone + i];
  for (let dof = 0; dof < reversed.firstDofs[1]; dof++) out.angles[dof] = 0;
  for (let at = reversed.firstDofs[1]; at < reversed.dofCount; at++) {
    out.angles[at] = -state.angles[counterpart(chain, reversed, at)];
  }
  updateArticulatedChain(reversed, out);
}

const turn = createQuat();
const before = createQuat();

/**
 * And back: angles, and the root, which has moved. `out` must still hold the world arrays from before: the root's
 * joint keeps its angles, so the root turns by what its bone was turned.
 */
export function restoreChainState(
  chain: ArticulatedChain,
  reversed: ArticulatedChain,
  from: ArticulatedChainState,
  out: ArticulatedChainState,
): void {
  const tip = chain.jointCount * 3;
  const bone = (chain.jointCount - 1) * 4;
  const { worldRotations: old, rootRotation } = out;
  quat.set(before, -old[0], -old[1], -old[2], old[3]);
  const { worldRotations: rot } = from;
  quat.set(turn, rot[bone], rot[bone + 1], rot[bone + 2], rot[bone + 3]);
  quat.multiply(turn, turn, before);
  quat.set(before, rootRotation[0], rootRotation[1], rootRotation[2], rootRotation[3]);
  quat.multiply(turn, turn, before);
  quat.normalize(turn, turn);
  for (let i = 0; i < 4; i++) rootRotation[i] = turn[i];
  for (let i = 0; i < 3; i++) out.rootPosition[i] = from.worldPositions[tip + i];
  for (let at = reversed.firstDofs[1]; at < reversed.dofCount; at++) {
    out.angles[counterpart(chain, reversed, at)] = -from.angles[at];
  }
  updateArticulatedChain(chain, out);
}

/** Degrees of freedom run backwards, behind the three of the pin. */
function counterpart(chain: ArticulatedChain, reversed: ArticulatedChain, dof: number): number {
  return chain.dofCount - 1 - (dof - reversed.firstDofs[1]);
}
