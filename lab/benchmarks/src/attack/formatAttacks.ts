import type { AttackFigures } from './attack.js';

export interface AttackResult extends AttackFigures {
  readonly name: string;
  readonly title: string;
  readonly seed: number;
  readonly seconds: number;
}

export interface AttackReport {
  readonly isQuick: boolean;
  readonly node: string;
  /** Of the machine in the last minute, when the run began: figures of a busy machine are larger. */
  readonly load: number;
  readonly results: readonly AttackResult[];
}

const round = (value: number) => (Math.abs(value) < 10 ? value.toFixed(1) : value.toFixed(0));

/** A Markdown table, and a line for each fault below it. */
export function formatAttacks({ results, load, node }: AttackReport): string {
  const rows = results.map(({ title, inputs, faults, outcomes, facts, seconds }) => {
    const ends = Object.entries(outcomes)
      .slice(0, 4)
      .map(([name, count]) => `${count} ${name}`);
    const figures = Object.entries(facts).map(([name, value]) => `${name} ${round(value)}`);
    const verdict = faults.length === 0 ? 'held' : `${faults.length} FAULTS`;
    return `| ${[title, inputs, verdict, ends.join(', '), figures.join(', '), seconds.toFixed(0)].join(' | ')} |`;
  });
  const total = results.reduce((sum, { inputs }) => sum + inputs, 0);
  const faults = results.flatMap(({ name, faults }) => faults.slice(0, 10).map((fault) => `${name}: ${fault}`));
  return [
    '| attack | inputs | verdict | how they ended | figures | s |',
    '|---|---:|---|---|---|---:|',
    ...rows,
    '',
    `${total} hostile inputs; Node ${node}, load ${load.toFixed(1)} at the beginning.`,
    ...faults,
  ].join('\n');
}
