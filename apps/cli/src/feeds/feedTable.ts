import type { FeedSource } from '@leib/feeds';
import { type FeedDevice, quality } from '@leib/tracking';

const qualityNames = { [quality.lost]: 'lost', [quality.inferred]: 'inferred', [quality.tracked]: 'tracked' };

/** Feeds and devices as one object for JSON; unknown numbers are null. */
export function feedSummary(source: FeedSource, seconds: number) {
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
export function formatFeeds(source: FeedSource): string {
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
