import { InputError } from '@leib/core';
import { type BenchmarkOptions, quickOptions, thoroughOptions } from './benchmarkOptions.js';
import type { Killed } from './kills.js';
import type { BenchReport, BenchResult } from './report.js';

export interface RunOptions {
  /** Fewer targets and samples: under a minute, good enough for ratios. */
  readonly quick: boolean;
  /** Only benchmarks with this in their name: "arm", "chain", "forward-kinematics". */
  readonly only?: string;
  /** Told before each benchmark what comes next. */
  readonly onProgress?: (name: string) => void;
}

type Benchmark = (options: BenchmarkOptions) => BenchResult[] | Promise<BenchResult[]>;

/** Loaded when their turn comes: a run of one does not wait for the engines of the others. */
const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  'forward-kinematics': async () => (await import('./forwardKinematics.js')).benchForwardKinematics,
  arm: async () => (await import('./arm.js')).benchArm,
  chain: async () => (await import('./chain.js')).benchChain,
  embody: async () => (await import('./embody.js')).benchEmbody,
  'joint-centre': async () => (await import('./jointCentre.js')).benchJointCentre,
  reembody: async () => (await import('./reembody.js')).loadBenchReembody(),
  'mocap/dh': async () => (await import('./mocap/solve.js')).benchMocapSolve('dh'),
  'mocap/refined': async () => (await import('./mocap/solve.js')).benchMocapSolve('refined'),
  'mocap/transfer': async () => (await import('./mocap/transfer.js')).benchMocapTransfer,
  'mocap/displays': async () => (await import('./mocap/displays.js')).benchDisplays,
  'mocap/crowd-100': async () => (await import('./mocap/crowd.js')).benchCrowd,
  'mocap/rig': async () => (await import('./mocap/rig.js')).benchMocapRig,
  'puppet/ccd-chain': async () => (await import('./puppet/ccdChain.js')).benchCcdChain,
  'puppet/bind': async () => (await import('./puppet/bind.js')).benchBind,
  'puppet/propose': async () => (await import('./puppet/propose.js')).benchPropose,
  'puppet/skin-10000': async () => (await import('./puppet/skin.js')).benchPuppetSkin(100, 100),
  'puppet/skin-2500': async () => (await import('./puppet/skin.js')).benchPuppetSkin(50, 50),
  'puppet/build': async () => (await import('./puppet/build.js')).benchPuppetBuild,
  'puppet/bake': async () => (await import('./puppet/bake.js')).benchPuppetBake,
  'puppet/frame': async () => (await import('./puppet/frame.js')).benchPuppetFrame,
  'puppet/inner-drags': async () => (await import('./puppet/innerDrags.js')).benchInnerDrags,
  bridge: async () => (await import('./bridge.js')).benchBridge,
  remote: async () => (await import('./remote.js')).benchRemote,
  people: async () => (await import('./people.js')).benchPeople,
  together: async () => (await import('./lossyNetwork.js')).benchLossyNetwork,
  'study/kills': async () => (await import('./study.js')).benchStudyKills,
  'study/report': async () => (await import('./study.js')).benchStudyReport,
  'study/stations': async () => (await import('./study.js')).benchStudyStations,
  'kills/server': () => loadKills('server'),
  'kills/node': () => loadKills('node'),
  'kills/nats': () => loadKills('nats'),
};

async function loadKills(killed: Killed): Promise<Benchmark> {
  const { benchKills } = await import('./kills.js');
  return (options) => benchKills(killed, options);
}

/** Measured in real time or in a browser, or takes many seconds, and so only when they are asked for by name. */
const onRequest = new Set([
  'mocap/rig',
  'mocap/displays',
  'mocap/crowd-100',
  'puppet/bake',
  'puppet/bind',
  'puppet/build',
  'puppet/frame',
  'puppet/inner-drags',
  'puppet/propose',
  'puppet/skin-10000',
  'puppet/skin-2500',
  'bridge',
  'remote',
  'people',
  'together',
  'study/kills',
  'study/report',
  'study/stations',
  'kills/server',
  'kills/node',
  'kills/nats',
]);

export const benchmarkNames: readonly string[] = Object.keys(benchmarks);

export async function runBenchmarks({ quick, only, onProgress }: RunOptions): Promise<BenchReport> {
  return runBenchmarksWith(quick ? quickOptions : thoroughOptions, only, onProgress);
}

export async function runBenchmarksWith(
  options: BenchmarkOptions,
  only?: string,
  onProgress?: (name: string) => void,
): Promise<BenchReport> {
  const names = benchmarkNames.filter((name) => (only === undefined ? !onRequest.has(name) : name.includes(only)));
  if (names.length === 0) throw new InputError('--only', `expected ${benchmarkNames.join(', ')}, got "${only}"`);
  const results: BenchResult[] = [];
  for (const name of names) {
    onProgress?.(name);
    const bench = await benchmarks[name]();
    results.push(...(await bench(options)));
  }
  return { results };
}
