import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packages that are published: all of packages/ and apps/ that are not private.
 * @returns {{ path: string, dir: string, manifest: any }[]}
 */
export function publicPackages(folder) {
  return ['packages', 'apps']
    .filter((group) => existsSync(join(folder, group)))
    .flatMap((group) => readdirSync(join(folder, group)).map((name) => `${group}/${name}`))
    .filter((path) => existsSync(join(folder, path, 'package.json')))
    .map((path) => {
      const dir = join(folder, path);
      return { path, dir, manifest: JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) };
    })
    .filter(({ manifest }) => !manifest.private);
}
