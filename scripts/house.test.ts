import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compareHouse, houseAt, makeHouse } from './house.mjs';
import { readHouse } from './houseFiles.mjs';
import { root } from './project.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-house-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** What the table says of a figure, after one file of the studio or of a package was written. */
function count(name: string, text: string, path = 'apps/studio/src/one.ts'): number {
  write(path, text);
  return Number(new RegExp(`^\\| ${name} \\| (\\d+) \\|`, 'm').exec(makeHouse(folder))?.[1]);
}

test('lines, files, tests, generated files, styles and the names of every door of a package', () => {
  const exports = {
    '.': { 'leib-source': './src/index.ts', default: './dist/index.js' },
    './more': { 'leib-source': './src/more.ts', default: './dist/more.js' },
    './table.bin': './assets/table.bin',
  };
  write('packages/one/package.json', JSON.stringify({ exports }));
  write('packages/one/src/index.ts', "export { a, type B as C } from './inner.js';\nexport * from './more.js';\n");
  write('packages/one/src/more.ts', 'export function d() {}\nexport interface E {}\n\nconst f = 1;\n');
  write('packages/one/src/inner.ts', 'export const a = 1;\nexport type B = 1;\n');
  write('packages/one/src/inner.test.ts', '1;\n1;\n');
  write('packages/one/src/person.testing.ts', '1;\n');
  write('packages/one/src/net.generated.ts', '1;\n1;\n1;\n');
  write('packages/one/src/look.css', 'a {\n}\n');
  write('packages/one/dist/index.js', '1;\n');
  const table = makeHouse(folder);
  expect(table).toContain('| packages/one | 8 | 3 | 3 | 3 | 3 | 2 | 4 | /more 2 | 6 |');
  expect(table).toContain('| **packages and apps** | 8 | 3 | 3 | 3 | 3 | 2 | 4 | 2 | 6 |');
});

describe('a callback slot counts however it is written', () => {
  test.each([
    ['a field', 'export class A {\n  onPose: () => void = () => {};\n}\n'],
    ['a field under another name', 'export class A {\n  dragged: (() => number) | null = null;\n}\n'],
    ['a field without a type', 'export class A {\n  onPose = () => {};\n}\n'],
    ['a named type', 'type Work = () => void;\nexport class A {\n  work: Work | null = null;\n}\n'],
    ['a setter', 'export class A {\n  set pose(work: () => void) {}\n}\n'],
    [
      'a method that sets',
      'export class A {\n  #w: () => void = () => {};\n  listen(w: () => void) {\n    this.#w = w;\n  }\n}\n',
    ],
    ['a set of listeners', 'const listeners = new Set<() => void>();\n'],
    ['a variable of the module', 'let onPose: (() => void) | null = null;\n'],
    ['a member of an interface', 'export interface A {\n  onPose: () => void;\n}\n'],
    [
      'an interface and its class, once',
      'interface A {\n  onPose: () => void;\n}\nexport class B implements A {\n  onPose: () => void = () => {};\n}\n',
    ],
  ])('%s', (_, text) => expect(count('callback slots', text)).toBe(1));

  test.each([
    ['what the constructor is given', 'export class A {\n  readonly #work: () => void;\n}\n'],
    ['what the class puts in itself', 'export class A {\n  #stop: () => void = () => {};\n}\n'],
    ['properties of a component', 'interface Props {\n  readonly onChange: () => void;\n}\n'],
  ])('not: %s', (_, text) => expect(count('callback slots', text)).toBe(0));
});

test("stores are zustand's, under any name, and our own", () => {
  expect(count('stores', "import { create as make } from 'zustand';\nexport const a = make(() => ({}));\n")).toBe(1);
  expect(count('stores', 'export class A {\n  subscribe(work: () => void) {}\n}\n')).toBe(1);
  expect(count('stores', 'export const a = { subscribe: (work: () => void) => work };\n')).toBe(1);
  expect(count('stores', 'const create = () => 1;\nexport const a = create();\n')).toBe(0);
});

test('a global controller is an object that the whole module graph can reach', () => {
  const store =
    "import { createStore } from 'zustand/vanilla';\nclass A {}\ninterface State {\n  readonly a: A | null;\n}\n";
  expect(count('global controllers', `${store}export const open = createStore<State>(() => ({ a: null }));\n`)).toBe(1);
  expect(count('global controllers', 'class A {}\nexport const a = new A();\n')).toBe(1);
  expect(count('global controllers', 'interface A {\n  step(): void;\n}\nlet a: Promise<A> | null = null;\n')).toBe(1);
  expect(count('global controllers', 'class A {}\nexport const makers: readonly ((a: A) => void)[] = [];\n')).toBe(0);
  expect(count('global controllers', 'class A {}\nexport const Given = createContext<A | null>(null);\n')).toBe(0);
});

test('panels that look again and again', () => {
  expect(count('polled panels', 'useRefreshEvery(0.2, look);\nuseRenderEvery(1);\n')).toBe(1);
  expect(count('polled panels', 'const timer = setInterval(look, 100);\n')).toBe(1);
  expect(count('polled panels', 'const look = useStore(store);\n')).toBe(0);
});

test('recorders, histories and source interfaces', () => {
  const path = 'packages/one/src/one.ts';
  expect(count('recorders', 'export class HandRecording {}\nexport interface BodyRecorder {}\n', path)).toBe(2);
  expect(count('recorders', 'export interface HandRecording {}\n', path)).toBe(0);
  expect(count('histories', 'const undo = () => past.slice(0, -1);\n', path)).toBe(1);
  expect(count('histories', "import { undo } from './history.js';\nundo(past);\n", path)).toBe(0);
  const stepper = 'export interface Feed {\n  step(dtSeconds: number, out: Frame): void;\n}\n';
  expect(count('source interfaces', stepper, path)).toBe(1);
  expect(count('source interfaces', `${stepper}interface PlacedSource {\n  readonly source: Feed;\n}\n`, path)).toBe(2);
  expect(count('source interfaces', `${stepper}interface Wide extends Feed {\n  readonly a: Feed;\n}\n`, path)).toBe(1);
});

test('a loop hands joints on to a solver; who only looks at them has none', () => {
  const name = 'loops from devices to a pose';
  const path = 'packages/one/src/one.ts';
  const head = "import { readJoints } from '@leib/tracking';\n";
  expect(count(name, `${head}stepEmbody(model, state, readJoints(reader, devices), dt);\n`, path)).toBe(1);
  expect(count(name, `${head}const joints = readJoints(reader, devices);\nsolver.step(joints, dt);\n`, path)).toBe(1);
  expect(count(name, `${head}const joints = readJoints(reader, devices);\nsolve({ joints, dt });\n`, path)).toBe(1);
  expect(count(name, `${head}readJoints(reader, devices);\nsolver.step(reader.joints, dt);\n`, path)).toBe(1);
  const all = "import * as tracking from '@leib/tracking';\n";
  expect(count(name, `${all}const read = tracking.readJoints(reader, devices);\nstep(read);\n`, path)).toBe(1);
  expect(count(name, `${head}const worn = readJoints(reader, devices);\nout.set(worn.poses);\n`, path)).toBe(0);
  expect(count(name, `${head}readJoints(reader, devices);\nrefine(refiner, reader.tracked, dt);\n`, path)).toBe(0);
  expect(count(name, 'function readJoints() {}\nconst joints = readJoints();\nstep(joints);\n', path)).toBe(0);
});

test('an older commit is counted as it was', () => {
  write('packages/one/src/a.ts', '1;\n');
  const git = (...words: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false', ...words],
      { cwd: folder },
    );
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'one');
  const before = makeHouse(folder);
  write('packages/one/src/a.ts', '1;\n2;\n');
  expect(makeHouse(folder)).not.toBe(before);
  expect(houseAt(folder, 'HEAD')).toBe(before);
});

test('what loops are known by is still there', () => {
  const found = readHouse(root).some(({ text }) => text.includes('export function readJoints('));
  expect(found, 'readJoints() is no more: say in scripts/houseNouns.mjs what loops are known by now.').toBe(true);
});

test('the committed table is that of this tree', () => {
  const lines = compareHouse(root);
  expect(lines.join('\n'), 'The house has changed. Run: npm run house').toBe('');
});
