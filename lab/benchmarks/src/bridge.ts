import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { BRIDGE_HEADER_SIZE, createBridgeSource, createDTrackFrame, encodeDTrackFrame, parseDTrack } from '@leib/feeds';
import { startServer } from '@leib/server';
import type { BenchmarkOptions } from './benchmarkOptions.js';
import { median } from './measureTimes.js';
import type { BenchResult } from './report.js';

export interface BridgeLoad {
  readonly trackerCount: number;
  readonly hz: number;
  readonly seconds: number;
}

export interface BridgeMeasurement {
  readonly sent: number;
  readonly received: number;
  readonly lost: number;
  readonly reordered: number;
  readonly damaged: number;
  /** From the call that sends to the pose in the page's table, microseconds, ascending. */
  readonly latencies: Float64Array;
  /** The same to a bare UDP socket beside the bridge: what no bridge can save. */
  readonly bareLatencies: Float64Array;
}

/** How long the last packets may take to arrive on a busy machine. */
const SETTLE_MS = 10_000;

/**
 * The sender has a thread of its own: only its clock, which all threads share, is in the packets. Frames are due by the
 * schedule, not by the timer, which is late now and then.
 */
const senderCode = `
const { workerData, parentPort } = require('node:worker_threads');
const { createSocket } = require('node:dgram');
const { bodies, hz, frames, ports } = workerData;
const socket = createSocket('udp4');
const startMs = performance.now();
let sent = 0;
const timer = setInterval(() => {
  const due = Math.min(frames, Math.floor((performance.now() - startMs) / 1000 * hz) + 1);
  while (sent < due) {
    const ns = process.hrtime.bigint();
    const head = 'fr ' + sent + '\\r\\nts2 ' + ns / 1000000000n + ' ' + (ns % 1000000000n) / 1000n + ' 0\\r\\n';
    const packet = Buffer.from(head + bodies[sent % bodies.length]);
    for (const port of ports) socket.send(packet, port, '127.0.0.1');
    sent++;
  }
  if (sent < frames) return;
  clearInterval(timer);
  setTimeout(() => socket.close(() => parentPort.postMessage(sent)), 50);
}, 1);
`;

/** Sends DTrack frames over loopback through a bridge into a page's source, and looks at what arrives. */
export async function measureBridge({ trackerCount, hz, seconds }: BridgeLoad): Promise<BridgeMeasurement> {
  const frames = Math.round(hz * seconds);
  const feeds = [{ protocol: 'dtrack', address: '127.0.0.1', port: 0 } as const];
  const server = await startServer({ port: 0, studioDir: null, bridge: { feeds } });

  const latencies: number[] = [];
  const bareLatencies: number[] = [];
  const frame = createDTrackFrame();
  const note = (payload: Uint8Array, into: number[]) => {
    const nowMicros = Number(process.hrtime.bigint() / 1000n);
    if (parseDTrack(payload, frame)) into.push(nowMicros - frame.epochSeconds * 1e6);
  };
  const bare = createSocket('udp4');
  bare.on('message', (payload) => note(payload, bareLatencies));
  bare.bind(0, '127.0.0.1');
  await once(bare, 'listening');

  const source = createBridgeSource(server.url, {
    createSocket(url) {
      const socket = new WebSocket(url);
      // Later than the source's own handler, so that the pose is in its table when the time is taken.
      setImmediate(() =>
        socket.addEventListener('message', ({ data }) => {
          if (data instanceof ArrayBuffer) note(new Uint8Array(data, BRIDGE_HEADER_SIZE), latencies);
        }),
      );
      return socket;
    },
  });
  await waitFor(() => source.feeds.length === 1 && source.clock.delayMs >= 0, 30_000);

  const workerData = {
    bodies: createBodies(trackerCount, hz),
    hz,
    frames,
    ports: [server.bridge.feeds[0].port, (bare.address() as AddressInfo).port],
  };
  const sender = new Worker(senderCode, { eval: true, execArgv: [], workerData });
  await once(sender, 'message');
  await waitFor(() => source.feeds[0].packets >= frames, SETTLE_MS);
  const { packets, lost, reordered, damaged } = source.feeds[0];
  source.dispose();
  bare.close();
  server.close();
  await sender.terminate();
  return {
    sent: frames,
    received: packets,
    // What never came after the last that did is not in the counters.
    lost: Math.max(lost, frames - packets),
    reordered,
    damaged,
    latencies: Float64Array.from(latencies).sort(),
    bareLatencies: Float64Array.from(bareLatencies).sort(),
  };
}

/** A second of bodies that move, as the lines that stand behind a packet's time. */
function createBodies(trackerCount: number, hz: number): string[] {
  const text = new TextDecoder();
  return Array.from({ length: hz }, (_, i) => {
    const bodies = Array.from({ length: trackerCount }, (_, id) => {
      const phase = 2 * Math.PI * (i / hz + id / trackerCount);
      return {
        id,
        pose: [Math.sin(phase), 1 + 0.1 * id, Math.cos(phase), 0, Math.sin(phase / 2), 0, Math.cos(phase / 2)],
      };
    });
    const packet = text.decode(encodeDTrackFrame({ frameNumber: 0, epochSeconds: 0, bodies }));
    return packet.slice(packet.indexOf('6dcal'));
  });
}

async function waitFor(what: () => boolean, limitMs: number): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!what() && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Ten trackers at 240 Hz: a minute of them, or a few seconds where it must be quick. */
export async function benchBridge({ targetCount }: BenchmarkOptions): Promise<BenchResult[]> {
  const load = { trackerCount: 10, hz: 240, seconds: targetCount >= 1000 ? 60 : targetCount >= 200 ? 5 : 1 };
  const { latencies, bareLatencies, sent, lost, reordered, damaged } = await measureBridge(load);
  const ours = median([...latencies]);
  const bare = median([...bareLatencies]);
  return [
    {
      name: 'bridge/10-trackers-240-hz',
      ours,
      unit: 'us',
      peers: { 'bare UDP socket': bare },
      ratio: { 'bare UDP socket': bare / ours },
      bytesPerCall: null,
      facts: {
        frames: sent,
        lost,
        reordered,
        damaged,
        addedMedianUs: ours - bare,
        p99Us: latencies[Math.floor(latencies.length * 0.99)],
        largestUs: latencies[latencies.length - 1],
      },
    },
  ];
}
