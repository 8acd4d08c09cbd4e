import { InputError } from '@leib/core';
import { createBridgeSource, createJsonSource, createSlimeVrSource, type FeedSource } from '@leib/feeds';
import { startServer } from '@leib/server';
import { createDeviceFrame } from '@leib/tracking';
import { type CommandRun, type OptionValues, UsageError } from '../command.js';
import type { feedWatchOptions } from '../commands/feedWatch.js';
import { readPositiveOption } from '../readPositiveOption.js';
import { untilStopped } from '../untilStopped.js';
import { feedSummary, formatFeeds } from './feedTable.js';
import { readFeeds } from './readFeedOptions.js';

export const runFeedWatch: CommandRun<typeof feedWatchOptions> = async (_operands, values, output) => {
  const seconds = readPositiveOption('seconds', values.seconds);
  if (values.json && seconds === undefined)
    throw new UsageError('--json', 'expected --seconds with it, got none; the figures are printed at the end');
  const { source, close } = await openSource(values);
  const frame = createDeviceFrame();
  const timer = setInterval(() => {
    source.step(0.5, frame);
    if (!values.json) output.print(`${formatFeeds(source)}\n`);
  }, 500);
  await untilStopped(seconds);
  clearInterval(timer);
  source.step(0, frame);
  if (values.json) output.print(JSON.stringify(feedSummary(source, seconds ?? 0)));
  close();
};

/** Opens ports on a server in this process, so that data takes the same way as to a page. */
async function openSource(
  values: OptionValues<typeof feedWatchOptions>,
): Promise<{ source: FeedSource; close(): void }> {
  const specs = readFeeds(values);
  const { bridge, slimevr, socket } = values;
  const given = [specs.length > 0, bridge, slimevr, socket].filter(Boolean).length;
  if (given !== 1)
    throw new UsageError(
      '',
      `expected one feed, got ${given}; give ports (--dtrack ...), or one of --bridge, --slimevr, --socket`,
    );
  const connect = (option: string, url: string, create: (url: string) => FeedSource) => {
    const source = create(checkUrl(option, url));
    return { source, close: () => source.dispose() };
  };
  if (bridge !== undefined) return connect('--bridge', bridge, createBridgeSource);
  if (slimevr !== undefined) return connect('--slimevr', slimevr, createSlimeVrSource);
  if (socket !== undefined) return connect('--socket', socket, createJsonSource);
  const server = await startServer({ port: 0, studioDir: null, bridge: { feeds: specs } });
  const problem = server.bridge.feeds.find((feed) => feed.problem !== null)?.problem;
  try {
    if (problem) throw new InputError('', problem);
    const source = createBridgeSource(server.url);
    return {
      source,
      close() {
        source.dispose();
        void server.close();
      },
    };
  } catch (error) {
    // A port that stays open would keep the process waiting.
    await server.close();
    throw error;
  }
}

function checkUrl(option: string, text: string): string {
  const protocols = option === '--bridge' ? ['http', 'https', 'ws', 'wss'] : ['ws', 'wss'];
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1))) return text;
  throw new UsageError(option, `expected an address that begins with ${protocols.join('://, ')}://, got "${text}"`);
}
