import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An import map over what lies in an app's node_modules: every door of every package, as a browser should get it. */
export function importMapOf(dir) {
  const imports = {};
  for (const file of globSync('node_modules/{*,@*/*}/package.json', { cwd: dir })) {
    const folder = file.slice(0, -'package.json'.length);
    const { name, exports, module, main = 'index.js', type } = JSON.parse(readFileSync(join(dir, file), 'utf8'));
    if (name.startsWith('@types/')) continue;
    const add = (door, target) => {
      if (typeof target === 'string') imports[`${name}${door.slice(1)}`] = `/${folder}${target.replace(/^\.\//, '')}`;
    };
    if (exports === undefined) {
      if (module ?? (type === 'module' && main)) add('.', module ?? main);
      continue;
    }
    const doors = typeof exports === 'string' || !('.' in exports) ? { '.': exports } : exports;
    for (const [door, target] of Object.entries(doors)) {
      const chosen = choose(target);
      if (!door.includes('*')) add(door, chosen);
      // "./examples/jsm/*": a map ends in a slash.
      else if (door.endsWith('/*') && chosen?.endsWith('/*')) add(door.slice(0, -1), chosen.slice(0, -1));
    }
  }
  return imports;
}

function choose(target) {
  if (typeof target === 'string' || target === null) return target;
  for (const [condition, inner] of Object.entries(target)) {
    const found = ['browser', 'import', 'module', 'default'].includes(condition) ? choose(inner) : null;
    if (found) return found;
  }
  return null;
}
