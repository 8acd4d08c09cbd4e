import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildLeib, callLeib, runLeib } from '../../../apps/cli/dist/testing.js';
import { trackingFixture } from '../../../apps/cli/dist/trackingFixture.testing.js';

const shared = fileURLToPath(new URL('../../../../shared/mocap', import.meta.url));

let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-eval-'));
  mkdirSync(at('clips'));
  writeFileSync(at('a.tracking.jsonl'), trackingFixture({ frameCount: 120 }));
  // A movement with a whole body: tracking, worked out.
  for (const name of ['02_01', '02_02', '127_32']) {
    const { code, stderr } = await callLeib(['convert', at('a.tracking.jsonl'), at('clips', `${name}.bvh`)]);
    expect({ code, stderr: stderr.replace(/^note: .*\n/gm, '') }).toEqual({ code: 0, stderr: '' });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeManifest(clips: readonly object[]): void {
  writeFileSync(at('clips', 'manifest.json'), JSON.stringify({ clips }));
}

test('heads that glide are walked by legs in all ten ways, by ours and in the crowd', async () => {
  const { code, stdout } = await callLeib(['eval', 'glides', '--json', '-']);
  expect(code).toBe(0);
  const walked = Object.fromEntries(
    JSON.parse(stdout).results.map(({ solver, ways }: { solver: string; ways: { isWalked: boolean }[] }) => [
      solver,
      ways.filter(({ isWalked }) => isWalked).length,
    ]),
  );
  expect(walked).toMatchObject({ embody: 10, rules: 10, thesis: 10, 'crowd, far': 10 });
  expect(walked['crowd, reduced']).toBeGreaterThanOrEqual(9);
});

describe('a folder', () => {
  test('without a manifest: all its clips but the broken one', async () => {
    rmSync(at('clips', 'manifest.json'), { force: true });
    const { code, stdout, stderr } = await runLeib(['eval', at('clips'), '--json', at('out.json')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'note: left out, known to be broken: 127_32\n' });
    expect(stdout).toContain('2 clips');
    for (const word of ['MPJPE', 'baseline', 'action', 'subject', 'leftAnkle']) expect(stdout).toContain(word);
    const report = JSON.parse(readFileSync(at('out.json'), 'utf8'));
    expect(report).toMatchObject({ hz: 60, trackers: ['head', 'leftHand', 'rightHand'] });
    for (const { overall, clips, jointsCm } of report.results) {
      expect(overall.mpjpeCm).toBeLessThan(25);
      expect(overall.handsCm).toBeLessThan(2);
      expect(clips.map(({ name }: { name: string }) => name)).toEqual(['02_01', '02_02']);
      expect(Object.keys(jointsCm)).toHaveLength(22);
    }
    const names = report.results.map(({ solver }: { solver: string }) => solver);
    expect(names).toEqual(['baseline', 'thesis', 'rules', 'embody']);
  });

  test('with a manifest: actions, files that are not there, and a choice', async () => {
    writeManifest([
      { file: '02_01.bvh', category: 'walk', subject: '02' },
      { file: '02_02.bvh', category: 'sit/stand', subject: '02' },
      { file: 'gone.bvh', category: 'run' },
    ]);
    const all = await callLeib(['eval', at('clips'), '--json', '-']);
    expect(all.stderr).toBe('note: 1 of the manifest’s 3 files are not there\n');
    const [result] = JSON.parse(all.stdout).results;
    expect(result.actions.map(({ name }: { name: string }) => name)).toEqual(['sit/stand', 'walk']);
    for (const only of ['02_02', '*_02', 'sit/*']) {
      const one = await callLeib(['eval', at('clips'), '--only', only, '--json', '-']);
      expect(JSON.parse(one.stdout).results[0].clips).toHaveLength(1);
    }
  });

  test('more trackers help', async () => {
    const mpjpe = async (...words: string[]) =>
      JSON.parse((await callLeib(['eval', at('clips'), '--only', '02_01', '--json', '-', ...words])).stdout).results[0]
        .overall.lowerCm;
    const few = await mpjpe();
    expect(await mpjpe('--trackers', 'head,leftHand,rightHand,hips,leftFoot,rightFoot')).toBeLessThan(few + 0.5);
  });
});

describe('what goes wrong is said in one line', () => {
  test.each([
    [['/no/such/folder'], 1, 'expected a readable folder, got no such file or folder'],
    [[], 2, '<folder>: expected a value, got nothing'],
    [['CLIPS', '--only', 'nothing'], 1, '--only: expected names or actions among the'],
    [['CLIPS', '--trackers', 'hips'], 2, '--trackers: expected the head among them'],
    [['CLIPS', '--settings', '/no.json'], 1, '/no.json: expected a readable file'],
  ])('%j', async (words, code, reason) => {
    const result = await callLeib(['eval', ...words.map((word) => (word === 'CLIPS' ? at('clips') : word))]);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(reason);
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('a broken clip and a broken manifest', async () => {
    mkdirSync(at('broken'), { recursive: true });
    expect((await callLeib(['eval', at('broken')])).stderr).toContain('expected BVH files, got a folder without');
    writeFileSync(at('broken', 'x.bvh'), 'HIERARCHY\nROOT');
    expect((await callLeib(['eval', at('broken')])).stderr).toMatch(/^leib: .*x\.bvh: BVH line 2.*\n$/);
    writeFileSync(at('broken', 'manifest.json'), '[');
    expect((await callLeib(['eval', at('broken')])).stderr).toMatch(/^leib: .*manifest\.json.*\n$/);
  });
});

test.skipIf(!existsSync(shared))('real walks are measured as they were', async () => {
  const { code, stdout } = await callLeib(['eval', shared, '--only', '02_01,07_01', '--json', '-']);
  expect(code).toBe(0);
  const baseline = JSON.parse(stdout).results.find(({ solver }: { solver: string }) => solver === 'baseline');
  expect(baseline.overall.mpjpeCm).toBeGreaterThan(6);
  expect(baseline.overall.mpjpeCm).toBeLessThan(11);
  expect(baseline.overall.truthJitter).toBeGreaterThan(5);
  const [rules, prior] = ['rules', 'embody'].map((name) =>
    JSON.parse(stdout).results.find(({ solver }: { solver: string }) => solver === name),
  );
  expect(prior.overall.lowerCm).toBeLessThan(rules.overall.lowerCm);
  expect(prior.overall.handsCm).toBeLessThan(0.1);
});
