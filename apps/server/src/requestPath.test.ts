import { expect, test } from 'vitest';
import { readRequestPath } from './requestPath.js';

test.each([
  ['/', [], true],
  ['/index.html', ['index.html'], false],
  ['/rooms/', ['rooms'], true],
  ['/a%20b/c.js?x=/../y#z', ['a b', 'c.js'], false],
  ['/a//b', ['a', 'b'], false],
  ['/%C3%A4.js', ['ä.js'], false],
])('%s names a file', (target, segments, isFolder) => {
  expect(readRequestPath(target)).toEqual({ ok: true, segments, isFolder });
});

test.each([
  ['', 400],
  ['*', 400],
  ['index.html', 400],
  ['http://elsewhere/index.html', 400],
  ['//elsewhere/index.html', 400],
  ['/%', 400],
  ['/%E0%A4%A', 400],
  ['/%ff', 400],
  ['/a%00.html', 400],
  ['/a%0ab', 400],
  ['/..\\secret', 400],
  ['/%5c..%5csecret', 400],
  ['/../secret', 403],
  ['/a/../../secret', 403],
  ['/%2e%2e/secret', 403],
  ['/%2e%2e%2fsecret', 403],
  ['/..%2fsecret', 403],
  ['/./a', 403],
  ['/.env', 403],
  ['/.git/config', 403],
])('%s is refused with %i', (target, status) => {
  expect(readRequestPath(target)).toEqual({ ok: false, status });
});

test('an escape is undone once only', () => {
  expect(readRequestPath('/%252e%252e/a')).toEqual({ ok: true, segments: ['%2e%2e', 'a'], isFolder: false });
});
