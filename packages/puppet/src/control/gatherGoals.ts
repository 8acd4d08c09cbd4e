import {
  createQuat,
  createVec3,
  easeQuat,
  fromRotationVector,
  type Quat,
  quat,
  type ReadonlyQuat,
  vec3,
} from '@leib/core';
import type { EffectorDrag, PartTurn, PuppetInput } from '../play/puppetInput.js';
import { type LeadState, leadRotation } from '../takes/followTake.js';
import type { ControlModel } from './handControl.js';
import { defaultHandReadingParams } from './handReading.js';
import type { ControlState } from './stepHandControl.js';

/** What is asked of parts and effectors in this frame, by hands and by the mouse. */
export interface PartGoals {
  /** Parts that are turned; the others are free to swing back. */
  turns: readonly PartTurn[];
  /** Effectors that are held; the others are let go. */
  drags: readonly EffectorDrag[];
  /** One per part: where the turns that hands ask for are written. */
  readonly handTurns: readonly { readonly part: number; readonly localRotation: Quat }[];
  /** 1: a hand has let the part go, no spring takes it back, and it is on its way to rest. One per part. */
  readonly isGoingHome: Uint8Array;
  /** 1: a hand drags the effector, a take leads the part. One per effector of the file, one per part. */
  readonly wasDragged: Uint8Array;
  readonly wasLed: Uint8Array;
}

export function createPartGoals({ partCount, chainParts }: ControlModel): PartGoals {
  return {
    turns: [],
    drags: [],
    handTurns: Array.from({ length: partCount }, (_, part) => ({ part, localRotation: createQuat() })),
    isGoingHome: new Uint8Array(partCount),
    wasDragged: new Uint8Array(chainParts.length),
    wasLed: new Uint8Array(partCount),
  };
}

/** What gatherGoals() reads besides its own state. */
interface GoalSources {
  readonly control: ControlState;
  readonly lead: LeadState;
  readonly input: Pick<PuppetInput, 'turns' | 'drags'>;
  /** Of the joints now; part i: joint i + 1. */
  readonly localRotations: Float64Array;
}

/** Gathers goals. What the mouse turns or drags is not moved by hands and takes at the same time. */
export function gatherGoals(model: ControlModel, goals: PartGoals, sources: GoalSources, dtSeconds: number): void {
  const { control, lead, input, localRotations } = sources;
  goals.drags = gatherDrags(model, goals, control, input.drags);
  const turns = [...input.turns];
  for (let part = 0; part < goals.handTurns.length; part++) {
    const { localRotation } = goals.handTurns[part];
    const isGiven = isPartGiven(input.turns, part);
    const isLed = lead.effective[part + 1] > 0;
    const isTurned = control.isTurned[part] === 1;
    if (goals.wasLed[part] === 1 && !isLed) goals.isGoingHome[part] = model.isSpringless[part];
    if (isTurned || isGiven || isLed) goals.isGoingHome[part] = 0;
    goals.wasLed[part] = isLed ? 1 : 0;
    const isGoingHome = goals.isGoingHome[part] === 1;
    if (isGiven || !(isTurned || isLed || isGoingHome)) continue;
    if (isTurned) readTurn(control, part, localRotation);
    else readRotation(localRotations, part, localRotation);
    if (isGoingHome) goHome(goals, part, localRotation, dtSeconds);
    if (isLed) leadRotation(lead, part, localRotation);
    turns.push(goals.handTurns[part]);
  }
  goals.turns = turns;
}

function isPartGiven(given: readonly PartTurn[], part: number): boolean {
  for (let i = 0; i < given.length; i++) if (given[i].part === part) return true;
  return false;
}

function isEffectorGiven(given: readonly EffectorDrag[], effector: number): boolean {
  for (let i = 0; i < given.length; i++) if (given[i].effector === effector) return true;
  return false;
}

/** Effectors that are held. What a hand has let go sets out for rest; what is held stays. */
function gatherDrags(
  { chainParts, isSpringless }: ControlModel,
  { isGoingHome, wasDragged }: PartGoals,
  control: ControlState,
  given: readonly EffectorDrag[],
): EffectorDrag[] {
  const drags = [...given];
  for (let i = 0; i < control.drags.length; i++) {
    const drag = control.drags[i];
    if (drag.isActive && !isEffectorGiven(given, drag.effector)) drags.push(drag);
  }
  for (let effector = 0; effector < chainParts.length; effector++) {
    const isByHand = isEffectorGiven(drags, effector) && !isEffectorGiven(given, effector);
    if (wasDragged[effector] === 1 && !isByHand) {
      for (const part of chainParts[effector]) isGoingHome[part] = isSpringless[part];
    }
    wasDragged[effector] = isByHand ? 1 : 0;
  }
  for (let i = 0; i < drags.length; i++) {
    const parts = chainParts[drags[i].effector] ?? noParts;
    for (let k = 0; k < parts.length; k++) isGoingHome[parts[k]] = 0;
  }
  return drags;
}

const noParts: readonly number[] = [];

// Scratch, written before it is read in every call.
const vector = createVec3();

function readTurn({ partVectors }: ControlState, part: number, out: Quat): void {
  vec3.set(vector, partVectors[part * 3], partVectors[part * 3 + 1], partVectors[part * 3 + 2]);
  fromRotationVector(out, vector);
}

function readRotation(localRotations: Float64Array, part: number, out: Quat): void {
  for (let k = 0; k < 4; k++) out[k] = localRotations[(part + 1) * 4 + k];
}

const rest: ReadonlyQuat = createQuat();

/** One step of the way to rest; from a ten thousandth of a radian on it is there. */
function goHome(goals: PartGoals, part: number, out: Quat, dtSeconds: number): void {
  easeQuat(out, rest, defaultHandReadingParams.lostHalfLifeSeconds, dtSeconds);
  if (quat.getAngle(out, rest) > 1e-4) return;
  quat.identity(out);
  goals.isGoingHome[part] = 0;
}
