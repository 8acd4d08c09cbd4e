import type { EvalMetrics, EvalResult } from './evaluateSolvers.js';

/** A column of the tables: what stands above it, and what in it. */
type Column = readonly [title: string, value: (metrics: EvalMetrics) => number, digits: number];

const columns: readonly Column[] = [
  ['MPJPE', (m) => m.mpjpeCm, 2],
  ['upper', (m) => m.upperCm, 2],
  ['lower', (m) => m.lowerCm, 2],
  ['hips', (m) => m.rootCm, 2],
  ['wrists', (m) => m.handsCm, 2],
  ['aligned', (m) => m.alignedMpjpeCm, 2],
  ['MPJRE', (m) => m.mpjreDeg, 2],
  ['angle', (m) => m.geodesicDeg, 2],
  ['MPJVE', (m) => m.mpjveCmPerS, 1],
  ['jitter', (m) => m.jitter, 2],
  ['(true)', (m) => m.truthJitter, 2],
  ['slide', (m) => m.slideCmPerS, 2],
  ['(true)', (m) => m.truthSlideCmPerS, 2],
  ['skate', (m) => m.skateCmPerFrame, 3],
  ['F1', (m) => m.contactF1, 3],
  ['elbow x', (m) => m.elbowSpeedRatio, 2],
  ['inside', (m) => m.elbowsInTorso, 0],
  ['(true)', (m) => m.truthElbowsInTorso, 0],
];

const legend = [
  'Positions in cm (MPJPE un-aligned; aligned: at the head), MPJRE as coded in the field and the real angle in degrees,',
  'MPJVE and slide (horizontal speed of feet that truly stand) in cm/s, jitter in 10^2 m/s^3, skate in cm/frame, F1 of',
  'foot contacts, elbow x: fastest elbow over fastest true joint (worst clip), inside: elbow points in the torso (all',
  'clips). (true): the truth’s own. A group is the plain mean over its clips.',
];

/** The tables for people: overall, per action, per subject, per joint, the solvers side by side. */
export function formatEvaluation(results: readonly EvalResult[]): string {
  const titles = columns.map(([title]) => title);
  const cells = (metrics: EvalMetrics) => columns.map(([, value, digits]) => show(value(metrics), digits));
  const groups = (of: (result: EvalResult) => EvalResult['actions'], title: string) =>
    table([
      [title, 'solver', 'clips', ...titles],
      ...of(results[0]).flatMap(({ name }, row) =>
        results.map((result, i) => {
          const { clipCount, metrics } = of(result)[row];
          return [i === 0 ? name : '', result.solver, i === 0 ? String(clipCount) : '', ...cells(metrics)];
        }),
      ),
    ]);
  return [
    `${results[0].clips.length} clips`,
    table([['', 'solver', ...titles], ...results.map(({ solver, overall }) => ['all', solver, ...cells(overall)])]),
    legend.join('\n'),
    groups((result) => result.actions, 'action'),
    groups((result) => result.subjects, 'subject'),
    table([
      ['joint, cm', ...results.map(({ solver }) => solver)],
      ...Object.keys(results[0].jointsCm).map((joint) => [
        joint,
        ...results.map(({ jointsCm }) => show(jointsCm[joint], 2)),
      ]),
    ]),
  ].join('\n\n');
}

function show(value: number, digits: number): string {
  return Number.isNaN(value) ? '-' : value.toFixed(digits);
}

/** The first column, and one that is called solver, hold words; the others numbers. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const holdsWords = rows[0].map((title, column) => column === 0 || title === 'solver');
  return rows
    .map((row) =>
      row
        .map((cell, column) => (holdsWords[column] ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
