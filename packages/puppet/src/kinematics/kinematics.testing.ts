import { createPose, createQuat, type Pose } from '@leib/core';
import type { PuppetChain, PuppetJoint, PuppetLimits, PuppetPart } from '../file/puppetFile.js';
import { buildPartSkeleton } from '../model/partSkeleton.js';
import { type ChainGoals, type ChainsState, createChainsState } from './chainsState.js';
import { writeFrameAlong } from './partJoint.js';
import { buildPuppetChains, type PuppetChains } from './puppetChains.js';
import { stepChains } from './stepChains.js';

/** Tests only: puppets that are one chain. */

type Direction = readonly [number, number, number];

const open = { min: -Math.PI, max: Math.PI };
const closed = { min: 0, max: 0 };

/** Three degrees of freedom. */
export function ballLimits(): PuppetLimits {
  return { kind: 'planes', rotation: [0, 0, 0, 1], x: open, y: open, z: open };
}

/** Two degrees of freedom: leans to every side and does not twist about itself. */
export function universalLimits(along: Direction, halfAngle: number): PuppetLimits {
  const range = { min: -halfAngle, max: halfAngle };
  return { kind: 'planes', rotation: frameAlong(along), x: range, y: range, z: closed };
}

/** One degree of freedom, about an axis. */
export function hingeLimits(axis: Direction, min: number, max: number): PuppetLimits {
  return { kind: 'planes', rotation: frameAlong(axis), x: closed, y: closed, z: { min, max } };
}

/** Leans up to the half angle from an axis, and twists. */
export function coneLimits([x, y, z]: Direction, halfAngle: number, twist = open): PuppetLimits {
  return { kind: 'cone', axis: [x, y, z], halfAngle, twist };
}

function frameAlong(along: Direction): [number, number, number, number] {
  const [x, y, z, w] = writeFrameAlong(createQuat(), along);
  return [x, y, z, w];
}

export const freeJoint: PuppetJoint = { limits: ballLimits(), weight: 1, maxStep: null, spring: null };

export const plainChain: PuppetChain = {
  name: 'tail',
  parts: [],
  root: 'fixed',
  tip: 'free',
  solver: 'ccd',
  wave: null,
};

/** A bone of a chain that goes up from the origin. */
export function bonePart(index: number, length: number, joint: PuppetJoint): PuppetPart {
  const from: [number, number, number] = [0, index * length, 0];
  const to: [number, number, number] = [0, (index + 1) * length, 0];
  const reach = { right: length, left: length, up: length, down: length, front: length, back: length };
  return {
    name: `part ${index}`,
    parent: index === 0 ? null : `part ${index - 1}`,
    shape: {
      kind: 'bone',
      from,
      to,
      influence: { centre: from, rotation: [0, 0, 0, 1], reach, e: 1, n: 1, throughAir: true },
    },
    joint,
    region: null,
  };
}

export interface TestPuppet {
  readonly model: PuppetChains;
  readonly state: ChainsState;
  readonly pose: Pose;
  readonly step: (goals?: Partial<ChainGoals>, dtSeconds?: number) => void;
}

/** A chain of equal bones upwards with an effector on every point (effector i is point i). */
export function chainPuppet(
  count: number,
  settings: Partial<PuppetChain> = {},
  jointOf: (index: number) => PuppetJoint = () => freeJoint,
  length = 0.1,
): TestPuppet {
  const parts = Array.from({ length: count }, (_, index) => bonePart(index, length, jointOf(index)));
  const chain = { ...plainChain, parts: parts.map(({ name }) => name), ...settings };
  const effectors = Array.from({ length: count + 1 }, (_, point) => ({
    name: `point ${point}`,
    chain: 'tail',
    point,
    turns: true,
  }));
  return openPuppet({ parts, chains: [chain], effectors });
}

export function openPuppet(file: Parameters<typeof buildPuppetChains>[0]): TestPuppet {
  const skeleton = buildPartSkeleton(file.parts);
  const model = buildPuppetChains(file, skeleton);
  const pose = createPose(skeleton);
  const state = createChainsState(model, pose, new Float64Array(file.parts.length * 3));
  const step = (goals: Partial<ChainGoals> = {}, dtSeconds = 1 / 60) =>
    stepChains(
      model,
      state,
      { rootPositionWorld: [0, 0, 0], rootRotationWorld: [0, 0, 0, 1], turns: [], drags: [], ...goals },
      dtSeconds,
    );
  return { model, state, pose, step };
}

/** World points of the first chain as they are shown. */
export function pointsOf({ state }: TestPuppet, chain = 0): number[][] {
  const { lastPointsWorld } = state.chains[chain];
  return Array.from({ length: lastPointsWorld.length / 3 }, (_, point) => [
    ...lastPointsWorld.subarray(point * 3, point * 3 + 3),
  ]);
}
