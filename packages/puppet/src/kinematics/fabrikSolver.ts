import { createQuat, createVec3, quat, rotationBetween, vec3 } from '@leib/core';
import {
  buildFabrikTree,
  type ChainGoal,
  createFabrikTreeState,
  solveFabrikTree,
  updateArticulatedChain,
} from '@leib/core/solvers';
import type { ChainState, FabrikRoom } from './chainsState.js';
import { angleBetween, readAllowedAngles } from './partJoint.js';
import type { ChainModel, PuppetChains } from './puppetChains.js';

/** FABRIK and limits take turns this often at the most. */
const MAX_ROUNDS = 12;

/** Pairs of passes in each turn of FABRIK. */
const ROUND_ITERATIONS = 30;

/**
 * FABRIK places points and knows nothing of angles. So it and the limits take turns: it draws the points to the goals,
 * then every part, from the root on, is aimed at the point that it should end in, as far as its limits allow, and the
 * next round starts from there. The best answer met counts, from the chain as it was on: a goal out of reach is
 * approached and then held. A goal with a rotation sets the part that ends there, and FABRIK the parts before it.
 */
export function solveByFabrik(
  model: PuppetChains,
  chainModel: ChainModel,
  chainState: ChainState,
  goals: readonly ChainGoal[],
  tolerance: number,
): void {
  const { articulated, startAngles: bestAngles } = chainState;
  const { chain } = chainModel;
  const room = prepareRoom(chainModel, chainState, goals);
  updateArticulatedChain(chain, articulated);
  bestAngles.set(articulated.angles);
  let best = costOf(chainState, goals, chain.length);
  for (let round = 0; round < MAX_ROUNDS && best > (tolerance / chain.length) ** 2; round++) {
    const { state, tree, targets, output } = room;
    state.positions.set(articulated.worldPositions);
    const rootWorld = vec3.set(createVec3(), ...firstThree(articulated.rootPosition));
    solveFabrikTree(
      tree,
      state,
      { rootWorld, targetsWorld: targets, toleranceMetres: tolerance / 4, maxIterations: ROUND_ITERATIONS },
      output,
    );
    aimParts(model, chainModel, chainState, goals, state.positions);
    const cost = costOf(chainState, goals, chain.length);
    if (!(cost < best * (1 - 1e-4))) break;
    best = cost;
    bestAngles.set(articulated.angles);
  }
  articulated.angles.set(bestAngles);
  updateArticulatedChain(chain, articulated);
}

function prepareRoom({ chain }: ChainModel, chainState: ChainState, goals: readonly ChainGoal[]): FabrikRoom {
  const tips = goals.map(({ point, rotationWorld }) => (rotationWorld && point > 1 ? point - 1 : point));
  const key = goals.map(({ weight = 1 }, index) => `${tips[index]}:${weight}`).join(' ');
  if (chainState.fabrik?.key !== key) {
    const parents = Array.from({ length: chain.jointCount + 1 }, (_, joint) => joint - 1);
    const effectors = new Map(tips.map((joint, index) => [joint, goals[index].weight ?? 1]));
    const tree = buildFabrikTree(
      parents,
      [0, ...chain.boneLengths],
      [...effectors].map(([joint, weight]) => ({ joint, weight })),
    );
    chainState.fabrik = {
      key,
      tree,
      state: createFabrikTreeState(tree, chainState.articulated.worldPositions),
      targets: new Float64Array(effectors.size * 3),
      output: { reached: false, iterations: 0, error: 0 },
    };
  }
  const room = chainState.fabrik;
  const bone = createVec3();
  goals.forEach(({ point, positionWorld, rotationWorld }, index) => {
    const at = room.tree.jointToEffector[tips[index]] * 3;
    vec3.set(bone, 0, 0, 0);
    if (rotationWorld && point > 1) {
      const last = (point - 1) * 3;
      vec3.transformQuat(bone, chain.bones.subarray(last, last + 3), rotationWorld);
    }
    for (let i = 0; i < 3; i++) room.targets[at + i] = positionWorld[i] - bone[i];
  });
  return room;
}

// Scratch of aimParts(), which writes it before it reads it.
const now = createVec3();
const wanted = createVec3();
const turn = createQuat();
const parent = createQuat();
const world = createQuat();
const whole = createQuat();
const angles = new Float64Array(3);

/** Turns every part towards the point that it should end in, from the root on, each within its limits. */
function aimParts(
  { joints }: PuppetChains,
  { chain, parts, angleIndices }: ChainModel,
  { articulated }: ChainState,
  goals: readonly ChainGoal[],
  points: Float64Array,
): void {
  const { worldPositions: pos, worldRotations: rot, rootRotation } = articulated;
  const lastPoint = Math.max(...goals.map(({ point }) => point));
  for (let joint = 0; joint < lastPoint; joint++) {
    if (chain.weights[joint] === 0) continue;
    const at = joint * 3;
    quat.copy(parent, joint === 0 ? rootRotation : rot.subarray((joint - 1) * 4, joint * 4));
    quat.copy(world, rot.subarray(joint * 4, joint * 4 + 4));
    const ownGoal = goals.find(({ point, rotationWorld }) => point === joint + 1 && rotationWorld !== null);
    if (ownGoal?.rotationWorld) {
      quat.multiply(turn, ownGoal.rotationWorld, quat.conjugate(turn, world));
    } else {
      vec3.set(now, pos[at + 3] - pos[at], pos[at + 4] - pos[at + 1], pos[at + 5] - pos[at + 2]);
      vec3.set(wanted, points[at + 3] - pos[at], points[at + 4] - pos[at + 1], points[at + 5] - pos[at + 2]);
      if (vec3.length(now) < 1e-9 || vec3.length(wanted) < 1e-9) continue;
      rotationBetween(turn, vec3.normalize(now, now), vec3.normalize(wanted, wanted));
    }
    quat.slerp(turn, whole, turn, chain.weights[joint]);
    quat.multiply(world, turn, world);
    quat.conjugate(parent, parent);
    quat.multiply(world, parent, world);
    readAllowedAngles(joints[parts[joint]], world, angles, 0);
    for (let dof = chain.firstDofs[joint]; dof < chain.firstDofs[joint + 1]; dof++) {
      const axis = angleIndices[dof] - parts[joint] * 3;
      const change = angles[axis] - articulated.angles[dof];
      const maxStep = chain.maxSteps[joint];
      articulated.angles[dof] += Math.max(-maxStep, Math.min(maxStep, change));
    }
    updateArticulatedChain(chain, articulated);
  }
}

/** Weighted sum of squared errors: distances as shares of the chain's length, rotations in radians. */
function costOf({ articulated }: ChainState, goals: readonly ChainGoal[], length: number): number {
  const { worldPositions: pos, worldRotations: rot } = articulated;
  let cost = 0;
  for (const { point, positionWorld, rotationWorld, weight = 1 } of goals) {
    const at = point * 3;
    vec3.set(now, pos[at], pos[at + 1], pos[at + 2]);
    cost += (weight * vec3.squaredDistance(now, positionWorld)) / (length * length || 1);
    if (rotationWorld) cost += weight * angleBetween(rot.subarray((point - 1) * 4, point * 4), rotationWorld) ** 2;
  }
  return cost;
}

function firstThree(values: Float64Array): [number, number, number] {
  return [values[0], values[1], values[2]];
}
