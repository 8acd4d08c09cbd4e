import { once } from 'node:events';
import { decodeProblem, readKind, roomKind, roomUrl } from '@leib/net';
import { afterEach } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { until } from '../common/server.testing.js';
import type { ServerClock } from '../common/serverClock.js';
import { type RunningServer, startServer } from '../startServer.js';
import { Visitor } from './remote.testing.js';
import type { RemoteOptions } from './worldsChannel.js';

/** Tests only: servers and clients that end with each test of a file. Loopback, on ports that the system chooses. */

const running: RunningServer[] = [];
const visitors: Visitor[] = [];
export const rawSockets: RawWebSocket[] = [];

/** Call it in the file that uses what follows. */
export function endAfterEachTest(): void {
  afterEach(async () => {
    for (const { client } of visitors.splice(0)) client.dispose();
    for (const socket of rawSockets.splice(0)) socket.terminate();
    for (const server of running.splice(0)) await server.close();
  });
}

export async function serve({ clock, ...remote }: RemoteOptions & { readonly clock?: ServerClock } = {}) {
  const server = await startServer({ port: 0, studioDir: null, remote, ...(clock && { clock }) });
  running.push(server);
  return { url: server.url, remote: server.remote };
}

export async function visit(
  url: string,
  ...rest: ConstructorParameters<typeof Visitor> extends [string, ...infer R] ? R : never
) {
  const visitor = new Visitor(url, ...rest);
  visitors.push(visitor);
  const [, , meanwhile] = rest;
  await until(() => visitor.built !== null || visitor.failures.length > 0, meanwhile);
  return visitor;
}

/** A socket without our own client: for messages that it would not send. */
export async function connect(
  url: string,
  world: string | null = null,
): Promise<{ socket: RawWebSocket; refusal: Promise<string> }> {
  const socket = new RawWebSocket(roomUrl(url, { world }));
  rawSockets.push(socket);
  let reason = '';
  socket.on('message', (data: Buffer) => {
    const kind = readKind(data);
    const problem = kind.ok && kind.value === roomKind.problem ? decodeProblem(data) : null;
    if (problem?.ok) reason = problem.value.reason;
  });
  socket.on('error', () => {});
  const refusal = once(socket, 'close').then(() => reason);
  await once(socket, 'open');
  return { socket, refusal };
}
