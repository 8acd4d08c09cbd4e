import type { Motion } from '@leib/core';
import { defaultEmbodySettings, loadPrior } from '@leib/embody';
import { readBvh } from '@leib/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { readPriorBytes } from '../../../packages/embody/dist/prior/network/prior.testing.js';
import { buildEvalClip, type EvalClip } from './evalClip.js';
import { type EvalResult, evaluateSolvers } from './evaluateSolvers.js';

/**
 * Figures of eight short clips, compared with guardedFigures.json. After a change that is meant to move them:
 *
 *   LEIB_WRITE_FIGURES=1 npx vitest run --project unit lab/evaluate/src/guardedFigures.test.ts
 *
 * rewrites the file; the difference is then seen in review. The whole set: `npx leib eval ../shared/mocap`.
 */
const clips = [
  ['walk', '07_04'],
  ['turn', '16_18'],
  ['stairs', '36_01'],
  ['sit', '13_01'],
  ['crouch', '144_17'],
  ['dance', '05_02'],
  ['gesture', '19_10'],
  ['run', '127_04'],
] as const;
/** Of each clip, seconds from its start. */
const LENGTH = 6;
/** A mean over the clips may be this much worse, and the error of one clip this much. */
const WORSE_MEAN = 0.03;
const WORSE_CLIP = 0.1;

/** Mean joint error, slide of feet that truly stand, and F1 of foot contact. */
interface Figures {
  readonly errorCm: number;
  readonly slideCmPerS: number;
  readonly contactF1: number;
}
type SolverFigures = Figures & { readonly clipErrorsCm: Readonly<Record<string, number>> };

/** Lies beside the repository on some machines and is no part of it. This package is typed without Node. */
const { dirname } = import.meta as unknown as { dirname: string };
const folder = `${dirname}/../../../../shared/mocap/cmu`;
const committedFile = `${dirname}/guardedFigures.json`;
const fs = (await import('node:fs' as string)) as {
  existsSync(path: string): boolean;
  readFileSync(path: string): Uint8Array;
  readFileSync(path: string, encoding: 'utf8'): string;
  writeFileSync(path: string, text: string): void;
};
const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;

async function readClip(category: string, name: string): Promise<EvalClip> {
  const { motion } = await readBvh(fs.readFileSync(`${folder}/${name}.bvh.gz`), { name });
  return buildEvalClip(cutMotion(motion, LENGTH), { name, category, subject: name.split('_')[0] });
}

function cutMotion(motion: Motion, seconds: number): Motion {
  const frameCount = Math.min(motion.frameCount, Math.round(seconds * motion.hz));
  return {
    ...motion,
    frameCount,
    rootPositions: motion.rootPositions.subarray(0, frameCount * 3),
    localRotations: motion.localRotations.subarray(0, frameCount * motion.skeleton.jointCount * 4),
  };
}

function figuresOf({ overall, clips: results }: EvalResult): SolverFigures {
  return {
    errorCm: round(overall.mpjpeCm),
    slideCmPerS: round(overall.slideCmPerS),
    contactF1: round(overall.contactF1),
    clipErrorsCm: Object.fromEntries(
      results.map(({ category, metrics }): [string, number] => [category, round(metrics.mpjpeCm)]),
    ),
  };
}

const round = (value: number) => Number(value.toFixed(4));

type FiguresBySolver = Readonly<Record<string, SolverFigures>>;

async function measureFigures(): Promise<FiguresBySolver> {
  const rules = { ...defaultEmbodySettings, prior: { ...defaultEmbodySettings.prior, isOn: false } };
  const prior = loadPrior(await readPriorBytes());
  const solvers = [
    { name: 'rules', choice: rules, prior: null },
    { name: 'prior', choice: defaultEmbodySettings, prior },
  ];
  const read = await Promise.all(clips.map(([category, name]) => readClip(category, name)));
  const results = await evaluateSolvers(read, solvers);
  return Object.fromEntries(results.map((result) => [result.solver, figuresOf(result)]));
}

describe.skipIf(!fs.existsSync(folder))('figures of eight clips stay as good as they were', () => {
  let found: FiguresBySolver = {};
  let committed: FiguresBySolver = {};
  beforeAll(async () => {
    found = await measureFigures();
    if (env.LEIB_WRITE_FIGURES) fs.writeFileSync(committedFile, `${JSON.stringify(found, null, 2)}\n`);
    committed = JSON.parse(fs.readFileSync(committedFile, 'utf8')) as FiguresBySolver;
  });

  test.each(['rules', 'prior'])('%s', (name) => {
    const [now, before] = [found[name], committed[name]];
    expect(now.errorCm).toBeLessThan(before.errorCm * (1 + WORSE_MEAN));
    expect(now.slideCmPerS).toBeLessThan(before.slideCmPerS * (1 + WORSE_MEAN));
    expect(now.contactF1).toBeGreaterThan(before.contactF1 * (1 - WORSE_MEAN));
    for (const [clip, errorCm] of Object.entries(before.clipErrorsCm)) {
      expect(now.clipErrorsCm[clip], clip).toBeLessThan(errorCm * (1 + WORSE_CLIP));
    }
  });
});
