import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface RawAnswer {
  /** Of the first status line; 0 where the connection ended without one. */
  readonly status: number;
  readonly text: string;
}

/** Sends bytes as they are to a server on this machine, and takes what comes until it ends the connection. */
export function askRaw(
  port: number,
  request: string | Uint8Array,
  patienceMs = 15_000,
  localAddress = '127.0.0.1',
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const parts: Buffer[] = [];
    let byteCount = 0;
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('data', (part) => {
      byteCount += part.length;
      // Enough to find a secret in; the rest of a large file is read and left out.
      if (byteCount < 1 << 20) parts.push(part);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      const text = Buffer.concat(parts).toString('latin1');
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    });
    socket.write(request);
  });
}

/** How long one waits whose connection was one too many, milliseconds: an address gets 50 new ones a second. */
const AGAIN_MS = 300;

/** As askRaw(), again and again while the limit of connections refuses it: what is behind the limit is to be reached. */
export async function askUntilTaken(port: number, request: Uint8Array, patienceMs?: number): Promise<RawAnswer> {
  for (;;) {
    const answer = await askRaw(port, request, patienceMs);
    if (answer.status !== 503) return answer;
    await pause(AGAIN_MS);
  }
}

/** A request that ends its connection. */
export function rawRequest(method: string, path: string, headers: readonly string[] = [], body = ''): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...headers, '', body].join('\r\n');
}

/** Does `work` with each of the items, so many at a time. */
export async function inLanes<T>(
  items: readonly T[],
  laneCount: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      await work(items[index], index);
    }
  };
  await Promise.all(Array.from({ length: laneCount }, lane));
}
