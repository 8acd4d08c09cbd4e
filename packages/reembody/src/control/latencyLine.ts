import {
  copyPose,
  createPose,
  type HumanoidBone,
  humanoidBones,
  type Pose,
  type Skeleton,
  updateWorldPose,
} from '@leib/core';
import { mixRotation } from '../body/flatRotation.js';
import {
  type BodyGroup,
  bodyGroups,
  type CustomGroup,
  groupOfBone,
  MAX_CUSTOM_GROUPS,
} from '../settings/bodyGroups.js';
import { MAX_LATENCY_SECONDS, type RemoteBodySettings } from '../settings/remoteBodySettings.js';

/** Poses kept: one second at 240 a second. At higher rates the delay is shorter, and `effectiveSeconds` has it. */
const CAPACITY = 241;

/** Which joint is delayed how much. Made once per body and setting. */
export interface LatencyLine {
  readonly skeleton: Skeleton;
  /**
   * Group of each joint: that of its bone or of the bone it hangs on; hips above all. By number: bodyGroups, then the
   * user's own in their order.
   */
  readonly groupOfJoint: Uint8Array;
}

/** Delays of a line: those of bodyGroups, and room for the user's own groups. */
export const DELAY_COUNT = bodyGroups.length + MAX_CUSTOM_GROUPS;

/** What the line remembers. Delays may be changed while running. */
export interface LatencyState {
  /** Wanted delay by group, seconds: in the order of bodyGroups, then the user's own groups. */
  readonly delaySeconds: Float64Array;
  /** Delay that each group really had in the last frame: less at the start, when there is nothing older. */
  readonly effectiveSeconds: Float64Array;
  readonly times: Float64Array;
  readonly rotations: Float64Array;
  readonly roots: Float64Array;
  /** Poses in the line, and the place of the newest. */
  count: number;
  newest: number;
  /** The target pose as it was its delay ago. */
  readonly targetPose: Pose;
  timeSeconds: number;
}

/** @param groups the user's own groups: those with a delay of their own go before the body's */
export function buildLatencyLine(skeleton: Skeleton, groups: Readonly<Record<string, CustomGroup>> = {}): LatencyLine {
  const groupOfJoint = new Uint8Array(skeleton.jointCount);
  const own = Object.values(groups);
  const numberOf = (bone: HumanoidBone) => {
    const number = own.findIndex(({ bones, delaySeconds }) => delaySeconds !== null && bones.includes(bone));
    return number < 0 ? bodyGroups.indexOf(groupOfBone(bone)) : bodyGroups.length + number;
  };
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const bone = skeleton.jointToBone[joint];
    const parent = skeleton.parents[joint];
    groupOfJoint[joint] = bone >= 0 ? numberOf(humanoidBones[bone]) : parent < 0 ? 0 : groupOfJoint[parent];
  }
  return { skeleton, groupOfJoint };
}

export function createLatencyState(
  { skeleton }: LatencyLine,
  delays: Readonly<Partial<Record<BodyGroup, number>>> = {},
): LatencyState {
  return {
    delaySeconds: Float64Array.from({ length: DELAY_COUNT }, (_, i) => delays[bodyGroups[i]] ?? 0),
    effectiveSeconds: new Float64Array(DELAY_COUNT),
    times: new Float64Array(CAPACITY),
    rotations: new Float64Array(CAPACITY * skeleton.jointCount * 4),
    roots: new Float64Array(CAPACITY * 3),
    count: 0,
    newest: -1,
    targetPose: createPose(skeleton),
    timeSeconds: 0,
  };
}

/** One delay for all groups but the hips, as in the thesis's study (0, 125 and 350 ms there). */
export function setLatency(state: LatencyState, seconds: number, withHips = false): void {
  const delay = Math.min(MAX_LATENCY_SECONDS, Math.max(0, seconds));
  for (let group = 0; group < bodyGroups.length; group++) {
    state.delaySeconds[group] = bodyGroups[group] === 'hips' && !withHips ? 0 : delay;
  }
}

/** Delays that groups have of their own, over the one for all: the body's groups, and the user's. */
export function setGroupDelays(
  state: LatencyState,
  { latency, groups }: Pick<RemoteBodySettings, 'latency' | 'groups'>,
): void {
  for (let group = 0; group < bodyGroups.length; group++) {
    state.delaySeconds[group] = latency[bodyGroups[group]] ?? state.delaySeconds[group];
  }
  const own = Object.values(groups);
  for (let i = 0; i < MAX_CUSTOM_GROUPS; i++) {
    state.delaySeconds[bodyGroups.length + i] = own[i]?.delaySeconds ?? 0;
  }
}

/**
 * Takes the target pose of this frame and writes into `state.targetPose` what the body is to follow: every joint's local rotation as
 * it was its group's delay ago, between the two poses around that moment. The hips' place goes with the hips' delay.
 */
export function stepLatencyLine(line: LatencyLine, state: LatencyState, targetPose: Pose, dtSeconds: number): void {
  const { jointCount } = line.skeleton;
  const { times, rotations, roots } = state;
  state.timeSeconds += dtSeconds;
  state.newest = (state.newest + 1) % CAPACITY;
  state.count = Math.min(CAPACITY, state.count + 1);
  times[state.newest] = state.timeSeconds;
  rotations.set(targetPose.localRotations, state.newest * jointCount * 4);
  roots.set(targetPose.rootPosition, state.newest * 3);
  copyPose(state.targetPose, targetPose);
  for (let group = 0; group < DELAY_COUNT; group++) {
    if (state.delaySeconds[group] <= 0) {
      state.effectiveSeconds[group] = 0;
      continue;
    }
    delayGroup(line, state, group);
  }
  updateWorldPose(line.skeleton, state.targetPose);
}

function delayGroup({ groupOfJoint, skeleton }: LatencyLine, state: LatencyState, group: number): void {
  const wanted = state.timeSeconds - Math.min(MAX_LATENCY_SECONDS, state.delaySeconds[group]);
  let later = state.newest;
  let earlier = state.newest;
  for (let back = 1; back < state.count && state.times[earlier] > wanted; back++) {
    later = earlier;
    earlier = (state.newest - back + CAPACITY) % CAPACITY;
  }
  const span = state.times[later] - state.times[earlier];
  const amount = span > 0 ? Math.min(1, Math.max(0, (wanted - state.times[earlier]) / span)) : 0;
  state.effectiveSeconds[group] = state.timeSeconds - (state.times[earlier] + span * amount);
  const size = skeleton.jointCount * 4;
  const from = state.rotations.subarray(earlier * size, (earlier + 1) * size);
  const to = state.rotations.subarray(later * size, (later + 1) * size);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    if (groupOfJoint[joint] === group)
      mixRotation(state.targetPose.localRotations, joint * 4, from, to, joint * 4, amount);
  }
  if (bodyGroups[group] !== 'hips') return;
  for (let k = 0; k < 3; k++) {
    const earlierRoot = state.roots[earlier * 3 + k];
    state.targetPose.rootPosition[k] = earlierRoot + (state.roots[later * 3 + k] - earlierRoot) * amount;
  }
}
