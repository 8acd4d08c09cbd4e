import { execFile, spawn } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A program in a folder; what it says becomes the error where it fails. */
export async function runIn(dir, command, words, env = {}) {
  try {
    return await run(command, words, { cwd: dir, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 });
  } catch (error) {
    const said = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim().split('\n').slice(-15).join('\n');
    throw new Error(`${command} ${words.join(' ')}: ${said || error.message}`);
  }
}

/**
 * Installs packages of ours from their tarballs, and others from the registry.
 * @returns {Promise<string>} how many packages and files are in node_modules then
 */
export async function install(dir, packed, names, others) {
  mkdirSync(dir, { recursive: true });
  const wanted = needed(packed, names);
  const tarballs = Object.fromEntries(wanted.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const manifest = { name: 'app', private: true, type: 'module', dependencies: { ...tarballs, ...others } };
  writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest, null, 2));
  await runIn(dir, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline']);
  const packages = globSync('node_modules/{*,@*/*}/package.json', { cwd: dir });
  const engine = packages.some((path) => path.includes('@mujoco')) ? 'with MuJoCo' : 'no MuJoCo';
  return `${packages.length} packages, ${engine}`;
}

/** The named packages and those of ours that they depend on: none is on a registry. */
function needed(packed, names) {
  const byName = new Map(packed.map((one) => [one.name, one]));
  const found = new Set();
  const add = (name) => {
    const one = byName.get(name);
    if (one === undefined || found.has(one)) return;
    found.add(one);
    for (const next of Object.keys(one.manifest.dependencies ?? {})) add(next);
  };
  for (const name of names) add(`@leib/${name}`);
  return [...found];
}

/** A program that runs until it is stopped; resolves once its output matches. */
export function startIn(dir, command, words, ready, env = {}) {
  const child = spawn(command, words, { cwd: dir, env: { ...process.env, ...env }, detached: true });
  let said = '';
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    const listen = (chunk) => {
      said += chunk;
      const match = ready.exec(said);
      if (match) resolve({ match, stop });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => reject(new Error(`${command} ${words.join(' ')} ended: ${said.trim().slice(-600)}`)));
  });
}

const types = {
  html: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  wasm: 'application/wasm',
};

/** A plain static server over a folder, with no headers of its own: what any host would do. */
export async function serveFolder(folder) {
  const served = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const path = pathname === '/' ? '/index.html' : decodeURIComponent(pathname);
    try {
      const bytes = await readFile(join(folder, path));
      served.set(path, bytes.length);
      response.writeHead(200, { 'content-type': types[extname(path).slice(1)] ?? 'application/octet-stream' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    /** Sizes of the files that were asked for, by path. */
    served,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

const LONGEST_SECONDS = 240;

/** Opens a page and waits until its body has moved by so much; throws with the page's own errors. */
export async function watchPage(browser, url, least) {
  const page = await browser.newPage({ viewport: { width: 160, height: 160 } });
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith('/favicon.ico'))
      errors.push(`${response.url()}: ${response.status()}`);
  });
  page.on('requestfailed', (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
  try {
    await page.goto(url);
    const read = () => page.evaluate(() => ({ ...document.body.dataset }));
    for (let left = LONGEST_SECONDS; left > 0; left--) {
      const { moved, triangles, error } = await read();
      if (errors.length > 0 || error) throw new Error([error, ...errors].filter(Boolean).join('; '));
      if (Number(moved) > least && (triangles === undefined || Number(triangles) > 1000)) {
        return `yes: moved ${Number(moved).toFixed(3)} m`;
      }
      await page.waitForTimeout(1000);
    }
    throw new Error(`nothing moved in ${LONGEST_SECONDS} s`);
  } finally {
    await page.close();
  }
}
