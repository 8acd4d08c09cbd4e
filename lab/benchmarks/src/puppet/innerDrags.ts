import { createPose, createQuat } from '@leib/core';
import type { PuppetFile, PuppetLimits, PuppetPart } from '@leib/puppet';
import { type ChainGoals, createChainsState } from '../../../../packages/puppet/dist/kinematics/chainsState.js';
import { writeFrameAlong } from '../../../../packages/puppet/dist/kinematics/partJoint.js';
import { buildPuppetChains } from '../../../../packages/puppet/dist/kinematics/puppetChains.js';
import { stepChains } from '../../../../packages/puppet/dist/kinematics/stepChains.js';
import { buildPartSkeleton } from '../../../../packages/puppet/dist/model/partSkeleton.js';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import { seededRandom } from '../ikProblem.js';
import type { BenchResult } from '../report.js';

type PuppetChain = PuppetFile['chains'][number];

/** Drags per target of the options: 100 000 in a thorough run. */
const DRAGS_PER_TARGET = 100;

/** After so many drags a chain is bent anew: where its ends are held decides what it can do. */
const DRAGS_PER_BOW = 25;

const BONES = 10;
const LENGTH = 0.1;

/** Joints of the chains that are dragged: free, in planes, in cones, and all of them mixed. */
const kinds: Readonly<Record<string, (joint: number) => PuppetLimits>> = {
  free: () => planes([0, 0, 1], Math.PI, Math.PI),
  planes: () => planes([0, 1, 0], 1.2, 0),
  cones: () => ({ kind: 'cone', axis: [0, 1, 0], halfAngle: 1, twist: { min: -0.5, max: 0.5 } }),
  mixed: (joint) =>
    [
      planes([0, 0, 1], Math.PI, Math.PI),
      planes([1, 0, 0], 0, 1),
      planes([0, 1, 0], 1, 0),
      { kind: 'cone', axis: [0.2, 1, 0], halfAngle: 1.2, twist: { min: -Math.PI, max: Math.PI } } as const,
    ][joint % 4] as PuppetLimits,
};

/** Leans this far to every side of a direction, and turns this far about it. */
function planes(along: readonly [number, number, number], lean: number, turn: number): PuppetLimits {
  const [x, y, z, w] = writeFrameAlong(createQuat(), along);
  const leaning = { min: -lean, max: lean };
  return { kind: 'planes', rotation: [x, y, z, w], x: leaning, y: leaning, z: { min: -turn, max: turn } };
}

/**
 * Random drags of inner points, of one or two at a time, with both ends held and with a free root: how far a held tip
 * ever leaves its place, and how far a bone its length. A call is one drag.
 */
export function benchInnerDrags({ targetCount }: BenchmarkOptions): BenchResult[] {
  const names = Object.keys(kinds);
  const chains = Object.values(kinds).flatMap((limitsOf) =>
    (['fixed', 'free'] as const).map((root) => createDraggedChain(limitsOf, root)),
  );
  /** Drags of each kind whose points came within a millimetre of their goals, or of the nearest that both sides reach. */
  const near = names.map(() => 0);
  const dragCount = targetCount * DRAGS_PER_TARGET;
  const random = seededRandom(4);
  const worst = { opening: 0, stretch: 0 };
  let milliseconds = 0;
  for (let drag = 0; drag < dragCount; drag++) {
    const chain = chains[drag % chains.length];
    if (Math.floor(drag / chains.length) % DRAGS_PER_BOW === 0) chain.bend(random);
    const start = performance.now();
    chain.drag(random);
    milliseconds += performance.now() - start;
    const { opening, stretch, effectorError } = chain.measure();
    worst.opening = Math.max(worst.opening, opening);
    worst.stretch = Math.max(worst.stretch, stretch);
    if (effectorError < 1e-3) near[Math.floor((drag % chains.length) / 2)]++;
  }
  return [
    {
      name: 'puppet/inner-drags',
      ours: (milliseconds * 1000) / dragCount,
      unit: 'us',
      peers: {},
      ratio: {},
      bytesPerCall: null,
      facts: {
        drags: dragCount,
        'largest opening, um': worst.opening * 1e6,
        'largest change of a bone, nm': worst.stretch * 1e9,
        ...Object.fromEntries(
          names.map((name, kind) => [`within 1 mm, ${name}, per cent`, (100 * near[kind] * names.length) / dragCount]),
        ),
      },
    },
  ];
}

/** One chain with a held tip, an effector on every point, dragged by jumps. */
function createDraggedChain(limitsOf: (joint: number) => PuppetLimits, root: PuppetChain['root']) {
  const parts = Array.from({ length: BONES }, (_, index) => createPart(index, limitsOf(index)));
  const names = parts.map(({ name }) => name);
  const chain: PuppetChain = { name: 'chain', parts: names, root, tip: 'fixed', solver: 'ccd', wave: null };
  const effectors = Array.from({ length: BONES + 1 }, (_, point) => ({
    name: `${point}`,
    chain: 'chain',
    point,
    turns: false,
  }));
  const skeleton = buildPartSkeleton(parts);
  const model = buildPuppetChains({ parts, chains: [chain], effectors }, skeleton);
  const state = createChainsState(model, createPose(skeleton), new Float64Array(BONES * 3));
  const points = state.chains[0].lastPointsWorld;
  const tip = new Float64Array(3);
  const step = (drags: ChainGoals['drags']) =>
    stepChains(
      model,
      state,
      { rootPositionWorld: [0, 0, 0], rootRotationWorld: [0, 0, 0, 1], turns: [], drags, maxSpeed: Infinity },
      1 / 60,
    );
  const dragTo = (effector: number, random: () => number) => ({
    effector,
    positionWorld: [0, 1, 2].map(() => 1.6 * (random() - 0.5)) as [number, number, number],
    rotationWorld: null,
  });
  return {
    /** Takes the tip itself somewhere, so that there is room to drag. */
    bend(random: () => number): void {
      step([dragTo(BONES, random)]);
      step([]);
      tip.set(points.subarray(BONES * 3));
    },
    drag(random: () => number): void {
      const first = 1 + Math.floor(random() * (BONES - 2));
      const drags = [dragTo(first, random)];
      if (random() < 0.3) drags.push(dragTo(first + 1 + Math.floor(random() * (BONES - 1 - first)), random));
      step(drags);
    },
    measure() {
      let stretch = 0;
      for (let at = 0; at + 3 < points.length; at += 3) {
        const length = Math.hypot(
          points[at + 3] - points[at],
          points[at + 4] - points[at + 1],
          points[at + 5] - points[at + 2],
        );
        stretch = Math.max(stretch, Math.abs(length - LENGTH));
      }
      const at = BONES * 3;
      const opening = Math.hypot(points[at] - tip[0], points[at + 1] - tip[1], points[at + 2] - tip[2]);
      return { opening, stretch, effectorError: state.chains[0].inner.effectorError };
    },
  };
}

function createPart(index: number, limits: PuppetLimits): PuppetPart {
  return {
    name: `part ${index}`,
    parent: index === 0 ? null : `part ${index - 1}`,
    shape: {
      kind: 'box',
      pivot: [0, index * LENGTH, 0],
      centre: [0, (index + 0.5) * LENGTH, 0],
      rotation: [0, 0, 0, 1],
      halfSize: [LENGTH / 4, LENGTH / 2, LENGTH / 4],
    },
    joint: { limits, weight: 1, maxStep: null, spring: null },
    region: null,
  };
}
