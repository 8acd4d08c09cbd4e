import { InputError } from '@leib/core';
import { createBridgeSource, createJsonSource, createSlimeVrSource, type FeedSource } from '@leib/feeds';
import { startServer } from '@leib/server';
import { createDeviceFrame, type FeedDevice, quality } from '@leib/tracking';
import { type CommandRun, type OptionValues, UsageError } from '../command.js';
import type { feedWatchOptions } from '../commands/feed.js';
import { readPositiveOption } from '../options.js';
import { untilStopped } from '../process.js';
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
  await close();
};

/** Opens ports on a server in this process, so that data takes the same way as to a page. */
async function openSource(
  values: OptionValues<typeof feedWatchOptions>,
): Promise<{ source: FeedSource; close(): void | Promise<void> }> {
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
      // Ended only when its port is free: who watches again finds it so.
      close() {
        source.dispose();
        return server.close();
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

const qualityNames = { [quality.lost]: 'lost', [quality.inferred]: 'inferred', [quality.tracked]: 'tracked' };

/** Feeds and devices as one object for JSON; unknown numbers are null. */
function feedSummary(source: FeedSource, seconds: number) {
  return {
    seconds,
    connection: source.connection,
    feeds: source.feeds.map((feed) => ({
      name: feed.name,
      problem: feed.problem,
      packets: feed.packets,
      damaged: feed.damaged,
      ignored: feed.ignored,
      faults: Object.fromEntries(feed.faults),
      lost: feed.lost,
      reordered: feed.reordered,
      duplicated: feed.duplicated,
      restarts: feed.restarts,
      rateHz: finite(feed.rateHz),
      latencyMs: finite(feed.latencyMs),
    })),
    devices: source.devices.map((device) => ({
      id: device.id,
      name: device.name,
      kind: device.kind,
      point: device.suggestedPoint,
      quality: qualityNames[device.quality as 0],
      pose: [...device.pose],
      rateHz: finite(device.rateHz),
      latencyMs: finite(device.latencyMs),
    })),
  };
}

/** Feeds and devices as a table. */
function formatFeeds(source: FeedSource): string {
  const rows = [['device', 'name', 'kind', 'quality', 'x', 'y', 'z', 'Hz', 'ms'], ...source.devices.map(deviceRow)];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) =>
    row.map((cell, column) => (column < 4 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '),
  );
  const feeds = source.feeds.map(({ name, problem, packets, lost, reordered, damaged, ignored, rateHz }) =>
    problem === null
      ? `${name}: ${packets} packets, ${rateHz.toFixed(0)} per second, ${lost} lost, ${reordered} late, ${damaged} damaged, ${ignored} of other senders ignored`
      : problem,
  );
  const faults = source.feeds.flatMap(({ name, faults: counts }) =>
    [...counts].map(([sentence, count]) => `${name}: ${sentence} (${count} times)`),
  );
  return [...feeds, ...faults, ...(source.devices.length > 0 ? lines : ['no devices yet'])].join('\n');
}

function deviceRow({ id, name, kind, quality: seen, pose, rateHz, latencyMs }: FeedDevice): string[] {
  const place = [pose[0], pose[1], pose[2]].map((value) => value.toFixed(3));
  const latency = Number.isFinite(latencyMs) ? latencyMs.toFixed(1) : '?';
  return [id, name, kind, qualityNames[seen as 0], ...place, rateHz.toFixed(0), latency];
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
