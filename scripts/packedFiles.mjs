import { existsSync, globSync, readdirSync, statSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/**
 * Paths that `npm pack` puts into a tarball, for a package.json whose "files" are names of files and folders, and patterns with
 * `!`. What `prepack` removes first is left out. npm itself needs five seconds for all packages; `npm run consumers` packs
 * with npm and compares.
 * @returns {string[]}
 */
export function packedFiles(dir, { files }) {
  const refused = files.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const wanted = files.filter((pattern) => !pattern.startsWith('!')).flatMap((path) => walk(dir, path));
  const always = readdirSync(dir).filter((name) => /^(package\.json|(readme|licen[cs]e)(\..*)?)$/i.test(name));
  const stale = new Set(staleOutputs(dir));
  const kept = wanted.filter((path) => !stale.has(path) && !refused.some((pattern) => matchesGlob(path, pattern)));
  return [...new Set([...always, ...kept])].sort();
}

function walk(dir, path) {
  const info = statSync(join(dir, path), { throwIfNoEntry: false });
  if (info === undefined) return [];
  if (!info.isDirectory()) return [path];
  return readdirSync(join(dir, path)).flatMap((name) => walk(dir, `${path}/${name}`));
}

/** Compiled files whose source is gone: tsc leaves them where they are. Paths from the package's folder. */
export function staleOutputs(dir) {
  return globSync('**/*.{js,d.ts,js.map,d.ts.map}', { cwd: join(dir, 'dist') })
    .filter((file) => {
      const stem = join(dir, 'src', file.replace(/(\.d\.ts|\.js)(\.map)?$/, ''));
      return ![`${stem}.ts`, `${stem}.tsx`].some((path) => existsSync(path));
    })
    .map((file) => `dist/${file.replaceAll('\\', '/')}`);
}
