import { expect, test } from 'vitest';
import { reasonOf } from './formatError.js';

test('words of other libraries are shown without what only a program would say', () => {
  const foreign = new Error('Chunk start offset 127 does not point to chunk record (found undefined) [library=x/1]');
  expect(reasonOf(foreign)).toBe('Chunk start offset 127 does not point to chunk record (found none)');
  expect(reasonOf('broken')).toBe('broken');
});
