import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/**
 * How many names each door of a package exports: entries of "exports" with a `leib-source`, read from that source.
 * @returns {Map<string, number>} door ('.', './testing') -> names; empty where nothing is exported
 */
export function countDoors(packageFolder) {
  const manifest = join(packageFolder, 'package.json');
  const { exports = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  return new Map(
    Object.entries(exports)
      .filter(([, target]) => target?.['leib-source'])
      .map(([door, target]) => [door, namesOf(join(packageFolder, target['leib-source'])).size]),
  );
}

/** `export * from` is followed through files of the package; of another package it is one name. */
function namesOf(file) {
  const { module, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const names = new Set();
  for (const { exportName, moduleRequest } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (exportName.name) names.add(exportName.name);
    else if (!moduleRequest?.value.startsWith('.')) names.add(`* from ${moduleRequest?.value}`);
    else for (const name of namesOf(sourceOf(join(dirname(file), moduleRequest.value)))) names.add(name);
  }
  return names;
}

function sourceOf(path) {
  const stem = path.replace(/\.js$/, '');
  return [`${stem}.ts`, `${stem}.tsx`].find((file) => existsSync(file)) ?? path;
}
