import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SharedRoom } from '@leib/together';
import { WebSocket } from 'ws';

/** Tests and measurements: a nats-server and nodes as processes of their own, which are killed and started again. */

/** Path of an installed nats-server, or null, by scripts/natsServer.mjs. */
export async function findNats(): Promise<string | null> {
  const script = new URL('../../../../scripts/natsServer.mjs', import.meta.url).href;
  const { findNatsServer } = (await import(/* @vite-ignore */ script)) as {
    readonly findNatsServer: () => string | null;
  };
  return findNatsServer();
}

/** A port that nobody has now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const READY = 'Server is ready';

/** A nats-server with JetStream in a folder of its own. */
export class TestNats {
  readonly url: string;
  readonly #path: string;
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | null = null;

  private constructor(path: string, folder: string, port: number) {
    this.#path = path;
    this.#folder = folder;
    this.#port = port;
    this.url = `nats://127.0.0.1:${port}`;
  }

  static async start(path: string): Promise<TestNats> {
    const folder = await mkdtemp(join(tmpdir(), 'leib-nats-'));
    const nats = new TestNats(path, folder, await freePort());
    await nats.start();
    return nats;
  }

  get situation(): string {
    return situationOf(this.#child);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Where it does not run. */
  async start(): Promise<void> {
    if (this.#child !== null) return;
    const words = ['-js', '-sd', this.#folder, '-a', '127.0.0.1', '-p', String(this.#port)];
    const child = spawn(this.#path, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    let said = '';
    // Read to its end: whoever leaves such a loop closes the pipe, and the next line of its log would end nats-server.
    const ready = new Promise<void>((resolve) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        if (!said.includes(READY)) said += chunk;
        if (said.includes(READY)) resolve();
      });
    });
    const ended = once(child, 'exit').then(() => {
      if (!said.includes(READY)) throw new Error(`nats-server did not start: ${said}`);
    });
    await Promise.race([ready, ended]);
  }

  async kill(): Promise<void> {
    await kill(this.#child);
    this.#child = null;
  }

  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const nodeScript = (natsUrl: string | null, port: number, dataDir: string | null) => `
  import { startServer } from ${JSON.stringify(fileURLToPath(new URL('../../dist/index.js', import.meta.url)))};
  const people = ${JSON.stringify(dataDir === null ? {} : { dataDir })};
  const nats = ${JSON.stringify(natsUrl === null ? {} : { nats: { servers: natsUrl } })};
  const server = await startServer({ port: ${port}, studioDir: null, people, ...nats });
  process.on('SIGTERM', () => server.close());
  process.on('disconnect', () => process.exit());
  console.log(server.url);
`;

/** A server in a process of its own: alone with a folder, or one of several. */
export class TestNode {
  readonly url: string;
  readonly child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.child = child;
    this.url = url;
  }

  static async start(natsUrl: string | null, port = 0, dataDir: string | null = null): Promise<TestNode> {
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', nodeScript(natsUrl, port, dataDir)],
      // Ends with the one who started it, whatever becomes of that one.
      { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    );
    const said = once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    const ended = once(child, 'exit').then(() => {
      throw new Error('a node ended before it had started');
    });
    ended.catch(() => {});
    const [url] = (await Promise.race([said, ended])) as [Buffer];
    return new TestNode(child, String(url).trim());
  }

  get situation(): string {
    return situationOf(this.child);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async kill(): Promise<void> {
    await kill(this.child);
  }
}

const situationOf = (child: ChildProcess | null) =>
  child === null ? 'killed' : (child.signalCode ?? child.exitCode ?? 'runs').toString();

async function kill(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Somebody with a page, and all of their changes that were acknowledged. */
export class TestPage {
  readonly room: SharedRoom;
  readonly problems: string[] = [];
  readonly put: string[] = [];
  readonly #name: string;
  #socket: WebSocket | null = null;

  constructor(url: string, name: string, room = 'lab', resume = '') {
    this.#name = name;
    this.room = new SharedRoom(url, room, {
      name,
      ...(resume !== '' && { resume }),
      createSocket: (to) => {
        this.#socket = new WebSocket(to);
        return this.#socket as unknown as globalThis.WebSocket;
      },
      onProblem: (reason) => void this.problems.push(reason),
    });
  }

  /** Ids that the room has acknowledged. */
  get acknowledged(): readonly string[] {
    return this.put.slice(0, this.put.length - this.room.waitingCount);
  }

  /** Whether the connection that it has, or is making, is to this server. */
  isAt(url: string): boolean {
    return this.#url !== '' && new URL(this.#url).host === new URL(url).host;
  }

  get #url(): string {
    return this.#socket?.url ?? '';
  }

  get isIn(): boolean {
    return this.room.state === 'open' && this.room.doc !== null;
  }

  /** For the message of a test that waits for it in vain. */
  get situation(): string {
    const { state, doc, waitingCount } = this.room;
    return `${this.#name} at ${this.#url}: ${JSON.stringify({ state, hasDoc: doc !== null, waitingCount, problems: this.problems })}`;
  }

  get things(): readonly string[] {
    return this.room.doc?.things.flatMap(({ id }) => id ?? []) ?? [];
  }

  /** Puts a thing of its own into the room. */
  add(): void {
    const id = `${this.#name}-${this.put.length}`;
    const settings = { author: this.room.me ?? '' };
    const value = { id, kind: 'measurement', pose: [0, 0, 0, 0, 0, 0, 1], settings };
    if (this.room.change([{ path: ['things', id], value }]).ok) this.put.push(id);
  }

  /** Sends an update as it is. */
  sendBody(update: Uint8Array): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(update);
  }

  dispose(): void {
    this.room.dispose();
  }
}
