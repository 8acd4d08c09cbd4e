import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCycles } from './findCycles.mjs';
import { coreMayImport, coreMustNotName, innerLayers, layers, mayImport, nodeOnly } from './layers.mjs';
import { root } from './project.mjs';
import { readImports } from './readImports.mjs';

/**
 * Looks at every import of every package: directions between packages and between the layers of a package, borders,
 * cycles between files, what core may know, and whether package.json and tsconfig.json say the same as the imports.
 * lab/ stands above all, with its own install and whatever lies above it: only its cycles and paths are looked at.
 * @returns {string[]} one line per violation, none for a sound tree
 */
export function checkDependencies(folder) {
  const packages = findPackages(folder);
  const byName = new Map(packages.map((pkg) => [pkg.manifest.name, pkg]));
  const { dependencies = {}, devDependencies = {} } = readJson(join(folder, 'package.json'));
  const tools = Object.keys({ ...dependencies, ...devDependencies });
  const lab = { name: 'lab', dir: join(folder, 'lab'), files: readSources(folder, join(folder, 'lab')) };
  const ofPackages = packages.flatMap((pkg) => [
    ...checkPlace(pkg),
    ...pkg.files.flatMap((file) =>
      file.imports.flatMap((item) =>
        checkImport(pkg, file, item, byName, tools).map((reason) => `${file.path}:${item.line}: ${reason}`),
      ),
    ),
    ...checkCore(pkg),
    ...checkCycles(pkg, folder),
    ...checkUnused(pkg),
    ...checkReferences(pkg, byName),
  ]);
  return [...ofPackages, ...checkLab(lab, folder), ...checkCycles(lab, folder)];
}

function findPackages(folder) {
  const places = ['packages', 'apps'].flatMap((group) =>
    listFolders(join(folder, group)).map((name) => ({ name, path: `${group}/${name}` })),
  );
  return places
    .filter(({ path }) => existsSync(join(folder, path, 'package.json')))
    .map(({ name, path }) => {
      const dir = join(folder, path);
      const files = readSources(folder, join(dir, 'src'));
      return { name, path, dir, files, manifest: readJson(join(dir, 'package.json')) };
    });
}

function readSources(folder, dir) {
  return listFiles(dir)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, path: relative(folder, file), isTest: isTestFile(file), ...readImports(file) }));
}

/** What lab/ needs inside of a package or an app it takes from what was compiled there: sources cannot be run. */
function checkLab({ dir, files }, folder) {
  return files.flatMap(({ file, path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier, line }) => ({ specifier, line, target: relative(folder, resolve(dirname(file), specifier)) }))
      .filter(({ target }) => !target.startsWith('lab') && !/^(?:(?:packages|apps)\/\w+\/dist|scripts)\//.test(target))
      .map(
        ({ specifier, line }) => `${path}:${line}: "${specifier}" leads out of ${relative(folder, dir)}; go to a dist.`,
      ),
  );
}

function isTestFile(file) {
  return /[./\\](test|testing)\.tsx?$/.test(file);
}

function checkPlace({ name, path, manifest }) {
  const reasons = [];
  if (!layers.flat().includes(name))
    reasons.push(`${path}: "${name}" has no place in scripts/layers.mjs; add it there.`);
  if (manifest.name !== `@leib/${name}`) reasons.push(`${path}/package.json: the name is not "@leib/${name}".`);
  return reasons;
}

function checkImport(pkg, file, { specifier, isType }, byName, tools) {
  if (specifier.startsWith('.'))
    return [...checkBorder(pkg, file, specifier), ...checkInnerLayer(pkg, file, specifier)];
  if (specifier.startsWith('virtual:')) return [];
  if (isNodeModule(specifier)) {
    const isAllowed = nodeOnly.has(pkg.name) || file.isTest || isType;
    return isAllowed ? [] : [`"${specifier}" is Node's, and ${pkg.name} must run in a browser too.`];
  }
  const wanted = packageOf(specifier);
  const reasons = [];
  const ours = byName.get(wanted);
  if (wanted.startsWith('@leib/') && wanted !== pkg.manifest.name)
    reasons.push(...checkLayer(pkg, specifier, wanted, ours));
  if (wanted === pkg.manifest.name) reasons.push(`"${specifier}" is this package itself; use a relative path.`);
  else if (!isDeclared(pkg, wanted, file.isTest, tools)) {
    reasons.push(`"${wanted}" is imported but not declared in ${pkg.path}/package.json.`);
  }
  return reasons;
}

function checkBorder({ dir, name }, { file }, specifier) {
  const target = resolve(dirname(file), specifier.split('?')[0]);
  return target.startsWith(dir + sep) ? [] : [`"${specifier}" crosses the border of ${name}; import the package.`];
}

/** Folders inside a package that has layers of its own: imports point down, type imports too. */
function checkInnerLayer({ dir, name }, { file }, specifier) {
  const folders = innerLayers[name];
  if (!folders) return [];
  const src = join(dir, 'src') + sep;
  const folderOf = (path) =>
    path.startsWith(src) && path.includes(sep, src.length) ? path.slice(src.length).split(sep)[0] : null;
  const from = folderOf(file);
  const to = folderOf(resolve(dirname(file), specifier.split('?')[0]));
  if (from === null || to === null || from === to) return [];
  const unknown = [from, to].find((folder) => !folders.includes(folder) && folder !== 'styles');
  if (unknown) return [`folder "${unknown}" has no place in the layers of ${name} (scripts/layers.mjs); add it there.`];
  return folders.indexOf(to) < folders.indexOf(from)
    ? []
    : [`${from} must not import ${to}: imports inside ${name} point down (scripts/layers.mjs).`];
}

function checkLayer({ name }, specifier, wanted, ours) {
  const wantedName = wanted.slice('@leib/'.length);
  if (!mayImport(name).includes(wantedName)) {
    return [`${name} must not import ${wantedName}: imports point down (scripts/layers.mjs).`];
  }
  const door = specifier === wanted ? '.' : `.${specifier.split('?')[0].slice(wanted.length)}`;
  if (ours && !(door in (ours.manifest.exports ?? {}))) {
    return [`"${specifier}" is not exported by ${wanted}; go through its front door.`];
  }
  return [];
}

function isDeclared({ manifest }, wanted, isTest, tools) {
  const { dependencies = {}, peerDependencies = {}, optionalDependencies = {}, devDependencies = {} } = manifest;
  if (wanted in dependencies || wanted in peerDependencies || wanted in optionalDependencies) return true;
  return isTest && (wanted in devDependencies || tools.includes(wanted));
}

function checkCore({ name, files, dir, path }) {
  if (name !== 'core') return [];
  const reasons = [];
  for (const file of files.filter(({ isTest }) => !isTest)) {
    for (const { specifier, line } of file.imports) {
      const isOwn = specifier.startsWith('.');
      if (!isOwn && !coreMayImport.has(packageOf(specifier))) {
        reasons.push(`${file.path}:${line}: core must not import "${specifier}".`);
      }
    }
    for (const { name: global, line } of file.globals) {
      if (coreMustNotName.has(global)) reasons.push(`${file.path}:${line}: core must not use ${global}.`);
    }
  }
  const { lib = [], types } = readJson(join(dir, 'tsconfig.json')).compilerOptions ?? {};
  if (lib.length === 0 || lib.some((entry) => /^(DOM|WebWorker)/i.test(entry))) {
    reasons.push(`${path}/tsconfig.json: core must be compiled without the DOM ("lib": ["ES2023"]).`);
  }
  if (!Array.isArray(types) || types.length > 0) {
    reasons.push(`${path}/tsconfig.json: core must be compiled without ambient types ("types": []).`);
  }
  return reasons;
}

/**
 * Circles of imports that run, import() included; and of static imports, types included. A command that loads its work
 * by import() may name the type of its options there.
 */
function checkCycles({ files }, folder) {
  const paths = new Set(files.map(({ file }) => file));
  const graphOf = (counts) =>
    new Map(
      files.map(({ file, imports }) => [
        file,
        imports
          .filter((item) => item.specifier.startsWith('.') && counts(item))
          .map(({ specifier }) => sourceOf(resolve(dirname(file), specifier), paths))
          .filter((target) => target !== null),
      ]),
    );
  const running = findCycles(graphOf(({ isType }) => !isType));
  const circles = running.length > 0 ? running : findCycles(graphOf(({ isDynamic }) => !isDynamic));
  return circles.map(
    (cycle) => `${cycle.map((file) => relative(folder, file)).join(' -> ')}: files import each other in a circle.`,
  );
}

function sourceOf(target, paths) {
  const stem = target.replace(/\.jsx?$/, '');
  return [target, `${stem}.ts`, `${stem}.tsx`].find((path) => paths.has(path)) ?? null;
}

/** A declared package may also be named by a build script, a config or a style sheet. */
function checkUnused({ dir, path, files, manifest }) {
  const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = manifest;
  const imported = new Set(files.flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier))));
  const declared = Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies });
  const unseen = declared.filter((name) => !imported.has(name) && !name.startsWith('@types/'));
  if (unseen.length === 0) return [];
  const others = listFiles(dir).filter(
    (file) => /\.(m?[jt]sx?|css|html|json)$/.test(file) && !file.endsWith('package.json'),
  );
  const text = others.map((file) => readFileSync(file, 'utf8')).join('\n');
  return unseen
    .filter((name) => !new RegExp(`['"/]${RegExp.escape(name)}['"/]`).test(text))
    .map((name) => `${path}/package.json: "${name}" is declared but imported nowhere.`);
}

/** tsc -b builds in the order of the references, so each imported package of ours must be one. */
function checkReferences({ dir, path, files, manifest }, byName) {
  const configFile = join(dir, 'tsconfig.json');
  if (!existsSync(configFile)) return [];
  const referenced = (readJson(configFile).references ?? []).map((reference) => resolve(dir, reference.path));
  const imported = new Set(files.flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier))));
  return [...imported]
    .filter((name) => name !== manifest.name && byName.has(name) && !referenced.includes(byName.get(name).dir))
    .map((name) => `${path}/tsconfig.json: "references" lacks ${name}, which is imported.`);
}

function isNodeModule(specifier) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

function packageOf(specifier) {
  const parts = specifier.split('?')[0].split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function listFolders(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [join(path, entry.name)];
    return ['dist', 'node_modules', 'public'].includes(entry.name) ? [] : listFiles(join(path, entry.name));
  });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** `node scripts/check-dependencies.mjs` checks this repository, `node scripts/check-dependencies.mjs FOLDER` another tree. */
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const violations = checkDependencies(process.argv[2] ?? root);
  for (const violation of violations) console.error(violation);
  if (violations.length === 0) console.log('All imports point down.');
  process.exitCode = violations.length > 0 ? 1 : 0;
}
