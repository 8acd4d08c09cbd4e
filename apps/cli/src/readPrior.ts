import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadPrior, type PriorModel } from '@leib/embody';

/** The weights that come with @leib/embody. */
export function readPrior(): PriorModel {
  return loadPrior(readFileSync(createRequire(import.meta.url).resolve('@leib/embody/prior.bin')));
}
