import { createPose, type Pose } from '@leib/core';
import { type AgentAngles, createAgentAngles, poseFromAngles } from '@leib/core/pack';
import { type Actor, buildActor } from './actor/actor.js';
import {
  type ActorLengths,
  createActorLengths,
  guessedLengths,
  offsetsWithLengths,
  stepActorLengths,
} from './actor/actorLengths.js';
import { collectRun, collectRuns, createRunCollector, type RunCollector } from './actor/frameRuns.js';
import {
  type BodySource,
  buildBodySources,
  createMeasuredJoints,
  jointRank,
  type MeasuredJoints,
  measureJoints,
} from './actor/measuredJoints.js';
import {
  bendTrunk,
  completeTrunkRotations,
  createTrunkBend,
  findTrunkJoints,
  placeRoot,
  seatBack,
  type TrunkBend,
  type TrunkJoints,
} from './actor/placeTrunk.js';
import { areThighsHidden, type ThighSetup, takeThighs } from './actor/thighLengths.js';
import { fitTrunk } from './actor/trunkFromOffsets.js';
import {
  type BodyConditioner,
  type BodyConditionerParams,
  createBodyConditioner,
  defaultBodyConditionerParams,
  stepBodyConditioner,
} from './bodies/bodyConditioner.js';
import type { BodyFrame } from './bodies/bodyFrame.js';
import { createLinkPose, type LinkPose } from './dh/aimLinks.js';
import { defaultDhSkeleton } from './dh/defaultDhSkeleton.js';
import type { Limb } from './dh/dhPlan.js';
import type { DhSkeleton } from './dh/dhSkeleton.js';
import { createLimbState, type LimbState } from './dh/limbTwist.js';
import { solveDh } from './dh/solveDh.js';
import type { MocapOffsets } from './offsets/offsets.js';
import {
  type ActorRefinement,
  changeActor,
  createActorRefinement,
  stepActorRefinement,
} from './refine/actorRefinement.js';

export type MocapMethod = 'dh' | 'refined';

export interface MocapOptions {
  /** Names of the bodies in the frames, in their order. */
  readonly bodyNames: readonly string[];
  readonly offsets: MocapOffsets;
  /** The default of 46 angles when absent. */
  readonly skeleton?: DhSkeleton;
  /** 'dh', the closed form, when absent; 'refined' goes on from there over all bodies at once. */
  readonly method?: MocapMethod;
  /** How bodies are filtered, held and brought back; the defaults when absent. */
  readonly conditioner?: BodyConditionerParams;
}

/** What a setup is: skeleton, bodies and how they sit. Made once, never written again. */
export interface MocapModel {
  readonly bodyNames: readonly string[];
  readonly offsets: MocapOffsets;
  readonly dh: DhSkeleton;
  readonly method: MocapMethod;
  readonly conditioner: BodyConditionerParams;
  readonly sources: readonly BodySource[];
  readonly trunk: TrunkJoints;
  /** Offsets of all joints at the actor's size as far as the bodies' offsets tell it. jointCount x 3. */
  readonly restOffsets: Float64Array;
}

/** The actor now. One per actor; all of it is made here. */
export interface MocapState {
  /** Bodies filtered, held and predicted, with flags and warnings. */
  readonly bodies: BodyConditioner;
  /** Joints where the bodies say. */
  readonly measured: MeasuredJoints;
  readonly lengths: ActorLengths;
  /** Frames that are kept for the length of the thighs; null once it is known, or measured. */
  thighRuns: RunCollector | null;
  /** The actor's skeleton; replaced when a length becomes known. */
  actor: Actor;
  /** Where the actor is: all that crosses the network. */
  readonly angles: AgentAngles;
  /** As the closed form has it: what the refinement goes by where it is in doubt. The same as `angles` with the method 'dh'. */
  readonly closedForm: AgentAngles;
  /** Links with the closed form's angles of this frame. Replaced with the actor. */
  links: LinkPose;
  readonly limbs: Readonly<Record<Limb, LimbState>>;
  /** How the trunk bends below the body on the back, as the legs tell it. */
  readonly trunk: TrunkBend;
  readonly pose: Pose;
  /** Distance between where each joint is measured and where the pose has it, metres; NaN where no body tells it. */
  readonly jointResiduals: Float64Array;
  /** The least squares over all bodies; null with the method 'dh'. */
  readonly refinement: ActorRefinement | null;
  /** False until the body on the trunk has been seen: until then the pose is the T-pose. */
  isPlaced: boolean;
}

export function buildMocapModel(options: MocapOptions): MocapModel {
  const { bodyNames, skeleton: dh = defaultDhSkeleton, method = 'dh' } = options;
  const { restOffsets } = fitTrunk(dh.skeleton, options.offsets);
  const offsets = seatBack(options.offsets, dh.skeleton, restOffsets);
  const sources = buildBodySources(bodyNames, offsets, dh.skeleton);
  return {
    bodyNames,
    offsets,
    dh,
    method,
    conditioner: options.conditioner ?? defaultBodyConditionerParams,
    sources,
    trunk: findTrunkJoints(dh, sources),
    restOffsets,
  };
}

/** `lengths`: the actor's, where they have been taken before; otherwise they are taken from the first good frames. */
export function createMocapState(model: MocapModel, lengths?: ActorLengths): MocapState {
  const { dh, restOffsets } = model;
  const known = lengths ?? createActorLengths(dh.skeleton);
  const actor = buildActor(dh.layout, dh.skeleton, offsetsWithLengths(known, restOffsets));
  const angles = createAgentAngles(dh.layout);
  angles.rootPosition.set(actor.skeleton.restOffsets.subarray(0, 3));
  const closedForm = model.method === 'refined' ? createAgentAngles(dh.layout) : angles;
  return {
    bodies: createBodyConditioner(model.bodyNames, model.conditioner),
    measured: createMeasuredJoints(actor.skeleton),
    lengths: known,
    thighRuns: lengths === undefined && areThighsHidden(thighSetup(model)) ? createRunCollector() : null,
    actor,
    angles,
    closedForm,
    links: createLinkPose(actor.links, closedForm.angles),
    limbs: {
      leftArm: createLimbState(),
      rightArm: createLimbState(),
      leftLeg: createLimbState(),
      rightLeg: createLimbState(),
    },
    trunk: createTrunkBend(),
    pose: createPose(actor.skeleton),
    jointResiduals: new Float64Array(actor.skeleton.jointCount).fill(Number.NaN),
    refinement: model.method === 'refined' ? createActorRefinement(actor, model.offsets) : null,
    isPlaced: false,
  };
}

/** One frame of bodies -> angles and pose of the actor. */
export function stepMocap(model: MocapModel, state: MocapState, frame: BodyFrame, dtSeconds: number): void {
  stepBodyConditioner(state.bodies, frame, dtSeconds);
  measureJoints(model.sources, state.bodies.frame, state.measured, state.bodies.confidence);
  stepLengths(model, state, frame);
  const isTrunkSeen = placeTrunk(model, state, dtSeconds);
  if (isTrunkSeen) solveClosedForm(state, dtSeconds);
  if (state.refinement !== null) refineAngles(state, state.refinement, isTrunkSeen, dtSeconds);
  state.isPlaced ||= state.refinement?.state.isStarted ?? isTrunkSeen;
  poseFromAngles(state.actor.binding, state.angles, state.pose);
  updateResiduals(state);
}

/**
 * The actor's lengths from frames that are at hand, without solving them: from the first on until all are known, or null comes.
 */
export function takeLengths(model: MocapModel, frameAt: (index: number) => BodyFrame | null): ActorLengths {
  const { dh, restOffsets, sources } = model;
  const { skeleton } = buildActor(dh.layout, dh.skeleton, restOffsets);
  const lengths = createActorLengths(skeleton);
  const measured = createMeasuredJoints(skeleton);
  for (let index = 0; guessedLengths(lengths).length > 0; index++) {
    const frame = frameAt(index);
    if (frame === null) break;
    measureJoints(sources, frame, measured);
    stepActorLengths(lengths, skeleton, measured);
  }
  const setup = thighSetup(model);
  if (areThighsHidden(setup)) takeThighs(setup, lengths, collectRuns(frameAt));
  return lengths;
}

function thighSetup({ dh, sources, trunk, restOffsets }: MocapModel): ThighSetup {
  return { skeleton: dh.skeleton, sources, trunk, restOffsets };
}

function updateResiduals({ measured, pose, jointResiduals }: MocapState): void {
  const { positions, ranks } = measured;
  const { worldPositions } = pose;
  for (let joint = 0; joint < jointResiduals.length; joint++) {
    const at = joint * 3;
    const x = positions[at] - worldPositions[at];
    const y = positions[at + 1] - worldPositions[at + 1];
    const z = positions[at + 2] - worldPositions[at + 2];
    jointResiduals[joint] = ranks[joint] === jointRank.unknown ? Number.NaN : Math.sqrt(x * x + y * y + z * z);
  }
}

/** Runs of a live actor after which the thighs are found: after some two seconds for the first time, after five for good. */
const liveRunCounts: ReadonlySet<number> = new Set([6, 20]);

/** Takes lengths from the actor, once each; thighs, which no body measures, twice. */
function stepLengths(model: MocapModel, state: MocapState, frame: BodyFrame): void {
  const { dh, offsets, restOffsets } = model;
  const { refinement, lengths } = state;
  let isNew = stepActorLengths(lengths, state.actor.skeleton, state.measured);
  if (state.thighRuns !== null && collectRun(state.thighRuns, frame)) {
    const { runs } = state.thighRuns;
    if (!liveRunCounts.has(runs.length)) return;
    takeThighs(thighSetup(model), lengths, runs);
    if (runs.length >= Math.max(...liveRunCounts)) state.thighRuns = null;
    isNew = true;
  }
  if (!isNew) return;
  state.actor = buildActor(dh.layout, dh.skeleton, offsetsWithLengths(lengths, restOffsets));
  const { mostChange } = state.links;
  state.links = createLinkPose(state.actor.links, state.closedForm.angles);
  state.links.mostChange.set(mostChange);
  if (refinement !== null) changeActor(refinement, state.actor, offsets);
}

function refineAngles(state: MocapState, refinement: ActorRefinement, isTrunkSeen: boolean, dtSeconds: number): void {
  const { measured, links, closedForm } = state;
  stepActorRefinement(
    refinement,
    state.bodies,
    isTrunkSeen ? { angles: closedForm, links, measured } : null,
    dtSeconds,
  );
  const { isStarted, angles } = refinement.state;
  if (!isStarted) return;
  state.angles.rootPosition.set(angles.rootPosition);
  state.angles.angles.set(angles.angles);
}

/** The trunk as its bodies and the thighs have it; false until a body on it has been seen. */
function placeTrunk({ trunk }: MocapModel, state: MocapState, dtSeconds: number): boolean {
  const { measured, actor } = state;
  const { skeleton } = actor;
  completeTrunkRotations(trunk, measured);
  if (!placeRoot(skeleton, trunk, measured, state.trunk.rootPosition)) return false;
  bendTrunk({ skeleton, trunk, measured, thighs: actor.thighs, dtSeconds }, state.trunk);
  return true;
}

function solveClosedForm({ actor, measured, limbs, links, closedForm, trunk }: MocapState, dtSeconds: number): void {
  closedForm.rootPosition.set(trunk.rootPosition);
  solveDh({ plan: actor.plan, measured, limbs, dtSeconds }, closedForm.rootPosition, links);
}
