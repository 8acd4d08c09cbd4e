import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Made by builds, fetched or taken as they are: nobody writes them here. */
const notOurs = new Set(['node_modules', 'dist', 'public', 'assets', 'coverage']);

/** The studio as the build copies it for the server. */
const builtCopy = 'apps/server/studio';

/**
 * @typedef {object} HouseFile
 * @property {string} path from the root of the repository
 * @property {string} row of the table: packages/<name>, apps/<name>, lab/<name>, or the folder at the root
 * @property {'source' | 'test' | 'generated' | 'css' | 'markdown'} kind
 * @property {string} text
 * @property {number} lines
 */

/** Every file that somebody writes and maintains, in the order of its path. @returns {HouseFile[]} */
export function readHouse(folder) {
  return listPaths(folder, '')
    .map((path) => ({ path, kind: kindOf(path) }))
    .filter(({ kind }) => kind !== null)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, kind }) => {
      const text = readFileSync(join(folder, path), 'utf8');
      return { path, row: rowOf(path), kind, text, lines: countLines(text) };
    });
}

function listPaths(folder, path) {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const at = path === '' ? entry.name : `${path}/${entry.name}`;
    if (!entry.isDirectory()) return [at];
    const isSkipped = entry.name.startsWith('.') || notOurs.has(entry.name) || at === builtCopy;
    return isSkipped ? [] : listPaths(folder, at);
  });
}

function kindOf(path) {
  if (path.endsWith('.css')) return 'css';
  if (path.endsWith('.md')) return 'markdown';
  if (!/\.(?:[cm]?[jt]s|[jt]sx|py)$/.test(path)) return null;
  if (/(?:[./]test|[./]testing)\.\w+$|\/e2e\/|\/test_\w+\.py$/.test(path)) return 'test';
  return path.includes('.generated.') ? 'generated' : 'source';
}

function rowOf(path) {
  const [group, name, ...rest] = path.split('/');
  if (name === undefined) return '(root)';
  return ['packages', 'apps', 'lab'].includes(group) && rest.length > 0 ? `${group}/${name}` : group;
}

/** As wc counts them. */
function countLines(text) {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
