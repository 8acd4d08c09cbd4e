import { createVec3, vec3 } from '@leib/core';
import { measureReachShell, type ReachShell } from '@leib/core/solvers';
import { angleBetween } from './angleBetween.js';
import { type ChainsState, readChainPoints } from './chainsState.js';
import type { PuppetChains } from './puppetChains.js';
import { REACHED } from './solveChain.js';

/** Radians within which a wanted rotation counts as reached. */
const REACHED_TURN = 2e-3;

/** How a chain stands with its goals. */
export interface ChainReadout {
  /** Farthest dragged point from its goal, metres. */
  readonly positionError: number;
  /** Largest angle between a dragged part and its wanted rotation, radians. */
  readonly rotationError: number;
  readonly reached: boolean;
  /** Of a held tip from its place, metres. */
  readonly tipGap: number;
  /** How far the points of the chain went back in the last frame on the way they came in the frame before, metres. */
  readonly oscillation: number;
  /** Where a dragged point can be, seen from one end of the chain: for drawing. */
  readonly shells: readonly DrawnShell[];
}

export interface DrawnShell {
  readonly centreWorld: readonly [number, number, number];
  readonly min: number;
  readonly max: number;
}

/** What to show of a chain after a step; shells of each dragged point from the root, and from a tip that is held. */
export function readChain(model: PuppetChains, state: ChainsState, chain: number): ChainReadout {
  const { positionError, rotationError, reached, tipGap, oscillation, lastPointsWorld: points } = state.chains[chain];
  const { chain: articulated, isTipFixed, isRootFree } = model.chains[chain];
  const shells: DrawnShell[] = [];
  const addShell = (from: number, to: number, centre: number) => {
    const shell: ReachShell = measureReachShell(articulated, from, to, { min: 0, max: 0 });
    shells.push({ centreWorld: [points[centre * 3], points[centre * 3 + 1], points[centre * 3 + 2]], ...shell });
  };
  model.effectors.forEach(({ chain: owner, point }, index) => {
    if (owner !== chain || !state.effectors[index].isDragged) return;
    if (!isRootFree && point > 0) addShell(0, point, 0);
    if (isTipFixed && point < articulated.jointCount) addShell(point, articulated.jointCount, articulated.jointCount);
  });
  return { positionError, rotationError, reached, tipGap, oscillation, shells };
}

/** Measures every chain in the pose that is shown; its world arrays must be current. */
export function measureChains(model: PuppetChains, state: ChainsState): void {
  model.chains.forEach((chainModel, number) => {
    const chain = state.chains[number];
    const points = new Float64Array(chain.lastPointsWorld.length);
    readChainPoints(chainModel, state.pose, points);
    chain.oscillation = 0;
    const { lastPointsWorld: last, lastMotionWorld: motion } = chain;
    for (let at = 0; at < points.length; at += 3) {
      const [x, y, z] = [points[at] - last[at], points[at + 1] - last[at + 1], points[at + 2] - last[at + 2]];
      if (x * motion[at] + y * motion[at + 1] + z * motion[at + 2] < 0) {
        const back = Math.min(Math.hypot(x, y, z), Math.hypot(motion[at], motion[at + 1], motion[at + 2]));
        chain.oscillation = Math.max(chain.oscillation, back);
      }
      motion.set([x, y, z], at);
    }
    last.set(points);
    measureGoals(model, state, number, points);
  });
}

const pointWorld = createVec3();

function measureGoals(model: PuppetChains, state: ChainsState, number: number, points: Float64Array): void {
  const chain = state.chains[number];
  const { parts } = model.chains[number];
  chain.positionError = 0;
  chain.rotationError = 0;
  model.effectors.forEach((effector, index) => {
    const { isDragged, goalWorld, goalRotationWorld } = state.effectors[index];
    if (effector.chain !== number || !isDragged) return;
    const at = effector.point * 3;
    vec3.set(pointWorld, points[at], points[at + 1], points[at + 2]);
    chain.positionError = Math.max(chain.positionError, vec3.distance(pointWorld, goalWorld));
    if (goalRotationWorld === null || effector.point === 0) return;
    const joint = (parts[effector.point - 1] + 1) * 4;
    const angle = angleBetween(state.pose.worldRotations.subarray(joint, joint + 4), goalRotationWorld);
    chain.rotationError = Math.max(chain.rotationError, angle);
  });
  chain.reached = chain.positionError <= REACHED && chain.rotationError <= REACHED_TURN;
}
