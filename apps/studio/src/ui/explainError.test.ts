import { expect, test } from 'vitest';
import { explainError } from './explainError.js';

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
