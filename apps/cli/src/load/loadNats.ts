import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { InputError } from '@leib/core';

/** A nats-server of its own, as `leib load --nodes` starts it. */
export interface LoadNats {
  readonly url: string;
  /** Computing so far, seconds; null where the system does not say. */
  cpuSeconds(): Promise<number | null>;
  stop(): Promise<void>;
}

const START_MS = 10_000;
/** Ticks of the times in /proc, a second: the same on all Linux systems. */
const PROC_HZ = 100;

/** By NATS_SERVER_PATH, or where programs are. */
export async function startLoadNats(): Promise<LoadNats> {
  const folder = await mkdtemp(join(tmpdir(), 'leib-load-'));
  const path = process.env.NATS_SERVER_PATH || 'nats-server';
  const words = ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', '-1', '--ports_file_dir', folder];
  // Debian has it where only root's PATH leads.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/bin` };
  const child = spawn(path, words, { stdio: 'ignore', detached: true, env });
  const failed = once(child, 'error').then(([error]) => {
    throw new InputError('--nodes', `expected a nats-server: install one or set NATS_SERVER_PATH (${error.message})`);
  });
  failed.catch(() => {});
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.race([once(child, 'spawn'), failed]);
    const url = await readUrl(join(folder, `nats-server_${child.pid}.ports`));
    return { url, cpuSeconds: () => cpuSecondsOf(child.pid ?? 0), stop };
  } catch (error) {
    if (child.pid === undefined) await rm(folder, { recursive: true, force: true });
    else await stop();
    throw error;
  }
}

/** It writes where it listens into a file. */
async function readUrl(path: string): Promise<string> {
  const endMs = performance.now() + START_MS;
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text.trimEnd().endsWith('}')) return (JSON.parse(text) as { readonly nats: readonly string[] }).nats[0];
    if (performance.now() > endMs) throw new InputError('--nodes', 'the nats-server did not start within 10 s');
    await pause(20);
  }
}

async function cpuSecondsOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name before it may hold spaces; then state, and eleven numbers before those of user and system.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / PROC_HZ;
}
