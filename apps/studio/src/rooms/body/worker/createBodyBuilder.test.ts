import { readFileSync } from 'node:fs';
import { loadBodySpace, measureIndex, readBetasJson } from '@leib/body';
import { readGlb } from '@leib/formats';
import { expect, test } from 'vitest';
import { averageBody, type BodySpec } from '../bodySpec.js';
import { createBodyBuilder, ModelBodies } from './createBodyBuilder.js';
import { writeBodyFile } from './writeBodyFile.js';

const file = new URL('../../../../../../packages/body/assets/leib-bodies.bin', import.meta.url);
const space = loadBodySpace(new Uint8Array(readFileSync(file)));
// Stands for a model of the user's: measured as any mesh, with the betas of stature and weight only.
const model = { ...space.male, betaCount: 2 };
const builder = createBodyBuilder(space, new ModelBodies((name) => (name === 'mine.npz' ? model : null)));
const mine: BodySpec = { ...averageBody('male', '4'), name: 'Mine', model: 'mine.npz' };

test('a body of the user’s model is built from betas', () => {
  const tall = builder.build({ ...mine, betas: [2] }).body;
  const mean = builder.build({ ...mine, betas: [] }).body;
  expect((tall?.measured[0] ?? 0) - (mean?.measured[0] ?? 0)).toBeGreaterThan(0.1);
  expect(tall?.betas).toHaveLength(2);
  expect(builder.build({ ...mine, model: 'other.npz' }).body).toBeNull();
});

test('and from measures: measured again, it has them; measures that a mesh does not show are named', () => {
  const measures = { stature: 1.88, weight: 92, head: 0.58 };
  const { body } = builder.build({ ...mine, take: 'any', measures });
  expect(body?.measured[measureIndex('stature')]).toBeCloseTo(1.88, 2);
  expect(Math.abs((body?.measured[measureIndex('weight')] ?? 0) - 92)).toBeLessThan(1);
  expect(body?.notes.join()).toMatch(/Not shown by this model, and not used: Head/);
});

test('it is saved with its rig, and its betas with the name of the model', () => {
  const { body } = builder.build({ ...mine, betas: [1] });
  if (!body) throw new Error('expected a body');
  const { json } = readGlb(writeBodyFile('vrm', mine, body, null, null).bytes);
  expect([json.extensionsUsed, (json.skins as { joints: number[] }[])[0].joints.length]).toEqual([['VRMC_vrm'], 55]);
  const saved = new TextDecoder().decode(writeBodyFile('betasJson', mine, body, null, null).bytes);
  expect(readBetasJson(saved)).toMatchObject({ model: 'mine.npz', sex: 'male', betas: [1, 0] });
});
