import { tryMutations } from '@leib/core/testing';
import type { ReaderUnderTest } from '../../../../packages/core/dist/check/testing.js';
import type { Attack, AttackFigures } from './attack.js';
import { modelReaders } from './readers/modelReaders.js';
import { motionReaders } from './readers/motionReaders.js';
import { settingsReaders } from './readers/settingsReaders.js';

/** Readers of all kinds of files, each with small files to damage. */
export async function fileReaders(): Promise<readonly ReaderUnderTest[]> {
  return [...(await motionReaders()), ...(await modelReaders()), ...(await settingsReaders())];
}

/** Longest time that a damaged copy of a small file may take, milliseconds; other work on the machine counts, too. */
const MOST_MS = 5000;

/** Damaged copies of files of every kind: each gives a value, or an InputError with one sentence. */
export const mutatedFilesAttack: Attack = {
  name: 'files',
  title: 'damaged files of all kinds that are read',
  counts: { full: 42_000, quick: 8000 },
  async run(seed, count): Promise<AttackFigures> {
    const readers = await fileReaders();
    const each = Math.ceil(count / readers.length);
    const outcomes: Record<string, number> = { read: 0, refused: 0 };
    const faults: string[] = [];
    let slowestMs = 0;
    for (const reader of readers) {
      const figures = await withoutConsole(() => tryMutations(reader, seed, each, () => performance.now()));
      outcomes.read += figures.readCount;
      outcomes.refused += figures.refusedCount;
      faults.push(...figures.failures.map((failure) => `${reader.name}, ${failure}`));
      slowestMs = Math.max(slowestMs, figures.slowestMs);
      if (figures.slowestMs > MOST_MS)
        faults.push(`${reader.name}, seed ${figures.slowestSeed}: ${figures.slowestMs} ms`);
    }
    return { inputs: each * readers.length, outcomes, faults, facts: { kinds: readers.length, slowestMs } };
  },
};

/** Loaders of three.js and the engine warn of each file. */
export async function withoutConsole<T>(work: () => Promise<T>): Promise<T> {
  const { warn, error, log } = console;
  console.warn = console.error = console.log = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, error, log });
  }
}
