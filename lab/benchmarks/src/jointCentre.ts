import { createPoseSamples, findJointCentre, type PoseSamples } from '@leib/calibration';
import { createQuat, DEG, quat, vec3 } from '@leib/core';
import { POSE_SIZE } from '@leib/tracking';
import type { BenchmarkOptions } from './benchmarkOptions.js';
import { compare } from './compare.js';
import type { Contender } from './contender.js';
import { defaultProbeGridSettings, searchProbeGrid } from './contenders/probeGrid.js';
import type { BenchResult } from './report.js';

/** Five seconds at 60 Hz, 45 degrees about each axis, the tracker 9 cm from the joint: the issue's own case. */
const FRAME_COUNT = 300;
const HZ = 60;
const RANGE = 45 * DEG;
const CENTRE_LOCAL = [0.04, -0.05, 0.063] as const;

interface Movement {
  readonly samples: PoseSamples;
  readonly times: Float64Array;
}

/**
 * A joint's centre from the same 300 frames: our closed form beside the probe grid of the thesis that it replaces. One
 * call is one joint. The facts are both methods' errors at two kinds of noise, medians in millimetres.
 */
export function benchJointCentre(options: BenchmarkOptions): BenchResult[] {
  const coarse = movementOf(1, 0.001, 0.3 * DEG);
  const closed: Contender = {
    name: 'leib',
    callCount: 1,
    run(count) {
      for (let i = 0; i < count; i++) findJointCentre(coarse.samples);
    },
  };
  // One round over the frames, as the thesis does it live; the errors below are those of several.
  const oneRound = { ...defaultProbeGridSettings, adaptRounds: 0 };
  const grid: Contender = {
    name: 'probe grid',
    callCount: 1,
    run(count) {
      for (let i = 0; i < count; i++) searchProbeGrid(oneRound, coarse.samples, coarse.times);
    },
  };
  const results = compare([{ name: 'joint-centre/300-frames', ours: closed, peers: [grid] }], options);
  return results.map((result) => ({
    ...result,
    facts: measureErrors(Math.min(21, Math.ceil(options.targetCount / 10))),
  }));
}

function measureErrors(seedCount: number): Record<string, number> {
  const facts: Record<string, number> = {};
  for (const [noise, place, turn] of [
    ['no noise', 0, 0],
    ['0.2 mm, 0.05 degrees', 0.0002, 0.05 * DEG],
    ['1 mm, 0.3 degrees', 0.001, 0.3 * DEG],
  ] as const) {
    const movements = Array.from({ length: seedCount }, (_, seed) => movementOf(seed + 1, place, turn));
    facts[`closed form, ${noise}, mm`] = medianError(movements.map(({ samples }) => findJointCentre(samples)));
    facts[`probe grid, ${noise}, mm`] = medianError(
      movements.map(({ samples, times }) => searchProbeGrid(defaultProbeGridSettings, samples, times)),
    );
  }
  return facts;
}

function medianError(found: readonly ({ readonly centreLocal: ArrayLike<number> } | null)[]): number {
  const errors = found.map((result) =>
    result === null
      ? Number.POSITIVE_INFINITY
      : Math.hypot(...CENTRE_LOCAL.map((value, k) => result.centreLocal[k] - value)) * 1000,
  );
  return errors.sort((a, b) => a - b)[errors.length >> 1];
}

function movementOf(seed: number, placeNoise: number, turnNoise: number): Movement {
  const random = seededNormal(seed);
  const samples = createPoseSamples(FRAME_COUNT);
  const times = Float64Array.from({ length: FRAME_COUNT }, (_, frame) => frame / HZ);
  for (let frame = 0; frame < FRAME_COUNT; frame++) {
    const wave = (rate: number, phase: number) => (RANGE / 2) * Math.sin(rate * times[frame] + phase + seed);
    const turn = createQuat();
    quat.rotateX(turn, turn, wave(3.7, 0));
    quat.rotateY(turn, turn, wave(5.1, 1));
    quat.rotateZ(turn, turn, wave(2.6, 2));
    const arm = vec3.transformQuat([0, 0, 0], CENTRE_LOCAL, turn);
    const half = turnNoise / 2;
    const wobble = createQuat(half * random(), half * random(), half * random(), 1);
    quat.multiply(turn, turn, quat.normalize(wobble, wobble));
    const place = [0.3, 1.1, -0.2].map((value, k) => value - arm[k] + placeNoise * random());
    samples.poses.set([...place, ...turn], frame * POSE_SIZE);
  }
  samples.count = FRAME_COUNT;
  return { samples, times };
}

/** Normal numbers, always the same for a seed. */
function seededNormal(seed: number): () => number {
  let state = seed * 2654435761;
  const uniform = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
