import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildLeib } from './testing.js';

beforeAll(buildLeib);

test('an installed command says in one sentence that bench and eval need the repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leib-installed-'));
  const dist = join(folder, 'node_modules/@leib/cli/dist');
  mkdirSync(dist, { recursive: true });
  cpSync(fileURLToPath(new URL('../dist/lab.js', import.meta.url)), join(dist, 'lab.js'));
  symlinkSync(
    fileURLToPath(new URL('../../../packages/core', import.meta.url)),
    join(folder, 'node_modules/@leib/core'),
  );
  const code = `const { loadFromLab } = await import(${JSON.stringify(pathToFileURL(join(dist, 'lab.js')).href)});
    await loadFromLab('evaluate/dist/runEval.js', 'runEval').catch((error) => console.log(error.message));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stdout).toBe(
    'expected the repository of Leib, which this command needs, got its package; run it in a clone\n',
  );
});
