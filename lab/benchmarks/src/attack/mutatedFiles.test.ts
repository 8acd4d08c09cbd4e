import { tryMutations } from '@leib/core/testing';
import { expect, test } from 'vitest';
import type { ReaderUnderTest } from '../../../../packages/core/dist/check/testing.js';
import { fileReaders, withoutConsole } from './mutatedFiles.js';

const readers = await fileReaders();
/** Damaged copies of each kind; models and movements cost ten times as much as tables. `npm run attack` reads many more. */
const countOf = (name: string) => (/avatar|robot/.test(name) ? 10 : /BVH|glTF motion|MCAP/.test(name) ? 20 : 40);

test.each(readers.map((reader) => [reader.name, reader] as const))(
  '%s: read when whole; when damaged, a value or one sentence, and never an error of our code',
  async (name, reader) => {
    for (const file of reader.files) expect(await refusalOfWhole(reader, file)).toBe(null);
    const count = countOf(name);
    const { readCount, refusedCount, failures } = await withoutConsole(() => tryMutations(reader, 1, count));
    expect(failures).toEqual([]);
    expect(refusedCount).toBeGreaterThan(0);
    expect(readCount + refusedCount).toBe(count);
  },
);

async function refusalOfWhole({ read }: ReaderUnderTest, { bytes, wrap }: ReaderUnderTest['files'][number]) {
  const value: unknown = await read(wrap === undefined ? bytes.slice() : wrap(bytes.slice()));
  const { ok, reason } = Object(value) as { readonly ok?: unknown; readonly reason?: unknown };
  return ok === false ? reason : null;
}
