import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createFeedDecoder } from '@leib/feeds';
import { createFeedPacket } from '@leib/tracking';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveFeed } from './liveFeed.js';
import { advance, jointAt, patience, type StudioPage, shareBrowser } from './studioPage.js';

const studio = shareBrowser();
let feed: LiveFeed;
let opened: StudioPage;
let page: Page;
/** What the page sent to other programs, as their own decoder reads it. */
const sentBones = new Set<string>();
const target = createSocket('udp4');

beforeAll(async () => {
  target.bind(0, '127.0.0.1');
  await once(target, 'listening');
  const decoder = createFeedDecoder('vmc');
  const packet = createFeedPacket();
  target.on('message', (bytes) => {
    if (!decoder.decode(bytes, packet)) return;
    for (const { key } of packet.samples.slice(0, packet.sampleCount)) sentBones.add(key);
  });
  feed = await LiveFeed.open({ outputs: [{ protocol: 'vmc', address: '127.0.0.1', port: target.address().port }] });
  opened = await studio.open({ url: feed.server.url });
  page = opened.page;
});
afterAll(async () => {
  target.close();
  await feed.close();
});

/** A head so many metres ahead, and something that may be a hand. */
const devicesAt = (ahead: number) => () => [
  { id: 'hmd', name: 'Helmet', point: 'head', pose: [0, 1.6, ahead, 0, 0, 0, 1] },
  { id: 'plate', name: 'Plate', pose: [0.6, 1.3, ahead, 0, 0, 0, 1] },
];

test('a tracker feed drives the body, its devices are listed, and a role can be chosen', async () => {
  await feed.play(page);
  expect(await page.locator('.live').textContent()).not.toContain(', live');
  await feed.send(1.2, devicesAt(0));
  expect(await page.locator('.live').textContent()).toContain(', live');
  const row = page.getByRole('row', { name: /Helmet/ });
  expect(Number(await row.locator('td').first().textContent())).toBeGreaterThan(20);
  // Rates and latencies are for experts.
  await page.getByRole('button', { name: 'Simple' }).click();
  expect(await row.locator('td').count()).toBe(1);
  await page.getByRole('button', { name: 'Expert' }).click();
  expect(await row.getByRole('combobox').inputValue()).toBe('head');
  expect((await jointAt(page, 'head')).z).toBeLessThan(0.3);
  await feed.send(1, devicesAt(1));
  expect((await jointAt(page, 'head')).z).toBeGreaterThan(0.7);
  await page.getByRole('combobox', { name: 'What Plate is' }).selectOption('leftHand');
  await feed.send(0.5, devicesAt(1));
  expect((await jointAt(page, 'leftHand')).x).toBeGreaterThan(0.4);
});

test('the body drives other programs, where the server was told of one', async () => {
  const all = ['bone/head', 'bone/hips', 'bone/leftHand', 'bone/rightFoot'];
  await expect.poll(() => all.filter((bone) => !sentBones.has(bone)), patience).toEqual([]);
});

test('a feed that stops is shown as lost, and another source takes over', async () => {
  await advance(page, 2);
  expect(await page.locator('.feed-devices .is-lost', { hasText: 'Helmet' }).count()).toBe(1);
  expect(await page.locator('.live').textContent()).toContain('no data');
  await page.getByRole('button', { name: /^Demo/ }).click();
  await advance(page, 0);
  expect(await page.locator('.feed-devices').count()).toBe(0);
  await expect.poll(() => feed.server.bridge.clientCount, patience).toBe(0);
  expect(opened.problems).toEqual([]);
});

test('any source is sent to other programs, where the visitor wants it', async () => {
  sentBones.clear();
  const send = page.getByRole('switch', { name: 'Send the body' });
  await send.check();
  await expect.poll(() => feed.server.bridge.clientCount, patience).toBe(1);
  await expect
    .poll(async () => {
      await advance(page, 0.1);
      return sentBones.has('bone/leftHand');
    }, patience)
    .toBe(true);
  await advance(page, 0.5);
  expect(await page.getByText(/^VMC to 127\.0\.0\.1:\d+: \d+ frames sent\./).count()).toBe(1);
  await send.uncheck();
  await expect.poll(() => feed.server.bridge.clientCount, patience).toBe(0);
});

test('a program with a JSON WebSocket is a source; its raw devices are recorded and replayed', async () => {
  let sender: { send(message: string): void } | null = null;
  // The usual address answers nothing, the chosen one is the program.
  await page.routeWebSocket(/127\.0\.0\.1:(8765|7777)/, (socket) => {
    if (socket.url().includes('7777')) sender = socket;
  });
  await page.getByRole('button', { name: /^Tracker feed/ }).click();
  await page.getByText('JSON socket').click();
  await page.getByRole('textbox', { name: 'Address of the WebSocket' }).fill('7777');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText(/expected ws:\/\/… or wss:\/\/…, got “7777”/).waitFor();
  await page.getByRole('textbox', { name: 'Address of the WebSocket' }).fill('ws://127.0.0.1:7777/');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect.poll(() => sender !== null, patience).toBe(true);
  let sent = 0;
  const play = async (seconds: number, ahead: number) => {
    for (let i = 0; i < seconds * 10; i++) {
      sender?.send(JSON.stringify({ format: 'leib-feed/1', n: sent++, devices: devicesAt(ahead)() }));
      await advance(page, 0.1, { draw: 'none' });
    }
  };
  await play(1, 0);
  await page.getByRole('row', { name: /Helmet/ }).waitFor();
  const takes = page.getByRole('region', { name: 'Takes' });
  await takes.getByRole('button', { name: 'Record' }).click();
  await page.getByRole('button', { name: 'Stop recording (R)' }).waitFor();
  await play(1, 1);
  await takes.getByRole('button', { name: 'Stop' }).click();
  await takes.getByRole('button', { name: /^Details of Take 1/ }).click();
  await takes.getByRole('button', { name: 'Raw devices', exact: true }).waitFor();
  await takes.getByRole('button', { name: 'Play raw devices' }).click();
  await advance(page, 0.3);
  // Placed in front of the mirror, as every recording is.
  expect((await jointAt(page, 'head')).y).toBeGreaterThan(1);
  expect(await page.locator('.feed-devices').count()).toBe(0);
  expect(opened.problems).toEqual([]);
});
