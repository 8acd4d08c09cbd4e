import { EPSILON } from '../math/index.js';
import type { FabrikChain, FabrikInput, FabrikOutput, FabrikState } from './fabrikChain.js';
import { solveLimitedFabrik } from './fabrikLimited.js';
import { bendFabrik, foldFabrik, isStraightTowards } from './fabrikShape.js';

/** Never trust one step's gain for more than this many times the plain step. */
const MOST_EXTRA = 20;
/** An iteration that leaves this share of the error made no progress: the chain may be stuck on a line. */
const STALLED = 0.98;

/**
 * FABRIK: Aristidou & Lasenby, "FABRIK: a fast, iterative solver for the inverse kinematics problem", Graphical
 * Models 73, 2011. The forward pass puts the tip on the target and draws the joints after it, the backward pass puts
 * the root back and draws them the other way. Out of reach the chain is laid straight towards the target (too near:
 * folded) in one step. Starts from state.positions and leaves the answer there; does not allocate.
 *
 * Three things differ from the paper, and change the cost but not the idea. After a backward pass the last bone
 * points at the target, so the error is | |target - p[n-1]| - length | and the next forward step is along the same
 * line: no further root. Joint 0 is not drawn forward, for the root goes back anyhow. And as the error shrinks by
 * an almost constant factor from iteration to iteration, the step onto the target is lengthened by what that
 * factor promises (Aitken's delta-squared): a third of the iterations, and near full reach a tenth.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: with a function per pass an arm of three bones takes 18 to 28 % longer.
export function solveFabrik(chain: FabrikChain, state: FabrikState, input: FabrikInput, out: FabrikOutput): void {
  if (chain.hasLimits) {
    solveLimitedFabrik(chain, state, input, out);
    return;
  }
  const { boneCount, lengths } = chain;
  const { positions } = state;
  const { rootWorld, targetWorld, toleranceMetres, maxIterations } = input;
  const rootX = rootWorld[0];
  const rootY = rootWorld[1];
  const rootZ = rootWorld[2];
  const targetX = targetWorld[0];
  const targetY = targetWorld[1];
  const targetZ = targetWorld[2];

  const awayX = targetX - rootX;
  const awayY = targetY - rootY;
  const awayZ = targetZ - rootZ;
  const distance = Math.sqrt(awayX * awayX + awayY * awayY + awayZ * awayZ);
  if (distance >= chain.reach || distance <= chain.nearest) {
    foldFabrik(chain, positions, rootWorld, targetWorld, distance >= chain.reach);
    out.error = distance >= chain.reach ? distance - chain.reach : chain.nearest - distance;
    out.reached = out.error <= toleranceMetres;
    out.iterations = 0;
    return;
  }

  positions[0] = rootX;
  positions[1] = rootY;
  positions[2] = rootZ;
  const last = (boneCount - 1) * 3;
  const lastLength = lengths[boneCount - 1];
  let toX = targetX - positions[last];
  let toY = targetY - positions[last + 1];
  let toZ = targetZ - positions[last + 2];
  let toLength = Math.sqrt(toX * toX + toY * toY + toZ * toZ);
  let gap = toLength - lastLength;
  let extra = 0;
  let isBent = false;
  let iteration = 0;
  while (iteration < maxIterations) {
    iteration++;

    // Forward: the last bone's start onto the line to the target, then the joints before it, but not the root.
    let x = positions[last];
    let y = positions[last + 1];
    let z = positions[last + 2];
    if (toLength > EPSILON) {
      const step = ((1 + extra) * gap) / toLength;
      x += toX * step;
      y += toY * step;
      z += toZ * step;
    } else {
      y -= lastLength;
    }
    positions[last] = x;
    positions[last + 1] = y;
    positions[last + 2] = z;
    for (let bone = boneCount - 2; bone > 0; bone--) {
      const at = bone * 3;
      const alongX = positions[at] - x;
      const alongY = positions[at + 1] - y;
      const alongZ = positions[at + 2] - z;
      const lengthSq = alongX * alongX + alongY * alongY + alongZ * alongZ;
      if (lengthSq > 1e-24) {
        const scale = lengths[bone] / Math.sqrt(lengthSq);
        x += alongX * scale;
        y += alongY * scale;
        z += alongZ * scale;
      } else {
        y -= lengths[bone];
      }
      positions[at] = x;
      positions[at + 1] = y;
      positions[at + 2] = z;
    }

    // Backward: from the root to the start of the last bone.
    x = rootX;
    y = rootY;
    z = rootZ;
    for (let bone = 0, at = 3; at <= last; bone++, at += 3) {
      const alongX = positions[at] - x;
      const alongY = positions[at + 1] - y;
      const alongZ = positions[at + 2] - z;
      const lengthSq = alongX * alongX + alongY * alongY + alongZ * alongZ;
      if (lengthSq > 1e-24) {
        const scale = lengths[bone] / Math.sqrt(lengthSq);
        x += alongX * scale;
        y += alongY * scale;
        z += alongZ * scale;
      } else {
        y += lengths[bone];
      }
      positions[at] = x;
      positions[at + 1] = y;
      positions[at + 2] = z;
    }
    toX = targetX - x;
    toY = targetY - y;
    toZ = targetZ - z;
    toLength = Math.sqrt(toX * toX + toY * toY + toZ * toZ);
    const lastGap = gap;
    gap = toLength - lastLength;
    const size = gap < 0 ? -gap : gap;
    if (size <= toleranceMetres) break;

    // Of the step (1 + extra) this share came true; lengthen the next one so that all of it would.
    const gain = 1 - gap / lastGap;
    const lastSize = lastGap < 0 ? -lastGap : lastGap;
    const most = iteration < MOST_EXTRA ? iteration : MOST_EXTRA;
    const wish = (1 + extra) / gain - 1;
    extra = size > lastSize ? 0 : gain > 0 && wish < most ? (wish < 0 ? 0 : wish) : most;
    if (size > STALLED * lastSize && !isBent && iteration > 1) {
      isBent = true;
      if (isStraightTowards(chain, positions, targetWorld)) {
        bendFabrik(chain, positions, targetWorld, input.rootFrameWorld);
        toX = targetX - positions[last];
        toY = targetY - positions[last + 1];
        toZ = targetZ - positions[last + 2];
        toLength = Math.sqrt(toX * toX + toY * toY + toZ * toZ);
        gap = toLength - lastLength;
        extra = 0;
      }
    }
  }

  // A last resort within a tolerance of full reach, where drawing a long chain straight takes very long.
  if (Math.abs(gap) > toleranceMetres && chain.reach - distance <= toleranceMetres) {
    foldFabrik(chain, positions, rootWorld, targetWorld, true);
    out.error = chain.reach - distance;
    out.reached = true;
    out.iterations = iteration;
    return;
  }

  // The last bone, from its start towards the target.
  const tip = last + 3;
  if (toLength > EPSILON) {
    const scale = lastLength / toLength;
    positions[tip] = positions[last] + toX * scale;
    positions[tip + 1] = positions[last + 1] + toY * scale;
    positions[tip + 2] = positions[last + 2] + toZ * scale;
  } else {
    positions[tip] = positions[last];
    positions[tip + 1] = positions[last + 1] + lastLength;
    positions[tip + 2] = positions[last + 2];
  }
  out.error = Math.abs(gap);
  out.reached = out.error <= toleranceMetres;
  out.iterations = iteration;
}
