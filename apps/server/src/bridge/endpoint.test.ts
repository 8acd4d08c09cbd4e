import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isAllowedOrigin } from '../common/upgrade.js';
import { isMulticast, parseEndpoint } from './endpoint.js';

test.each([
  ['5000', '127.0.0.1', 5000],
  ['0', '127.0.0.1', 0],
  ['localhost:39539', '127.0.0.1', 39539],
  ['0.0.0.0:5000', '0.0.0.0', 5000],
  ['239.255.42.99:1511', '239.255.42.99', 1511],
])('%s is %s, port %i', (text, address, port) => {
  expect(parseEndpoint(text)).toEqual({ address, port });
});

test.each(['', 'x', '65536', '-1', '5000x', 'host:5000', '::1:5000', '1.2.3:5', '127.0.0.1:', '127.0.0.1'])(
  '"%s" is refused with one line',
  (text) => {
    expect(() => parseEndpoint(text)).toThrow(/^expected a port .*, got ".*"$/);
  },
);

test('groups are told from machines', () => {
  expect(['224.0.0.1', '239.255.42.99'].map(isMulticast)).toEqual([true, true]);
  expect(['127.0.0.1', '223.1.1.1', '240.0.0.1', '0.0.0.0'].map(isMulticast)).toEqual([false, false, false, false]);
});

test.each<[string | undefined, string | undefined, boolean]>([
  [undefined, '127.0.0.1:8080', true],
  ['http://127.0.0.1:8080', '127.0.0.1:8080', true],
  ['http://localhost:8080', 'localhost:8080', true],
  ['https://192.168.1.7', '192.168.1.7', true],
  ['http://[::1]:8080', '[::1]:8080', true],
  ['http://evil.example', '127.0.0.1:8080', false],
  ['http://127.0.0.1:8081', '127.0.0.1:8080', false],
  // The name may lead here now, but it was somebody else's when the page was loaded.
  ['http://evil.example:8080', 'evil.example:8080', false],
  ['https://leib.example', 'anything', true],
  ['null', '127.0.0.1:8080', false],
  ['http://127.0.0.1:8080', undefined, false],
])('a page of %s may connect to %s: %s', (origin, host, isAllowed) => {
  const request = { headers: { ...(origin && { origin }), ...(host && { host }) } } as IncomingMessage;
  expect(isAllowedOrigin(request, ['https://leib.example'])).toBe(isAllowed);
});
