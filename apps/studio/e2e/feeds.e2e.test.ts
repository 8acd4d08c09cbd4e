import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { createFeedDecoder } from '@leib/feeds';
import { type RunningServer, startServer } from '@leib/server';
import { createFeedPacket } from '@leib/tracking';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { root } from '../../../scripts/project.mjs';
import { jointAt, openStudio, patience, type StudioPage } from './studioPage.js';

let server: RunningServer;
let browser: Browser;
let opened: StudioPage;
let page: Page;
let socket: Socket;
let timer: NodeJS.Timeout;
/** What the page sent to other programs, as their own decoder reads it. */
const sentBones = new Set<string>();
const target = createSocket('udp4');
/** Where the person's head is, metres ahead. */
let ahead = 0;

beforeAll(async () => {
  const feeds = [{ protocol: 'json', address: '127.0.0.1', port: 0 }] as const;
  target.bind(0, '127.0.0.1');
  await once(target, 'listening');
  const decoder = createFeedDecoder('vmc');
  const packet = createFeedPacket();
  target.on('message', (bytes) => {
    if (!decoder.decode(bytes, packet)) return;
    for (const { key } of packet.samples.slice(0, packet.sampleCount)) sentBones.add(key);
  });
  const outputs = [{ protocol: 'vmc', address: '127.0.0.1', port: target.address().port }] as const;
  server = await startServer({ port: 0, studioDir: join(root, 'apps/studio/dist'), bridge: { feeds, outputs } });
  browser = await chromium.connect(inject('browserEndpoint'));
  opened = await openStudio(browser, server.url);
  page = opened.page;
  socket = createSocket('udp4');
  let n = 0;
  timer = setInterval(() => {
    const devices = [
      { id: 'hmd', name: 'Helmet', point: 'head', pose: [0, 1.6, ahead, 0, 0, 0, 1] },
      { id: 'plate', name: 'Plate', pose: [0.6, 1.3, ahead, 0, 0, 0, 1] },
    ];
    socket.send(JSON.stringify({ format: 'leib-feed/1', n: n++, devices }), server.bridge.feeds[0].port, '127.0.0.1');
  }, 15);
});
afterAll(async () => {
  clearInterval(timer);
  socket.close();
  target.close();
  await browser.close();
  await server.close();
});

test('a tracker feed drives the body, its devices are listed, and a role can be chosen', async () => {
  await page.getByRole('button', { name: /^Tracker feed/ }).click();
  const row = page.getByRole('row', { name: /Helmet/ });
  await row.waitFor({ timeout: patience.timeout });
  await expect.poll(async () => Number(await row.locator('td').first().textContent()), patience).toBeGreaterThan(20);
  expect(await row.getByRole('combobox').inputValue()).toBe('head');
  await expect.poll(async () => (await jointAt(page, 'head')).z, patience).toBeLessThan(0.3);
  ahead = 1;
  await expect.poll(async () => (await jointAt(page, 'head')).z, patience).toBeGreaterThan(0.7);
  await page.getByRole('combobox', { name: 'What Plate is' }).selectOption('leftHand');
  await expect.poll(async () => (await jointAt(page, 'leftHand')).x, patience).toBeGreaterThan(0.4);
});

test('the body drives other programs, where the server was told of one', async () => {
  const all = ['bone/head', 'bone/hips', 'bone/leftHand', 'bone/rightFoot'];
  await expect.poll(() => all.filter((bone) => !sentBones.has(bone)), patience).toEqual([]);
});

test('a feed that stops is shown as lost, and another source takes over', async () => {
  clearInterval(timer);
  await page.locator('.feed-devices .is-lost', { hasText: 'Helmet' }).waitFor({ timeout: patience.timeout });
  await page.getByRole('button', { name: /^Demo/ }).click();
  await expect.poll(() => page.locator('.feed-devices').count(), patience).toBe(0);
  await expect.poll(() => server.bridge.clientCount, patience).toBe(0);
  expect(opened.problems).toEqual([]);
});
