import { expect, test } from 'vitest';
import { nameVariants } from './nameVariants.js';

test('a name of a million letters is looked at as far as a name goes', () => {
  for (const name of ['a '.repeat(1e6), '_'.repeat(1e6), 'rig:'.repeat(1e6)]) {
    for (const names of nameVariants(['hips', name])) expect(names[1].length).toBeLessThanOrEqual(200);
  }
});
