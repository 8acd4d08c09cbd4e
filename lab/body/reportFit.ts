import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fitBody, loadBodySpace } from '@leib/body';
import { meanVertexError, type ScanSettings, simulateScan } from '../../packages/body/dist/fit/fit.testing.js';

/**
 * Accuracy of fits to simulated scans of bodies of our own space: `node lab/body/reportFit.ts
 * [--people 10]`, after `tsc -b packages/body`. Prints the table of docs/results.md.
 */
const { values } = parseArgs({ options: { people: { type: 'string', default: '10' } } });
const people = Number(values.people);
const space = loadBodySpace(
  new Uint8Array(readFileSync(new URL('../../packages/body/assets/leib-bodies.bin', import.meta.url))),
);

const kinds: readonly (readonly [string, ScanSettings])[] = [
  ['own vertices, renumbered', { noise: 0.002, missing: 0.1 }],
  ['cloud of 40 000 points', { noise: 0.002, missing: 0.1, pointCount: 40_000 }],
];

console.log('2 mm of noise on every coordinate, a tenth of the surface missing in round holes, turned anywhere');
console.log('scan                       beta mean  beta rms  beta max  people within 0.1  surface mm  CPU s (most)');
for (const [name, settings] of kinds) {
  const means: number[] = [];
  const squares: number[] = [];
  const largest: number[] = [];
  const surfaces: number[] = [];
  const seconds: number[] = [];
  for (let seed = 1; seed <= people; seed++) {
    const model = seed % 2 === 0 ? space.male : space.female;
    const simulated = simulateScan(model, seed, settings);
    const before = process.cpuUsage();
    const fit = fitBody([model], simulated.scan);
    seconds.push(process.cpuUsage(before).user / 1e6);
    const errors = Array.from(simulated.betas, (beta, i) => Math.abs(beta - fit.betas[i]));
    means.push(mean(errors));
    squares.push(mean(errors.map((error) => error * error)));
    largest.push(Math.max(...errors));
    surfaces.push(meanVertexError(simulated, fit.posed) * 1000);
  }
  const within = largest.filter((error) => error <= 0.1).length;
  console.log(
    [
      name.padEnd(26),
      mean(means).toFixed(3).padStart(9),
      Math.sqrt(mean(squares)).toFixed(3).padStart(9),
      Math.max(...largest)
        .toFixed(2)
        .padStart(9),
      `${within} of ${people}`.padStart(18),
      mean(surfaces).toFixed(2).padStart(11),
      `${mean(seconds).toFixed(1)} (${Math.max(...seconds).toFixed(1)})`.padStart(13),
    ].join(' '),
  );
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
