import { createQuat, createVec3, fromRotationVector, type Quat, vec3 } from '@leib/core';
import type { EffectorDrag, PartTurn, PuppetInput } from '../play/puppetInput.js';
import type { ControlModel } from './handControl.js';
import type { ControlState } from './stepHandControl.js';

/** What is asked of parts and effectors in this frame, by hands and by the mouse. */
export interface PartGoals {
  /** Parts that are turned; the others are free to swing back. */
  turns: readonly PartTurn[];
  /** Effectors that are held; the others are let go. */
  drags: readonly EffectorDrag[];
  /** One per part: where hands write their turns. */
  readonly handTurns: readonly { readonly part: number; readonly localRotation: Quat }[];
}

export function createPartGoals({ partCount }: ControlModel): PartGoals {
  const handTurns = Array.from({ length: partCount }, (_, part) => ({ part, localRotation: createQuat() }));
  return { turns: [], drags: [], handTurns };
}

const vector = createVec3();

/** Gathers goals. What the mouse turns or drags is not moved by the hands at the same time. */
export function gatherGoals(
  control: ControlState,
  input: Pick<PuppetInput, 'turns' | 'drags'>,
  goals: PartGoals,
): void {
  const turns = [...input.turns];
  for (const turn of goals.handTurns) {
    const { part } = turn;
    if (control.isTurned[part] === 0 || input.turns.some((given) => given.part === part)) continue;
    const { partVectors } = control;
    vec3.set(vector, partVectors[part * 3], partVectors[part * 3 + 1], partVectors[part * 3 + 2]);
    fromRotationVector(turn.localRotation, vector);
    turns.push(turn);
  }
  const drags = [...input.drags];
  for (const drag of control.drags) {
    if (drag.isActive && !input.drags.some(({ effector }) => effector === drag.effector)) drags.push(drag);
  }
  goals.turns = turns;
  goals.drags = drags;
}
