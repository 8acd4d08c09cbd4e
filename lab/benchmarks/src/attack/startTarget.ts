import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createTargetFolder } from './targetFolder.js';
import type { HeldMemory, TargetMessage, TargetSample } from './targetProcess.js';

/** Where a server under attack is reached: on loopback. */
export interface TargetAddress {
  readonly port: number;
  /** Of its tracker feeds. */
  readonly udpPorts: readonly number[];
}

/** A server in a process of its own, and what it says of its memory. */
export interface Target extends TargetAddress {
  /** Whether it comes before other programs of the machine. */
  readonly isFirst: boolean;
  readonly isHttps: boolean;
  /** How it was, in order; the caller may empty it. */
  readonly samples: TargetSample[];
  /** Null while it runs; what ended it otherwise. */
  readonly ended: () => string | null;
  /** What it holds when garbage is collected. Rejects where it has ended. */
  held(): Promise<HeldMemory>;
  stop(): Promise<void>;
}

export async function startTarget(isHttps = false): Promise<Target> {
  const folder = createTargetFolder();
  const script = fileURLToPath(new URL('./targetProcess.js', import.meta.url));
  const child = fork(script, [folder.studioDir, ...(isHttps ? [folder.certificateDir] : [])], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
    execArgv: ['--expose-gc'],
  });
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors = `${errors}${text}`.slice(-2000);
  });
  let ended: string | null = null;
  child.on('exit', (code, signal) => {
    ended = `the server ended with ${signal ?? code}: ${errors}`;
    folder.remove();
  });
  const samples: TargetSample[] = [];
  let answerHeld: (held: HeldMemory) => void = () => {};
  const address = await new Promise<TargetAddress & { readonly isFirst: boolean }>((resolve, reject) => {
    child.once('exit', () => reject(new Error(ended ?? '')));
    child.on('message', (message: TargetMessage) => {
      if ('port' in message) resolve(message);
      else if ('heldBytes' in message) answerHeld(message);
      else samples.push(message);
    });
  });
  return {
    ...address,
    isHttps,
    samples,
    ended: () => ended,
    held: () =>
      new Promise((resolve, reject) => {
        if (ended !== null) reject(new Error(ended));
        const fail = () => reject(new Error(ended ?? ''));
        child.once('exit', fail);
        answerHeld = (held) => {
          child.off('exit', fail);
          resolve(held);
        };
        child.send('held');
      }),
    async stop() {
      if (ended !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
