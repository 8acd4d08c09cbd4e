import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadBodySpace } from '@leib/body';
import { InputError } from '@leib/core';
import { defaultShapeSpaceSettings, makeShapeSpace } from './makeShapeSpace.ts';
import { shapeTargets } from './shapeTargets.ts';
import { readSourcePackage, sourcePackage } from './sourcePackage.ts';

/**
 * Makes the shape space: `node lab/body/buildShapeSpace.ts [--ansur folder] [--people 420] [--out folder]`,
 * after `tsc -b packages/body`. Writes leib-bodies.bin and its manifest, by default into assets; the same source gives
 * the same bytes.
 */
const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '../../packages/body');

try {
  const { values } = parseArgs({
    options: { ansur: { type: 'string' }, people: { type: 'string' }, out: { type: 'string' } },
  });
  const outFolder = values.out ?? join(packageFolder, 'assets');
  const ansurFolder = values.ansur ?? join(packageFolder, '../../../shared/anthropometry');
  if (!existsSync(ansurFolder)) throw new InputError('--ansur', `expected the folder of ANSUR II, got ${ansurFolder}`);
  const personCount = Number(values.people ?? defaultShapeSpaceSettings.personCount);
  if (!Number.isInteger(personCount) || personCount < 60) {
    throw new InputError('--people', `expected 60 or more, got ${values.people}`);
  }
  const source = readSourcePackage(join(packageFolder, '../../.cache/body'));
  const settings = { ...defaultShapeSpaceSettings, personCount };
  const bytes = makeShapeSpace(source, ansurFolder, settings, (text) => console.error(text));
  const { female, male } = loadBodySpace(bytes);
  const manifest = {
    file: 'leib-bodies.bin',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    vertices: female.vertexCount,
    triangles: female.triangles.length / 3,
    bones: female.jointNames.length,
    betas: female.betaNames,
    explainedVariance: {
      female: [...female.explainedVariance].map((part) => Number(part.toFixed(5))),
      male: [...male.explainedVariance].map((part) => Number(part.toFixed(5))),
    },
    people: { female: female.measureStatistics.personCount, male: male.measureStatistics.personCount },
    settings,
    licence: 'CC0-1.0',
    source: sourcePackage,
    targets: shapeTargets.map(({ name, bodySha256 }) => ({ name, bodySha256 })),
  };
  mkdirSync(outFolder, { recursive: true });
  writeFileSync(join(outFolder, 'leib-bodies.bin'), bytes);
  writeFileSync(join(outFolder, 'leib-bodies.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`leib-bodies.bin: ${manifest.bytes} bytes, ${manifest.betas.length} betas, sha256 ${manifest.sha256}`);
} catch (error) {
  console.error(`buildShapeSpace: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
