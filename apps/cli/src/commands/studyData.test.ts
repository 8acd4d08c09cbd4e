import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingOf, type Track } from '@leib/core';
import { gzip, writeRecording } from '@leib/formats';
import { openStudyStore } from '@leib/server';
import type { StudyEvent } from '@leib/study';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callLeib } from '../testing.js';

let folder: string;
let store: string;

const hz = 60;
const joints = [{ name: 'hips', parent: null, offset: [0, 1, 0] as const, bone: 'hips' }];
const times = Float64Array.from({ length: hz }, (_, i) => i / hz);
const constant = (values: readonly number[]) =>
  Float64Array.from({ length: hz * values.length }, (_, at) => values[at % values.length]);
const tracks: readonly Track[] = [
  {
    ...{ name: 'body', kind: 'pose', hz, about: { joints }, momentCount: hz, times },
    channels: {
      root: { kind: 'line', count: 3, values: constant([0, 1, 0]) },
      joints: { kind: 'rotation', count: 1, values: constant([0, 0, 0, 1]) },
    },
  },
  {
    ...{ name: 'body forces', kind: 'forces', hz, about: { joints, parts: ['hips'] }, momentCount: hz, times },
    channels: {
      wishedRoot: { kind: 'line', count: 3, values: constant([0, 1.1, 0]) },
      wished: { kind: 'rotation', count: 1, values: constant([0, 0, 0, 1]) },
      errors: { kind: 'line', count: 1, values: constant([Math.PI / 36]) },
      delay: { kind: 'step', count: 1, values: constant([0.2]) },
    },
  },
];

/** Two conditions, one task; the second is worse. */
function sessionOf(participant: string, number: number): StudyEvent[] {
  const events: unknown[] = [];
  const add = (kind: string, payload: object) =>
    events.push({ participant, sequence: events.length, seconds: events.length, kind, payload });
  const about = { id: participant, number, language: 'en', sex: 'average', writingHand: 'right' };
  add('begun', { study: 'reach', version: '1', participant: about, versions: {} });
  for (const [position, condition] of ['quick', 'late'].entries()) {
    const place = { step: `delay.${position}.hand`, index: position, attempt: 0 };
    add('stepBegun', { ...place, kind: 'task', conditions: [{ block: 'delay', condition, position, repetition: 0 }] });
    add('measured', { ...place, task: 'handInBox', values: { completions: 8 - 3 * position + (number % 3) } });
    add('stepEnded', { ...place, how: 'done', reason: null });
  }
  add('ended', {});
  return events as StudyEvent[];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leib-study-data-'));
  store = join(folder, 'studies.sqlite');
  const opened = await openStudyStore({ database: store });
  const bytes = new Uint8Array(await gzip(await writeRecording(recordingOf(tracks))));
  for (let number = 0; number < 8; number++) {
    const participant = `someone${number}`;
    await opened.place('reach', { participant, site: 'main', orders: 2 });
    expect(await opened.append('reach', participant, sessionOf(participant, number))).toMatchObject({ ok: true });
    for (const stream of ['delay.0.hand-0', 'delay.1.hand-0'])
      await opened.appendMotion('reach', { participant, stream, number: 0, bytes });
  }
  await opened.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an export has every trial with a recording that leib info and leib convert read', async () => {
  const out = join(folder, 'export');
  const { code, stdout, stderr } = await callLeib(['study', 'export', '--store', store, '--out', out, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({ study: 'reach', people: 8 });
  const [head, ...rows] = readFileSync(join(out, 'trials.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  expect(rows.length).toBe(16);
  expect(rows.map((row) => Number(row[head.indexOf('jointErrorDeg')]))).toEqual(Array(16).fill(expect.closeTo(5, 3)));
  const motion = join(out, rows[0][head.indexOf('motion')]);
  const info = await callLeib(['info', motion]);
  expect(info.stdout).toContain('body (pose): 60 moments at 60 Hz');
  expect(info.stdout).toContain('body forces (forces): 60 moments at 60 Hz, with delay');
  const bvh = join(folder, 'trial.bvh');
  expect((await callLeib(['convert', motion, bvh])).code).toBe(0);
  expect(readFileSync(bvh, 'utf8')).toContain('MOTION');
  expect(readdirSync(join(out, 'bids'))).toContain('dataset_description.json');
  const again = await callLeib(['study', 'export', '--store', store, '--out', out]);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('expected an empty folder')]);
});

test('a report says that the second condition is worse, and by how much', async () => {
  const out = join(folder, 'report.html');
  const { code, stdout } = await callLeib(['study', 'report', '--store', store, '--out', out]);
  expect(code).toBe(0);
  expect(stdout).toContain('8 people, 16 trials');
  const html = readFileSync(out, 'utf8');
  expect(html).toContain('A first look');
  // All eight have three completions less: W+ = 0 or 36 of 36, p = 2 / 2^8.
  expect(html).toContain('.008');
  expect((await callLeib(['study', 'report', '--store', store, '--out', join(folder, 'r.txt')])).code).toBe(2);
});

const hasChromium = ['chromium', 'google-chrome', process.env.CHROMIUM_PATH ?? ''].some(
  (name) => name !== '' && spawnSync(name, ['--version']).status === 0,
);
test.skipIf(!hasChromium)('a report is printed as PDF', async () => {
  const out = join(folder, 'report.pdf');
  const { code, stderr } = await callLeib(['study', 'report', '--store', store, '--out', out]);
  expect([code, stderr]).toEqual([0, '']);
  expect(readFileSync(out).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a shape study: both avatars and take 1 measured alike, beside each other, on a sheet for each person', async () => {
  const shapes = join(folder, 'shapes.sqlite');
  const opened = await openStudyStore({ database: shapes });
  const events: unknown[] = [];
  const add = (kind: string, payload: object) =>
    events.push({ participant: 'w1', sequence: events.length, seconds: events.length, kind, payload });
  const about = { id: 'w1', number: 0, language: 'de', sex: 'female', writingHand: 'right' };
  add('begun', { study: 'shape', version: '1', participant: about, versions: {} });
  for (const repetition of [0, 1]) {
    const place = { step: `block.${repetition}.pass3`, index: repetition, attempt: 0 };
    add('stepBegun', {
      ...place,
      kind: 'task',
      conditions: [{ block: 'block', condition: '', position: 0, repetition }],
    });
    const betas = [repetition, ...Array(9).fill(0)];
    add('measured', { ...place, task: 'adjustBetas', values: { betas, order: [], seconds: 60 } });
    add('stepEnded', { ...place, how: 'done', reason: null });
  }
  // 2-W1 of the thesis, appendix 10.
  const tape = { stature: 161, weight: 56.3, crotch: 70, arm: 55, chest: 81, waist: 71, hip: 96, waistHeight: 110 };
  const rest = { shoulder: 36, thigh: 56, ankle: 23, hipHeight: 80 };
  const place = { step: 'measures', index: 2, attempt: 0 };
  add('stepBegun', { ...place, kind: 'questionnaire', conditions: [] });
  for (const [item, value] of Object.entries({ ...tape, ...rest }))
    add('answered', { ...place, questionnaire: 'body-measures', item, value, by: 'operator' });
  add('stepEnded', { ...place, how: 'done', reason: null });
  await opened.place('shape', { participant: 'w1', site: 'main', orders: 1 });
  expect(await opened.append('shape', 'w1', events as StudyEvent[])).toMatchObject({ ok: true });
  await opened.close();
  const out = join(folder, 'shapes.html');
  expect((await callLeib(['study', 'report', '--store', shapes, '--out', out])).code).toBe(0);
  const html = readFileSync(out, 'utf8');
  for (const part of ['avatar 2 minus avatar 1', 'take 1 minus avatar 2', 'data:image/svg+xml;base64,'])
    expect(html).toContain(part);
  // Take 1 has the stature of the tape, as it is measured of the body; the first avatar is the average woman.
  const row = /<th scope="row">stature, cm<\/th>((?:<td>[^<]*<\/td>)+)/.exec(html)?.[1] ?? '';
  const [first, second, take1] = [...row.matchAll(/<td>([^<]*)<\/td>/g)].map((cell) => Number(cell[1]));
  expect(take1).toBeCloseTo(161, 0);
  expect(first).not.toBe(second);
});

test('data is removed only on a clear word, with a statement; a backup of before has it still', async () => {
  const [backup, words] = [join(folder, 'before.backup'), join(folder, 'words')];
  writeFileSync(words, 'correct horse battery\n');
  const secret = ['--passphrase-file', words];
  expect((await callLeib(['study', 'backup', '--store', store, '--out', backup, ...secret])).stdout).toContain(
    'encrypted',
  );
  const call = ['study', 'delete', '--store', store, '--participant', 'someone3'];
  const asked = await callLeib(call);
  expect(asked.stdout).toContain('8 events and 2 pieces of recordings would be removed');
  const statement = join(folder, 'removal.json');
  expect((await callLeib([...call, '--yes', '--out', statement])).code).toBe(0);
  expect(JSON.parse(readFileSync(statement, 'utf8')).statement).toMatchObject({ events: 8, chunks: 2, rowsLeft: 0 });
  expect(readFileSync(store).includes('someone3')).toBe(false);
  expect((await callLeib([...call.slice(0, -1), 'nobody', '--yes'])).code).toBe(1);
  const restored = join(folder, 'restored.sqlite');
  expect((await callLeib(['study', 'restore', '--in', backup, '--store', restored, ...secret])).code).toBe(0);
  expect(readFileSync(restored).includes('someone3')).toBe(true);
});

test('a store that is not there is not made, and a study that is not in it is named with those that are', async () => {
  const nowhere = join(folder, 'nowhere.sqlite');
  const missing = await callLeib(['study', 'export', '--store', nowhere, '--out', join(folder, 'x')]);
  expect([missing.code, existsSync(nowhere)]).toEqual([2, false]);
  const wrong = await callLeib([
    'study',
    'report',
    '--store',
    store,
    '--study',
    'other',
    '--out',
    join(folder, 'x.html'),
  ]);
  expect(wrong.stderr).toContain('expected one of those in the store (reach), got other');
});
