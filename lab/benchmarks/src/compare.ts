import type { BenchmarkOptions } from './benchmarkOptions.js';
import type { Contender, IkContender } from './contender.js';
import { type IkProblem, TOLERANCE } from './ikProblem.js';
import { createHeapScale, measureBytes } from './measureBytes.js';
import { measureTimes } from './measureTimes.js';
import type { BenchResult } from './report.js';

/** Which of our contenders is reported under which name, and beside whom. */
export interface Comparison<C extends Contender> {
  readonly name: string;
  readonly ours: C;
  readonly peers: readonly C[];
}

/** Times all contenders in one interleaved run and reports each comparison. */
export function compare<C extends Contender>(
  comparisons: readonly Comparison<C>[],
  { timing, heap }: Pick<BenchmarkOptions, 'timing' | 'heap'>,
  successRateOf?: (contender: C) => number,
): BenchResult[] {
  const contenders = [...new Set(comparisons.flatMap(({ ours, peers }) => [ours, ...peers]))];
  const success = new Map(contenders.map((contender) => [contender, successRateOf?.(contender)]));
  const times = new Map(measureTimes(contenders, timing).map((time, index) => [contenders[index], time]));
  const own = new Set(comparisons.map(({ ours }) => ours));
  const scale = createHeapScale(heap);
  const bytes = new Map(
    contenders.map((contender) => [contender, scale && measureBytes(scale, contender, own.has(contender))]),
  );
  const lookUp = <Value>(values: Map<C, Value>, contender: C) => values.get(contender) as Value;
  return comparisons.map(({ name, ours, peers }) => {
    const byPeer = <Value>(value: (peer: C) => Value): Record<string, Value> =>
      Object.fromEntries(peers.map((peer) => [peer.name, value(peer)]));
    const oursTime = lookUp(times, ours);
    const successRate = lookUp(success, ours);
    return {
      name,
      ours: oursTime,
      unit: 'us',
      peers: byPeer((peer) => lookUp(times, peer)),
      bytesPerCall: lookUp(bytes, ours),
      ratio: byPeer((peer) => lookUp(times, peer) / oursTime),
      ...(successRate === undefined
        ? {}
        : { successRate, peerSuccessRate: byPeer((peer) => lookUp(success, peer) ?? 0) }),
      peerBytesPerCall: byPeer((peer) => lookUp(bytes, peer)),
    };
  });
}

/** Share of a problem's targets that a contender reaches, 0..1, judged by where its tip is, not by what it says. */
export function measureSuccessRate({ targets, targetCount }: IkProblem, contender: IkContender): number {
  const tip = new Float64Array(3);
  let reached = 0;
  for (let i = 0; i < targetCount; i++) {
    contender.solveOne(i);
    contender.readTip(tip);
    const error = Math.hypot(tip[0] - targets[i * 3], tip[1] - targets[i * 3 + 1], tip[2] - targets[i * 3 + 2]);
    // A contender may stop anywhere up to the tolerance itself; rounding is not held against it.
    if (error <= TOLERANCE * (1 + 1e-6)) reached++;
  }
  return reached / targetCount;
}
