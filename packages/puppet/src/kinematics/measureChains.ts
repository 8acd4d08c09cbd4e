import { createQuat, createVec3, vec3 } from '@leib/core';
import { measureReachShell } from '@leib/core/solvers';
import { type ChainState, type ChainsState, readChainPoints } from './chainsState.js';
import { angleBetween, readQuat } from './partJoint.js';
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
  /** Number of the effector that is dragged. */
  readonly effector: number;
  readonly centreWorld: readonly [number, number, number];
  readonly min: number;
  readonly max: number;
}

/** What to show of a chain after a step; shells of each dragged point from the root, and from a tip that is held. */
export function readChain(model: PuppetChains, state: ChainsState, chain: number): ChainReadout {
  const { positionError, rotationError, reached, tipGap, oscillation, lastPointsWorld: points } = state.chains[chain];
  const { chain: articulated, isTipFixed, isRootFree } = model.chains[chain];
  const shells: DrawnShell[] = [];
  const addShell = (effector: number, from: number, to: number, centre: number) => {
    const shell = measureReachShell(articulated, from, to, { min: 0, max: 0 });
    shells.push({
      effector,
      centreWorld: [points[centre * 3], points[centre * 3 + 1], points[centre * 3 + 2]],
      ...shell,
    });
  };
  model.effectors.forEach(({ chain: owner, point }, index) => {
    if (owner !== chain || !state.effectors[index].isDragged) return;
    if (!isRootFree && point > 0) addShell(index, 0, point, 0);
    if (isTipFixed && point < articulated.jointCount)
      addShell(index, point, articulated.jointCount, articulated.jointCount);
  });
  return { positionError, rotationError, reached, tipGap, oscillation, shells };
}

/** Measures every chain in the pose that is shown; its world arrays must be current. */
export function measureChains(model: PuppetChains, state: ChainsState): void {
  for (let number = 0; number < model.chains.length; number++) {
    const chain = state.chains[number];
    readChainPoints(model.chains[number], state.pose, chain.pointsWorld);
    measureOscillation(chain);
    measureGoals(model, state, number);
  }
}

/** Compares where the points have gone in this frame with where they went in the last. */
function measureOscillation(chain: ChainState): void {
  const { pointsWorld: points, lastPointsWorld: last, lastMotionWorld: motion } = chain;
  let mostSq = 0;
  for (let at = 0; at < points.length; at += 3) {
    let along = 0;
    let waySq = 0;
    let lastWaySq = 0;
    for (let i = at; i < at + 3; i++) {
      const way = points[i] - last[i];
      along += way * motion[i];
      waySq += way * way;
      lastWaySq += motion[i] * motion[i];
      motion[i] = way;
    }
    if (along < 0) mostSq = Math.max(mostSq, Math.min(waySq, lastWaySq));
  }
  chain.oscillation = Math.sqrt(mostSq);
  last.set(points);
}

// Scratch of measureGoals(), which writes it before it reads it.
const pointWorld = createVec3();
const turnWorld = createQuat();

function measureGoals(model: PuppetChains, state: ChainsState, number: number): void {
  const chain = state.chains[number];
  const { pointsWorld: points } = chain;
  const { parts } = model.chains[number];
  chain.positionError = 0;
  chain.rotationError = 0;
  for (let index = 0; index < model.effectors.length; index++) {
    const { isDragged, goal } = state.effectors[index];
    if (model.effectors[index].chain !== number || !isDragged) continue;
    const at = goal.point * 3;
    vec3.set(pointWorld, points[at], points[at + 1], points[at + 2]);
    chain.positionError = Math.max(chain.positionError, vec3.distance(pointWorld, goal.positionWorld));
    if (goal.rotationWorld === null || goal.point === 0) continue;
    readQuat(state.pose.worldRotations, (parts[goal.point - 1] + 1) * 4, turnWorld);
    chain.rotationError = Math.max(chain.rotationError, angleBetween(turnWorld, goal.rotationWorld));
  }
  chain.reached = chain.positionError <= REACHED && chain.rotationError <= REACHED_TURN;
}
