import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { defaultSkeleton } from '@leib/body';
import { seededRandom } from '@leib/core/testing';
import { createPerson } from '@leib/embody';
import { roomKind } from '@leib/net';
import { SharedRoom } from '@leib/together';
import { createEmulatedSource } from '@leib/tracking';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startServer } from '../startServer.js';

// Real sockets and real time: what is judged is a network.

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Between one client and a server: messages are late, and bodies get lost, as much as the network says at the moment. */
async function startProxy(port: number, network: { delayMs: number; loss: number }) {
  const random = seededRandom(3);
  const proxy = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(proxy, 'listening');
  ends.push(() => proxy.close());
  const pass = (data: Buffer, to: WebSocket) => {
    if (data[0] === roomKind.people && random() < network.loss) return;
    setTimeout(() => to.readyState === to.OPEN && to.send(data), network.delayMs);
  };
  proxy.on('connection', (client, { url }) => {
    const server = new WebSocket(`ws://127.0.0.1:${port}${url}`, { perMessageDeflate: false });
    client.on('message', (data: Buffer) => pass(data, server));
    server.on('message', (data: Buffer) => pass(data, client));
    client.on('close', () => server.terminate());
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
}

test('the words for the connection follow a network that gets bad, slow and good again', async () => {
  const server = await startServer({ port: 0, studioDir: null });
  ends.push(() => server.close());
  const network = { delayMs: 5, loss: 0 };
  const enter = (url: string) => {
    const room = new SharedRoom(url, 'lab', {
      createSocket: (address) =>
        new WebSocket(address, { perMessageDeflate: false }) as unknown as globalThis.WebSocket,
    });
    ends.push(() => room.dispose());
    return room;
  };
  const [ada, bo] = [enter(server.url), enter(await startProxy(server.port, network))];
  const person = createPerson({ skeleton: defaultSkeleton, source: createEmulatedSource() });
  const timer = setInterval(() => {
    person.step(1 / 60);
    ada.send(person);
    for (const id of bo.others) bo.feed(id)?.step(bo.nowMs());
  }, 15);
  ends.push(() => clearInterval(timer));
  const words = () => bo.figures().sentence;
  const wait = { timeout: 20_000, interval: 50 };
  await expect.poll(() => (bo.figures().roundTripMs > 0 ? words() : ''), wait).toBe('The connection is good.');
  network.loss = 0.5;
  await expect.poll(words, wait).toMatch(/^The connection is bad: [3-7]0 of 100 messages get lost\. A cable helps/);
  network.loss = 0;
  await expect.poll(words, wait).toBe('The connection is good.');
  network.delayMs = 300;
  await expect.poll(words, wait).toMatch(/^The connection is slow: the others are seen \d+ ms late\. A cable helps/);
  network.delayMs = 5;
  await expect.poll(words, wait).toBe('The connection is good.');
});
