import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InputError } from '@leib/core';
import { readJoin, roomPath } from '@leib/net';
import { type CommandOutput, type CommandRun, UsageError } from '../command.js';
import type { loadOptions } from '../commands/load.js';
import { importFromLab } from '../lab.js';
import { readNumberOption, readPositiveOption, readWordOption } from '../options.js';
import { untilStopped } from '../process.js';
import { type BotMotion, readBotMotion } from './botMotion.js';
import { Crowd, type CrowdFigures, type CrowdOptions } from './crowd.js';
import { type LoadNats, startLoadNats } from './loadNats.js';
import { type MemoryCourse, type MemorySample, memoryCourse, memoryGrowth } from './memoryCourse.js';

/** What is measured of a server with a room of bots: `leib load --json` prints it. */
export interface LoadReport extends CrowdFigures {
  readonly clients: number;
  readonly seconds: number;
  readonly hz: number;
  readonly radius: number;
  readonly form: BotMotion['form'];
  /** Of an update with the whole body and the fingers. */
  readonly bytesPerFullUpdate: number;
  /** Computing of the server's process, or of all of them together, cores. */
  readonly serverCores: number;
  readonly serverMemoryMB: MemoryCourse;
  /** How much of it was added once it had settled: 0.05 is 5 %. */
  readonly memoryGrowth: number;
  /** With how many one core of the server is full, where work grows by the square of their number. */
  readonly clientsPerCore: number;
  /** With --nodes. */
  readonly nodes?: NodesFigures;
  readonly json?: PeerFigures;
}

/** What it costs that several servers have the room. */
export interface NodesFigures {
  readonly count: number;
  /** Computing of nats-server, cores; null where the system does not say. */
  readonly natsCores: number | null;
  /** From all nodes to NATS, and back to all of them. */
  readonly kilobytesOutPerSecond: number;
  readonly kilobytesInPerSecond: number;
}

/** What the lab measures of another way; ratios are how many times better Leib is. */
export interface PeerFigures {
  readonly clients: number;
  readonly hz: number;
  readonly bytesPerRelayed: number;
  readonly serverCores: number;
  readonly clientsPerCore: number;
  readonly relayP95Ms: number;
  readonly bytesRatio: number;
  readonly clientsRatio: number;
}

/** What the lab's relay is measured with. */
export interface PeerOptions {
  readonly moments: BotMotion['moments'];
  readonly seconds: number;
  readonly ours: Pick<LoadReport, 'bytesPerRelayed' | 'clientsPerCore'>;
}

/** Until code of server and bots is compiled, and budgets have settled. */
const WARM_UP_MS = 3000;
const PROGRESS_MS = 500;
const MEMORY_MS = 1000;

export const runLoad: CommandRun<typeof loadOptions> = async (_operands, options, output) => {
  const { room = 'load', json } = options;
  if (!readJoin(roomPath({ people: room })).ok)
    throw new UsageError('--room', `expected 1 to 40 lower-case letters, digits or "-", got "${room}"`);
  const clients = readNumberOption('clients', options.clients, { low: 2, high: 224, isWhole: true }) ?? 200;
  const hz = readNumberOption('hz', options.hz, { low: 1, high: 120 }) ?? 60;
  const radius = readNumberOption('radius', options.radius, { low: 0, high: 400, unit: ' m' }) ?? 10;
  const seconds = readPositiveOption('seconds', options.seconds) ?? 30;
  const form =
    options.form === undefined ? undefined : readWordOption('form', options.form, ['targets', 'pose'] as const);
  const beside = options.beside === undefined ? undefined : readWordOption('beside', options.beside, ['json'] as const);
  const motion = await readBotMotion(options.motion, form, hz, output);
  const nodes = readNumberOption('nodes', options.nodes, { low: 1, high: 8, isWhole: true });
  if (nodes !== undefined && options.server !== undefined)
    throw new UsageError('--nodes', 'expected servers of its own, got --server as well');
  const server = options.server !== undefined ? givenServer(options.server) : await startOwn(nodes);
  try {
    const crowd: CrowdOptions = { serverUrls: server.urls, room, clients, hz, radius, motion };
    const ours = await measure(crowd, server, seconds, output);
    const peer = beside && (await measurePeer(motion, ours, seconds, output));
    const report: LoadReport = { ...ours, ...(peer && { json: peer }) };
    output.print(json ? JSON.stringify(report) : describe(report));
  } finally {
    await server.stop();
  }
};

interface LoadedServer {
  readonly urls: readonly string[];
  /** Through which they share the room; null where there is one server, alone. */
  readonly nats: LoadNats | null;
  /** Throws where one has ended. */
  check(): void;
  stop(): Promise<void>;
}

function givenServer(text: string): LoadedServer {
  if (!URL.canParse(text)) throw new UsageError('--server', `expected http://127.0.0.1:8080, got "${text}"`);
  return { urls: [text], nats: null, check() {}, async stop() {} };
}

/** Compiled, also where a test runs the sources. */
const serverScript = new URL('../../dist/load/loadServer.js', import.meta.url);

/** One that is alone, or several with a nats-server. */
async function startOwn(nodes: number | undefined): Promise<LoadedServer> {
  const nats = nodes === undefined ? null : await startLoadNats();
  const children: OwnServer[] = [];
  const stop = async () => {
    for (const { child } of children) child.kill();
    await nats?.stop();
  };
  try {
    for (let index = 0; index < (nodes ?? 1); index++) children.push(await startOwnServer(nats?.url));
  } catch (error) {
    await stop();
    throw error;
  }
  const check = () => {
    for (const { child } of children) {
      const { exitCode, signalCode } = child;
      if (exitCode !== null || signalCode !== null)
        throw new InputError('server', `it ended with ${signalCode ?? exitCode}`);
    }
  };
  return { urls: children.map(({ url }) => url), nats, check, stop };
}

interface OwnServer {
  readonly child: ChildProcess;
  readonly url: string;
}

async function startOwnServer(natsUrl: string | undefined): Promise<OwnServer> {
  // Ctrl-C is for this process: the server is asked for its figures before it ends.
  const child: ChildProcess = fork(fileURLToPath(serverScript), natsUrl === undefined ? [] : [natsUrl], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  const ended = once(child, 'exit').then(([code, signal]: (string | number | null)[]) => {
    throw new InputError('server', `it ended with ${signal ?? code}`);
  });
  ended.catch(() => {});
  const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
  return { child, url };
}

async function measure(
  options: CrowdOptions,
  server: LoadedServer,
  seconds: number,
  output: CommandOutput,
): Promise<LoadReport> {
  const { clients, hz, radius, motion } = options;
  const crowd = new Crowd(options);
  try {
    await crowd.join((count) => output.progress(`${count} of ${clients} bots are in the room`));
    await pause(WARM_UP_MS);
    crowd.check();
    const before = await readProcesses(server);
    const samples: MemorySample[] = [before];
    crowd.begin();
    const progress = setInterval(() => {
      const passed = performance.now() / 1000 - before.seconds;
      output.progress(`measuring: ${passed.toFixed(1)} of ${seconds} s`);
    }, PROGRESS_MS);
    const memory = setInterval(() => {
      // Where the server is gone it is said below.
      readProcesses(server).then(
        (sample) => samples.push(sample),
        () => {},
      );
    }, MEMORY_MS);
    await untilStopped(seconds, crowd.failed);
    for (const timer of [progress, memory]) clearInterval(timer);
    server.check();
    crowd.check();
    const after = await readProcesses(server);
    const figures = await crowd.end();
    const course = memoryCourse([...samples, after]);
    const passed = after.seconds - before.seconds;
    const serverCores = (after.cpuSeconds - before.cpuSeconds) / passed;
    return {
      ...figures,
      clients,
      seconds: passed,
      hz,
      radius,
      form: motion.form,
      bytesPerFullUpdate: motion.fullBytes,
      serverCores,
      serverMemoryMB: course,
      memoryGrowth: memoryGrowth(course),
      clientsPerCore: clients / Math.sqrt(serverCores),
      ...(server.nats !== null && { nodes: nodesFigures(server.urls.length, before, after, passed) }),
    };
  } finally {
    crowd.dispose();
  }
}

/** What all servers together, and nats-server, have done so far. */
interface Processes {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly memoryMB: number;
  readonly natsSeconds: number | null;
  readonly bytesOut: number;
  readonly bytesIn: number;
}

async function readProcesses({ urls, nats }: LoadedServer): Promise<Processes> {
  const [natsSeconds, ...servers] = await Promise.all([nats?.cpuSeconds() ?? null, ...urls.map(readProcess)]);
  const sum = (of: (server: (typeof servers)[number]) => number) => servers.reduce((all, one) => all + of(one), 0);
  return {
    seconds: performance.now() / 1000,
    natsSeconds,
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
    memoryMB: sum(({ memoryMB }) => memoryMB),
    bytesOut: sum(({ bytesOut }) => bytesOut),
    bytesIn: sum(({ bytesIn }) => bytesIn),
  };
}

function nodesFigures(count: number, before: Processes, after: Processes, seconds: number): NodesFigures {
  const isKnown = before.natsSeconds !== null && after.natsSeconds !== null;
  return {
    count,
    natsCores: isKnown ? ((after.natsSeconds ?? 0) - (before.natsSeconds ?? 0)) / seconds : null,
    kilobytesOutPerSecond: (after.bytesOut - before.bytesOut) / seconds / 1000,
    kilobytesInPerSecond: (after.bytesIn - before.bytesIn) / seconds / 1000,
  };
}

/** What a server says of its process in /api/metrics. */
async function readProcess(url: string) {
  const given = new URL(url);
  const metrics = new URL(`/api/metrics${given.search}`, given);
  const answer = await fetch(metrics).catch((error: Error) => {
    throw new InputError('server', `expected ${metrics.pathname}, got "${error.message}"`);
  });
  const text = await answer.text();
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  const [cpuSeconds, memory] = [value('process_cpu_seconds_total'), value('process_resident_memory_bytes')];
  if (!answer.ok || Number.isNaN(cpuSeconds + memory))
    throw new InputError('server', `expected ${metrics.pathname} of a Leib server, got status ${answer.status}`);
  const [bytesOut, bytesIn] = [value('leib_nodes_bytes_sent_total'), value('leib_nodes_bytes_received_total')];
  return { cpuSeconds, memoryMB: memory / 1e6, bytesOut, bytesIn };
}

async function measurePeer(
  { moments }: BotMotion,
  ours: LoadReport,
  seconds: number,
  output: CommandOutput,
): Promise<PeerFigures> {
  const measureJson = await importFromLab<(options: PeerOptions) => Promise<PeerFigures>>(
    'benchmarks/dist/jsonRelay.js',
    'measureJsonRelay',
  );
  output.progress('measuring a relay of JSON messages …');
  return measureJson({ moments, seconds, ours });
}

function describe(report: LoadReport): string {
  const { clients, seconds, hz, radius, form, delivered, sent, nodes, json } = report;
  const memory = report.serverMemoryMB;
  return [
    `${clients} bots, ${hz} Hz, ${form}, within ${radius} m, ${seconds.toFixed(1)} s`,
    `delivered ${percent(delivered)}, relay ${report.relayMedianMs.toFixed(1)} ms median, ${report.relayP95Ms.toFixed(1)} ms p95`,
    `server ${report.serverCores.toFixed(2)} cores, ${memory.start.toFixed(0)} MB at first, ${memory.settled.toFixed(0)} MB settled, ${memory.end.toFixed(0)} MB at last (${(report.memoryGrowth * 100).toFixed(1)} %)`,
    `${report.bytesPerUpdate.toFixed(1)} bytes an update, ${report.bytesPerFullUpdate} with the whole body; ${report.kilobytesPerClientAndSecond.toFixed(0)} kB a second for each`,
    ...(nodes
      ? [
          `${nodes.count} nodes, nats-server ${nodes.natsCores?.toFixed(2) ?? '?'} cores; ${nodes.kilobytesOutPerSecond.toFixed(0)} kB a second to it, ${nodes.kilobytesInPerSecond.toFixed(0)} back`,
        ]
      : []),
    ...(sent < 0.98
      ? [`The bots sent only ${percent(sent)} of their updates: this machine is too busy to measure.`]
      : []),
    ...(json
      ? [
          `JSON: ${json.bytesPerRelayed.toFixed(0)} bytes an update (${json.bytesRatio.toFixed(1)} times ours), ${json.clientsPerCore.toFixed(0)} clients a core beside ${report.clientsPerCore.toFixed(0)} (${json.clientsRatio.toFixed(1)} times)`,
        ]
      : []),
  ].join('\n');
}

const percent = (share: number) => `${(Math.floor(share * 10000) / 100).toFixed(2)} %`;
