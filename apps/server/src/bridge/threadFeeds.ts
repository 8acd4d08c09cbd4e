import { Worker } from 'node:worker_threads';
import { type BridgeFeed, defaultUpAxis } from '@leib/feeds';
import { type ServerClock, systemClock } from '../common/serverClock.js';
import type { HandOn } from './feedSockets.js';
import type { FeedSpec } from './udpFeed.js';

/** Where the UDP sockets of the feeds are: in a thread of their own, or in this one. */
export interface FeedHost {
  readonly feeds: readonly BridgeFeed[];
  /** How many pages listen. Without any, datagrams are only counted. */
  setPageCount(count: number): void;
  /** Resolves when the ports are free. */
  close(): Promise<void>;
}

/** What the thread of the feeds starts with. */
export interface FeedThreadData {
  readonly specs: readonly FeedSpec[];
}

/** To the thread: how many pages listen, or that the last datagrams were handed on and how long that took. */
export type FeedRequest = { readonly pageCount: number } | { readonly workMs: number };

/** From the thread: first its feeds, then datagrams, the next ones only after the answer to the last. */
export type FeedAnswer =
  | { readonly feeds: readonly BridgeFeed[] }
  | { readonly messages: readonly Uint8Array<ArrayBuffer>[] };

/** Memory of the thread, MB: what waits for pages is at most 4 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };
/** A thread that ended for a reason of its own is started again after so long, milliseconds. */
const START_AGAIN_MS = 1000;

/**
 * Feeds in a thread of their own: a flood of datagrams is read, told apart and dropped there, and pages, rooms and displays do not
 * wait for it. A thread that cannot run is every feed's problem; one that ends later is started again on the same ports.
 */
export async function openThreadFeeds(
  script: URL,
  specs: readonly FeedSpec[],
  handOn: HandOn,
  clock = systemClock,
): Promise<FeedHost> {
  const threads = new FeedThreads(script, handOn, clock);
  const feeds = await threads.start(specs).catch((error: Error) =>
    specs.map(({ protocol, address, port, up = defaultUpAxis[protocol] }) => {
      const problem = `${protocol}: the thread of the feeds cannot run (${error.message}); start the server again.`;
      return { protocol, address, port, up, problem };
    }),
  );
  return {
    feeds,
    setPageCount: (count) => threads.setPageCount(count),
    close: () => threads.close(),
  };
}

/** The thread that runs, and the next one where it ends. */
class FeedThreads {
  readonly #script: URL;
  readonly #handOn: HandOn;
  readonly #clock: ServerClock;
  #thread: Worker | null = null;
  #pageCount = 0;
  #isClosed = false;

  constructor(script: URL, handOn: HandOn, clock: ServerClock) {
    this.#script = script;
    this.#handOn = handOn;
    this.#clock = clock;
  }

  start(specs: readonly FeedSpec[]): Promise<readonly BridgeFeed[]> {
    const workerData: FeedThreadData = { specs };
    // Without the flags of this process (a debugger's, a test runner's).
    const thread = new Worker(this.#script, { execArgv: [], resourceLimits, workerData });
    this.#thread = thread;
    const post = (request: FeedRequest) => thread.postMessage(request);
    return new Promise((resolve, reject) => {
      let opened: readonly FeedSpec[] | null = null;
      thread.on('message', (answer: FeedAnswer) => {
        if ('feeds' in answer) {
          opened = specs.map((spec, i) => ({ ...spec, port: answer.feeds[i].port }));
          resolve(answer.feeds);
          post({ pageCount: this.#pageCount });
          return;
        }
        const begunMs = performance.now();
        this.#handOn(answer.messages);
        post({ workMs: performance.now() - begunMs });
      });
      thread.on('error', reject);
      thread.on('exit', () => {
        reject(new Error('it ended'));
        this.#startAgain(opened);
      });
    });
  }

  setPageCount(count: number): void {
    this.#pageCount = count;
    this.#thread?.postMessage({ pageCount: count } satisfies FeedRequest);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.terminate();
  }

  #startAgain(specs: readonly FeedSpec[] | null): void {
    this.#thread = null;
    if (specs === null || this.#isClosed) return;
    const stop = this.#clock.every(START_AGAIN_MS, () => {
      stop();
      if (!this.#isClosed) this.start(specs).catch(() => this.#startAgain(specs));
    });
  }
}
