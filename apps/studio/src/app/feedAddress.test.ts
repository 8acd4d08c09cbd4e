import { expect, test } from 'vitest';
import { problemOfAddress } from './feedAddress.js';

test.each([
  ['ws://127.0.0.1:21110', 'http:', null],
  ['ws://192.168.1.20:8765', 'http:', null],
  ['ws://localhost:21110', 'https:', null],
  ['wss://tracker.example/feed', 'https:', null],
  ['ws://192.168.1.20:8765', 'https:', /wss:\/\/ only/],
  ['http://127.0.0.1', 'http:', /expected ws/],
  ['21110', 'http:', /got “21110”/],
])('%s from a page by %s', (url, protocol, problem) => {
  const found = problemOfAddress(url, { protocol });
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});
