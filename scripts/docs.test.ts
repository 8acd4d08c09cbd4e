import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCall } from '../apps/cli/src/main.js';
import { callLeib } from '../apps/cli/src/testing.js';
import { initialValues } from '../apps/studio/src/files/settings.js';
import type { SettingsStore } from '../apps/studio/src/files/settingsStore.js';
import type { RoomHost } from '../apps/studio/src/rooms/RoomHost.js';
import type { Room } from '../apps/studio/src/rooms/room.js';
import type { World } from '../apps/studio/src/world/world.js';
import { buildTypes } from './build.mjs';
import { blocksOf, commandsOf, readDocBlocks } from './docBlocks.mjs';
import { cacheDir, root } from './project.mjs';

const blocks = readDocBlocks(root);
const code = blocks.filter(({ language }) => language === 'ts' || language === 'tsx');
const nameOf = ({ file, line }: { file: string; line: number }) => `${file}:${line}`;

/** Inside the repository, so that the packages are found; Git ignores it. */
const snippets = join(cacheDir, 'snippets');
const fileOf = (index: number) => code[index].fileName || `snippet${index}.${code[index].language}`;

/** A block that stands for a file of the repository has that file's relative imports. */
const importsFrom = (place: string, text: string) =>
  text.replace(/ from '(\.[^']*)'/g, (_, specifier) => {
    const target = relative(snippets, join(root, dirname(place), specifier));
    return ` from '${target.replaceAll('\\', '/')}'`;
  });

beforeAll(async () => {
  if (process.env.LEIB_BUILT) return;
  const { ok, output } = await buildTypes();
  if (!ok) throw new Error(output);
});

describe('code blocks', () => {
  beforeAll(() => {
    rmSync(snippets, { recursive: true, force: true });
    mkdirSync(snippets, { recursive: true });
    code.forEach((block, index) => {
      const text = block.place ? importsFrom(block.place, block.text) : block.text;
      writeFileSync(join(snippets, fileOf(index)), `${block.given}\n${text}\nexport {};\n`);
    });
    const compilerOptions = {
      composite: false,
      declaration: false,
      declarationMap: false,
      sourceMap: false,
      noEmit: true,
      noUnusedLocals: false,
      noUnusedParameters: false,
      jsx: 'react-jsx',
      module: 'ESNext',
      moduleResolution: 'bundler',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node', 'webxr', 'vite/client'],
      allowJs: true,
      allowImportingTsExtensions: true,
      checkJs: false,
      typeRoots: [join(root, 'node_modules/@types'), join(root, 'node_modules')],
    };
    // A block about end-to-end tests reaches the studio's sources, which use a constant of the build.
    const include = ['*.ts', '*.tsx', '../../apps/studio/src/globals.d.ts'];
    const config = { extends: '../../tsconfig.base.json', compilerOptions, include };
    writeFileSync(join(snippets, 'tsconfig.json'), JSON.stringify(config));
  });

  test('every block of TypeScript compiles', () => {
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout } = spawnSync(tsc, ['-p', snippets, '--pretty', 'false'], { encoding: 'utf8', cwd: snippets });
    const errors = stdout.replace(/snippet(\d+)\.tsx?\((\d+)/g, (_, index, line) => {
      const block = code[Number(index)];
      return `${block.file}(${Number(line) + block.line - 1 - block.given.split('\n').length}`;
    });
    expect(errors).toBe('');
  });

  // In one process, which has loaded the packages for the second one already.
  test('every block that needs nothing else runs, and comes to its end', () => {
    const runnable = code.flatMap((block, index) =>
      block.isOnlyCompiled ? [] : [{ name: nameOf(block), file: `./${fileOf(index)}` }],
    );
    const runner = join(snippets, 'runAll.ts');
    const steps = runnable.map(({ file, name }) => {
      const [path, label] = [JSON.stringify(file), JSON.stringify(`\n${name}`)];
      return `try { await import(${path}); ended.push(${label}); } catch (error) { console.error(${label}, error); }`;
    });
    const report = `process.on('exit', () => console.log(ended.join('')));`;
    writeFileSync(runner, [`const ended: string[] = [];`, report, ...steps, 'export {};'].join('\n'));
    // Guides make workers as in a page.
    const worker = pathToFileURL(join(root, 'scripts/webWorkerInNode.mjs')).href;
    const words = ['--import', worker, runner];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', cwd: root });
    expect(stderr).toBe('');
    expect(
      stdout.endsWith(
        runnable
          .map(({ name }) => `\n${name}`)
          .join('')
          .concat('\n'),
      ),
      stdout,
    ).toBe(true);
    expect(status).toBe(0);
  });

  test('the guide’s room of the studio opens, moves as it is set, and is closed', async () => {
    const index = code.findIndex(({ place }) => place.startsWith('apps/studio/src/rooms/'));
    const { ballRoom }: { ballRoom: Room } = await import(pathToFileURL(join(snippets, fileOf(index))).href);
    const values = { ...initialValues(ballRoom.shape), height: 1.7 };
    const settings = { values: () => values } as unknown as SettingsStore;
    const scene = await ballRoom.openScene({} as World, settings, {} as RoomHost['wardrobe']);
    const heights = Array.from({ length: 120 }, () => {
      scene.update(1 / 60);
      return scene.thingPlace?.('ball')?.[1] ?? Number.NaN;
    });
    expect(Math.max(...heights)).toBeCloseTo(1.8, 2);
    expect(Math.min(...heights)).toBeLessThan(1.7);
    expect(ballRoom.docOf(values).actors.me.kind).toBe('person');
    expect(scene.root.children).toHaveLength(1);
    scene.dispose();
  });

  test('every block of JSON is JSON', () => {
    for (const block of blocks.filter(({ language }) => language === 'json')) {
      expect(() => JSON.parse(block.text), nameOf(block)).not.toThrow();
    }
  });
});

describe('commands', () => {
  const commands = blocks.flatMap((block) => commandsOf(block).map((command) => ({ name: nameOf(block), command })));
  const words = (command: string) =>
    Array.from(command.replace(/[[\]]/g, '').matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain);

  test.each(commands.filter(({ command }) => /^(npx )?leib /.test(command)))('$name: $command', ({ command }) => {
    const call = words(command).slice(command.startsWith('npx ') ? 2 : 1);
    expect(() => readCall(call)).not.toThrow();
  });

  test('every script of npm and project of Vitest that is named exists', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
    for (const { name, command } of commands) {
      if (command.includes(' -w ') || command.includes(' --prefix ')) continue;
      for (const [, script] of command.matchAll(/npm run (\S+)/g)) expect(scripts, name).toHaveProperty(script);
      for (const [, project] of command.matchAll(/--project (\S+)/g))
        expect(config, name).toContain(`name: '${project}'`);
    }
  });

  describe('of the README', () => {
    const before = process.cwd();
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'leib-docs-'));
      cpSync(join(root, 'examples/retarget-bvh/wave.bvh'), join(folder, 'walk.bvh'));
      process.chdir(folder);
    });
    afterAll(() => {
      process.chdir(before);
      rmSync(folder, { recursive: true, force: true });
    });

    test('convert and embody run on small files', async () => {
      const readme = blocks.filter(({ file }) => file === 'README.md' || file === 'apps/cli/README.md');
      await callLeib(['convert', 'walk.bvh', 'tracking.jsonl']);
      const runs = readme.flatMap(commandsOf).filter((command) => /^npx leib (convert|embody) /.test(command));
      expect(runs.length).toBeGreaterThan(3);
      for (const command of runs) {
        const { code, stderr } = await callLeib(words(command).slice(2));
        expect(code, `${command}: ${stderr}`).toBe(0);
      }
    });
  });
});

test('a block knows its line, its language and what is left out', () => {
  const page =
    'Text\n\n<!-- given\ndeclare const a: number;\n-->\n```ts\na + 1;\n```\n\n```\nleib serve \\\n  --port 1  # here\n```\n';
  const [first, second] = blocksOf('x.md', page);
  expect(first).toMatchObject({ line: 7, language: 'ts', text: 'a + 1;\n', given: 'declare const a: number;' });
  expect(first.isOnlyCompiled).toBe(true);
  expect(second).toMatchObject({ line: 11, language: '', given: '', isOnlyCompiled: false });
  expect(commandsOf(second)).toEqual(['leib serve    --port 1']);
});

test('every name in the glossary is in the source', () => {
  const names = readFileSync(join(root, 'docs/glossary.md'), 'utf8').matchAll(/`([A-Za-z]\w+)`/g);
  const source = globSync('{packages,apps}/*/src/**/*.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const missing = Array.from(names, ([, name]) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(source));
  expect(missing).toEqual([]);
});

describe('what documents point at', () => {
  const listed = spawnSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' }).stdout.split('\0');
  const documents = listed.filter((file) => file !== '' && existsSync(join(root, file)));
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

  test('every link to a file of the repository leads to one', () => {
    const links = documents
      .flatMap((file) => Array.from(textOf(file).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g), ([, to]) => ({ file, to })))
      .filter(({ to }) => !/^[a-z]+:/.test(to));
    expect(links.length).toBeGreaterThan(300);
    const broken = links.filter(({ file, to }) => !existsSync(join(root, dirname(file), to)));
    expect(broken).toEqual([]);
  });

  test('every script that a document says to run is there', () => {
    const scripts = documents.flatMap((file) =>
      Array.from(
        textOf(file).matchAll(/\bnode ((?:lab|packages|apps|scripts|examples)\/[\w./-]+)/g),
        ([, path]) => path,
      ),
    );
    expect(scripts.length).toBeGreaterThan(10);
    expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
