import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { sayWaiting } from './prepare.mjs';
import { cacheDir, root } from './project.mjs';
import { runCaptured } from './runCaptured.mjs';

/** @typedef {{ ok: boolean, output: string, wasNeeded: boolean }} BuildResult */

// Of their own: neither reads what the other writes.
const typesLock = join(cacheDir, 'types.lock');
const studioLock = join(cacheDir, 'studio.lock');
const studio = join(root, 'apps/studio');
const studioDist = join(studio, 'dist');

/** Compiles packages, all of them when none is named; incremental, so an unchanged tree costs a fraction of a second. */
export function buildTypes(projects = []) {
  return withLock(
    typesLock,
    async () => ({ ...(await runCaptured('tsc', ['-b', ...projects, '--pretty', 'false'])), wasNeeded: true }),
    sayWaiting,
  );
}

/**
 * The same for the command and what it needs, but not at all where neither a source nor a build has changed since the last time: asking tsc alone takes
 * longer than everything else that npm start does.
 */
export function buildTypesIfChanged() {
  return withLock(
    typesLock,
    async () => {
      const stampFile = join(cacheDir, 'types.stamp');
      const sources = typeSources();
      const stamp = () => [sources, ...buildRecords()].join('\n');
      if (readOrNull(stampFile) === stamp()) return { ok: true, output: '', wasNeeded: false };
      const result = await runCaptured('tsc', ['-b', 'apps/cli', '--pretty', 'false']);
      if (result.ok) writeFileSync(stampFile, stamp());
      return { ...result, wasNeeded: true };
    },
    sayWaiting,
  );
}

function typeSources() {
  const inputs = ['packages', 'apps'].flatMap((path) => walk(root, path));
  const paths = ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json', ...inputs];
  return hashFiles(root, paths.filter((path) => /\.(tsx?|json)$/.test(path)).sort());
}

/** When tsc last wrote its own record of each package: a build by hand, or a removed one, shows there. */
function buildRecords() {
  const packages = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return packages.map((path) => {
    const record = statSync(join(root, path, 'dist/.tsbuildinfo'), { throwIfNoEntry: false });
    return `${path} ${record?.mtimeMs}`;
  });
}

function readOrNull(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/**
 * Bundles the studio when something that goes into it has changed. It is built beside its place and then moved there,
 * so a server that runs from the old one never sees half a page, and a failed build leaves the last good one.
 */
export function buildStudio() {
  return withLock(studioLock, buildStudioIfChanged, sayWaiting);
}

async function buildStudioIfChanged() {
  const hash = hashFiles(root, studioInputs(root));
  const stamp = join(studioDist, '.build-hash');
  if (readOrNull(stamp) === hash) return { ok: true, output: '', wasNeeded: false };

  const fresh = join(cacheDir, 'studio-fresh');
  const old = join(cacheDir, 'studio-old');
  rmSync(fresh, { recursive: true, force: true });
  // Also where tests ask for it: their own mode would bundle the slow development build of React.
  const env = { NODE_ENV: 'production' };
  const result = await runCaptured('vite', ['build', '--outDir', fresh, '--emptyOutDir'], { cwd: studio, env });
  if (!result.ok) return { ...result, wasNeeded: true };
  writeFileSync(join(fresh, '.build-hash'), hash);
  rmSync(old, { recursive: true, force: true });
  mkdirSync(cacheDir, { recursive: true });
  if (existsSync(studioDist)) renameSync(studioDist, old);
  renameSync(fresh, studioDist);
  rmSync(old, { recursive: true, force: true });
  return { ...result, wasNeeded: true };
}

/** Everything the studio's bundle is made of, as paths from the root. */
export function studioInputs(folder) {
  const inputs = ['package-lock.json', 'tsconfig.base.json'];
  inputs.push(...walk(folder, 'packages'), ...walk(folder, 'apps/studio'));
  return inputs
    .filter((path) => existsSync(join(folder, path)) && !/\.test\.tsx?$|\.md$|\.tsbuildinfo$/.test(path))
    .sort();
}

function walk(folder, path) {
  if (!existsSync(join(folder, path))) return [];
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = `${path}/${entry.name}`;
    if (!entry.isDirectory()) return [inner];
    return entry.name === 'dist' || entry.name === 'node_modules' ? [] : walk(folder, inner);
  });
}

/** One hash over names and contents: times lie after a checkout. */
export function hashFiles(folder, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const bytes = readFileSync(join(folder, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * `node scripts/build.mjs` builds everything, `--types` all packages without the studio's bundle, `apps/cli` one package
 * and what it needs.
 */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const types = await buildTypes(words.filter((word) => word !== '--types'));
  const results = words.length > 0 ? [types] : [types, await buildStudio()];
  for (const { ok, output } of results) if (!ok) process.stdout.write(output);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}
