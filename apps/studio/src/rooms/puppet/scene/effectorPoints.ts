import { endOf, type PuppetFile, type PuppetModel, type PuppetState, pivotOf } from '@leib/puppet';
import type { Vector3 } from 'three';
import { pointOfPart } from './partFrames.js';

/** The part that carries an effector, its place on that part at rest (model space), and whether it ends its chain. */
export interface EffectorPoint {
  readonly part: number;
  readonly point: readonly [number, number, number];
  readonly isEnd: boolean;
}

export function effectorPointOf(file: PuppetFile, effector: PuppetFile['effectors'][number]): EffectorPoint | null {
  const names = file.chains.find(({ name }) => name === effector.chain)?.parts ?? [];
  const name = names[Math.max(0, effector.point - 1)];
  const part = file.parts.findIndex((each) => each.name === name);
  if (part < 0) return null;
  const point = effector.point === 0 ? pivotOf(file.parts[part]) : endOf(file.parts[part]);
  return { part, point, isEnd: effector.point === names.length };
}

/** Where an effector is now, puppet's space; null where its chain is not there. */
export function placeOfEffector(
  model: PuppetModel,
  state: PuppetState,
  effector: number,
  out: Vector3,
): Vector3 | null {
  const at = effectorPointOf(model.file, model.file.effectors[effector]);
  return at && pointOfPart(model, state, at.part, at.point, out);
}
