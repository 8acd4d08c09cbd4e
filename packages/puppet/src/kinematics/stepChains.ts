import { areFinite, createQuat, createVec3, quat, type Vec3, vec3 } from '@leib/core';
import { solveCcd, updateArticulatedChain } from '@leib/core/solvers';
import { updatePartPoses } from '../model/partSkeleton.js';
import { type ChainGoals, type ChainState, type ChainsState, setPartRotation } from './chainsState.js';
import { followDrags } from './effectorGoals.js';
import { measureChains } from './measureChains.js';
import { readAllowedAngles, readQuat, writeRotation } from './partJoint.js';
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
  for (let i = 0; i < turns.length; i++) {
    const { part, localRotation } = turns[i];
    if (part in model.joints && areFinite(localRotation)) isHeld[part] = 1;
  }
  for (let index = 0; index < state.effectors.length; index++) {
    if (!state.effectors[index].isDragged) continue;
    const { chain, point } = model.effectors[index];
    const { parts, isTipFixed } = model.chains[chain];
    const last = isTipFixed ? parts.length : Math.max(1, point);
    for (let at = 0; at < last; at++) isHeld[parts[at]] = 1;
  }
}

/** Forward: each turned part takes the nearest rotation that its limits allow. */
function turnParts(model: PuppetChains, state: ChainsState, { turns }: ChainGoals): void {
  for (let i = 0; i < turns.length; i++) {
    const { part, localRotation } = turns[i];
    if (!(part in model.joints) || !areFinite(localRotation)) continue;
    readAllowedAngles(model.joints[part], localRotation, state.angles, part * 3);
    setPartRotation(model, state, part);
  }
}

function solveChains(model: PuppetChains, state: ChainsState, goals: ChainGoals): void {
  updatePartPoses(model.skeleton, state.basePose, state.rootShifts);
  const { dragged, rounds } = state;
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < dragged.length; i++) moveChain(model, state, dragged[i], goals);
  }
}

// Scratch of moveChain(), which writes it before it reads it.
const rootBefore = new Float64Array(3);

/** Solves one dragged chain in the base pose, and takes its parts and everything that hangs on them along. */
function moveChain(model: PuppetChains, state: ChainsState, number: number, goals: ChainGoals): void {
  const chainModel = model.chains[number];
  const chainState = state.chains[number];
  const { parts, isOnWhole } = chainModel;
  const { articulated, rootGoal } = chainState;
  loadChain(model, state, number, state.angles);
  rootBefore.set(articulated.rootPosition);
  if (rootGoal) for (let i = 0; i < 3; i++) articulated.rootPosition[i] = rootGoal.positionWorld[i];
  updateArticulatedChain(chainModel.chain, articulated);
  if (chainState.goals.length > 0) {
    const tipWorld = holdTip(chainModel, chainState, goals);
    solveChain(model, chainModel, chainState, tipWorld);
    chainState.tipGap = tipWorld === null ? 0 : tipGap(chainModel, chainState, tipWorld);
  }
  storeChain(chainModel, chainState, state.angles);
  for (let i = 0; i < parts.length; i++) setPartRotation(model, state, parts[i]);
  shiftRoot(state, isOnWhole ? parts[0] : null, rootBefore, articulated.rootPosition);
  updatePartPoses(model.skeleton, state.basePose, state.rootShifts);
}

/** The chain in core's form: where its parts are in the base pose, with these angles. */
function loadChain(model: PuppetChains, state: ChainsState, number: number, angles: Float64Array): void {
  const { parts, angleIndices } = model.chains[number];
  const { articulated } = state.chains[number];
  const { worldPositions, worldRotations } = state.basePose;
  const joint = parts[0] + 1;
  const parent = model.skeleton.parents[joint];
  for (let i = 0; i < 3; i++) articulated.rootPosition[i] = worldPositions[joint * 3 + i];
  for (let i = 0; i < 4; i++) articulated.rootRotation[i] = worldRotations[parent * 4 + i];
  for (let dof = 0; dof < angleIndices.length; dof++) articulated.angles[dof] = angles[angleIndices[dof]];
}

function storeChain({ angleIndices }: ChainModel, { articulated }: ChainState, angles: Float64Array): void {
  for (let dof = 0; dof < angleIndices.length; dof++) angles[angleIndices[dof]] = articulated.angles[dof];
}

const frameInverse = createQuat();
const shift = createVec3();

/** Where the tip is held in the world; null where it is free, or dragged itself. */
function holdTip(
  { chain, isTipFixed }: ChainModel,
  chainState: ChainState,
  { rootPositionWorld, rootRotationWorld }: ChainGoals,
): Vec3 | null {
  const { goals } = chainState;
  const isTipDragged = goals[goals.length - 1].point === chain.jointCount;
  if (!isTipFixed || isTipDragged) {
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
    quat.conjugate(frameInverse, readQuat(basePose.localRotations, 0, frameInverse));
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
  for (let i = 0; i < state.dragged.length; i++) {
    const number = state.dragged[i];
    const chainModel = model.chains[number];
    const chainState = state.chains[number];
    if (!isWaving(chainModel, waveTurns)) continue;
    if (chainState.tipPinLocal !== null) {
      for (const index of chainModel.angleIndices) shownAngles[index] = angles[index];
      continue;
    }
    if (chainState.goals.length === 0) continue;
    loadChain(model, state, number, shownAngles);
    solveCcd(chainModel.chain, chainState.articulated, chainState.goals, ccdParams, chainState.ccd);
    storeChain(chainModel, chainState, shownAngles);
  }
}

function isWaving({ parts }: ChainModel, waveTurns: Float64Array): boolean {
  for (let i = 0; i < parts.length; i++) {
    const at = parts[i] * 3;
    if (waveTurns[at] !== 0 || waveTurns[at + 1] !== 0 || waveTurns[at + 2] !== 0) return true;
  }
  return false;
}

const shown = createQuat();

function showPose({ joints, skeleton }: PuppetChains, state: ChainsState): void {
  const { pose, basePose, shownAngles, angles, partOffsets, rootShifts } = state;
  partOffsets.set(rootShifts);
  pose.rootPosition.set(basePose.rootPosition);
  pose.localRotations.set(basePose.localRotations);
  for (let part = 0; part < joints.length; part++) {
    const at = part * 3;
    let isShown = true;
    for (let i = at; i < at + 3; i++) if (shownAngles[i] !== angles[i]) isShown = false;
    if (isShown) continue;
    writeRotation(joints[part], shownAngles, at, shown);
    for (let i = 0; i < 4; i++) pose.localRotations[part * 4 + 4 + i] = shown[i];
  }
  updatePartPoses(skeleton, pose, partOffsets);
}
