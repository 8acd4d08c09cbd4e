/**
 * The house, bottom first: a package may import what lies in a lower row, never its own row or a higher one
 * (docs/decisions/0002). A new package gets its place here before it gets its first import.
 */
export const layers = [
  ['core'],
  ['tracking', 'net'],
  ['feeds', 'calibration'],
  ['formats'],
  ['body', 'stage'],
  ['embody', 'puppet', 'reembody', 'mocap'],
  ['together'],
  ['three', 'study'],
  ['server'],
  ['studio', 'cli'],
];

/**
 * Layers inside a package, bottom first: folders of its src. A file may import from its own folder and from lower ones,
 * types included; files directly in src are above all folders.
 */
export const innerLayers = {
  studio: ['time', 'files', 'ui', 'world', 'output', 'displays', 'rooms', 'app'],
};

/** These run in Node only; everything else must run in a browser too and imports nothing of Node's. */
export const nodeOnly = new Set(['server', 'cli']);

/** All that core may import from outside. */
export const coreMayImport = new Set(['gl-matrix', 'valibot']);

/** What core must not name: time and chance come from its callers. The DOM is kept out by its tsconfig's `lib`. */
export const coreMustNotName = new Set(['Date', 'performance', 'setTimeout', 'setInterval', 'Math.random', 'crypto']);

/** Names of the packages that a package may import. */
export function mayImport(name) {
  const row = layers.findIndex((names) => names.includes(name));
  return layers.slice(0, Math.max(row, 0)).flat();
}
