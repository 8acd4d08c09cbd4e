import { clamp, createQuat, easeScalar, type Quat, quat, type ReadonlyQuat } from '@leib/core';
import type { ControlModel } from '../control/handControl.js';
import type { ControlState } from '../control/stepHandControl.js';
import type { PuppetModel } from '../play/puppetModel.js';
import { matchSpreads } from './editTakes.js';
import {
  createTakeFrame,
  JOINT_SIZE,
  type PuppetTake,
  sampleLoopedTake,
  sampleTake,
  type TakeFrame,
  takeLayoutOf,
} from './puppetTake.js';

/** What a take asks of a puppet in one frame. Parts that a live hand moves go with the hand instead. */
export interface TakeLead {
  /** In the order of the model's parts. */
  readonly frame: TakeFrame;
  /** Share that the take has in the whole puppet (first) and in each part: 0 none, 1 all. Changes are eased. */
  readonly shares: ArrayLike<number>;
  /** 1 for the whole puppet (first) and for each part that stays with the take even where a live hand moves it. */
  readonly holds?: ArrayLike<number>;
  /** The shares hold at once: for exports, where the first frame must be the take's. */
  readonly isImmediate?: boolean;
}

/** What a take does to a puppet now. */
export interface LeadState {
  /** The last frame that a take has asked for. */
  readonly frame: TakeFrame;
  /** Eased shares of the take, the whole puppet first. */
  readonly shares: Float64Array;
  /** The same, less what live hands have taken over. */
  readonly effective: Float64Array;
}

export function createLeadState(partCount: number, spreadCount: number): LeadState {
  const layout = { parts: new Array<string>(partCount).fill(''), spreadParts: new Array<string>(spreadCount).fill('') };
  const create = () => new Float64Array(partCount + 1);
  return { frame: createTakeFrame(layout), shares: create(), effective: create() };
}

/** A take has come, or gone, by half after this time. */
const HALF_LIFE_SECONDS = 0.08;

/** Eases a take in and out. Where there is none any more its last frame fades; live hands keep the parts they move. */
export function stepLead(
  { hands }: ControlModel,
  { readings }: ControlState,
  state: LeadState,
  take: TakeLead | null,
  dtSeconds: number,
): void {
  const { frame, shares, effective } = state;
  if (take) {
    frame.joints.set(take.frame.joints);
    frame.spreads.set(take.frame.spreads);
  }
  for (let joint = 0; joint < shares.length; joint++) {
    const wanted = take ? take.shares[joint] : 0;
    const eased = take?.isImmediate ? wanted : easeScalar(shares[joint], wanted, HALF_LIFE_SECONDS, dtSeconds);
    shares[joint] = Math.abs(eased - wanted) < 1e-4 ? wanted : eased;
    effective[joint] = shares[joint];
    if (take?.holds?.[joint] === 1) continue;
    for (let i = 0; i < hands.length; i++) {
      if (hands[i].movedJoints[joint] === 1) effective[joint] *= 1 - clamp(readings[i].presence.value, 0, 1);
    }
  }
}

/** A take fitted to a model: parts are matched by name. */
interface TakePlayer {
  readonly take: PuppetTake;
  readonly lead: TakeLead & { readonly shares: Float64Array };
  /** Where each joint and each spread turn of the take goes: [in the model's frame, in the take's frame]. */
  readonly joints: readonly (readonly [number, number])[];
  readonly spreads: readonly (readonly [number, number])[];
  readonly sampled: TakeFrame;
}

/** The take moves all parts that it has, and the whole puppet. */
export function createTakePlayer(model: PuppetModel, take: PuppetTake): TakePlayer {
  const layout = takeLayoutOf(model);
  const joints: [number, number][] = [[0, 0]];
  layout.parts.forEach((name, part) => {
    const from = take.parts.indexOf(name);
    if (from >= 0) joints.push([(part + 1) * JOINT_SIZE, (from + 1) * JOINT_SIZE]);
  });
  const shares = new Float64Array(layout.parts.length + 1);
  for (const [to] of joints) shares[to / JOINT_SIZE] = 1;
  return {
    take,
    lead: { frame: createTakeFrame(layout), shares },
    joints,
    spreads: matchSpreads(layout.spreadParts, take.spreadParts),
    sampled: createTakeFrame(take),
  };
}

/** The take at a time, as PuppetInput wants it. */
export function leadByTake(player: TakePlayer, timeSeconds: number, isLooped: boolean): TakeLead {
  const { take, lead, sampled, joints, spreads } = player;
  if (isLooped) sampleLoopedTake(take, timeSeconds, sampled);
  else sampleTake(take, timeSeconds, sampled);
  for (const [to, from] of joints) {
    for (let k = 0; k < JOINT_SIZE; k++) lead.frame.joints[to + k] = sampled.joints[from + k];
  }
  for (const [to, from] of spreads) {
    for (let k = 0; k < 3; k++) lead.frame.spreads[to + k] = sampled.spreads[from + k];
  }
  return lead;
}

// Scratch, written before it is read in every call.
const taken = createQuat();

/** The whole puppet goes with the take. */
export function leadWhole({ frame, effective }: LeadState, { rootPosition, rootRotation }: ControlState): void {
  const share = effective[0];
  if (share === 0) return;
  for (let k = 0; k < 3; k++) rootPosition[k] += (frame.joints[k] - rootPosition[k]) * share;
  mixRotation(rootRotation, rootRotation, frame.joints, 3, share);
}

/** What the fingers did within parts comes back with them. */
export function leadSpreads({ frame, effective }: LeadState, { spread: { vectors, turns } }: ControlState): void {
  for (let i = 0; i < turns.length; i++) {
    const share = effective[turns[i].part + 1];
    for (let k = i * 3; k < i * 3 + 3; k++) vectors[k] += (frame.spreads[k] - vectors[k]) * share;
  }
}

/** Parts that hang on the whole puppet are shifted as in the take. `offsets`: parts x 3. */
export function leadOffsets({ frame, effective }: LeadState, offsets: Float64Array): void {
  for (let joint = 1; joint < effective.length; joint++) {
    const from = joint * JOINT_SIZE;
    const to = (joint - 1) * 3;
    for (let k = 0; k < 3; k++) offsets[to + k] += (frame.joints[from + k] - offsets[to + k]) * effective[joint];
  }
}

/** A part's rotation under the take, from what it is without it; in place. */
export function leadRotation({ frame, effective }: LeadState, part: number, rotation: Quat): void {
  mixRotation(rotation, rotation, frame.joints, (part + 1) * JOINT_SIZE + 3, effective[part + 1]);
}

function mixRotation(out: Quat, from: ReadonlyQuat, to: Float64Array, at: number, share: number): void {
  for (let k = 0; k < 4; k++) taken[k] = to[at + k];
  quat.slerp(out, from, taken, share);
  quat.normalize(out, out);
}
