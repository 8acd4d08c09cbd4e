import { expect, test } from 'vitest';
import { lostWords } from './lostWords.js';

test('a lost server is said with what to do, and that the body goes on here', () => {
  const reason = 'the server cannot be reached; start it again with npm start or leib serve.';
  expect(lostWords('server', reason)).toBe(
    `On the server: ${reason} The second body goes on in this page; choose “On the server” to go back there.`,
  );
  expect(lostWords('worker', 'its worker failed.')).toBe('The second body: its worker failed.');
});
