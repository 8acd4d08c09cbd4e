import { expect, test } from 'vitest';
import { explainError, explainFileError } from './explainError.js';

test.each([
  [new TypeError('Failed to fetch dynamically imported module: http://x/a.js'), 'reload the page'],
  [new TypeError('error loading dynamically imported module: http://x/a.js'), 'reload the page'],
  [new TypeError('Importing a module script failed.'), 'reload the page'],
  [new TypeError('Failed to fetch'), 'The server does not answer'],
  [new TypeError('Load failed'), 'The server does not answer'],
  [new DOMException('full', 'QuotaExceededError'), 'delete takes or avatars'],
  [new DOMException('Permission denied', 'NotAllowedError'), 'allow it beside the address'],
  [new Error('boxes.glb: expected a head, got none'), 'boxes.glb: expected a head, got none'],
  ['just text', 'just text'],
])('%s', (error, words) => {
  expect(explainError(error)).toContain(words);
});

test('a file is named once', () => {
  expect(explainFileError('bad.obj', new Error('file: expected a mesh, got none'))).toBe(
    'bad.obj: expected a mesh, got none',
  );
  expect(explainFileError('bad.obj', new Error('OBJ line 4: file: 9'))).toBe('bad.obj: OBJ line 4: file: 9');
});
