import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DisplaysClient } from './displaysClient.js';
import { readKind, roomKind } from './room/message.js';
import { FakeSocket } from './testing.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const noScene = { kinds: [], agents: [], viewers: [] };

function openClient(events: ConstructorParameters<typeof DisplaysClient>[2] = {}) {
  const sockets: FakeSocket[] = [];
  const client = new DisplaysClient('http://test/', { walls: 'simulation' }, events, (url) => {
    const socket = new FakeSocket(url);
    sockets.push(socket);
    return socket as unknown as WebSocket;
  });
  return { client, sockets };
}

test('a server that is stopped is sought again, and told again what the scene is', () => {
  const { client, sockets } = openClient();
  sockets[0].open();
  client.setScene(noScene);
  sockets[0].close();
  vi.advanceTimersByTime(300);
  sockets[1].open();
  const kinds = sockets[1].sent.map((message) => readKind(message as Uint8Array<ArrayBuffer>));
  expect(kinds).toEqual([{ ok: true, value: roomKind.scene }]);
  client.dispose();
});

test('[FR5] a file that the server refuses is said, and the default body stands in for it', async () => {
  vi.useRealTimers();
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) =>
    method === 'HEAD' ? new Response(null, { status: 404 }) : new Response('the server has no room', { status: 507 }),
  );
  const problems: string[] = [];
  const { client, sockets } = openClient({ onProblem: (reason) => problems.push(reason) });
  sockets[0].open();
  const kinds = [{ name: 'Ada', mesh: 'default', scale: 1 }];
  client.setScene({ ...noScene, kinds }, [{ kind: 0, file: Uint8Array.of(1, 2, 3) }]);
  await vi.waitFor(() => expect(sockets[0].sent).toHaveLength(1));
  expect(problems).toEqual(['body "Ada": file: the server has no room; the default body stands in for it.']);
  expect(new TextDecoder().decode(sockets[0].sent[0] as Uint8Array)).toContain('"mesh":"default"');
  client.dispose();
});
