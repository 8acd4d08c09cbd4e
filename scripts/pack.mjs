import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { parseSync } from 'vite';
import { root } from './project.mjs';
import { publicPackages } from './publicPackages.mjs';

const run = promisify(execFile);

/**
 * Packs every public package as `npm publish` would, into a folder. The studio's page, which @leib/cli carries, is left
 * out: copying it is a script, and scripts are not run.
 * @returns {Promise<{ name: string, dir: string, tarball: string, files: string[], manifest: any }[]>}
 */
export async function packAll(folder, destination) {
  mkdirSync(destination, { recursive: true });
  const packages = publicPackages(folder);
  const workspaces = packages.flatMap(({ path }) => ['-w', path]);
  const options = ['--json', '--ignore-scripts', '--offline', '--pack-destination', destination];
  const { stdout } = await run('npm', ['pack', ...options, ...workspaces], { cwd: folder, maxBuffer: 2 ** 26 });
  const packed = Object.values(JSON.parse(stdout));
  return packages.map(({ dir, manifest }) => {
    const { filename, files } = packed.find(({ name }) => name === manifest.name);
    const tarball = join(destination, filename);
    return { name: manifest.name, dir, tarball, files: files.map(({ path }) => path), manifest };
  });
}

/**
 * Installs packed packages into an app without a registry: tarballs are unpacked, what they declare as dependencies is
 * linked to this repository's own copy. What a package imports and does not declare is therefore not found.
 */
export async function installPacked(packed, app, extras = []) {
  const modules = join(app, 'node_modules');
  for (const { name, tarball } of packed) {
    mkdirSync(join(modules, name), { recursive: true });
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, name)]);
  }
  const ours = new Set(packed.map(({ name }) => name));
  const declared = packed.flatMap(({ manifest }) =>
    Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
  );
  for (const name of new Set([...declared, ...extras])) {
    if (ours.has(name)) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
}

/** Reasons why a packed package is not fit to be published; none where it is. */
export function checkPacked({ name, dir, files, manifest }) {
  const held = new Set(files);
  const reasons = ['README.md', 'LICENSE', 'package.json']
    .filter((file) => !held.has(file))
    .map((file) => `no ${file}`);
  for (const field of ['description', 'keywords', 'homepage', 'bugs', 'repository', 'license', 'engines', 'files']) {
    if (manifest[field] === undefined) reasons.push(`package.json has no "${field}"`);
  }
  reasons.push(...files.filter(isTest).map((file) => `${file}: a test, or a part of tests`));
  for (const target of targetsOf(manifest)) if (!held.has(target)) reasons.push(`${target}: an export, and not packed`);
  for (const file of files.filter((file) => /\.(js|mjs|d\.ts)$/.test(file))) {
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

function checkImports(path, file, held, { name, dependencies, peerDependencies }) {
  return importsOf(path).flatMap((specifier) => {
    if (specifier.startsWith('node:')) return [];
    if (!specifier.startsWith('.')) {
      const wanted = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
      const isDeclared = wanted === name || wanted in { ...dependencies, ...peerDependencies };
      return isDeclared ? [] : [`${file}: imports "${wanted}", which is not declared`];
    }
    const target = posix.join(posix.dirname(file), specifier.split('?')[0]);
    const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.d.ts')];
    return candidates.some((candidate) => held.has(candidate)) ? [] : [`${file}: "${specifier}" is not packed`];
  });
}

/** What a compiled file imports; without the walk through its syntax that readImports() makes, which takes ten times as long. */
function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  const { module } = parseSync(path, text);
  const stated = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
    .map(({ moduleRequest }) => moduleRequest?.value)
    .filter((specifier) => specifier !== undefined);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end));
  return [
    ...stated,
    ...dynamic.map((code) => /^['"](.+)['"]$/.exec(code)?.[1]).filter((specifier) => specifier !== undefined),
  ];
}
