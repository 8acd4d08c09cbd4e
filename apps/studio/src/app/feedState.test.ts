import { createBridgeSource, encodeFeedList } from '@leib/feeds';
import { FakeSocket } from '@leib/feeds/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { feedHint, feedState, feedStateWords } from './feedState.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const hello = encodeFeedList({
  feeds: [{ protocol: 'json', address: '127.0.0.1', port: 5000, up: 'y', problem: null }],
  outputs: [],
}).buffer;

test('a server that is stopped is said with what to do, in panel and bar, and found again', () => {
  const sockets: FakeSocket[] = [];
  const createSocket = (url: string) => {
    const socket = new FakeSocket(url);
    sockets.push(socket);
    return socket as unknown as WebSocket;
  };
  const bridge = createBridgeSource('http://localhost/', { createSocket, nowMs: () => 0 });
  const said = () => [feedHint(bridge), feedStateWords[feedState(bridge)]];
  expect(said()).toEqual(['Looking for the server’s feeds …', 'waiting for an answer']);
  sockets[0].open();
  sockets[0].receive(hello);
  expect(said()).toEqual(['Listening: json:5000. Nothing has come yet.', 'no data']);
  sockets[0].close();
  expect(said()).toEqual([
    'No connection to the server: start it again with npm start or leib serve; this page finds it by itself.',
    'no connection',
  ]);
  vi.advanceTimersByTime(300);
  sockets[1].close();
  expect(said()[0]).toContain('leib serve');
  vi.advanceTimersByTime(600);
  sockets[2].open();
  sockets[2].receive(hello);
  expect(said()).toEqual(['Listening: json:5000. Nothing has come yet.', 'no data']);
  bridge.dispose();
});
