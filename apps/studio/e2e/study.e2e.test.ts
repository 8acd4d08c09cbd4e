import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTrack } from '@leib/core';
import { readRecording } from '@leib/formats';
import { openStudyStore, type RunningServer, startServer } from '@leib/server';
import { joinMotion, type StudyEvent } from '@leib/study';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { advance, advanceTogether, advanceUntil, readProbe, shareBrowser, thingAt } from './studioPage.js';

// A participant, and an operator in a second page; the server keeps what happens in SQLite.
const viewport = { width: 1280, height: 720 };
const browser = shareBrowser();
let folder: string;
let server: RunningServer;
let participant: Page;
let operator: Page;
const problems: string[] = [];

const questionnaire = JSON.stringify({
  format: 'leib-questionnaire/1',
  id: 'feeling',
  title: 'Feeling',
  languages: ['en', 'de'],
  source: { citation: 'none', licence: 'ours' },
  items: [
    { id: 'own', text: { en: 'It was my body.', de: 'Es war mein Körper.' } },
    { id: 'words', kind: 'text', text: { en: 'In your words', de: 'In Ihren Worten' }, isOptional: true },
  ],
  scores: { ownership: { terms: { own: 1 }, centre: 4 } },
});
const protocol = JSON.stringify({
  format: 'leib-study/1',
  id: 'short',
  title: { en: 'A short study', de: 'Eine kurze Studie' },
  languages: ['en', 'de'],
  participants: 2,
  ethics: { text: { en: 'Taking part is voluntary.', de: 'Die Teilnahme ist freiwillig.' } },
  consent: { text: 'We look at a short task.', points: ['I take part voluntarily.'] },
  body: { latencyMs: 100 },
  flow: [
    { kind: 'consent', id: 'consent' },
    { kind: 'questionnaire', id: 'before', of: 'feeling' },
    { kind: 'task', id: 'hand', task: 'handInBox', seconds: 3, prepareSeconds: 2, freezeSeconds: 1 },
    { kind: 'questionnaire', id: 'after', of: 'feeling', asked: 'aloud' },
    { kind: 'text', id: 'thanks', where: 'screen', text: 'Thank you.' },
  ],
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leib-study-'));
  server = await startServer({
    port: 0,
    studioDir: inject('boxesDir'),
    study: { database: join(folder, 'studies.sqlite') },
  });
  participant = await openPage('study');
  operator = await openPage('study?operator=short');
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openPage(room: string): Promise<Page> {
  const opened = await browser.open({ viewport, url: server.url, room });
  opened.page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  opened.page.on('pageerror', (error) => problems.push(error.message));
  return opened.page;
}

const until = <Value>(read: () => Promise<Value>, wanted: Value) =>
  advanceTogether([participant, operator], read, wanted);

/** How far the tracked head is above the body's, at the participant's screen. */
const headUp = () => participant.getByLabel('Head up');
const heading = (page: Page) => page.locator('.study-step h2').first().textContent();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const answer = (page: Page, value: string) =>
  page
    .getByRole('radiogroup', { name: /my body|mein Körper/ })
    .first()
    .getByText(value, { exact: true })
    .click();

/** What the server has of everybody in the study. */
async function keptEvents(): Promise<readonly StudyEvent[]> {
  const store = await openStudyStore({ database: join(folder, 'studies.sqlite'), keyDir: folder });
  try {
    const [who] = await store.participants('short');
    return who ? await store.events('short', who.participant) : [];
  } finally {
    await store.close();
  }
}

test('consent is asked for in the participant’s language, and nothing goes on without it', async () => {
  await participant.getByRole('button', { name: /^Mouse, keys/ }).click();
  await participant.getByLabel('File of a study').setInputFiles([
    { name: 'short.json', mimeType: 'application/json', buffer: Buffer.from(protocol) },
    { name: 'feeling.json', mimeType: 'application/json', buffer: Buffer.from(questionnaire) },
  ]);
  await participant.getByText('Deutsch', { exact: true }).click();
  await participant.getByRole('button', { name: 'Begin', exact: true }).click();
  await until(() => heading(participant), 'Eine kurze Studie');
  await press(participant, 'Weiter');
  await until(() => participant.locator('.study-step .refusal').count(), 1);
  await participant.getByRole('checkbox', { name: 'I take part voluntarily.' }).click();
  await press(participant, 'Weiter');
  await until(() => heading(participant), 'Fragen');
});

test('a page that is loaded anew goes on at the same step', async () => {
  await answer(participant, '6');
  await until(() => participant.locator('.study-question[data-answered=true]').count(), 1);
  await participant.getByText('For the operator, at this screen').click();
  await headUp().fill('0.04');
  await headUp().press('Enter');
  await until(async () => (await keptEvents()).at(-1)?.kind, 'noted');
  await participant.reload();
  await participant.getByRole('button', { name: 'Enter VR' }).waitFor();
  await until(() => heading(participant), 'Fragen');
  await participant.getByText('For the operator, at this screen').click();
  await until(() => headUp().inputValue(), '0.04');
  // A further attempt: what it had is answered again.
  await answer(participant, '5');
  await until(() => participant.locator('.study-question[data-answered=true]').count(), 1);
  await press(participant, 'Fertig');
  await until(() => heading(participant), 'Hände in Kästen');
});

test('the operator sees the participant, and starts the task for them', async () => {
  await until(() => operator.locator('.study-stations li').count(), 1);
  await until(() => heading(operator), 'Hände in Kästen');
  await press(operator, 'Next');
  await until(() => operator.getByText('preparing', { exact: true }).count(), 1);
  const name = (await keptEvents())[0].participant;
  const headAt = (page: Page, who: string) =>
    page.evaluate((thing) => globalThis.leibStudio?.thingWorld(thing) ?? null, who);
  await until(async () => (await headAt(operator, `${name} head`)) !== null, true);
  expect((await thingAt(participant, 'hand1-panel')).y).toBeGreaterThan(0.8);
});

test('an emergency stop holds everything still and tells the participant, until it goes on', async () => {
  await press(operator, 'Emergency stop');
  await until(() => heading(participant), 'Angehalten');
  await advanceUntil(participant, 2, async () => (await thingAt(participant, 'stopped')).y > 0.8);
  const number = await readProbe(participant, (probe) => probe.jointWorld('head'));
  await participant.locator('canvas.viewport').focus();
  await participant.keyboard.down('w');
  await advance(participant, 0.5, { draw: 'none' });
  await participant.keyboard.up('w');
  expect(await readProbe(participant, (probe) => probe.jointWorld('head'))).toEqual(number);
  await until(() => operator.getByRole('button', { name: 'Continue', exact: true }).count(), 1);
  await press(operator, 'Continue');
  await until(() => heading(participant), 'Hände in Kästen');
  await advanceUntil(participant, 2, async () => (await thingAt(participant, 'stopped')).y < 0.01);
});

test('after the task the operator enters what is answered aloud', async () => {
  await until(() => operator.getByText('waiting', { exact: true }).count(), 1);
  await press(operator, 'Next');
  const seen: (number | null)[] = [];
  await advanceUntil(participant, 4, async () => {
    seen.push(await readProbe(participant, (probe) => probe.thingWorld('time on the mirror')?.[1] ?? null));
    return seen.at(-1) !== null;
  });
  await until(() => heading(participant), 'Fragen');
  await until(() => heading(operator), 'Fragen');
  expect(
    await participant.getByText('Sie werden mündlich gefragt. Bitte antworten Sie mündlich.').count(),
  ).toBeGreaterThan(0);
  await operator.getByRole('textbox', { name: 'Note', exact: true }).fill('asked twice');
  await press(operator, 'Add');
  await answer(operator, '7');
  await until(() => operator.locator('.study-question[data-answered=true]').count(), 1);
  await press(operator, 'Fertig');
  await until(() => heading(participant), 'Eine kurze Studie');
  await press(participant, 'Weiter');
  await until(() => heading(participant), 'Ende');
});

test('the server has all of it, once and in order', async () => {
  await until(async () => (await keptEvents()).at(-1)?.kind, 'ended');
  await until(() => participant.getByText('Kept on the server.').count(), 1);
  const events = await keptEvents();
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i));
  const of = <Kind extends StudyEvent['kind']>(kind: Kind) =>
    events.filter((event): event is Extract<StudyEvent, { kind: Kind }> => event.kind === kind);
  expect(of('begun')[0].payload.participant.language).toBe('de');
  expect(of('resumed')).toHaveLength(1);
  expect(of('stepEnded').map(({ payload: { step, how } }) => `${step} ${how}`)).toEqual([
    'consent done',
    'before interrupted',
    'before done',
    'hand stopped',
    'hand done',
    'after done',
    'thanks done',
  ]);
  expect(of('answered').map(({ payload: { value, by } }) => `${value} ${by}`)).toEqual([
    '6 participant',
    '5 participant',
    '7 operator',
  ]);
  expect(of('scored').map(({ payload }) => payload.scores.ownership)).toEqual([1, 3]);
  expect(of('noted').map(({ payload }) => payload.text)).toEqual(['body to head: 0.04 m up, 0 m ahead', 'asked twice']);
  const [{ payload: measured }] = of('measured');
  expect(measured.values).toMatchObject({ completions: 0 });
  expect(problems).toEqual([]);
});

test('each trial was recorded: devices, wished and reached pose, torques, and how late the body was', async () => {
  const store = await openStudyStore({ database: join(folder, 'studies.sqlite'), keyDir: folder });
  const [{ participant: who }] = await store.participants('short');
  const chunks = await store.motion('short', who);
  expect(new Set(chunks.map(({ stream }) => stream))).toEqual(new Set(['hand-1']));
  const pieces = await Promise.all(chunks.map((chunk) => store.motionBytes('short', chunk)));
  await store.close();
  const { recording, warnings } = await readRecording(
    await joinMotion(pieces.map((piece) => piece ?? new Uint8Array())),
  );
  expect(warnings).toEqual([]);
  // Three seconds at 60 Hz.
  const [devices, body, forces] = [
    findTrack(recording, 'devices'),
    findTrack(recording, 'pose', 'body'),
    findTrack(recording, 'forces'),
  ];
  expect(Math.abs((body?.momentCount ?? 0) - 180)).toBeLessThan(4);
  expect(devices?.momentCount).toBe(body?.momentCount);
  expect(Math.max(...(forces?.channels.torques.values ?? []).map(Math.abs))).toBeGreaterThan(0.1);
  expect(forces?.channels.delay.values.at(-1)).toBeCloseTo(0.1, 2);
  expect(forces?.channels.contactCount.values.length).toBe(forces?.momentCount);
});

test('the room Results shows what was found, as a first look', async () => {
  const page = await openPage('results');
  const row = page.getByRole('textbox', { name: 'Study' }).or(page.getByRole('combobox', { name: 'Study' }));
  await row.fill('short');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const report = page.frameLocator('.results-report');
  await report.getByText('A first look.').waitFor();
  expect(await report.locator('h1').textContent()).toBe('A short study');
  expect(await report.getByText('1 people, 1 to the end').count()).toBe(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as page' }).click();
  expect((await download).suggestedFilename()).toBe('short.html');
  expect(problems).toEqual([]);
});
