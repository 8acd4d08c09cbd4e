import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Names of the functions in the table of "One frame", in its order. */
function stepsOfTheDocs(): string[] {
  const [, section] = read('../../../../docs/architecture.md').split('## One frame');
  const rows = section
    .split('## ')[0]
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return rows.flatMap((row) => /\| `(?:\w+\.)?(\w+)\(/.exec(row)?.[1] ?? []);
}

/** Names of the steps that the loop calls, in its order; `measure` only takes the time of one. */
function stepsOfTheLoop(): string[] {
  const [, body] = /#stepFrame\(dtSeconds: number\): void \{\n([\s\S]*?)\n {2}\}/.exec(read('./world.ts')) ?? [];
  const notSteps = ['if', 'measure', 'visibility'];
  return [...body.matchAll(/(\w+)(?:\?\.)?\(/g)].map(([, name]) => name).filter((name) => !notSteps.includes(name));
}

test('the loop is the list of docs/architecture.md, in its order', () => {
  expect(stepsOfTheDocs().length).toBeGreaterThan(7);
  expect(stepsOfTheLoop()).toEqual(stepsOfTheDocs());
});
