import { areFinite, createQuat, createVec3, quat, type Vec3, vec3 } from '@leib/core';
import { type ChainGoal, solveCcd, updateArticulatedChain } from '@leib/core/solvers';
import { updatePartPoses } from '../model/partSkeleton.js';
import { type ChainGoals, type ChainState, type ChainsState, setPartRotation } from './chainsState.js';
import { followDrags } from './effectorGoals.js';
import { measureChains } from './measureChains.js';
import { readAllowedAngles, writeRotation } from './partJoint.js';
import type { ChainModel, PuppetChains } from './puppetChains.js';
import { ccdParams, solveChain, tipGap } from './solveChain.js';
import { measureHeldParts, swingBack } from './swingBack.js';
import { addWaves, stepWaves } from './waves.js';

/**
 * One frame of a puppet's joints: parts turned by hand, dragged effectors, springs, waves. Writes the local rotations
 * and the root of `state.pose` and `state.partOffsets`, and leaves the world arrays of the pose current.
 *
 * A turn comes first, then springs, then drags: what is dragged has the last word. Chains are solved from the whole
 * puppet outwards; those that share parts are gone through several times, and the last of them ends on its goal.
 */
export function stepChains(model: PuppetChains, state: ChainsState, goals: ChainGoals, dtSeconds: number): void {
  placeWhole(model, state, goals);
  followDrags(model, state, goals, dtSeconds);
  state.lastRotations.set(state.basePose.localRotations);
  markHeld(model, state, goals);
  turnParts(model, state, goals);
  swingBack(model, state, dtSeconds);
  solveChains(model, state, goals);
  measureHeldParts(model, state, dtSeconds);
  stepWaves(model, state, dtSeconds);
  addWaves(model, state);
  holdEffectors(model, state);
  showPose(model, state);
  measureChains(model, state);
}

/** Times that chains which pull at each other are gone through. */
const SHARED_ROUNDS = 4;

function placeWhole(model: PuppetChains, state: ChainsState, goals: ChainGoals): void {
  const { basePose, wholeShift, rootShifts } = state;
  for (let i = 0; i < 3; i++) basePose.rootPosition[i] = goals.rootPositionWorld[i] + wholeShift[i];
  for (let i = 0; i < 4; i++) basePose.localRotations[i] = goals.rootRotationWorld[i];
  updatePartPoses(model.skeleton, basePose, rootShifts);
}

/** Parts that are turned by hand, and those of a chain up to the last point that is dragged. */
function markHeld(model: PuppetChains, state: ChainsState, { turns }: ChainGoals): void {
  const { isHeld } = state;
  isHeld.fill(0);
  for (const { part, localRotation } of turns) {
    if (part in model.joints && areFinite(localRotation)) isHeld[part] = 1;
  }
  state.effectors.forEach(({ isDragged }, index) => {
    if (!isDragged) return;
    const { chain, point } = model.effectors[index];
    const { parts, isTipFixed } = model.chains[chain];
    const last = isTipFixed ? parts.length : Math.max(1, point);
    for (let at = 0; at < last; at++) isHeld[parts[at]] = 1;
  });
}

/** Forward: each turned part takes the nearest rotation that its limits allow. */
function turnParts(model: PuppetChains, state: ChainsState, { turns }: ChainGoals): void {
  for (const { part, localRotation } of turns) {
    if (!(part in model.joints) || !areFinite(localRotation)) continue;
    readAllowedAngles(model.joints[part], localRotation, state.angles, part * 3);
    setPartRotation(model, state, part);
  }
}

function solveChains(model: PuppetChains, state: ChainsState, goals: ChainGoals): void {
  updatePartPoses(model.skeleton, state.basePose, state.rootShifts);
  const dragged = model.order.filter((number) => isDragged(model, state, number));
  state.chains.forEach((chain, number) => {
    if (!dragged.includes(number)) chain.tipPinLocal = null;
  });
  const rounds =
    dragged.length > 1 && doPullAtEachOther(dragged.map((number) => model.chains[number])) ? SHARED_ROUNDS : 1;
  for (let round = 0; round < rounds; round++) {
    for (const number of dragged) moveChain(model, state, number, goals);
  }
}

function isDragged(model: PuppetChains, state: ChainsState, chain: number): boolean {
  return state.effectors.some((effector, index) => effector.isDragged && model.effectors[index].chain === chain);
}

/** Do chains share parts, or does one carry others along? */
function doPullAtEachOther(chains: readonly ChainModel[]): boolean {
  const seen = new Set<number>();
  for (const { parts, isRootFree, isOnWhole } of chains) {
    if (isRootFree && !isOnWhole) return true;
    for (const part of parts) {
      if (seen.has(part)) return true;
      seen.add(part);
    }
  }
  return false;
}

/** Solves one dragged chain in the base pose, and takes its parts and everything that hangs on them along. */
function moveChain(model: PuppetChains, state: ChainsState, number: number, goals: ChainGoals): void {
  const chainModel = model.chains[number];
  const chainState = state.chains[number];
  const { parts, isOnWhole } = chainModel;
  const { articulated } = chainState;
  loadChain(model, state, number, state.angles);
  const before = articulated.rootPosition.slice();
  const rootGoal = goalsOf(model, state, number).find(({ point }) => point === 0);
  if (rootGoal) for (let i = 0; i < 3; i++) articulated.rootPosition[i] = rootGoal.positionWorld[i];
  const pointGoals = goalsOf(model, state, number).filter(({ point }) => point > 0);
  updateArticulatedChain(chainModel.chain, articulated);
  if (pointGoals.length > 0) {
    const tipWorld = holdTip(chainModel, chainState, pointGoals, goals);
    solveChain(model, chainModel, chainState, { goals: pointGoals, tipWorld });
    chainState.tipGap = tipWorld === null ? 0 : tipGap(chainModel, chainState, tipWorld);
  }
  storeChain(chainModel, chainState, state.angles);
  for (const part of parts) setPartRotation(model, state, part);
  shiftRoot(state, isOnWhole ? parts[0] : null, before, articulated.rootPosition);
  updatePartPoses(model.skeleton, state.basePose, state.rootShifts);
}

/** Goals of the dragged points of a chain, from the root to the tip, one per point: of two the later effector's. */
function goalsOf(model: PuppetChains, state: ChainsState, chain: number): ChainGoal[] {
  const byPoint = new Map<number, ChainGoal>();
  model.effectors.forEach((effector, index) => {
    const { isDragged: isOn, goalWorld, goalRotationWorld } = state.effectors[index];
    if (effector.chain !== chain || !isOn) return;
    const { point } = effector;
    byPoint.set(point, { point, positionWorld: goalWorld, rotationWorld: goalRotationWorld });
  });
  return [...byPoint.values()].sort((a, b) => a.point - b.point);
}

/** The chain in core's form: where its parts are in the base pose, with these angles. */
function loadChain(model: PuppetChains, state: ChainsState, number: number, angles: Float64Array): void {
  const { parts, angleIndices } = model.chains[number];
  const { articulated } = state.chains[number];
  const { worldPositions, worldRotations } = state.basePose;
  const joint = parts[0] + 1;
  const parent = model.skeleton.parents[joint];
  articulated.rootPosition.set(worldPositions.subarray(joint * 3, joint * 3 + 3));
  articulated.rootRotation.set(worldRotations.subarray(parent * 4, parent * 4 + 4));
  angleIndices.forEach((index, dof) => {
    articulated.angles[dof] = angles[index];
  });
}

function storeChain({ angleIndices }: ChainModel, { articulated }: ChainState, angles: Float64Array): void {
  angleIndices.forEach((index, dof) => {
    angles[index] = articulated.angles[dof];
  });
}

const frameInverse = createQuat();
const shift = createVec3();

/** Where the tip is held in the world; null where it is free, or dragged itself. */
function holdTip(
  { chain, isTipFixed }: ChainModel,
  chainState: ChainState,
  pointGoals: readonly ChainGoal[],
  { rootPositionWorld, rootRotationWorld }: ChainGoals,
): Vec3 | null {
  if (!isTipFixed || pointGoals.some(({ point }) => point === chain.jointCount)) {
    chainState.tipPinLocal = null;
    return null;
  }
  if (chainState.tipPinLocal === null) {
    const at = chain.jointCount * 3;
    const tip = createVec3(...chainState.articulated.worldPositions.subarray(at, at + 3));
    vec3.subtract(tip, tip, rootPositionWorld);
    chainState.tipPinLocal = vec3.transformQuat(tip, tip, quat.conjugate(frameInverse, rootRotationWorld));
  }
  const tipWorld = vec3.transformQuat(createVec3(), chainState.tipPinLocal, rootRotationWorld);
  return vec3.add(tipWorld, tipWorld, rootPositionWorld);
}

/** A chain's root that moved takes its part along where that hangs on the whole puppet, else the whole puppet. */
function shiftRoot(state: ChainsState, part: number | null, from: Float64Array, to: Float64Array): void {
  const { basePose, rootShifts, wholeShift } = state;
  vec3.set(shift, to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  if (part !== null) {
    quat.conjugate(frameInverse, basePose.localRotations.subarray(0, 4));
    vec3.transformQuat(shift, shift, frameInverse);
    for (let i = 0; i < 3; i++) rootShifts[part * 3 + i] += shift[i];
    return;
  }
  for (let i = 0; i < 3; i++) {
    wholeShift[i] += shift[i];
    basePose.rootPosition[i] += shift[i];
  }
}

/** A wave must not pull a dragged point off its goal, nor open a chain that is held at both ends. */
function holdEffectors(model: PuppetChains, state: ChainsState): void {
  const { waveTurns, shownAngles, angles } = state;
  for (const number of model.order) {
    const chainModel = model.chains[number];
    const chainState = state.chains[number];
    if (!isDragged(model, state, number)) continue;
    const isWaving = Array.from(chainModel.parts).some((part) =>
      waveTurns.subarray(part * 3, part * 3 + 3).some(Boolean),
    );
    if (!isWaving) continue;
    if (chainState.tipPinLocal !== null) {
      for (const index of chainModel.angleIndices) shownAngles[index] = angles[index];
      continue;
    }
    const pointGoals = goalsOf(model, state, number).filter(({ point }) => point > 0);
    if (pointGoals.length === 0) continue;
    loadChain(model, state, number, shownAngles);
    solveCcd(chainModel.chain, chainState.articulated, pointGoals, ccdParams, chainState.ccd);
    storeChain(chainModel, chainState, shownAngles);
  }
}

const shown = createQuat();

function showPose({ joints, skeleton }: PuppetChains, state: ChainsState): void {
  const { pose, basePose, shownAngles, angles, partOffsets, rootShifts } = state;
  partOffsets.set(rootShifts);
  pose.rootPosition.set(basePose.rootPosition);
  pose.localRotations.set(basePose.localRotations);
  joints.forEach((joint, part) => {
    const at = part * 3;
    if ([0, 1, 2].every((axis) => shownAngles[at + axis] === angles[at + axis])) return;
    writeRotation(joint, shownAngles, at, shown);
    for (let i = 0; i < 4; i++) pose.localRotations[part * 4 + 4 + i] = shown[i];
  });
  updatePartPoses(skeleton, pose, partOffsets);
}
