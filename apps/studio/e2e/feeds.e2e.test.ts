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
