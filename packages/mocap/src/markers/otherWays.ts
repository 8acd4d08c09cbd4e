import { createQuat, type ReadonlyVec3 } from '@leib/core';
import { type AgentAngles, type AngleLayout, anglesOfRotation, turnAbout } from '@leib/core/pack';
import { type MarkerFrameParams, type MarkerFrameSolver, solveFromAfar } from './solveMarkerFrame.js';

/** Where an arm may be when the pose that was followed is a dead end: turns of the left upper arm from the T-pose. */
const armStarts: readonly (readonly [axis: ReadonlyVec3, angle: number])[] = [
  [[0, 0, 1], 0],
  [[0, 0, 1], -1.4],
  [[0, 1, 0], -1.4],
  [[0, 0, 1], 1.2],
];

/** A start whose error is still this many times as large after a few steps is given up. */
const QUICK_STEPS = 5;
const HOPELESS = 3;
/** A new pose must be this much better to be taken. */
const LEAST_GAIN = 0.03;

/**
 * Looks for a better pose of the arms. A shoulder turns so far that the way from a neighbouring frame may end where an elbow would have
 * to bend backwards: the arms are then started stretched out, hanging, forward and up. Improves `angles` and returns the cost.
 */
export function tryOtherWays(
  solver: MarkerFrameSolver,
  measured: Float64Array,
  angles: AgentAngles,
  cost: number,
  params: MarkerFrameParams,
): number {
  let best = cost;
  for (const side of ['left', 'right'] as const) {
    for (const [axis, angle] of armStarts) {
      const tried: AgentAngles = { rootPosition: angles.rootPosition.slice(), angles: angles.angles.slice() };
      startArm(solver.body.model.binding.layout, tried, side, axis, angle);
      if (solveFromAfar(solver, measured, tried, { ...params, maxSteps: QUICK_STEPS }) > HOPELESS * best) continue;
      const found = solveFromAfar(solver, measured, tried, params);
      if (found > (1 - LEAST_GAIN) * best) continue;
      best = found;
      angles.rootPosition.set(tried.rootPosition);
      angles.angles.set(tried.angles);
    }
  }
  return best;
}

function startArm(
  { dofs }: AngleLayout,
  { angles }: AgentAngles,
  side: 'left' | 'right',
  [x, y, z]: ReadonlyVec3,
  angle: number,
): void {
  const ofArm = new RegExp(`^${side}(Shoulder|UpperArm|LowerArm|Hand)$`);
  dofs.forEach(({ bone }, dof) => {
    if (ofArm.test(bone)) angles[dof] = 0;
  });
  const upper = [...dofs.keys()].filter((dof) => dofs[dof].bone === `${side}UpperArm`);
  if (upper.length !== 3) return;
  // The mirror image of a turn in the plane x = 0.
  const axis: ReadonlyVec3 = side === 'left' ? [x, y, z] : [x, -y, -z];
  const rotation = turnAbout(createQuat(), axis, angle);
  const [a, b, c] = upper.map((dof) => dofs[dof].axis);
  anglesOfRotation([a, b, c], rotation, [0, 0, 0]).forEach((value, i) => {
    angles[upper[i]] = value;
  });
}
