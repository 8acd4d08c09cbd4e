import { copyFileSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformWithOxc } from 'vite';
import { blocksOf } from '../docBlocks.mjs';
import { root } from '../project.mjs';
import { importMapOf } from './importMap.mjs';
import { install, runIn, serveFolder, startIn, watchPage } from './tools.mjs';

/** What the apps get from the registry, beside the tarballs. Fixed, so that two runs install the same. */
const react = { react: '19.3.1', 'react-dom': '19.3.1' };
const versions = {
  three: '0.187.0',
  '@types/three': '0.187.0',
  typescript: '5.9.3',
  vite: '8.3.5',
};
const nextVersions = { next: '16.4.6', ...react, '@types/react': '19.2.2', '@types/node': '24.10.1' };

const embodyPackages = ['three', 'embody', 'calibration', 'tracking', 'body', 'core', 'formats', 'feeds'];
const simulatePackages = [...embodyPackages, 'reembody'];

/** What moves by at least this much is moving, metres: a person who walks, an arm that goes down. */
const moved = 0.05;

const appFile = (name) => readFileSync(join(root, 'scripts/consumers/apps', name), 'utf8');

/** The README's example, with addresses of files as the tool at hand has them (null: as printed), and with what is read from the page. */
function readmeExample(addressOf) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const { text } = blocksOf('README.md', readme).find(({ language }) => language === 'ts');
  if (addressOf === null) return `${text}\n${appFile('embodyCheck.ts')}`;
  const imports = /^import (\w+) from '(.*)\?url';\n/gm;
  let example = text.replace(imports, '');
  for (const [, name, file] of text.matchAll(imports))
    example = example.replace(new RegExp(`\\b${name}\\b`), addressOf(file));
  return `${example}\n${appFile('embodyCheck.ts')}`;
}

function write(dir, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** Strict, and with the declarations of every package checked (skipLibCheck is false unless set). */
function tsconfig(more) {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    skipLibCheck: false,
    ...more,
  };
  return JSON.stringify({ compilerOptions, include: ['**/*.ts', '**/*.tsx'] });
}

/** Bytes for the browser: code, three's decoders (fetched for files that need them), the physics engine. */
function sumBytes(sizes) {
  const sums = { code: 0, decoders: 0, engine: 0 };
  for (const [file, size] of sizes) {
    if (/\.(map|vrm|bin)$/.test(file)) continue;
    const kind = /mujoco[^/]*\.wasm$/.test(file) ? 'engine' : /(draco|basis)_[^/]*$/.test(file) ? 'decoders' : 'code';
    sums[kind] += size;
  }
  return sums;
}

/** What a tool wrote into a folder. */
function emittedBytes(dir) {
  const files = globSync('**/*', { cwd: dir }).map((file) => [file, statSync(join(dir, file))]);
  return sumBytes(files.filter(([, info]) => info.isFile()).map(([file, { size }]) => [file, size]));
}

function refuseEngine({ engine }) {
  if (engine > 0) throw new Error(`expected no engine beside an app that does not simulate, got ${engine} bytes`);
}

/** A folder of static files, watched until the page has moved. */
async function watchFolder(browser, folder) {
  const server = await serveFolder(folder);
  try {
    return { outcome: await watchPage(browser, server.url, moved), fetched: sumBytes(server.served) };
  } finally {
    await server.close();
  }
}

function viteApp(files, packages, { simulates }) {
  return async ({ dir, packed, browser }) => {
    const html = '<!doctype html><link rel="icon" href="data:," /><script type="module" src="main.ts"></script>';
    write(dir, { 'index.html': html, 'tsconfig.json': tsconfig({ types: ['vite/client'] }), ...files() });
    const installed = await install(dir, packed, packages, versions);
    await runIn(dir, 'npx', ['tsc', '--pretty', 'false']);
    await runIn(dir, 'npx', ['vite', 'build', '--logLevel', 'warn']);
    const emitted = emittedBytes(join(dir, 'dist'));
    if (!simulates) refuseEngine(emitted);
    const { outcome } = await watchFolder(browser, join(dir, 'dist'));
    return { installed, emitted, outcome };
  };
}

function nextApp(files, packages, { simulates }) {
  return async ({ dir, packed, browser }) => {
    const layout =
      'export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;';
    write(dir, { 'app/layout.tsx': layout, 'app/page.tsx': appFile('NextPage.tsx'), ...files() });
    const installed = await install(dir, packed, packages, { ...versions, ...nextVersions });
    await runIn(dir, 'npx', ['next', 'build', '--webpack'], { NEXT_TELEMETRY_DISABLED: '1' });
    const emitted = emittedBytes(join(dir, '.next/static'));
    if (!simulates) refuseEngine(emitted);
    const server = await startIn(dir, 'npx', ['next', 'start', '--port', '0'], /http:\/\/localhost:(\d+)/);
    try {
      const url = `http://localhost:${server.match[1]}/`;
      return { installed, emitted, outcome: await watchPage(browser, url, moved) };
    } finally {
      await server.stop();
    }
  };
}

/** No bundler: the browser imports the packages' own files, found through an import map. */
function importMapApp(files, packages) {
  return async ({ dir, packed, browser }) => {
    const installed = await install(dir, packed, packages, { three: versions.three });
    const map = JSON.stringify({ imports: importMapOf(dir) });
    const html = `<!doctype html><link rel="icon" href="data:," /><script type="importmap">${map}</script><script type="module" src="main.js"></script>`;
    write(dir, { 'index.html': html });
    for (const [path, text] of Object.entries(files())) {
      const { code } = await transformWithOxc(text.replaceAll('simulateWorker.ts', 'simulateWorker.js'), path);
      write(dir, { [path.replace(/\.ts$/, '.js')]: code });
    }
    const { outcome, fetched } = await watchFolder(browser, dir);
    return { installed, emitted: fetched, outcome };
  };
}

/** Import maps do not reach into workers: the simulation runs in the page. */
const simulateInPage = () => ({
  'main.ts': appFile('simulateWorker.ts').replace('postMessage(', 'document.body.dataset.moved = String('),
});
const simulateFiles = () => ({ 'main.ts': appFile('simulate.ts'), 'simulateWorker.ts': appFile('simulateWorker.ts') });
const inApp = (files) => () => Object.fromEntries(Object.entries(files()).map(([path, text]) => [`app/${path}`, text]));

const assetAddress = (file) => `new URL('${file}', import.meta.url).href`;
const resolvedAddress = (file) => `import.meta.resolve('${file}')`;
const webpackFiles = inApp(() => ({ 'main.ts': readmeExample(assetAddress) }));

/** The server with its page, and the command, as installed programs. */
async function nodeApp({ dir, packed, browser }) {
  const installed = await install(dir, packed, ['cli', 'server'], {});
  const { stdout } = await runIn(dir, 'npx', ['leib', '--version']);
  const { version } = packed.find(({ name }) => name === '@leib/cli').manifest;
  if (stdout.trim() !== version) throw new Error(`leib --version: expected ${version}, got ${stdout}`);
  copyFileSync(join(root, 'examples/retarget-bvh/wave.bvh'), join(dir, 'wave.bvh'));
  await runIn(dir, 'npx', ['leib', 'convert', 'wave.bvh', 'wave.glb']);
  await runIn(dir, 'npx', ['leib', 'reembody', 'track', '--in', 'wave.bvh', '--json']);
  const starts = [
    ['leib-server', []],
    ['leib', ['serve']],
  ];
  for (const [command, words] of starts) {
    const server = await startIn(dir, 'npx', [command, ...words], /Leib is at (\S+)/, { PORT: '0' });
    try {
      const page = await browser.newPage();
      await page.goto(server.match[1]);
      await page.waitForSelector('canvas');
      await page.close();
    } finally {
      await server.stop();
    }
  }
  return { installed, emitted: null, outcome: 'yes: command, server and studio' };
}

export const consumers = [
  { name: 'vite', run: viteApp(() => ({ 'main.ts': readmeExample(null) }), embodyPackages, { simulates: false }) },
  { name: 'vite-simulates', run: viteApp(simulateFiles, simulatePackages, { simulates: true }) },
  { name: 'next-webpack', run: nextApp(webpackFiles, embodyPackages, { simulates: false }) },
  { name: 'next-webpack-simulates', run: nextApp(inApp(simulateFiles), simulatePackages, { simulates: true }) },
  {
    name: 'import-map',
    run: importMapApp(() => ({ 'main.ts': readmeExample(resolvedAddress) }), embodyPackages),
  },
  { name: 'import-map-simulates', run: importMapApp(simulateInPage, simulatePackages) },
  { name: 'node', run: nodeApp },
];
