import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { root, runMain } from './project.mjs';

/** npm run dev: installs what is missing, then Vite's development server; it serves the packages' sources. */
await runMain(async () => {
  if (!(await prepare())) return;
  const cwd = join(root, 'apps/studio');
  const vite = spawn('vite', process.argv.slice(2), { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => vite.kill(signal));
  process.exitCode = await new Promise((resolve) => {
    vite.once('error', () => resolve(1));
    vite.once('exit', (code) => resolve(code ?? 0));
  });
});
