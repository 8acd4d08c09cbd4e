import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { importsOf } from './importsOf.mjs';

/** As a bundler for browsers asks for them. */
const conditions = new Set(['browser', 'module', 'import', 'default']);

/**
 * Everything that a bundler meets from a file on: static imports and import(), through our packages and others'. Modules of
 * Node's and assets (new URL(..., import.meta.url)) end the way there.
 * @param {string} entry path of a compiled file
 * @param {string[]} [also] further conditions of "exports": "webpack"
 * @returns {{ files: Set<string>, packages: Set<string>, nodeModules: Map<string, string>, assets: Map<string, string> }}
 *   the two maps lead from what was met to the file that names it
 */
export function walkEntry(entry, also = []) {
  const wanted = new Set([...conditions, ...also]);
  const graph = { files: new Set(), packages: new Set(), nodeModules: new Map(), assets: new Map() };
  const visit = (file) => {
    if (graph.files.has(file)) return;
    graph.files.add(file);
    if (!/\.m?js$/.test(file)) return;
    const { imports, assets } = importsOf(file);
    for (const asset of assets) graph.assets.set(asset, file);
    for (const specifier of imports) {
      if (isNodeModule(specifier)) graph.nodeModules.set(specifier, file);
      else visit(resolveImport(specifier, file, wanted, graph.packages));
    }
  };
  visit(entry);
  return graph;
}

export function isNodeModule(specifier) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

function resolveImport(specifier, from, wanted, packages) {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier);
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  packages.add(name);
  const dir = findPackage(name, dirname(from));
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  const door = `.${specifier.slice(name.length)}`;
  const target = findTarget(manifest, door, wanted);
  if (target === null) throw new Error(`${from}: "${specifier}" is not exported by ${name}`);
  return join(dir, target);
}

function findPackage(name, from) {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', name, 'package.json'))) return join(at, 'node_modules', name);
    if (at === dirname(at)) throw new Error(`${from}: expected the package ${name}, found none`);
  }
}

function findTarget({ exports, module, main = 'index.js' }, door, wanted) {
  if (exports === undefined) return door === '.' ? (module ?? main) : door;
  const doors = typeof exports === 'string' || !('.' in exports) ? { '.': exports } : exports;
  if (door in doors) return chooseTarget(doors[door], wanted);
  for (const [pattern, target] of Object.entries(doors)) {
    const [head, tail] = pattern.split('*');
    if (tail === undefined || !door.startsWith(head) || !door.endsWith(tail)) continue;
    return chooseTarget(target, wanted)?.replace('*', door.slice(head.length, door.length - tail.length)) ?? null;
  }
  return null;
}

function chooseTarget(target, wanted) {
  if (typeof target === 'string') return target;
  for (const [condition, inner] of Object.entries(target ?? {})) {
    const found = wanted.has(condition) ? chooseTarget(inner, wanted) : null;
    if (found !== null) return found;
  }
  return null;
}
