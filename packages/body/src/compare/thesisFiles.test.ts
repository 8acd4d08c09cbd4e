import { expect, test } from 'vitest';
import { compareBodies } from './compareBodies.js';
import { ellipsoidFigure } from './figure.testing.js';
import { parseBodyDistances, parseNamedVertices } from './namedVertices.js';
import { thesisDistances, thesisVertices } from './thesisFiles.js';

interface FileSystem {
  existsSync(path: URL): boolean;
  readFileSync(path: URL, encoding: 'utf8'): string;
}

// The library itself runs in browsers, so this package is typed without Node.
const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as FileSystem;
const thesis = new URL('../../../../../shared/seeds/001_964d39bd7498d502.txt', import.meta.url);
const isThere = fs.existsSync(thesis);

/** Lines of the thesis from the first that begins so to the last that holds this, as they stand. */
function excerpt(first: string, last: string): string {
  const lines = fs.readFileSync(thesis, 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith(first));
  const to = lines.findIndex((line, i) => i > from && line.includes(last));
  return lines.slice(from, to + 1).join('\n');
}

test.skipIf(!isThere)('the two files of the thesis work as they stand: 20 vertices, 12 distances, for SMPL', () => {
  const names = parseNamedVertices(excerpt('FingerTipLeft = ', 'WaistLeft = '));
  expect(names.indices.size).toBe(20);
  expect(names.vertexCount).toBe(6890);
  expect(names.indices.get('WaistRight')).toBe(4963);
  const distances = parseBodyDistances(excerpt('HeelLeft, HeadTop', 'BackBellyButton, BellyButton'), [names]);
  expect(distances.length).toBe(12);
  // The ones that come with Leib are the same.
  expect(parseNamedVertices(thesisVertices)).toEqual(names);
  expect(parseBodyDistances(thesisDistances, [names])).toEqual(distances);
  expect(distances[11]).toEqual({ from: 'BackBellyButton', to: 'BellyButton', name: 'BellyDepth' });

  // As many vertices as SMPL has: two rings of poles aside, 84 rings of 82.
  const body = (name: string, width: number) => ({ name, surface: ellipsoidFigure(width, 1.7, 0.3, 85, 82), names });
  expect(body('a', 0.5).surface.positions.length / 3).toBe(6890);
  const { measures, pairs } = compareBodies([body('a', 0.5), body('b', 0.6)], { distances });
  expect(measures.filter(({ kind }) => kind === 'distance').map(({ name }) => name)).toEqual(
    distances.map(({ name }) => name),
  );
  expect(pairs[0].differences.slice(3, 15).every((difference) => Number.isFinite(difference))).toBe(true);
  expect(() => compareBodies([{ name: 'c', surface: ellipsoidFigure(0.5, 1.7, 0.3), names }], { distances })).toThrow(
    'c: expected 6890 vertices (SMPL) as in the vertices file, got 738',
  );
});
