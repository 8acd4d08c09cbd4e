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
  /** 1: a hand drags the effector. One per effector of the file. */
  readonly wasDragged: Uint8Array;
}

export function createPartGoals({ partCount, springlessParts }: ControlModel): PartGoals {
  return {
    turns: [],
    drags: [],
    handTurns: Array.from({ length: partCount }, (_, part) => ({ part, localRotation: createQuat() })),
    isGoingHome: new Uint8Array(partCount),
    wasDragged: new Uint8Array(springlessParts.length),
  };
}

/**
 * Gathers goals. What the mouse turns or drags is not moved by the hands at the same time. `localRotations` are those
 * of the joints now (part i: joint i + 1).
 */
export function gatherGoals(
  model: ControlModel,
  control: ControlState,
  goals: PartGoals,
  input: Pick<PuppetInput, 'turns' | 'drags'>,
  localRotations: Float64Array,
  dtSeconds: number,
): void {
  goals.drags = gatherDrags(model, control, goals, input.drags);
  const turns = [...input.turns];
  for (const turn of goals.handTurns) {
    const { part } = turn;
    const isTurned = control.isTurned[part] === 1;
    const isGiven = input.turns.some((given) => given.part === part);
    if (isTurned || isGiven) goals.isGoingHome[part] = 0;
    if (isGiven) continue;
    if (isTurned) readTurn(control, part, turn.localRotation);
    else if (goals.isGoingHome[part] === 1) goHome(goals, part, turn.localRotation, localRotations, dtSeconds);
    else continue;
    turns.push(turn);
  }
  goals.turns = turns;
}

/** Effectors that are held. What a hand has let go sets out for rest; what is held stays. */
function gatherDrags(
  { springlessParts }: ControlModel,
  control: ControlState,
  { isGoingHome, wasDragged }: PartGoals,
  given: readonly EffectorDrag[],
): EffectorDrag[] {
  const byHand = control.drags.filter(
    (drag) => drag.isActive && !given.some(({ effector }) => effector === drag.effector),
  );
  springlessParts.forEach((parts, effector) => {
    const isDragged = byHand.some((drag) => drag.effector === effector) ? 1 : 0;
    if (wasDragged[effector] === 1 && isDragged === 0) for (const part of parts) isGoingHome[part] = 1;
    wasDragged[effector] = isDragged;
  });
  const drags = [...given, ...byHand];
  for (const { effector } of drags) for (const part of springlessParts[effector] ?? []) isGoingHome[part] = 0;
  return drags;
}

// Scratch, written before it is read in every call.
const vector = createVec3();

function readTurn({ partVectors }: ControlState, part: number, out: Quat): void {
  vec3.set(vector, partVectors[part * 3], partVectors[part * 3 + 1], partVectors[part * 3 + 2]);
  fromRotationVector(out, vector);
}

const rest: ReadonlyQuat = createQuat();

/** One step of the way to rest; from a ten thousandth of a radian on it is there. */
function goHome(goals: PartGoals, part: number, out: Quat, localRotations: Float64Array, dtSeconds: number): void {
  for (let k = 0; k < 4; k++) out[k] = localRotations[(part + 1) * 4 + k];
  easeQuat(out, rest, defaultHandReadingParams.lostHalfLifeSeconds, dtSeconds);
  if (quat.getAngle(out, rest) > 1e-4) return;
  quat.identity(out);
  goals.isGoingHome[part] = 0;
}
