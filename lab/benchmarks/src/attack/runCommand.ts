import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AttackFigures } from './attack.js';
import { Outcomes } from './attack.js';
import { inLanes } from './rawHttp.js';

/** A command line of `leib` that means harm, and the files that it finds in its folder. */
export interface HostileCommand {
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly stdin?: string | Uint8Array;
  /** Folder of a report that it leaves where it refuses a part of its input. */
  readonly report?: string;
}

/** A command ends within so long on a busy machine, and with so much memory. */
const MOST_SECONDS = 60;
const MOST_HEAP_MB = 1024;
const OWN = 'own.txt';
const OWN_TEXT = 'not to be touched';

const leib = fileURLToPath(new URL('../../../../apps/cli/bin/leib.mjs', import.meta.url));

interface Ending {
  readonly code: number | null;
  readonly errors: string;
  readonly seconds: number;
  readonly leftBehind: readonly string[];
}

/** Runs it in a folder of its own, which is removed afterwards. */
async function runCommand({ args, files = {}, stdin = '', report = '' }: HostileCommand): Promise<Ending> {
  const folder = mkdtempSync(join(tmpdir(), 'leib-attack-'));
  for (const [name, content] of Object.entries({ ...files, [OWN]: OWN_TEXT }))
    writeFileSync(join(folder, name), content);
  const begunMs = performance.now();
  const child = spawn(process.execPath, [`--max-old-space-size=${MOST_HEAP_MB}`, leib, ...args], { cwd: folder });
  const timer = setTimeout(() => child.kill('SIGKILL'), MOST_SECONDS * 1000);
  let errors = '';
  child.stderr.on('data', (text) => {
    errors = `${errors}${text}`.slice(-4000);
  });
  child.stdout.resume();
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  const known = new Set([OWN, report, ...Object.keys(files)]);
  const leftBehind = readdirSync(folder).filter((name) => !known.has(name) && code !== 0);
  if (!existsSync(join(folder, OWN)) || readFileSync(join(folder, OWN), 'utf8') !== OWN_TEXT) leftBehind.push(OWN);
  rmSync(folder, { recursive: true, force: true });
  return { code, errors, seconds: (performance.now() - begunMs) / 1000, leftBehind };
}

/** Each ends by itself with 0, 1 or 2, says what is wrong in sentences, and leaves nothing behind where it failed. */
export async function attackByCommands(commands: readonly HostileCommand[]): Promise<AttackFigures> {
  const outcomes = new Outcomes();
  const faults: string[] = [];
  let longestSeconds = 0;
  await inLanes(commands, 2, async (command) => {
    const { code, errors, seconds, leftBehind } = await runCommand(command);
    const said = `leib ${command.args.join(' ').slice(0, 80)}`;
    longestSeconds = Math.max(longestSeconds, seconds);
    outcomes.add(code === null ? 'killed' : `exit code ${code}`);
    if (code === null || code > 2) faults.push(`${said}: ended with ${code} after ${seconds.toFixed(0)} s`);
    else if (code > 0 && errors.trim() === '') faults.push(`${said}: failed without a word`);
    if (/\n\s+at .*:\d+:\d+|TypeError|RangeError|ReferenceError/.test(errors)) {
      faults.push(`${said}: ${errors.trim().split('\n')[0].slice(0, 120)}`);
    }
    if (leftBehind.length > 0) faults.push(`${said}: left or changed ${leftBehind.join(', ')}`);
  });
  return { inputs: commands.length, outcomes: outcomes.toRecord(), faults, facts: { longestSeconds } };
}
