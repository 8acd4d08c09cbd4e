import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadBodySpace } from '@leib/body';
import { encodeParts } from './encodeParts.ts';
import { makeParts } from './makeParts.ts';
import { readSourcePackage } from './sourcePackage.ts';

/**
 * Makes what bodies wear: `node lab/body/buildParts.ts`, after `tsc -b packages/body`. Writes leib-parts.bin;
 * the same source gives the same bytes.
 */
const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '../../packages/body');

try {
  const source = readSourcePackage(join(packageFolder, '../../.cache/body'));
  const space = loadBodySpace(new Uint8Array(readFileSync(join(packageFolder, 'assets/leib-bodies.bin'))));
  const parts = makeParts(source, space.neutral);
  const bytes = encodeParts(parts);
  writeFileSync(join(packageFolder, 'assets/leib-parts.bin'), bytes);
  for (const { name, vertexCount, triangles } of parts.parts) {
    console.log(`${name}: ${vertexCount} vertices, ${triangles.length / 3} triangles`);
  }
  console.log(`leib-parts.bin: ${bytes.length} bytes`);
} catch (error) {
  console.error(`buildParts: ${error instanceof Error ? error.stack : error}`);
  process.exitCode = 1;
}
