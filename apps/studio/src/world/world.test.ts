import { readFileSync } from 'node:fs';
import { personDoc } from '@leib/embody';
import { expect, test } from 'vitest';
import { ME, withMe } from './world.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Names of the functions in the table under a heading, in its order. */
function stepsOfTheDocs(heading: string): string[] {
  const [, section] = read('../../../../docs/architecture.md').split(`${heading}\n`);
  const rows = section
    .split('\n#')[0]
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return rows.flatMap((row) => /\| `(?:\w+\.)?(\w+)\(/.exec(row)?.[1] ?? []);
}

/** Names of the steps that a function calls, in its order; `measure` only takes the time of one, `frameSeconds` bounds it. */
function stepsOf(path: string, head: RegExp): string[] {
  const [, body] = new RegExp(`${head.source}[^{]*\\{\\n([\\s\\S]*?)\\n {0,2}\\}`).exec(read(path)) ?? [];
  const notSteps = ['if', 'measure', 'visibility', 'frameSeconds'];
  return [...body.matchAll(/(\w+)(?:\?\.)?\(/g)].map(([, name]) => name).filter((name) => !notSteps.includes(name));
}

test('the loop is the list of docs/architecture.md, in its order', () => {
  expect(stepsOfTheDocs('## One frame').length).toBeGreaterThan(6);
  expect(stepsOf('./world.ts', /#stepFrame\(dtSeconds: number\): void/)).toEqual(stepsOfTheDocs('## One frame'));
});

test('a person’s loop is the list there, in its order', () => {
  const path = '../../../../packages/embody/src/person/stepPerson.ts';
  const inner: Readonly<Record<string, () => string[]>> = {
    followDevices: () => stepsOf(path, /function followDevices\(/),
    followJoints: () => stepsOf(path, /function followJoints\(/).slice(1),
    show: () => [],
  };
  const flat = (steps: readonly string[]): string[] =>
    steps.flatMap((step) => (inner[step] ? flat(inner[step]()) : [step]));
  expect(flat(stepsOf(path, /function stepPerson\(/))).toEqual(stepsOfTheDocs('### A person'));
});

test('who is not in the room’s document is not solved: read where somebody is really there, solved only for other programs', () => {
  const [solved, read] = [personDoc({}), personDoc({ solver: 'none' })];
  const performer = { ...solved, kind: 'captured' };
  expect(withMe({ performer }, null)).toEqual({ performer });
  expect(withMe({ performer }, 'read')).toEqual({ [ME]: read, performer });
  expect(withMe({ performer }, 'solved')).toEqual({ [ME]: solved, performer });
  // Whom the room only reads: a head that looks at walls.
  expect(withMe({ [ME]: read, performer }, null)).toEqual({ [ME]: read, performer });
  expect(withMe({ [ME]: read, performer }, 'solved')).toEqual({ [ME]: solved, performer });
  expect(withMe({ [ME]: solved }, 'read')).toEqual({ [ME]: solved });
});
