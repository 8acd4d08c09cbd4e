import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@leib/core/testing';
import { findNats, TestNats, TestNode, TestPage } from '../../../apps/server/dist/nodes/nodes.testing.js';
import type { BenchmarkOptions } from './benchmarkOptions.js';
import { median } from './measureTimes.js';
import type { BenchResult } from './report.js';

export type Killed = 'server' | 'node' | 'nats';

const PAGES = 3;
/** A document has room for 1024 things: after so many kills there is another room. */
const KILLS_A_ROOM = 5;
const MOST_THINGS = 330;
/** Each page changes something so often, below what a server lets in from one, milliseconds. */
const CHANGE_MS = 60;
/** Changes of a page that wait for their answer, beyond which it makes no more. */
const MOST_WAITING = 20;
/** The longest that pages work before the next kill, milliseconds. */
const WORK_MS = 600;
const MOST_WAIT_MS = 60_000;

/** What is killed, how it comes back, and where people are. */
interface Place {
  readonly urls: readonly string[];
  /** Whether some of the pages are not concerned. */
  readonly hasOthers: boolean;
  /** Kills it by the system, and starts it again. `back` is called after the kill, and resolves when all go on. */
  kill(back: () => Promise<void>): Promise<void>;
  dispose(): Promise<void>;
}

interface Tally {
  readonly backMs: number[];
  acknowledged: number;
  lost: number;
  notBack: number;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function until(what: () => boolean): Promise<boolean> {
  const endMs = performance.now() + MOST_WAIT_MS;
  while (!what()) {
    if (performance.now() > endMs) return false;
    await pause(2);
  }
  return true;
}

/**
 * Three pages change a document without a pause; what serves them is killed (SIGKILL) at random moments in the middle of it. Counted is
 * what was acknowledged and is not in the document of a newcomer, and how long it takes from the kill until each page has a change
 * acknowledged again.
 */
export async function benchKills(killed: Killed, { targetCount }: BenchmarkOptions): Promise<BenchResult[]> {
  const name = `kills/${killed}`;
  const kills = targetCount >= 1000 ? 67 : targetCount >= 200 ? 20 : 2;
  const path = await findNats();
  if (killed !== 'server' && path === null) {
    const skipped = 'expected a nats-server, got none; install one or set NATS_SERVER_PATH.';
    return [{ name, ours: Number.NaN, unit: 'us', peers: {}, ratio: {}, bytesPerCall: null, skipped }];
  }
  const random = seededRandom(killed.length);
  const place = killed === 'server' ? await startAlone() : await startNodes(path ?? '', killed, random);
  const tally: Tally = { backMs: [], acknowledged: 0, lost: 0, notBack: 0 };
  try {
    for (let done = 0; done < kills; done += KILLS_A_ROOM)
      await killInRoom(place, `kills-${done}`, Math.min(KILLS_A_ROOM, kills - done), random, tally);
  } finally {
    await place.dispose();
  }
  const back = tally.backMs.toSorted((a, b) => a - b);
  const facts = {
    kills,
    acknowledged: tally.acknowledged,
    lost: tally.lost,
    notBack: tally.notBack,
    backMedianMs: Math.round(median(back)),
    backP95Ms: Math.round(back[Math.floor(back.length * 0.95)]),
    backMostMs: Math.round(back[back.length - 1]),
  };
  return [{ name, ours: median(back) * 1000, unit: 'us', peers: {}, ratio: {}, bytesPerCall: null, facts }];
}

async function killInRoom(place: Place, room: string, kills: number, random: () => number, tally: Tally) {
  const pages = Array.from(
    { length: PAGES },
    (_, index) => new TestPage(place.urls[index % place.urls.length], `page-${index}`, room),
  );
  const work = setInterval(() => {
    for (const page of pages) if (page.put.length < MOST_THINGS && page.room.waitingCount < MOST_WAITING) page.add();
  }, CHANGE_MS);
  try {
    await until(() => pages.every(({ isIn }) => isIn));
    for (let kill = 0; kill < kills; kill++) {
      await pause(random() * WORK_MS);
      const known = pages.flatMap(({ acknowledged }) => acknowledged);
      await place.kill(async () => {
        const from = performance.now();
        await Promise.all(
          pages.map(async (page) => {
            const before = page.acknowledged.length;
            // People of the other node lose nothing.
            await pause(30);
            if (page.isIn && place.hasOthers) return;
            if (await until(() => page.isIn && page.acknowledged.length > before))
              tally.backMs.push(performance.now() - from);
            else tally.notBack++;
          }),
        );
      });
      tally.lost += await lostFor(place, room, known);
    }
    clearInterval(work);
    if (!(await until(() => pages.every(({ room: { waitingCount }, isIn }) => isIn && waitingCount === 0))))
      tally.notBack++;
    const all = pages.flatMap(({ put }) => put);
    tally.acknowledged += all.length;
    tally.lost += await lostFor(place, room, all);
  } finally {
    clearInterval(work);
    for (const page of pages) page.dispose();
  }
}

/** How many of these somebody new does not have, or has twice. */
async function lostFor({ urls }: Place, room: string, ids: readonly string[]): Promise<number> {
  const newcomer = new TestPage(urls[urls.length - 1], 'newcomer', room);
  try {
    await until(() => newcomer.isIn);
    const { things } = newcomer;
    const there = new Set(things);
    return ids.filter((id) => !there.has(id)).length + things.length - there.size;
  } finally {
    newcomer.dispose();
  }
}

/** A server alone, with a folder: pages come back when it has started again. */
async function startAlone(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'leib-kills-'));
  let node = await TestNode.start(null, 0, folder);
  const { url, port } = node;
  return {
    urls: [url],
    hasOthers: false,
    async kill(back) {
      await node.kill();
      const isBack = back();
      node = await TestNode.start(null, port, folder);
      await isBack;
    },
    async dispose() {
      await node.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Two nodes and a nats-server; one of the three is killed each time. */
async function startNodes(path: string, killed: Killed, random: () => number): Promise<Place> {
  const nats = await TestNats.start(path);
  const nodes = [await TestNode.start(nats.url), await TestNode.start(nats.url)];
  return {
    urls: nodes.map(({ url }) => url),
    hasOthers: killed === 'node',
    async kill(back) {
      if (killed === 'nats') {
        await nats.kill();
        const isBack = back();
        await pause(random() * 500);
        await nats.start();
        await isBack;
        return;
      }
      const index = random() < 0.5 ? 0 : 1;
      await nodes[index].kill();
      // Its people are elsewhere before it starts again.
      await back();
      nodes[index] = await TestNode.start(nats.url, nodes[index].port);
    },
    async dispose() {
      for (const node of nodes) await node.kill();
      await nats.dispose();
    },
  };
}
