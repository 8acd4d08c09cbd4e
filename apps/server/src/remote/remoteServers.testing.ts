import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeFailure, REMOTE_PATH, readHeader, remoteKind } from '@leib/reembody/wire';
import { afterEach } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { until } from '../common/server.testing.js';
import { Visitor } from './remote.testing.js';
import { type RemoteOptions, type RemoteService, startRemote } from './startRemote.js';

/** Tests only: servers and clients that end with each test of a file. Loopback, on ports that the system chooses. */

const running: { server: Server; remote: RemoteService }[] = [];
const visitors: Visitor[] = [];
export const rawSockets: RawWebSocket[] = [];

/** Call it in the file that uses what follows. */
export function endAfterEachTest(): void {
  afterEach(() => {
    for (const { client } of visitors.splice(0)) client.dispose();
    for (const socket of rawSockets.splice(0)) socket.terminate();
    for (const { server, remote } of running.splice(0)) {
      remote.close();
      server.close();
      server.closeAllConnections();
    }
  });
}

export async function serve(options: RemoteOptions = {}): Promise<{ url: string; remote: RemoteService }> {
  const remote = startRemote(options);
  const server = createServer();
  server.on('upgrade', (request, socket, head) => remote.handleUpgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push({ server, remote });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${REMOTE_PATH}`, remote };
}

export async function visit(
  url: string,
  ...rest: ConstructorParameters<typeof Visitor> extends [string, ...infer R] ? R : never
) {
  const visitor = new Visitor(url, ...rest);
  visitors.push(visitor);
  await until(() => visitor.built !== null || visitor.failures.length > 0);
  return visitor;
}

/** A socket without our own client: for messages that it would not send. */
export async function connect(url: string): Promise<{ socket: RawWebSocket; refusal: Promise<string> }> {
  const socket = new RawWebSocket(url);
  rawSockets.push(socket);
  let reason = '';
  socket.on('message', (data: Buffer) => {
    const header = readHeader(data);
    if (!header.ok || header.value.kind !== remoteKind.failed) return;
    const failure = decodeFailure(data);
    reason = failure.ok ? failure.value.reason : '';
  });
  socket.on('error', () => {});
  const refusal = once(socket, 'close').then(() => reason);
  await once(socket, 'open');
  return { socket, refusal };
}
