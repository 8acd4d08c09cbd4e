import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@leib/core/testing';
import { SharedRoom } from '@leib/together';
import { type BrowserServer, type CDPSession, chromium } from 'playwright';
import { chromiumTestFlags, findChromium } from '../../../scripts/chromium.mjs';

export interface KillOptions {
  readonly studioDir: string;
  /** How many pages are killed. */
  readonly count: number;
  readonly seed: number;
}

export interface KillFigures {
  readonly pageKills: number;
  /** Of them while the page was still loading, or joining. */
  readonly killsWhileJoining: number;
  readonly serverKills: number;
  /** Lines that were in the document at last, of all that were seen in it. */
  readonly linesKept: number;
  readonly linesSeen: number;
  /** How often the page was the same person when it was back. */
  readonly cameBack: number;
  /** What must not happen and did, a sentence each. */
  readonly faults: readonly string[];
}

const ROOM = 'killed';
/** Between two lines of the page: sixteen changes a second are below what the server allows. */
const LINE_MS = 60;
const PATIENCE_MS = 120_000;
/** What the kernel sends: nothing in the process has a word in it. */
const SIGNAL = 'SIGKILL';

/** Waits for what sockets and pages bring about. Rejects with `what` where it does not come. */
async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (performance.now() > endMs) throw new Error(`waited too long until ${what}`);
    await pause(10);
  }
}

/** A server in a process of its own, which is killed and started again on the same port with the same folder. */
class KilledServer {
  readonly #studioDir: string;
  readonly #dataDir: string;
  #child: ChildProcess | null = null;
  url = '';

  constructor(studioDir: string, dataDir: string) {
    this.#studioDir = studioDir;
    this.#dataDir = dataDir;
  }

  async start(): Promise<void> {
    const port = this.url === '' ? 0 : Number(new URL(this.url).port);
    const options = { port, studioDir: this.#studioDir, people: { dataDir: this.#dataDir } };
    const server = new URL('../../server/dist/index.js', import.meta.url).href;
    const script = `
      import { startServer } from ${JSON.stringify(server)};
      console.log((await startServer(${JSON.stringify(options)})).url);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    const [url] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    this.url = String(url).trim();
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    child.kill(SIGNAL);
    await once(child, 'exit');
    this.#child = null;
  }
}

/** One tab of a browser of its own. It is talked to by the browser's protocol: Playwright gives a page up that was killed. */
class KilledPage {
  readonly #browser: BrowserServer;
  readonly #processes: CDPSession;
  readonly #tab: CDPSession;

  private constructor(browser: BrowserServer, processes: CDPSession, tab: CDPSession) {
    this.#browser = browser;
    this.#processes = processes;
    this.#tab = tab;
  }

  static async open(url: string): Promise<KilledPage> {
    const executablePath = findChromium();
    if (!executablePath) throw new Error('no Chromium found: npm test installs one, or set CHROMIUM_PATH.');
    const browser = await chromium.launchServer({ executablePath, args: chromiumTestFlags });
    const connected = await chromium.connect(browser.wsEndpoint());
    const context = await connected.newContext({ viewport: { width: 400, height: 240 }, deviceScaleFactor: 0.3 });
    const page = await context.newPage();
    const tab = await context.newCDPSession(page);
    await page.goto(url, { waitUntil: 'commit' });
    return new KilledPage(browser, await connected.newBrowserCDPSession(), tab);
  }

  /** The value of an expression in the page; null while there is no page that could say. */
  async read<Value>(expression: string): Promise<Value | null> {
    // A tab that was killed does not answer at all.
    const answer = this.#tab.send('Runtime.evaluate', { expression, returnByValue: true }).catch(() => null);
    const result = await Promise.race([answer, pause(1000, null)]);
    return (result?.result.value as Value | undefined) ?? null;
  }

  /** Ends the processes of its pages by the system, as where memory runs out. */
  async kill(): Promise<void> {
    const { processInfo } = await this.#processes.send('SystemInfo.getProcessInfo');
    const pages = processInfo.filter(({ type }) => type === 'renderer');
    if (pages.length === 0) throw new Error('the browser has no process of a page');
    for (const { id } of pages) process.kill(id, SIGNAL);
    await until('the page is gone', async () => {
      const { processInfo: left } = await this.#processes.send('SystemInfo.getProcessInfo');
      return !left.some(({ id }) => pages.some((page) => page.id === id));
    });
  }

  /** What the visitor presses below "Aw, snap". */
  async reload(): Promise<void> {
    await this.#tab.send('Page.reload');
  }

  async close(): Promise<void> {
    await this.#browser.kill();
  }
}

/** Writes lines "ROUND-1", "ROUND-2" and so on into the chat, as somebody does who types very fast. */
const writeLines = (round: number) => `(() => {
  const field = document.querySelector('.together-chat input');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  let number = 0;
  setInterval(() => {
    setValue.call(field, '${round}-' + ++number);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    setTimeout(() => field.form.requestSubmit());
  }, ${LINE_MS});
})()`;
const isInRoom = `document.querySelector('.together-state')?.dataset.state === 'open' && !!document.querySelector('.together-chat input')`;
const shownLines = `[...document.querySelectorAll('.together-chat li p')].map(({ textContent }) => textContent)`;

/**
 * Kills the page of somebody who writes, `count` times at random moments, now and then while it joins, and the server in some of the
 * rounds; another one in the room looks on. Laws: lines of the page are in the document in their order, without a gap and
 * once each; what the other one has seen stays; the page comes back as the same person, and shows what the other one has.
 */
export async function killPages({ studioDir, count, seed }: KillOptions): Promise<KillFigures> {
  const random = seededRandom(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'leib-kills-'));
  const server = new KilledServer(studioDir, dataDir);
  await server.start();
  const witness = new SharedRoom(server.url, ROOM, { name: 'Witness' });
  await until('the other one is in the room', () => witness.doc !== null && witness.me !== null);
  const page = await KilledPage.open(`${server.url}?people=${ROOM}#/together`);
  const figures = { pageKills: 0, killsWhileJoining: 0, serverKills: 0, linesKept: 0, linesSeen: 0, cameBack: 0 };
  const faults: string[] = [];
  try {
    const writerOf = () => witness.others.at(0) ?? null;
    await until('the page is in the room', async () => (await page.read<boolean>(isInRoom)) === true);
    await until('the other one sees it', () => writerOf() !== null);
    const writer = writerOf();
    while (figures.pageKills < count) {
      const round = figures.pageKills;
      const lines = () => linesOf(witness, round);
      await page.read(writeLines(round));
      await until('there is a line', () => lines().length > 0);
      await pause(random() * 900);
      if (random() < 0.3) {
        await server.kill();
        figures.serverKills++;
        // The page goes on writing meanwhile: what is not answered waits in it.
        await pause(random() * 300);
        if (random() < 0.5) await Promise.all([page.kill(), server.start()]);
        else {
          await server.start();
          await page.kill();
        }
      } else await page.kill();
      figures.pageKills++;
      const seen = lines();
      await page.reload();
      if (random() < 0.3 && figures.pageKills < count) {
        await pause(random() * 1500);
        await page.kill();
        figures.pageKills++;
        figures.killsWhileJoining++;
        await page.reload();
      }
      await until('the other one is connected', () => witness.state === 'open');
      await until('the page is in the room again', async () => (await page.read<boolean>(isInRoom)) === true);
      if (writerOf() === writer && witness.others.length === 1) figures.cameBack++;
      else faults.push(`round ${round}: expected the same person, got ${witness.others}`);
      const all = allLines(witness);
      await until('both have the same lines', async () =>
        isSame(await page.read<string[]>(shownLines), allLines(witness)),
      ).catch(() => faults.push(`round ${round}: the page does not show what the other one has`));
      const kept = lines();
      figures.linesSeen += seen.length;
      figures.linesKept += seen.filter((line) => kept.includes(line)).length;
      if (kept.some((line, i) => line !== `${round}-${i + 1}`)) faults.push(`round ${round}: lines ${kept.join(' ')}`);
      if (new Set(all).size !== all.length) faults.push(`round ${round}: a line is there twice`);
    }
  } finally {
    witness.dispose();
    await page.close();
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
  if (figures.linesKept < figures.linesSeen)
    faults.push(`${figures.linesSeen - figures.linesKept} lines that were in the document are not in it any more`);
  return { ...figures, faults };
}

function allLines({ doc }: SharedRoom): readonly string[] {
  return (doc?.chat ?? []).map(({ text }) => text);
}

function linesOf(room: SharedRoom, round: number): readonly string[] {
  return allLines(room).filter((text) => text.startsWith(`${round}-`));
}

function isSame(a: readonly string[] | null, b: readonly string[]): boolean {
  return a !== null && a.join('\n') === b.join('\n');
}
