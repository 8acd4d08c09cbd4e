import type { Skeleton } from '@leib/core';
import { copyFlat } from '../../bodyState.js';
import { buildPriorBody, type PriorBody } from './priorBody.js';
import { FEATURE_COUNT, OUTPUT_COUNT, PRIOR_JOINT_COUNT, PRIOR_POINT_COUNT } from './priorLayout.js';
import type { PriorModel } from './priorModel.js';

/** One moment of the six points: positions above the floor (6 x 3), two columns of each rotation (6 x 6), weights (6). */
export const MOMENT_SIZE = PRIOR_POINT_COUNT * 10;
export const MOMENT_COLUMNS = PRIOR_POINT_COUNT * 3;
export const MOMENT_WEIGHTS = PRIOR_POINT_COUNT * 9;

/** Ticks remembered: a power of two beyond the longest lag. */
export const HISTORY_SIZE = 128;

/** What the network thinks the body does, world space. Joints in SMPL's order. Written by stepPrior(). */
export interface PriorProposal {
  /** False until a head was seen. */
  isValid: boolean;
  /** 22 x 3, metres. The head is where it is tracked, bones have the skeleton's lengths. */
  readonly positions: Float64Array;
  /** 22 x 4, relative to the T-pose, signs continuous. The head's is the tracked one. */
  readonly rotations: Float64Array;
  /** Of the joint between hips and spine that some rigs have; spine1 hangs on it. */
  readonly lowerBackRotation: Float64Array;
  /** Chance that left ankle, right ankle, left toes, right toes stand still on the floor. */
  readonly contacts: Float64Array;
  /** How far off it thinks its joints are in the mean, metres. */
  expectedUpperError: number;
  expectedLowerError: number;
  /** How unlike its training the input is: up to 1 it is ordinary. */
  novelty: number;
  /** 1: an input as in training; 0: unlike anything seen, do not believe the rest. Eased, half-life 0.1 s. */
  confidence: number;
  /** Where it takes the body to face, radians, continuous. */
  heading: number;
}

/** A time between the last tick and the next, and where the body faces then. */
export interface PriorInstant {
  /** 0 is the last tick, 1 the next. */
  part: number;
  /** Of the head, and its low-passed form, radians, continuous. */
  yaw: number;
  heading: number;
  sin: number;
  cos: number;
}

/** What the GRU remembers: its state after the last tick and the one before, and what it would be at the instant asked. */
export interface PriorMemory {
  readonly hidden: Float64Array;
  readonly hiddenBefore: Float64Array;
  readonly hiddenNext: Float64Array;
}

/** What the prior remembers of one avatar. */
export interface PriorState {
  /** Replaced when the body gets other lengths (attachSkeleton). */
  body: PriorBody;
  readonly proposal: PriorProposal;
  /** Height of the ground under the person, metres: the network knows flat floors at zero. Written by the caller. */
  floorY: number;
  /** Number of the last tick; -1 before the first. */
  tick: number;
  /** Time since the last tick, in ticks: 0 up to 1. */
  phase: number;
  /** Moments at ticks. HISTORY_SIZE x MOMENT_SIZE. */
  readonly history: Float64Array;
  /** Low-passed yaw at the last tick and the one before; the head's yaw at the last tick. Radians, continuous. */
  heading: number;
  headingBefore: number;
  yaw: number;
  /** Of the person, and of the person's mirror image. */
  readonly memory: PriorMemory;
  readonly mirrorMemory: PriorMemory;
  /** What was tracked in this frame and in the one before. */
  readonly moment: Float64Array;
  readonly lastMoment: Float64Array;
  readonly scratch: PriorScratch;
}

/** Written before it is read in every step. */
export interface PriorScratch {
  readonly instant: PriorInstant;
  readonly moment: Float64Array;
  readonly momentBefore: Float64Array;
  /** What is to be seen, before it is rearranged and normalised. */
  readonly numbers: Float64Array;
  readonly features: Float64Array;
  /** How much of each number is there: weight of the point it belongs to. */
  readonly shares: Float64Array;
  readonly embedding: Float64Array;
  readonly hidden: Float64Array;
  readonly inputGates: Float64Array;
  readonly stateGates: Float64Array;
  readonly head: Float64Array;
  readonly headPart: Float64Array;
  readonly output: Float64Array;
  /** The answer about the mirror image. */
  readonly mirrorOutput: Float64Array;
  /** World rotations of the 23 joints, rows first. 23 x 9. */
  readonly matrices: Float64Array;
  readonly joints: Float64Array;
}

export function createPriorState(model: PriorModel, skeleton: Skeleton): PriorState {
  const { embeddingCount, hiddenCount, headCount } = model;
  const rotations = new Float64Array(22 * 4);
  for (let w = 3; w < rotations.length; w += 4) rotations[w] = 1;
  return {
    body: buildPriorBody(skeleton),
    proposal: {
      isValid: false,
      positions: new Float64Array(22 * 3),
      rotations,
      lowerBackRotation: Float64Array.of(0, 0, 0, 1),
      contacts: new Float64Array(4),
      expectedUpperError: 0,
      expectedLowerError: 0,
      novelty: 0,
      confidence: 0,
      heading: 0,
    },
    floorY: 0,
    tick: -1,
    phase: 0,
    history: new Float64Array(HISTORY_SIZE * MOMENT_SIZE),
    heading: 0,
    headingBefore: 0,
    yaw: 0,
    memory: createMemory(hiddenCount),
    mirrorMemory: createMemory(hiddenCount),
    moment: new Float64Array(MOMENT_SIZE),
    lastMoment: new Float64Array(MOMENT_SIZE),
    scratch: {
      instant: { part: 0, yaw: 0, heading: 0, sin: 0, cos: 1 },
      moment: new Float64Array(MOMENT_SIZE),
      momentBefore: new Float64Array(MOMENT_SIZE),
      shares: new Float64Array(FEATURE_COUNT),
      numbers: new Float64Array(FEATURE_COUNT),
      features: new Float64Array(FEATURE_COUNT),
      embedding: new Float64Array(embeddingCount),
      hidden: new Float64Array(hiddenCount),
      inputGates: new Float64Array(3 * hiddenCount),
      stateGates: new Float64Array(3 * hiddenCount),
      head: new Float64Array(headCount),
      headPart: new Float64Array(headCount),
      output: new Float64Array(OUTPUT_COUNT),
      mirrorOutput: new Float64Array(OUTPUT_COUNT),
      matrices: new Float64Array(PRIOR_JOINT_COUNT * 9),
      joints: new Float64Array(PRIOR_JOINT_COUNT * 3),
    },
  };
}

function createMemory(hiddenCount: number): PriorMemory {
  return {
    hidden: new Float64Array(hiddenCount),
    hiddenBefore: new Float64Array(hiddenCount),
    hiddenNext: new Float64Array(hiddenCount),
  };
}

function forget({ hidden, hiddenBefore }: PriorMemory): void {
  hidden.fill(0);
  hiddenBefore.fill(0);
}

/** Forgets everything: the next frame is the first. After a teleport, or when another person puts the headset on. */
export function resetPrior(state: PriorState): void {
  state.tick = -1;
  state.phase = 0;
  forget(state.memory);
  forget(state.mirrorMemory);
  state.proposal.isValid = false;
  state.proposal.confidence = 0;
}

export function copyPrior(out: PriorState, from: PriorState): void {
  const { body: _, proposal, memory, mirrorMemory, scratch: __, ...flat } = from;
  copyFlat(out, flat);
  copyFlat(out.proposal, proposal);
  copyFlat(out.memory, memory);
  copyFlat(out.mirrorMemory, mirrorMemory);
}
