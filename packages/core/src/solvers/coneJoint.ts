import { clampJointLimit } from '../limits/jointLimit.js';
import { multiplyByInverseFlat, multiplyFlat, multiplyInverseFlat } from '../math/flatQuat.js';
import { createQuat, quat } from '../math/index.js';
import { readBallRotation, writeBallAngles } from './ballAngles.js';
import type { ArticulatedChain } from './chainTypes.js';

// Scratch, each for the inside of one function, which writes it before it reads it.
/** Of clampConeJoint(). */
const local = createQuat();
/** Of limitBallTurn(). */
const turned = new Float64Array(4);

/** Brings the angles of a joint into its cone; those of a joint without one stay. Returns whether they had to move. */
export function clampConeJoint(chain: ArticulatedChain, angles: Float64Array, joint: number): boolean {
  const cone = chain.cones[joint];
  if (cone === null) return false;
  readBallRotation(chain, angles, joint, local);
  if (chain.areConesInverse) quat.conjugate(local, local);
  if (!clampJointLimit(cone, local, local)) return false;
  if (chain.areConesInverse) quat.conjugate(local, local);
  writeBallAngles(chain, joint, local, angles);
  return true;
}

/** How often a turn is halved until it keeps to the joint's largest step, before it is left out. */
const MAX_HALVINGS = 4;

/**
 * Shortens the world turn of a joint with a cone (four numbers at `at`) so that the joint ends within it. `rotations` and
 * `rootRotation`: what the turn starts from, world rotations of the joints and of what the root hangs on.
 */
export function limitBallTurn(
  chain: ArticulatedChain,
  rotations: Float64Array,
  rootRotation: Float64Array,
  joint: number,
  turns: Float64Array,
  at: number,
): void {
  const cone = chain.cones[joint];
  if (cone === null) return;
  const parent = joint === 0 ? rootRotation : rotations;
  const parentAt = joint === 0 ? 0 : (joint - 1) * 4;
  // A turn by no more than th has at least cos(th / 2) as its w.
  const leastW = chain.maxSteps[joint] < Math.PI ? Math.cos(chain.maxSteps[joint] / 2) : 0;
  for (let halving = 0; halving <= MAX_HALVINGS; halving++) {
    multiplyFlat(turned, 0, turns, at, rotations, joint * 4);
    multiplyInverseFlat(turned, 0, parent, parentAt, turned, 0);
    multiplyByInverseFlat(turned, 0, turned, 0, chain.closedRotations, joint * 4);
    if (chain.areConesInverse) quat.conjugate(turned, turned);
    if (!clampJointLimit(cone, turned, turned)) return;
    if (chain.areConesInverse) quat.conjugate(turned, turned);
    multiplyFlat(turned, 0, parent, parentAt, turned, 0);
    multiplyFlat(turned, 0, turned, 0, chain.closedRotations, joint * 4);
    multiplyByInverseFlat(turned, 0, turned, 0, rotations, joint * 4);
    quat.normalize(turned, turned);
    if (Math.abs(turned[3]) >= leastW - 1e-12) {
      const sign = turned[3] < 0 ? -1 : 1;
      for (let i = 0; i < 4; i++) turns[at + i] = sign * turned[i];
      return;
    }
    halveTurn(turns, at);
  }
  turns.fill(0, at, at + 3);
  turns[at + 3] = 1;
}

/** The same axis, half the angle. */
function halveTurn(turns: Float64Array, at: number): void {
  turns[at + 3] += turns[at + 3] < 0 ? -1 : 1;
  const length = Math.hypot(turns[at], turns[at + 1], turns[at + 2], turns[at + 3]);
  for (let i = at; i < at + 4; i++) turns[i] /= length;
}
