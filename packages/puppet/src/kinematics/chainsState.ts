import {
  createPose,
  createQuat,
  createVec3,
  type Pose,
  type Quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  type Vec3,
  vec3,
} from '@leib/core';
import {
  type buildFabrikTree,
  type ChainGoal,
  createArticulatedChainState,
  createCcdInnerOutput,
  createCcdOutput,
  type createFabrikTreeState,
  createJacobianOutput,
  type FabrikOutput,
} from '@leib/core/solvers';
import { updatePartPoses } from '../model/partSkeleton.js';
import type { EffectorDrag, PartTurn } from '../play/puppetInput.js';
import { readQuat, writeRotation } from './partJoint.js';
import type { ChainModel, PuppetChains } from './puppetChains.js';

/** What moves the joints of a puppet in one frame. */
export interface ChainGoals {
  /** Where the whole puppet is: its frame in the world. */
  readonly rootPositionWorld: ReadonlyVec3;
  readonly rootRotationWorld: ReadonlyQuat;
  readonly turns: readonly PartTurn[];
  /** Effectors that are not named here are let go. */
  readonly drags: readonly EffectorDrag[];
  /** An effector's goal moves no faster than this, metres per second. Default: 25 times the puppet's size. */
  readonly maxSpeed?: number;
}

/** An effector that is held, and its goal on the way to where it was dragged. */
export interface EffectorState {
  isDragged: boolean;
  /** As solvers take it; the same record in every frame. A rotation of null: any will do. */
  readonly goal: { readonly point: number; readonly positionWorld: Vec3; rotationWorld: Quat | null };
  /** Of the goal, metres per second, smoothed over a few frames. */
  readonly velocityWorld: Vec3;
  /** The velocity that the last impulse left from: what a further one is measured against. */
  readonly steadyVelocityWorld: Vec3;
}

/** A chain as FABRIK sees it, for one choice of dragged points. */
export interface FabrikRoom {
  /** Which points: the room is made anew when they change. */
  readonly key: string;
  readonly tree: ReturnType<typeof buildFabrikTree>;
  readonly state: ReturnType<typeof createFabrikTreeState>;
  readonly targets: Float64Array;
  readonly output: FabrikOutput;
}

/** An impulse on its way along a chain. */
export interface WavePulse {
  /** Joint of the chain where it began. */
  readonly joint: number;
  ageSeconds: number;
  /** Radians per second that the first joint gets, world axes. */
  readonly kickWorld: Vec3;
}

export interface ChainState {
  readonly articulated: ReturnType<typeof createArticulatedChainState>;
  readonly ccd: ReturnType<typeof createCcdOutput>;
  readonly inner: ReturnType<typeof createCcdInnerOutput>;
  readonly jacobian: ReturnType<typeof createJacobianOutput>;
  fabrik: FabrikRoom | null;
  /**
   * Goals of the dragged points after the root, from there to the tip, and of the root. Made anew by updateDragged() when
   * a drag begins or ends.
   */
  goals: readonly ChainGoal[];
  rootGoal: ChainGoal | null;
  readonly startAngles: Float64Array;
  /** Where a fixed tip is held while another point is dragged, in the frame of ChainGoals' root; null: not held. */
  tipPinLocal: Vec3 | null;
  readonly pulses: WavePulse[];
  /** After the last step: how far the dragged points are from their goals. */
  positionError: number;
  rotationError: number;
  reached: boolean;
  /** Of a held tip from its place, metres. */
  tipGap: number;
  /** How far the points of the chain went back in this frame on the way they came in the last, metres. */
  oscillation: number;
  /** Points of the chain in the pose that was read last, before, and their motion in the last frame, world. (parts + 1) x 3. */
  readonly pointsWorld: Float64Array;
  readonly lastPointsWorld: Float64Array;
  readonly lastMotionWorld: Float64Array;
}

export interface ChainsState {
  /** The result: local rotations of the parts and the place of the whole; the owner's to read. */
  readonly pose: Pose;
  /** Also the result: shift of parts that hang on the whole, puppet's frame, metres. parts x 3. */
  readonly partOffsets: Float64Array;
  /** What dragged chains with a free root have shifted parts by. As partOffsets. */
  readonly rootShifts: Float64Array;
  /** Where the joints are without waves: solvers and springs work on this. */
  readonly basePose: Pose;
  /** Three per part, radians, always allowed. */
  readonly angles: Float64Array;
  /** The same with what waves add. */
  readonly shownAngles: Float64Array;
  /** Local rotations at the start of the step. As in a pose. */
  readonly lastRotations: Float64Array;
  /** Of the springs: rotation vector away from rest and its velocity, parent's space. parts x 3. */
  readonly turns: Float64Array;
  readonly turnVelocities: Float64Array;
  /** Of shifted parts, metres per second. parts x 3. */
  readonly offsetVelocities: Float64Array;
  /** What waves add: rotation vector and its velocity, parent's space. parts x 3. */
  readonly waveTurns: Float64Array;
  readonly waveVelocities: Float64Array;
  /** 1: turned by hand or in a dragged chain in this frame. One per part. */
  readonly isHeld: Uint8Array;
  /** How far dragged chains have pulled the whole puppet away, world, metres. */
  readonly wholeShift: Float64Array;
  readonly chains: readonly ChainState[];
  readonly effectors: readonly EffectorState[];
  /** Numbers of the chains that are dragged, in the order in which they are solved, and how often they are gone through. */
  dragged: readonly number[];
  rounds: number;
}

/** All parts at rest. `pose` and `partOffsets` are the owner's; stepChains() writes them. */
export function createChainsState(model: PuppetChains, pose: Pose, partOffsets: Float64Array): ChainsState {
  const partCount = model.joints.length;
  const state: ChainsState = {
    pose,
    partOffsets,
    rootShifts: new Float64Array(partCount * 3),
    basePose: createPose(model.skeleton),
    angles: new Float64Array(partCount * 3),
    shownAngles: new Float64Array(partCount * 3),
    lastRotations: new Float64Array(partCount * 4 + 4),
    turns: new Float64Array(partCount * 3),
    turnVelocities: new Float64Array(partCount * 3),
    offsetVelocities: new Float64Array(partCount * 3),
    waveTurns: new Float64Array(partCount * 3),
    waveVelocities: new Float64Array(partCount * 3),
    isHeld: new Uint8Array(partCount),
    wholeShift: new Float64Array(3),
    chains: model.chains.map((chain) => createChainState(model, chain)),
    effectors: model.effectors.map(({ point }) => ({
      isDragged: false,
      goal: { point, positionWorld: createVec3(), rotationWorld: null },
      velocityWorld: createVec3(),
      steadyVelocityWorld: createVec3(),
    })),
    dragged: [],
    rounds: 1,
  };
  resetChains(model, state);
  return state;
}

/** Every part at rest at once, nothing held, no waves. */
export function resetChains(model: PuppetChains, state: ChainsState): void {
  model.joints.forEach(({ restAngles }, part) => {
    state.angles.set(restAngles, part * 3);
    setPartRotation(model, state, part);
  });
  for (const values of [
    state.turns,
    state.turnVelocities,
    state.offsetVelocities,
    state.waveTurns,
    state.waveVelocities,
  ]) {
    values.fill(0);
  }
  state.shownAngles.set(state.angles);
  state.partOffsets.fill(0);
  state.rootShifts.fill(0);
  state.wholeShift.fill(0);
  for (const chain of state.chains) {
    chain.pulses.length = 0;
    chain.oscillation = 0;
  }
  for (const effector of state.effectors) effector.isDragged = false;
  updateDragged(model, state);
  updatePartPoses(model.skeleton, state.basePose, state.partOffsets);
  state.pose.localRotations.set(state.basePose.localRotations);
  model.chains.forEach((chain, index) => {
    const { lastPointsWorld, lastMotionWorld } = state.chains[index];
    readChainPoints(chain, state.basePose, lastPointsWorld);
    lastMotionWorld.fill(0);
  });
}

/** Times that chains which pull at each other are gone through. */
const SHARED_ROUNDS = 4;

/** Which chains are dragged, and where: after an effector was taken or let go. */
export function updateDragged(model: PuppetChains, state: ChainsState): void {
  state.chains.forEach((chain, number) => {
    const goals = goalsOf(model, state, number);
    chain.goals = goals.filter(({ point }) => point > 0);
    chain.rootGoal = goals.find(({ point }) => point === 0) ?? null;
    if (goals.length === 0) chain.tipPinLocal = null;
  });
  state.dragged = model.order.filter((number) => isChainDragged(state.chains[number]));
  state.rounds = doPullAtEachOther(state.dragged.map((number) => model.chains[number])) ? SHARED_ROUNDS : 1;
}

function isChainDragged({ goals, rootGoal }: ChainState): boolean {
  return goals.length > 0 || rootGoal !== null;
}

/** Goals of the dragged points of a chain, from the root to the tip, one per point: of two the later effector's. */
function goalsOf(model: PuppetChains, state: ChainsState, chain: number): ChainGoal[] {
  const byPoint = new Map<number, ChainGoal>();
  model.effectors.forEach((effector, index) => {
    const { isDragged, goal } = state.effectors[index];
    if (effector.chain === chain && isDragged) byPoint.set(goal.point, goal);
  });
  return [...byPoint.values()].sort((a, b) => a.point - b.point);
}

/** Do chains share parts, or does one of several carry others along? */
function doPullAtEachOther(chains: readonly ChainModel[]): boolean {
  if (chains.length > 1 && chains.some(({ isRootFree, isOnWhole }) => isRootFree && !isOnWhole)) return true;
  const parts = chains.flatMap((chain) => Array.from(chain.parts));
  return new Set(parts).size < parts.length;
}

const rotation = createQuat();

/** Local rotation of a part in the base pose from its angles. */
export function setPartRotation({ joints }: PuppetChains, { basePose, angles }: ChainsState, part: number): void {
  writeRotation(joints[part], angles, part * 3, rotation);
  for (let i = 0; i < 4; i++) basePose.localRotations[part * 4 + 4 + i] = rotation[i];
}

// Scratch of readChainPoints(), which writes it before it reads it.
const end = createVec3();
const turn = createQuat();

/** Points of a chain as a pose has them, world, metres. (parts + 1) x 3. */
export function readChainPoints({ parts, chain }: ChainModel, pose: Pose, out: Float64Array): void {
  const { worldPositions: at, worldRotations: q } = pose;
  for (let index = 0; index < parts.length; index++) {
    for (let i = 0; i < 3; i++) out[index * 3 + i] = at[(parts[index] + 1) * 3 + i];
  }
  const last = parts.length - 1;
  const joint = parts[last] + 1;
  for (let i = 0; i < 3; i++) end[i] = chain.bones[last * 3 + i];
  vec3.transformQuat(end, end, readQuat(q, joint * 4, turn));
  for (let i = 0; i < 3; i++) out[parts.length * 3 + i] = at[joint * 3 + i] + end[i];
}

function createChainState(model: PuppetChains, { chain, parts }: ChainModel): ChainState {
  const effectorCount = model.effectors.length;
  return {
    articulated: createArticulatedChainState(chain),
    ccd: createCcdOutput(chain),
    inner: createCcdInnerOutput(chain),
    jacobian: createJacobianOutput(chain, Math.min(effectorCount, parts.length) + 1),
    fabrik: null,
    goals: [],
    rootGoal: null,
    startAngles: new Float64Array(chain.dofCount),
    tipPinLocal: null,
    pulses: [],
    positionError: 0,
    rotationError: 0,
    reached: true,
    tipGap: 0,
    oscillation: 0,
    pointsWorld: new Float64Array((parts.length + 1) * 3),
    lastPointsWorld: new Float64Array((parts.length + 1) * 3),
    lastMotionWorld: new Float64Array((parts.length + 1) * 3),
  };
}
