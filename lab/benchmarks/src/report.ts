/** One measured thing of ours, with what it was measured beside. Lower is better throughout. */
export interface BenchResult {
  /** Problem and contender: "arm/fabrik". */
  readonly name: string;
  /** Median time of one call, in `unit`. */
  readonly ours: number;
  readonly unit: 'us';
  /** The same for others in the same run. */
  readonly peers: Readonly<Record<string, number>>;
  /** Heap that one of our calls leaves to the garbage collector; null where the collector cannot be called. */
  readonly bytesPerCall: number | null;
  /** peers / ours: how many times faster we are. */
  readonly ratio: Readonly<Record<string, number>>;
  /** Share of targets that end within a millimetre, 0..1, where there are targets. */
  readonly successRate?: number;
  readonly peerSuccessRate?: Readonly<Record<string, number>>;
  readonly peerBytesPerCall?: Readonly<Record<string, number | null>>;
  /** What else was seen, where time is not all: lost frames, the worst case. */
  readonly facts?: Readonly<Record<string, number>>;
  /** Why nothing was measured, in one sentence; the numbers are then NaN (null in JSON). */
  readonly skipped?: string;
}

export interface BenchReport {
  readonly results: readonly BenchResult[];
}

/** The report as a table for people. */
export function formatReport({ results }: BenchReport): string {
  const rows = [['benchmark', 'contender', 'us per call', 'times ours', 'within 1 mm', 'bytes per call']];
  for (const result of results) {
    if (result.skipped !== undefined) continue;
    rows.push([
      result.name,
      'leib',
      time(result.ours),
      '1',
      share(result.successRate),
      result.bytesPerCall === null ? '?' : String(result.bytesPerCall),
    ]);
    for (const [peer, value] of Object.entries(result.peers)) {
      const bytes = result.peerBytesPerCall?.[peer];
      rows.push([
        '',
        peer,
        time(value),
        result.ratio[peer].toFixed(result.ratio[peer] < 10 ? 2 : 0),
        share(result.peerSuccessRate?.[peer]),
        bytes === undefined ? '' : bytes === null ? '?' : String(bytes),
      ]);
    }
  }
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row: string[]) =>
    row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  ');
  return [
    line(rows[0]),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...rows.slice(1).map(line),
    ...results.flatMap(factsOf),
    ...results.flatMap(({ name, skipped }) => (skipped === undefined ? [] : [`${name}: not measured: ${skipped}`])),
  ]
    .map((text) => text.trimEnd())
    .join('\n');
}

function factsOf({ name, facts }: BenchResult): string[] {
  if (!facts) return [];
  const words = Object.entries(facts).map(
    ([fact, value]) => `${fact} ${Number.isInteger(value) ? value : value.toFixed(1)}`,
  );
  return [`${name}: ${words.join(', ')}`];
}

function time(microseconds: number): string {
  return microseconds.toFixed(microseconds < 1 ? 4 : microseconds < 100 ? 2 : 0);
}

function share(successRate: number | undefined): string {
  if (successRate === undefined) return '';
  // Rounded down: 100 % must mean all of them.
  return `${(Math.floor(successRate * 1000) / 10).toFixed(1)} %`;
}
