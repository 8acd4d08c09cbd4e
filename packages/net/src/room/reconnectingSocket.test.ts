import { InputError } from '@leib/core';
import { afterEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../testing.js';
import { ReconnectingSocket } from './reconnectingSocket.js';

const handlers = { onOpen() {}, onMessage() {}, onClose() {} };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an engine without WebSocket is named at once, and nothing is tried again', () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', undefined);
  expect(() => new ReconnectingSocket('ws://127.0.0.1:1', handlers)).toThrow(InputError);
  expect(() => new ReconnectingSocket('ws://127.0.0.1:1', handlers)).toThrow(
    'WebSocket: expected one in this JavaScript engine, got none; Node has it from version 22 on',
  );
  expect(vi.getTimerCount()).toBe(0);
});

test('there, a socket that is given serves', () => {
  vi.stubGlobal('WebSocket', undefined);
  const opened: string[] = [];
  const socket = new ReconnectingSocket('ws://127.0.0.1:1', handlers, (url) => {
    opened.push(url);
    return new FakeSocket(url) as unknown as WebSocket;
  });
  expect(opened).toEqual(['ws://127.0.0.1:1']);
  socket.dispose();
});
