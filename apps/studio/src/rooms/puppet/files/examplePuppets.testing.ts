import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, vi } from 'vitest';

const folder = new URL('../../../../../../packages/puppet/assets/', import.meta.url);

/** Tests only: for all tests of the file, what is fetched is the file of an example, from the disk. */
export function serveExamplePuppets(): void {
  beforeAll(() => {
    vi.stubGlobal(
      'fetch',
      async (url: string) => new Response(await readFile(new URL(url.slice(url.lastIndexOf('/') + 1), folder))),
    );
  });
  afterAll(() => vi.unstubAllGlobals());
}
