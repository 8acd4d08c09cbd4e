import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { nextRandom } from '@leib/core';
import type { StudyEvent } from '@leib/study';

/** Tests and lab only: processes of a server and of pages that are ended by SIGKILL. Runs from what was compiled. */

export interface KillOptions {
  /** For the database and what pages keep. */
  readonly folder: string;
  readonly kills: number;
  /** Sessions that run beside each other; new ones begin until there were enough kills. */
  readonly atOnce: number;
  readonly eventsOfSession: number;
  readonly seed: number;
  /** After each kill. */
  readonly onKill?: (figures: Pick<KillFigures, 'serverKills' | 'pageKills' | 'sessions' | 'lost'>) => void;
}

export interface KillFigures {
  readonly serverKills: number;
  readonly pageKills: number;
  readonly sessions: number;
  /** Sessions that came to their end with all of their events, in order. */
  readonly completed: number;
  /** Events that a page was told are kept, and that were not there after a kill or in the end. */
  readonly lost: number;
  /** Events that are there more often than once, or otherwise than they were sent. */
  readonly doubled: number;
  readonly events: number;
}

const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

const serverScript = (folder: string) => `
  import { startServer } from ${moduleAt('../../dist/index.js')};
  const study = { database: ${JSON.stringify(join(folder, 'studies.sqlite'))} };
  console.log((await startServer({ port: 0, studioDir: null, study })).url);
`;

/** A page: its storage is a file, as IndexedDB's is; what it prints is what it would show as saved. */
const pageScript = `
  import { existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
  import * as study from ${moduleAt('../../../../packages/study/dist/index.js')};
  const [file, participant, count] = process.argv.slice(1);
  // The last line may have been cut short by a kill: it was never kept then.
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length) truncateSync(file, end);
  const whole = bytes.toString('utf8', 0, end).split('\\n').slice(0, -1).map((line) => JSON.parse(line));
  const out = openSync(file, 'a');
  const keep = (events) => { writeSync(out, events.map((event) => JSON.stringify(event) + '\\n').join('')); fsyncSync(out); };
  const storage = { ...study.createMemoryStorage(), events: async () => whole, addEvents: async (events) => keep(events) };
  let server = '';
  let uplink = null;
  const fetching = (url, init) => fetch(String(url).replace('http://server/', server), init);
  const here = { server: 'http://server/', study: 'kills', participant, token: '' };
  const again = (seconds, work) => setTimeout(work, Math.min(seconds, 0.05) * 1000);
  process.stdin.on('data', (text) => { server = String(text).trim().split('\\n').at(-1); uplink?.retry(); });
  const ask = async (what) => { for (;;) { try { const answer = await what(); if (answer.ok) return answer.value; } catch {} await new Promise((done) => setTimeout(done, 10)); } };
  await ask(() => study.askForPlace(here, 6, fetching));
  const known = await ask(() => study.fetchEvents(here, fetching));
  const tell = ({ waiting }) => uplink && console.log(uplink.events.length - waiting);
  uplink = await study.StudyUplink.open({ storage, transport: study.createHttpTransport(here, fetching), after: again, onStatus: tell }, known);
  while (uplink.events.length < Number(count)) {
    const sequence = uplink.events.length;
    const isLast = sequence === Number(count) - 1;
    await uplink.append([{ participant, sequence, seconds: sequence / 8, ...(isLast ? { kind: 'ended', payload: {} } : { kind: 'noted', payload: { text: 'note ' + sequence } }) }]);
    await new Promise((done) => setTimeout(done, 3));
  }
  await uplink.saved();
  console.log('over');
  process.exit(0);
`;

interface Page {
  readonly participant: string;
  child: ChildProcess;
  /** The most events that it has shown as saved. */
  saved: number;
  isOver: boolean;
  /** It was over at the last look, with all of its events; in the end it is looked at again. */
  isSeen: boolean;
}

/** Runs sessions, ends the server or a page by SIGKILL at random moments, starts them again, and counts. */
export async function killStudies(options: KillOptions): Promise<KillFigures> {
  const { folder, kills, atOnce, eventsOfSession, seed, onKill } = options;
  const random = { seed };
  const pages: Page[] = [];
  const children = new Set<ChildProcess>();
  let server = { child: null as ChildProcess | null, url: '' };
  const figures = { serverKills: 0, pageKills: 0, lost: 0 };

  const node = (script: string, ...words: readonly string[]) => {
    // Compiled once for all of them: most of what a kill costs is the start of the next process.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
    const argv = ['--input-type=module', '-e', script, ...words];
    const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'], env });
    children.add(child);
    return child;
  };
  const open = (page: Pick<Page, 'participant'>): ChildProcess => {
    const { participant } = page;
    const child = node(pageScript, join(folder, `${participant}.jsonl`), participant, String(eventsOfSession));
    child.stdin?.on('error', () => {});
    child.stdin?.write(`${server.url}\n`);
    child.stdout?.on('data', (text: Buffer) => {
      const known = pages.find((each) => each.participant === participant);
      for (const line of known ? String(text).trim().split('\n') : []) {
        if (known && line === 'over') known.isOver = true;
        else if (known) known.saved = Math.max(known.saved, Number(line));
      }
    });
    return child;
  };
  const eventsOf = async ({ participant }: Page): Promise<readonly StudyEvent[]> => {
    const response = await fetch(new URL(`api/study/kills/events/${participant}`, server.url));
    return (await response.json()).events;
  };
  /** What was said to be saved and is not there. */
  const lostOf = async (page: Page): Promise<number> => {
    const { length } = await eventsOf(page);
    page.isSeen = page.isOver && length === eventsOfSession;
    return Math.max(0, page.saved - length);
  };
  const serve = async () => {
    const child = node(serverScript(folder));
    const ended = once(child, 'close').then(() => Promise.reject(new Error('the server did not start')));
    const [url] = await Promise.race([once(child.stdout as NonNullable<typeof child.stdout>, 'data'), ended]);
    ended.catch(() => {});
    server = { child, url: String(url).trim() };
    // Before pages know the new address: what a server has lost, they would send again.
    for (const page of pages) if (!page.isSeen) figures.lost += await lostOf(page);
    for (const { child: page, isOver } of pages) if (!isOver) page.stdin?.write(`${server.url}\n`);
  };
  const kill = async (child: ChildProcess) => {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'close') : null;
    child.kill('SIGKILL');
    await gone;
    children.delete(child);
  };

  try {
    await serve();
    for (let done = 0; done < kills; ) {
      while (pages.filter(({ isOver }) => !isOver).length < atOnce) {
        const participant = `p${pages.length}`;
        const page = { participant, saved: 0, isOver: false, isSeen: false } as Page;
        pages.push(page);
        page.child = open(page);
      }
      await new Promise((resolve) => setTimeout(resolve, 20 + nextRandom(random) * 300));
      const running = pages.filter(({ isOver }) => !isOver);
      const victim = nextRandom(random) < 0.5 ? null : running[Math.floor(nextRandom(random) * running.length)];
      if (victim) {
        await kill(victim.child);
        figures.pageKills++;
        if (!victim.isOver) victim.child = open(victim);
      } else if (victim === null && server.child) {
        await kill(server.child);
        figures.serverKills++;
        await serve();
      }
      if (done === figures.pageKills + figures.serverKills) continue;
      done++;
      onKill?.({ ...figures, sessions: pages.length });
    }
    while (pages.some(({ isOver }) => !isOver)) await new Promise((resolve) => setTimeout(resolve, 20));
    const counts = { doubled: 0, completed: 0, events: 0 };
    for (const page of pages) {
      const events = await eventsOf(page);
      figures.lost += Math.max(0, page.saved - events.length);
      const wrong = countWrong(events);
      counts.events += events.length;
      counts.doubled += wrong;
      if (wrong === 0 && events.length === eventsOfSession && events.at(-1)?.kind === 'ended') counts.completed++;
    }
    return { ...figures, ...counts, sessions: pages.length };
  } finally {
    for (const child of [...children]) await kill(child);
  }
}

/** Events in another place than their number says, or of another text than was sent. */
function countWrong(events: readonly StudyEvent[]): number {
  return events.filter(
    ({ sequence, kind, payload }, i) =>
      sequence !== i || (kind === 'noted' && (payload as { readonly text: string }).text !== `note ${i}`),
  ).length;
}
