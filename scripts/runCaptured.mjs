import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './project.mjs';

/**
 * Runs one of our tools and keeps what it says, standard output and error in the order they came.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runCaptured(command, args, { cwd = root, env = {} } = {}) {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, PATH: path, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ ok: false, output: `${output}${command}: ${error.message}\n` }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}
