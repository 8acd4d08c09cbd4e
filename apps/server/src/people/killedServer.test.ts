import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { requireDecoded } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { decodeChanged, decodeDocument, decodeWelcome, encodeChange, readKind, roomKind, roomPath } from '@leib/net';
import { type Change, decodeChanges, decodeStageDoc, SharedDoc } from '@leib/stage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { until } from '../common/server.testing.js';

// A server in a process of its own, killed by the system at random moments. Only built scripts can be run so.

let folder: string;
beforeAll(async () => {
  const root = joinPath(import.meta.dirname, '../../../..');
  expect(spawnSync(process.execPath, ['scripts/build.mjs', 'apps/server'], { cwd: root }).status).toBe(0);
  folder = await mkdtemp(joinPath(tmpdir(), 'leib-killed-'));
});
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const script = () => `
  import { startServer } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
  const server = await startServer({ port: 0, studioDir: null, people: { dataDir: ${JSON.stringify(folder)} } });
  process.on('SIGTERM', () => server.close());
  console.log(server.url);
`;

async function start(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [url] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return { child, url: String(url).trim() };
}

/** A page: its own changes at once, the server's when they come, and the same person after every restart. */
class Page {
  shared: SharedDoc | null = null;
  #resume: string | null = null;
  #socket: RawWebSocket | null = null;
  readonly answered: string[] = [];
  /** Ids of the things that this one has put in, by the number of the change. */
  readonly #putBy = new Map<number, string>();
  actor = '';

  async join(url: string): Promise<void> {
    const since = this.shared?.version;
    const wish = { people: 'lab', ...(this.#resume !== null && { resume: this.#resume, since: since ?? 0 }) };
    const socket = new RawWebSocket(new URL(roomPath(wish), url).href.replace('http', 'ws'));
    this.#socket = socket;
    socket.on('error', () => {});
    let isIn = false;
    let heard = 0;
    socket.on('message', (data: Buffer) => {
      const kind = requireDecoded(readKind(data));
      if (kind === roomKind.welcome) {
        const welcome = requireDecoded(decodeWelcome(data));
        if (this.#resume !== null) expect(welcome.actor).toBe(this.actor);
        [this.actor, this.#resume, heard] = [welcome.actor, welcome.resume, welcome.heard];
        isIn = this.shared !== null;
      }
      if (kind === roomKind.document) {
        const { version, doc } = requireDecoded(decodeDocument(data));
        const decoded = requireDecoded(decodeStageDoc(doc));
        if (this.shared === null) this.shared = new SharedDoc(this.actor, version, decoded);
        else this.shared.load(version, decoded, heard);
        isIn = true;
      }
      if (kind === roomKind.changed) this.#hear(data);
    });
    await until(() => isIn);
    // What was not answered is sent again; the server takes each once.
    for (const own of this.shared?.waiting ?? []) socket.send(encodeChange({ ...own, changes: [...own.changes] }));
  }

  put(id: string): void {
    const change: Change = {
      path: ['things', id],
      value: { id, kind: 'measurement', pose: [0, 0, 0, 0, 0, 0, 1], settings: { author: this.actor } },
    };
    const own = requireDecoded((this.shared as SharedDoc).change([change]));
    this.#putBy.set(own.id, id);
    this.#socket?.send(encodeChange({ ...own, changes: [...own.changes] }));
  }

  leave(): void {
    this.#socket?.terminate();
  }

  #hear(data: Buffer): void {
    const answer = requireDecoded(decodeChanged(data));
    if (!('version' in answer)) throw new Error(answer.refused);
    requireDecoded(
      (this.shared as SharedDoc).hear({ ...answer, changes: requireDecoded(decodeChanges(answer.changes)) }),
    );
    const id = answer.by === this.actor ? this.#putBy.get(answer.id) : undefined;
    if (id !== undefined) this.answered.push(id);
  }
}

test('[PD4][PR3] a server that is killed ten times has every change that it answered, once, and everybody goes on', async () => {
  const random = seededRandom(27);
  const pages = [new Page(), new Page()];
  const put: string[] = [];
  for (let round = 0; round < 10; round++) {
    const { child, url } = await start();
    for (const page of pages) await page.join(url);
    const known = pages.flatMap(({ answered }) => answered);
    // Somebody new gets the whole document as the server has it.
    const newcomer = new Page();
    await newcomer.join(url);
    const ids = newcomer.shared?.confirmed.things.map(({ id }) => id) ?? [];
    newcomer.leave();
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of known) expect(ids).toContain(id);
    const answered = () => pages.reduce((sum, page) => sum + page.answered.length, 0);
    // In the middle of its work: after so many answers more.
    const killAt = answered() + 1 + Math.floor(random() * 40);
    for (let number = 0; answered() < killAt; number++) {
      if (number < 40) {
        for (const [index, page] of pages.entries()) {
          const id = `r${round}-${index}-${number}`;
          put.push(id);
          page.put(id);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, random() * 3));
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const page of pages) page.leave();
  }
  const { child, url } = await start();
  for (const page of pages) await page.join(url);
  await until(() =>
    pages.every(({ shared }) => shared?.waiting.length === 0 && shared.confirmed.things.length === put.length),
  );
  // Nothing that was sent is lost or twice in the end, and both have the same document.
  const things = pages.map(({ shared }) => shared?.present.things.map(({ id }) => id));
  expect(things[0]).toEqual(things[1]);
  expect(new Set(things[0])).toEqual(new Set(put));
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  for (const page of pages) page.leave();
});
