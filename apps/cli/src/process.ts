import { readFileSync } from 'node:fs';
import type { CommandOutput } from './command.js';

/** Where `leib` runs: a process, or what a test puts in its place. */
export interface Surroundings {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A terminal's progress line is rewritten in place; a log gets one a second, and none of work that is over sooner. */
const LOG_INTERVAL_MS = 1000;

interface ProcessOutput extends CommandOutput {
  /** Clears the progress line, so that what follows starts on a fresh one. */
  finish(): void;
}

export function createProcessOutput({ stdout, stderr, env }: Surroundings): ProcessOutput {
  let lastProgressMs = performance.now();
  let isLineOpen = false;
  const finish = () => {
    if (isLineOpen) stderr.write('\r\x1b[K');
    isLineOpen = false;
  };
  return {
    print(text) {
      finish();
      stdout.write(`${text}\n`);
    },
    progress(text) {
      if (env.LEIB_PROGRESS === 'off') return;
      if (stderr.isTTY) {
        stderr.write(`\r\x1b[K${text}`);
        isLineOpen = true;
        return;
      }
      const nowMs = performance.now();
      if (nowMs - lastProgressMs < LOG_INTERVAL_MS) return;
      lastProgressMs = nowMs;
      stderr.write(`${text}\n`);
    },
    note(text) {
      finish();
      stderr.write(`note: ${text}\n`);
    },
    finish,
  };
}

/** Resolves after so many seconds, when something `ended`, or when the user (Ctrl-C) or the system ends the command. */
export function untilStopped(seconds: number | undefined, ended?: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const stop = () => {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    const timer = seconds === undefined ? undefined : setTimeout(stop, seconds * 1000);
    for (const signal of signals) process.on(signal, stop);
    void ended?.then(stop);
  });
}

/** Version of this package. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
