import { expect, test } from 'vitest';
import { InputError } from './inputError.js';

test('a message keeps its beginning and its end, however long a name of a file is', () => {
  const error = new InputError(
    `settings.${'x'.repeat(5000)}`,
    `expected a bone, got "${'y'.repeat(5000)}"; name another`,
  );
  expect(error.message.length).toBeLessThan(1700);
  expect(error.message).toMatch(/^settings\.x+ … x+: expected a bone, got "y+ … y+"; name another$/);
  expect(error.message).toBe(`${error.where}: ${error.reason}`);
});

test('a message of usual length stays as it is', () => {
  expect(new InputError('row 12, sex', 'expected female, got 3').message).toBe('row 12, sex: expected female, got 3');
  expect(new InputError('', 'expected a file').message).toBe('expected a file');
});
