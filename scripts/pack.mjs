import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { importsOf } from './importsOf.mjs';
import { packedFiles } from './packedFiles.mjs';
import { publicPackages } from './publicPackages.mjs';

const run = promisify(execFile);

/** @typedef {{ name: string, dir: string, files: string[], manifest: any }} PackedPackage */

/**
 * What every public package's tarball would hold.
 * @returns {PackedPackage[]}
 */
export function listAll(folder) {
  return publicPackages(folder).map(({ dir, manifest }) => ({
    name: manifest.name,
    dir,
    files: packedFiles(dir, manifest),
    manifest,
  }));
}

/**
 * Packs every public package as `npm publish` would, with its `prepack`, into a folder.
 * @returns {Promise<(PackedPackage & { tarball: string })[]>}
 */
export async function packAll(folder, destination) {
  mkdirSync(destination, { recursive: true });
  const packages = publicPackages(folder);
  const workspaces = packages.flatMap(({ path }) => ['-w', path]);
  const options = ['--json', '--pack-destination', destination];
  const { stdout } = await run('npm', ['pack', ...options, ...workspaces], { cwd: folder, maxBuffer: 2 ** 26 });
  const packed = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))));
  return packages.map(({ dir, manifest }) => {
    const { filename, files } = packed.find(({ name }) => name === manifest.name);
    const tarball = join(destination, filename);
    return { name: manifest.name, dir, tarball, files: files.map(({ path }) => path), manifest };
  });
}

/** Reasons why a packed package is not fit to be published; none where it is. */
export function checkPacked({ name, dir, files, manifest }) {
  const held = new Set(files);
  const reasons = ['README.md', 'LICENSE', 'NOTICE', 'package.json']
    .filter((file) => !held.has(file))
    .map((file) => `no ${file}`);
  for (const field of ['description', 'keywords', 'homepage', 'bugs', 'repository', 'license', 'engines', 'files']) {
    if (manifest[field] === undefined) reasons.push(`package.json has no "${field}"`);
  }
  reasons.push(...files.filter(isTest).map((file) => `${file}: a test, or a part of tests`));
  for (const target of targetsOf(manifest)) if (!held.has(target)) reasons.push(`${target}: an export, and not packed`);
  for (const file of files.filter((file) => file.endsWith('.map'))) reasons.push(...checkMap(dir, file, held));
  for (const file of files.filter((file) => /^(dist|bin)\/.*\.(js|mjs|d\.ts)$/.test(file))) {
    reasons.push(...checkImports(join(dir, file), file, held, manifest));
  }
  return reasons.map((reason) => `${name}: ${reason}`);
}

function isTest(file) {
  return /\.test\.|\.testing\.|fixture|\.tsbuildinfo/i.test(file);
}

/** Files that "exports" and "bin" lead to, by any condition. */
function targetsOf({ exports = {}, bin = {} }) {
  const flatten = (target) => (typeof target === 'string' ? [target] : Object.values(target).flatMap(flatten));
  return [exports, bin].flatMap(flatten).map((target) => posix.normalize(target));
}

/** A source map is of use where its sources are packed, too. */
function checkMap(dir, file, held) {
  const { sources, sourceRoot = '' } = JSON.parse(readFileSync(join(dir, file), 'utf8'));
  return sources
    .map((source) => posix.join(posix.dirname(file), sourceRoot, source))
    .filter((source) => !held.has(source))
    .map((source) => `${file}: leads to ${source}, which is not packed`);
}

function checkImports(path, file, held, { name, dependencies, peerDependencies, optionalDependencies }) {
  return importsOf(path).imports.flatMap((specifier) => {
    if (specifier.startsWith('node:')) return [];
    if (!specifier.startsWith('.')) {
      const wanted = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
      const isDeclared = wanted === name || wanted in { ...dependencies, ...peerDependencies, ...optionalDependencies };
      return isDeclared ? [] : [`${file}: imports "${wanted}", which is not declared`];
    }
    const target = posix.join(posix.dirname(file), specifier.split('?')[0]);
    const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.d.ts')];
    return candidates.some((candidate) => held.has(candidate)) ? [] : [`${file}: "${specifier}" is not packed`];
  });
}
