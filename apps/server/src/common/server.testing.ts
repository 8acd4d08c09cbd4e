import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { ServerClock } from './serverClock.js';

/** Tests only. */

/** A clock that stands still until it is advanced. */
export class ManualClock implements ServerClock {
  #nowMs = 1_700_000_000_000;
  readonly #timers = new Set<{ readonly periodMs: number; readonly work: () => void; nextMs: number }>();

  readonly nowMs = (): number => this.#nowMs;

  every(periodMs: number, work: () => void): () => void {
    const timer = { periodMs, work, nextMs: this.#nowMs + periodMs };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass; timers that are due meanwhile are called in their order. */
  readonly advance = (ms: number): void => {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.nextMs - b.nextMs).at(0);
      if (next === undefined || next.nextMs > endMs) break;
      this.#nowMs = next.nextMs;
      next.nextMs += next.periodMs;
      next.work();
    }
    this.#nowMs = endMs;
  };
}

/**
 * Waits for something that sockets bring about, and calls `meanwhile` between the looks. The limit only ends a test that
 * would wait forever.
 */
export async function until(
  what: () => boolean,
  meanwhile: () => void = () => {},
  situation: () => string = () => `${what}`,
): Promise<void> {
  const endMs = performance.now() + 250_000;
  while (!what()) {
    if (performance.now() > endMs) throw new Error(`waited too long: ${situation()}`);
    meanwhile();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** A socket that sends datagrams, closed when the test is over. */
export async function openSender(): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return socket;
}
