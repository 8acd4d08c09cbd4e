import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { defaultWalls, ROOM_PATH, roomKind } from '@leib/net';
import { startServer } from '@leib/server';
import { AGENT_BYTES } from '../../../../packages/net/dist/wire/frameMessage.js';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import type { BenchResult } from '../report.js';

const AGENTS = 16;
const HZ = 60;

/**
 * The simulation and the displays have a thread of their own, so that the server's thread has only the server's work. It speaks
 * the wire format by hand (packages/net/SPEC.md): a frame of 16 agents 60 times a second; displays are ready at once.
 */
const clientCode = `
const { workerData, parentPort } = require('node:worker_threads');
const { url, kinds, walls, agents, hz, frames, agentBytes } = workerData;
const address = url + '?walls=';
const open = (query) => new Promise((resolve, reject) => {
  const socket = new WebSocket(address + query);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => resolve(socket);
  socket.onerror = () => reject(new Error('no connection for ' + query));
});
const step = (kind, frame) => {
  const bytes = new DataView(new ArrayBuffer(12));
  bytes.setUint8(0, kind);
  bytes.setUint8(1, 1);
  bytes.setUint32(4, frame, true);
  return bytes.buffer;
};
const viewerBytes = 32;
const message = new DataView(new ArrayBuffer(24 + viewerBytes + agents * agentBytes));
message.setUint8(0, kinds.frame);
message.setUint8(1, 1);
message.setUint16(16, agents, true);
message.setUint8(18, 1);
message.setFloat32(24 + 4, 1.7, true);
message.setFloat32(24 + 24, 1, true);
message.setUint8(24 + 28, 1);
for (let i = 0; i < agents; i++) message.setUint16(24 + viewerBytes + i * agentBytes, i, true);
(async () => {
  const delays = [];
  const shown = walls.map(() => 0);
  let received = 0;
  await Promise.all(walls.map(async (wall, index) => {
    const socket = await open('display&wall=' + wall);
    socket.onmessage = ({ data }) => {
      const bytes = new DataView(data);
      if (bytes.getUint8(0) === kinds.frame) {
        received += data.byteLength;
        socket.send(step(kinds.ready, bytes.getUint32(4, true)));
        // The time of sending is the frame's own.
        delays[bytes.getUint32(4, true)] = performance.now() - bytes.getFloat64(8, true);
      }
      if (bytes.getUint8(0) === kinds.show) {
        shown[index] = bytes.getUint32(4, true);
        socket.send(step(kinds.shown, shown[index]));
      }
    };
  }));
  const simulation = await open('simulation');
  parentPort.postMessage(null);
  const cpu = process.threadCpuUsage();
  const startMs = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(frames, Math.floor((performance.now() - startMs) / 1000 * hz) + 1);
    while (sent < due) {
      for (let i = 0; i < agents * 49; i++) message.setInt16(24 + viewerBytes + Math.floor(i / 49) * agentBytes + 2 + (i % 49) * 2, (i * 37 + sent * 11) % 3000, true);
      message.setFloat64(8, performance.now(), true);
      simulation.send(message.buffer.slice(0));
      sent++;
    }
    if (sent < frames) return;
    clearInterval(timer);
    const { user, system } = process.threadCpuUsage(cpu);
    parentPort.postMessage({ cpuMicros: user + system, shown, received, frameBytes: message.byteLength, delays: delays.filter((ms) => ms >= 0) });
  }, 2);
})();
`;

interface LoadReport {
  /** Time of a core that the clients' thread took, microseconds. */
  readonly cpuMicros: number;
  readonly shown: readonly number[];
  readonly received: number;
  readonly frameBytes: number;
  readonly delays: readonly number[];
}

export interface DisplaysMeasurement extends LoadReport {
  /** Share of a core that the process took without the clients' thread: the server, and the garbage collector of both. */
  readonly coreShare: number;
  readonly frames: number;
  readonly skippedFrames: number;
}

/** Sends frames of 16 agents at 60 Hz over loopback to the six displays of the default CAVE. */
export async function measureDisplays(seconds: number): Promise<DisplaysMeasurement> {
  const server = await startServer({ port: 0, studioDir: null });
  const frames = Math.round(seconds * HZ);
  const clients = new Worker(clientCode, {
    eval: true,
    execArgv: [],
    workerData: {
      url: `ws://127.0.0.1:${server.port}${ROOM_PATH}`,
      kinds: roomKind,
      walls: defaultWalls.walls.map(({ name }) => name),
      agents: AGENTS,
      hz: HZ,
      frames,
      agentBytes: AGENT_BYTES,
    },
  });
  await once(clients, 'message');
  const before = process.cpuUsage();
  const begunMs = performance.now();
  const [report] = (await once(clients, 'message')) as [LoadReport];
  const { user, system } = process.cpuUsage(before);
  const elapsedSeconds = (performance.now() - begunMs) / 1000;
  const { skippedFrames } = server.displays.status;
  await clients.terminate();
  await server.close();
  return { ...report, coreShare: (user + system - report.cpuMicros) / 1e6 / elapsedSeconds, frames, skippedFrames };
}

/** One call is one frame to six displays. */
export async function benchDisplays({ targetCount }: BenchmarkOptions): Promise<BenchResult[]> {
  const seconds = targetCount >= 1000 ? 20 : targetCount >= 200 ? 5 : 1;
  const { coreShare, frames, frameBytes, delays, shown, skippedFrames, received } = await measureDisplays(seconds);
  const sorted = [...delays].sort((a, b) => a - b);
  return [
    {
      name: 'mocap/displays',
      ours: (coreShare / HZ) * 1e6,
      unit: 'us',
      peers: {},
      ratio: {},
      bytesPerCall: null,
      facts: {
        corePercent: coreShare * 100,
        bytesPerAgent: AGENT_BYTES,
        frameBytes,
        displays: shown.length,
        agents: AGENTS,
        frames,
        skippedFrames,
        shownAtLeast: Math.min(...shown),
        megabytesSent: received / 1e6,
        delayMedianMs: sorted[Math.floor(sorted.length / 2)],
        delayP95Ms: sorted[Math.floor(sorted.length * 0.95)],
      },
    },
  ];
}
