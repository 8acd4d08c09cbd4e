import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { attacks } from './attacks.js';
import { type AttackReport, type AttackResult, formatAttacks } from './formatAttacks.js';

/**
 * `npm run attack --prefix lab -- [--quick] [--only NAME]... [--count N] [--seed N] [--json FILE]`: attacks the
 * system on this machine, prints a table and writes it as JSON. Exit code 1 where something did not hold.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string', default: 'attack.json' },
  },
});
const { quick, only } = values;
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new Error(`--seed: expected a whole number, got "${values.seed}"`);
const count = values.count === undefined ? null : Number(values.count);
if (count !== null && !(Number.isSafeInteger(count) && count > 0)) {
  throw new Error(`--count: expected a whole number above 0, got "${values.count}"`);
}
const chosen = attacks.filter(({ name }) => only === undefined || only.some((part) => name.startsWith(part)));
if (chosen.length === 0) {
  throw new Error(`--only: expected one of ${attacks.map(({ name }) => name).join(', ')}, got "${only}"`);
}
const load = loadavg()[0];
const results: AttackResult[] = [];
const report: AttackReport = { isQuick: quick, node: process.version, load, results };
const file = resolve(process.env.INIT_CWD ?? '.', values.json);
for (const { name, title, counts, run } of chosen) {
  const begunMs = performance.now();
  process.stderr.write(`${name} ...`);
  const figures = await run(seed, count ?? (quick ? counts.quick : counts.full));
  const seconds = (performance.now() - begunMs) / 1000;
  process.stderr.write(` ${figures.faults.length === 0 ? 'held' : 'FAULTS'}, ${seconds.toFixed(0)} s\n`);
  for (const fault of figures.faults.slice(0, 5)) process.stderr.write(`  ${fault}\n`);
  results.push({ name, title, seed, seconds, ...figures });
  // After each: a run that is ended early has what it found.
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
console.log(`${formatAttacks(report)}\nwritten to ${file}`);
process.exit(results.some(({ faults }) => faults.length > 0) ? 1 : 0);
