import type { CommandOutput } from './command.js';

/** A terminal's progress line is rewritten in place; a log gets one a second, and none of work that is over sooner. */
const LOG_INTERVAL_MS = 1000;

export interface ProcessOutput extends CommandOutput {
  /** Clears the progress line, so that what follows starts on a fresh one. */
  finish(): void;
}

export function createProcessOutput(): ProcessOutput {
  let lastProgressMs = performance.now();
  let isLineOpen = false;
  const finish = () => {
    if (isLineOpen) process.stderr.write('\r\x1b[K');
    isLineOpen = false;
  };
  return {
    print(text) {
      finish();
      process.stdout.write(`${text}\n`);
    },
    progress(text) {
      if (process.env.LEIB_PROGRESS === 'off') return;
      if (process.stderr.isTTY) {
        process.stderr.write(`\r\x1b[K${text}`);
        isLineOpen = true;
        return;
      }
      const nowMs = performance.now();
      if (nowMs - lastProgressMs < LOG_INTERVAL_MS) return;
      lastProgressMs = nowMs;
      process.stderr.write(`${text}\n`);
    },
    note(text) {
      finish();
      process.stderr.write(`note: ${text}\n`);
    },
    finish,
  };
}
