import { defaultSkeleton } from '@leib/body';
import { requireDecoded } from '@leib/core';
import { type SkinnedSurface, simulateInline } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { expect, test } from 'vitest';
import { decodeProtocol } from '../protocol/decodeProtocol.js';
import { decodeQuestionnaire, type Questionnaire } from '../questionnaire/questionnaire.js';
import { type DryRunProgress, dryRunStudy } from './dryRun.js';

const feeling = requireDecoded(
  decodeQuestionnaire({
    format: 'leib-questionnaire/1',
    id: 'feeling',
    title: 'Feeling',
    languages: ['en'],
    source: { citation: 'none', licence: 'ours' },
    items: [{ id: 'control', text: 'I was in control.' }],
    scores: { agency: { terms: { control: 1 }, centre: 4 } },
  }),
);
const study = {
  format: 'leib-study/1',
  id: 'short',
  title: 'Short',
  participants: 2,
  ethics: { text: 'x' },
  consent: { text: 'x', points: ['I agree.'] },
  body: { kind: 'kinematic' },
  flow: [
    { kind: 'consent' },
    {
      kind: 'block',
      id: 'delay',
      order: 'permutations',
      conditions: [0, 900].map((latencyMs) => ({ id: `ms${latencyMs}`, set: { body: { latencyMs } } })),
      flow: [
        { kind: 'task', id: 'look', task: 'explore', seconds: 2 },
        { kind: 'questionnaire', id: 'felt', of: 'feeling' },
      ],
    },
  ],
};
const noSkin: SkinnedSurface = {
  positions: new Float32Array(),
  joints: new Uint16Array(),
  weights: new Float32Array(),
};
const bare = { skeleton: defaultSkeleton, skin: noSkin };

async function dryRun(questionnaire: Questionnaire = feeling) {
  const protocol = requireDecoded(decodeProtocol(study));
  const told: DryRunProgress[] = [];
  const report = await dryRunStudy({
    setup: { protocol, questionnaires: { feeling: questionnaire } },
    bodies: { body: () => bare, prior: null, simulatedAt: simulateInline(await loadMujoco()) },
    ...{ number: 0, seed: 1 },
    onProgress: (progress) => told.push(progress),
  });
  return { report, told };
}

test('one participant goes through all of it, and scores are said by their conditions', async () => {
  const { report, told } = await dryRun();
  expect(report).toMatchObject({ hasEnded: true, stepsDone: 5, steps: 5, problems: [] });
  expect(report.minutes).toBeGreaterThan(4 / 60);
  const agency = report.means.find(({ measure }) => measure === 'feeling.agency');
  const [early, late] = agency?.byCondition ?? [];
  expect([early?.[0], late?.[0]]).toEqual(['ms0', 'ms900']);
  expect(early?.[1]).toBeGreaterThan(late?.[1] ?? Number.NaN);
  expect(told.map(({ index }) => index)).toEqual(told.map(({ index }) => index).sort());
  expect(new Set(told.map(({ step }) => step)).size).toBeGreaterThan(1);
});

test('where a step cannot be answered, it stops there and says why', async () => {
  const [item] = feeling.items;
  const { report } = await dryRun({ ...feeling, items: [{ ...item, kind: 'choice', choices: [] }] });
  expect([report.hasEnded, report.stepsDone]).toEqual([false, 2]);
  expect(report.problems).toEqual([expect.stringMatching(/^delay\.0\.felt: was answered wrongly: \w+: /)]);
});
