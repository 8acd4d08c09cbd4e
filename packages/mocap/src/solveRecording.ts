import { type Motion, readSmplJoints, SMPL_JOINT_COUNT, smplToJoint } from '@leib/core';
import type { JointsRecording } from '@leib/formats';
import { quality, type TrackingRecording } from '@leib/tracking';
import { createBodyFrame } from './bodies/bodyFrame.js';
import { namesOfRecordedBodies, readRecordedBodies } from './bodies/recordedBodies.js';
import {
  buildMocapModel,
  createMocapState,
  type MocapOptions,
  type MocapState,
  stepMocap,
  takeLengths,
} from './stepMocap.js';

/** Times in a file may repeat, and may leave a pause out: a solver gets a step it can make something of. */
const SHORTEST_STEP_SECONDS = 1e-4;
const LONGEST_STEP_SECONDS = 1;

export interface SolvedRecording {
  readonly motion: Motion;
  readonly joints: JointsRecording;
  /** State after the last frame: lengths, warnings. */
  readonly state: MocapState;
  readonly bodyNames: readonly string[];
  /** Frames in which each body was not seen, in the order of bodyNames. */
  readonly lostFrames: Int32Array;
  /** Mean distance between where a joint is measured and where the skeleton has it, metres, by name of the joint. */
  readonly residuals: Readonly<Record<string, number>>;
  /** Seconds of each frame's solving; empty without a clock. */
  readonly frameSeconds: Float64Array;
}

export interface SolveRecordingOptions extends Omit<MocapOptions, 'bodyNames'> {
  /** Seconds on any clock, to measure how long frames take. */
  readonly clock?: () => number;
  readonly onFrame?: (frame: number) => void;
}

/**
 * Solves a whole recording: once through for the actor's lengths, then frame by frame from the start, so that the skeleton is the
 * actor's from the first frame on.
 */
export function solveRecording(recording: TrackingRecording, options: SolveRecordingOptions): SolvedRecording {
  const { frameCount, times, header } = recording;
  const bodyNames = namesOfRecordedBodies(recording);
  const model = buildMocapModel({ ...options, bodyNames });
  const frame = createBodyFrame(bodyNames);
  const lengths = takeLengths(model, (index) => {
    if (index >= frameCount) return null;
    readRecordedBodies(recording, index, frame);
    return frame;
  });
  const state = createMocapState(model, lengths);
  const { skeleton } = state.actor;
  const smpl = smplToJoint(skeleton);
  const rotationSize = skeleton.jointCount * 4;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * rotationSize);
  const positions = new Float64Array(frameCount * SMPL_JOINT_COUNT * 3);
  const rotations = new Float64Array(frameCount * SMPL_JOINT_COUNT * 4);
  const lostFrames = new Int32Array(bodyNames.length);
  const frameSeconds = new Float64Array(options.clock ? frameCount : 0);
  const residuals = createResiduals(skeleton.jointCount);
  for (let index = 0; index < frameCount; index++) {
    readRecordedBodies(recording, index, frame);
    frame.quality.forEach((one, body) => {
      if (one === quality.lost) lostFrames[body]++;
    });
    const passed = index === 0 ? 1 / header.hz : times[index] - times[index - 1];
    const dtSeconds = Math.min(Math.max(passed, SHORTEST_STEP_SECONDS), LONGEST_STEP_SECONDS);
    const start = options.clock?.() ?? 0;
    stepMocap(model, state, frame, dtSeconds);
    if (options.clock) frameSeconds[index] = options.clock() - start;
    addResiduals(residuals, state);
    rootPositions.set(state.pose.rootPosition, index * 3);
    localRotations.set(state.pose.localRotations, index * rotationSize);
    readSmplJoints(
      smpl,
      state.pose,
      positions.subarray(index * SMPL_JOINT_COUNT * 3, (index + 1) * SMPL_JOINT_COUNT * 3),
      rotations.subarray(index * SMPL_JOINT_COUNT * 4, (index + 1) * SMPL_JOINT_COUNT * 4),
    );
    options.onFrame?.(index);
  }
  return {
    motion: { name: 'mocap', skeleton, hz: header.hz, frameCount, rootPositions, localRotations },
    joints: { hz: header.hz, frameCount, times, positions, rotations },
    state,
    bodyNames,
    lostFrames,
    residuals: meanResiduals(residuals, skeleton.names),
    frameSeconds,
  };
}

interface Residuals {
  readonly sums: Float64Array;
  readonly counts: Int32Array;
}

function createResiduals(jointCount: number): Residuals {
  return { sums: new Float64Array(jointCount), counts: new Int32Array(jointCount) };
}

function addResiduals({ sums, counts }: Residuals, { jointResiduals }: MocapState): void {
  jointResiduals.forEach((residual, joint) => {
    if (Number.isNaN(residual)) return;
    sums[joint] += residual;
    counts[joint]++;
  });
}

function meanResiduals({ sums, counts }: Residuals, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    names.flatMap((name, joint) => (counts[joint] === 0 ? [] : [[name, sums[joint] / counts[joint]]])),
  );
}
