import { defaultEmbodySettings } from '@leib/embody';
import { readBvh } from '@leib/formats';
import { describe, expect, test } from 'vitest';
import { countElbowsInTorso } from '../../../packages/embody/dist/prior/proposal/elbowsInTorso.testing.js';
import { elbowSpeedRatio } from './elbowSpeed.js';
import { buildEvalClip } from './evalClip.js';
import { runSolver } from './runSolver.js';

/** Lies beside the repository on some machines and is no part of it. This package is typed without Node. */
const { dirname } = import.meta as unknown as { dirname: string };
const folder = `${dirname}/../../../../shared/mocap/cmu`;
const fs = (await import('node:fs' as string)) as {
  existsSync(path: string): boolean;
  readFileSync(path: string): Uint8Array;
};

/** A baseball swing, a golf swing and punches: hands close round the trunk, where an elbow once jumped across it. */
describe.skipIf(!fs.existsSync(folder))('swings beside the repository', () => {
  test.each(['124_07', '64_05', '144_21'])(
    '%s: no elbow turns 1.5 times as fast as anything real, none is in the trunk',
    async (name) => {
      const { motion } = await readBvh(fs.readFileSync(`${folder}/${name}.bvh.gz`), { name });
      const clip = buildEvalClip(motion, { name, category: 'swing', subject: name });
      const prediction = runSolver(clip, { name: 'rules', choice: defaultEmbodySettings, prior: null });
      expect(elbowSpeedRatio(clip.truth, prediction)).toBeLessThan(1.5);
      expect(countElbowsInTorso(prediction)).toBe(0);
    },
  );
});
