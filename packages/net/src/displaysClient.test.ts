import { FakeSocket } from '@leib/feeds/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DisplaysClient } from './displaysClient.js';
import { displayKind, readKind } from './wire/message.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a server that is stopped is sought again, and told again what the scene is', () => {
  const sockets: FakeSocket[] = [];
  const states: boolean[] = [];
  const client = new DisplaysClient(
    'ws://test/api/displays',
    { onConnection: (isOpen) => states.push(isOpen) },
    (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  );
  sockets[0].open();
  client.setScene({ kinds: [], agents: [], viewers: [] });
  sockets[0].close();
  vi.advanceTimersByTime(300);
  sockets[1].close();
  vi.advanceTimersByTime(600);
  sockets[2].open();
  expect(states).toEqual([true, false, false, true]);
  const kinds = sockets[2].sent.map((message) => readKind(message as Uint8Array<ArrayBuffer>));
  expect(kinds).toEqual([{ ok: true, value: displayKind.scene }]);
  client.dispose();
  vi.advanceTimersByTime(20_000);
  expect(sockets).toHaveLength(3);
});
