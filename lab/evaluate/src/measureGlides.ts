import { jointOfBone, type Skeleton } from '@leib/core';
import { createPerson } from '@leib/embody';
import { createDeviceFrame, createJointFrame, createTrackerOffsets, devicesOfJoints } from '@leib/tracking';
import type { Solver } from '../../../apps/cli/dist/solvers.js';
import { type Glide, glideFrame, tenGlides } from '../../../packages/embody/dist/walking/glides.testing.js';
import {
  judgeGlide,
  peopleStepsPerSecond,
  type WalkFigures,
  type WalkMoment,
} from '../../../packages/embody/dist/walking/judgeWalk.testing.js';

/** How legs carry one glide. */
export interface GlideResult {
  readonly glide: Glide;
  readonly figures: WalkFigures;
  /** Of people of this size at this speed; null for turns on the spot. */
  readonly peopleStepsPerSecond: number | null;
  /** Planted, alternating, lifted feet that do not slide and are as far ahead as behind within 25 cm. */
  readonly isWalked: boolean;
}

const HZ = 60;
/** Head joint of the body that the curves of people are made for, metres over the floor. */
const REFERENCE_HEAD = 1.53;
/** From this speed on, at that size, people run: then no foot may stand for most of the time. */
const RUNS_FROM = 1.9;

/** Ten ways of a level head with hands that hang still, through a solver. */
export function measureGlides(solver: Solver, skeleton: Skeleton): readonly GlideResult[] {
  const headHeight = skeleton.restWorldPositions[jointOfBone(skeleton, 'head') * 3 + 1];
  const size = headHeight / REFERENCE_HEAD;
  return tenGlides.map((glide) => {
    const figures = judgeGlide(skeleton, glide, runGlide(solver, skeleton, glide, headHeight));
    const isRunning = glide.speed / Math.sqrt(size) > RUNS_FROM;
    return {
      glide,
      figures,
      peopleStepsPerSecond: glide.isTurn ? null : peopleStepsPerSecond(glide.speed, size, glide.angle),
      isWalked:
        figures.supported > (isRunning ? 0.2 : 0.8) &&
        figures.alternating > 0.8 &&
        figures.slide < 0.03 &&
        figures.lift > 0.02 * size &&
        Math.abs(figures.ahead + figures.behind) < 0.25,
    };
  });
}

function runGlide({ choice, prior }: Solver, skeleton: Skeleton, glide: Glide, headHeight: number): WalkMoment[] {
  const person = createPerson({ skeleton, prior, settings: { solver: choice } });
  const devices = createDeviceFrame();
  const offsets = createTrackerOffsets();
  const frame = createJointFrame();
  return Array.from({ length: Math.round(glide.seconds * HZ) + 1 }, (_, i) => {
    const seconds = i / HZ;
    const place = glide.placeAt(seconds);
    devicesOfJoints(glideFrame(place, seconds, { headHeight }, frame), offsets, devices);
    const { worldPositions } = person.follow(devices, 1 / HZ);
    return { seconds, place, positions: Float64Array.from(worldPositions) };
  });
}

/** One table a solver. */
export function formatGlides(name: string, results: readonly GlideResult[]): string {
  const rows = results.map(({ glide, figures: f, peopleStepsPerSecond: people, isWalked }) => {
    const steps = `${f.stepsPerSecond.toFixed(1)}${people === null ? '' : ` (${people.toFixed(1)})`}`;
    const reach = `${f.behind.toFixed(2)}..${f.ahead.toFixed(2)}`;
    const cells = [
      glide.name,
      `${Math.round(100 * f.supported)} %`,
      steps,
      reach,
      (100 * f.slide).toFixed(1),
      (100 * f.lift).toFixed(1),
      isWalked ? 'yes' : 'no',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const walked = results.filter(({ isWalked }) => isWalked).length;
  return [
    `${name}: ${walked} of ${results.length} ways are walked`,
    '',
    '| way | planted | steps/s (people) | feet behind and ahead, m | slide, cm/s | lift, cm | walked |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
