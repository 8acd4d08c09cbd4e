import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecording } from '@leib/formats';
import { openStudyStore, type RunningServer, startServer } from '@leib/server';
import { joinMotion } from '@leib/study';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { advanceTogether, readProbe, shareBrowser } from './studioPage.js';

// The body that a study says is really worn: a scanned one, simulated with tuned gains, the local avatar beside it.
const browser = shareBrowser();
let folder: string;
let server: RunningServer;
let page: Page;

const protocol = JSON.stringify({
  format: 'leib-study/1',
  id: 'bodies',
  title: 'A scanned body',
  participants: 1,
  ethics: { text: 'Taking part is voluntary.' },
  consent: { text: 'You wear a body.', points: ['I take part.'] },
  body: { model: { kind: 'scan', of: 'participant' }, kind: 'simulated', gains: 'tuned', local: 'shown' },
  flow: [
    { kind: 'text', id: 'hello', where: 'screen', text: 'Welcome.' },
    { kind: 'task', id: 'look', task: 'mirror', seconds: 1 },
  ],
});
const scan = JSON.stringify({ format: 'leib-betas/1', name: 'P', sex: 'male', betas: [3, 1] });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leib-study-'));
  const study = { database: join(folder, 'studies.sqlite') };
  server = await startServer({ port: 0, studioDir: inject('boxesDir'), study });
  page = (await browser.open({ viewport: { width: 1280, height: 720 }, url: server.url, room: 'study' })).page;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const until = <Value>(read: () => Promise<Value>, wanted: Value) => advanceTogether([page], read, wanted);
const heading = () => page.locator('.study-step h2').first().textContent();
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
const local = () => readProbe(page, (probe) => probe.thingWorld('local avatar'));

test('a scanned body is worn, simulated with tuned gains, the local avatar shown; afterwards the visitor has their own', async () => {
  await page.getByRole('button', { name: /^Mouse, keys/ }).click();
  const before = await readProbe(page, (probe) => probe.avatar);
  await page.getByLabel('File of a study').setInputFiles([file('bodies.json', protocol)]);
  await page.getByLabel('Scan of the participant').setInputFiles([file('scan.json', scan)]);
  await press('Begin');
  await until(heading, 'A scanned body');
  await until(async () => (await readProbe(page, (probe) => probe.avatar))?.name, 'Participant');
  const worn = await readProbe(page, (probe) => probe.avatar);
  expect(Math.abs((worn?.statureMetres ?? 0) - (before?.statureMetres ?? 0))).toBeGreaterThan(0.05);
  await press('Go on');
  await until(heading, 'Look into the mirror');
  await until(async () => (await local()) !== null, true);
  await press('Begin');
  await until(heading, 'The end');
  await until(() => page.getByText('Kept on the server.').count(), 1);
  const store = await openStudyStore({ database: join(folder, 'studies.sqlite'), keyDir: folder });
  const [{ participant }] = await store.participants('bodies');
  const chunks = await store.motion('bodies', participant);
  const pieces = await Promise.all(chunks.map((chunk) => store.motionBytes('bodies', chunk)));
  await store.close();
  const { recording } = await readRecording(await joinMotion(pieces.map((piece) => piece ?? new Uint8Array())));
  const doc = recording.documents[0]?.doc as { actors: Record<string, { settings: { body?: { joints?: object } } }> };
  // Every joint has gains of its own where they are tuned, and none where they follow from inertia.
  expect(Object.keys(doc.actors.simulated.settings.body?.joints ?? {}).length).toBeGreaterThan(15);
  await press('Next participant');
  await until(async () => (await readProbe(page, (probe) => probe.avatar))?.name, before?.name);
  expect(await local()).toBeNull();
});
