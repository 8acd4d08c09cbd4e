import { describe } from '../analysis/describe.js';
import { escapeText, numberText, plainText } from './html.js';

/** How wide a drawing is, and its rows are high, in units of the picture. */
const WIDTH = 440;
const HEIGHT = 210;
const MARGIN = { left: 46, right: 12, top: 12, bottom: 26 };
/** Lines and dots beyond so many people hide each other: quartiles say more. */
const MOST_DOTS = 120;

/** Values of people in several conditions: a box with quartiles for each, a dot and a line for each person. */
export function pairedPlot(levels: readonly string[], rows: readonly (readonly number[])[], label: string): string {
  const all = rows.flat().filter(Number.isFinite);
  const scale = scaleOf(all);
  const step = (WIDTH - MARGIN.left - MARGIN.right) / levels.length;
  const xOf = (level: number) => MARGIN.left + step * (level + 0.5);
  const shown = rows.length <= MOST_DOTS ? rows : [];
  const lines = shown.map((row) => {
    const points = row.flatMap((value, level) =>
      Number.isFinite(value) ? [`${fixed(xOf(level))},${fixed(scale.y(value))}`] : [],
    );
    return points.length > 1 ? `<polyline class="person" points="${points.join(' ')}"/>` : '';
  });
  const dots = shown.flatMap((row) =>
    row.flatMap((value, level) =>
      Number.isFinite(value)
        ? [`<circle class="dot" cx="${fixed(xOf(level))}" cy="${fixed(scale.y(value))}" r="2.5"/>`]
        : [],
    ),
  );
  const boxes = levels.map((_, level) => box(xOf(level), rows.map((row) => row[level]).filter(Number.isFinite), scale));
  const names = levels.map(
    (name, level) => `<text x="${fixed(xOf(level))}" y="${HEIGHT - 8}" text-anchor="middle">${escapeText(name)}</text>`,
  );
  return picture(label, [axis(scale), ...boxes, ...lines, ...dots, ...names]);
}

/** Means of several groups side by side, with one bar for each series: ratings of regions by block. */
export function barPlot(
  groups: readonly string[],
  series: readonly { readonly name: string; readonly values: readonly number[] }[],
  label: string,
): string {
  const rowHeight = 12 * series.length + 8;
  const height = rowHeight * groups.length + 40;
  const left = 110;
  const most = Math.max(...series.flatMap(({ values }) => values.filter(Number.isFinite)), 1);
  const xOf = (value: number) => left + ((WIDTH - left - 40) * value) / most;
  const parts = groups.flatMap((group, i) => {
    const top = 8 + i * rowHeight;
    const bars = series.map(({ values }, k) => {
      const value = values[i];
      if (!Number.isFinite(value)) return '';
      const y = top + 12 * k;
      const bar = `<rect class="series${k}" x="${left}" y="${y}" width="${fixed(xOf(value) - left)}" height="10"/>`;
      return `${bar}<text class="value" x="${fixed(xOf(value) + 4)}" y="${y + 9}">${numberText(value, 2)}</text>`;
    });
    return [
      `<text x="${left - 6}" y="${top + 6 * series.length + 4}" text-anchor="end">${escapeText(group)}</text>`,
      ...bars,
    ];
  });
  const legend = series.map(
    ({ name }, k) =>
      `<rect class="series${k}" x="${left + 90 * k}" y="${height - 20}" width="10" height="10"/><text x="${left + 14 + 90 * k}" y="${height - 11}">${escapeText(name)}</text>`,
  );
  return picture(label, [...parts, ...legend], height);
}

interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
  y(value: number): number;
}

/** From a round number below the least to one above the most. */
function scaleOf(values: readonly number[]): Scale {
  // Not Math.min(...values): ten thousand people are more arguments than a call may have.
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (!(low <= high)) [low, high] = [0, 1];
  if (low === high) [low, high] = [low - 1, high + 1];
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  const [from, to] = [first * step, last * step];
  const inner = HEIGHT - MARGIN.top - MARGIN.bottom;
  return { low: from, high: to, ticks, y: (value) => MARGIN.top + inner * (1 - (value - from) / (to - from)) };
}

function axis({ ticks, y }: Scale): string {
  return ticks
    .map((tick) => {
      const at = fixed(y(tick));
      const line = `<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${at}" y2="${at}"/>`;
      return `${line}<text x="${MARGIN.left - 6}" y="${fixed(y(tick) + 4)}" text-anchor="end">${plainText(tick)}</text>`;
    })
    .join('');
}

function box(x: number, values: readonly number[], { y }: Scale): string {
  if (values.length === 0) return '';
  const { least, lowerQuartile, median, upperQuartile, most } = describe(values);
  const line = (from: number, to: number) =>
    `<line class="box" x1="${fixed(x)}" x2="${fixed(x)}" y1="${fixed(y(from))}" y2="${fixed(y(to))}"/>`;
  const body = `<rect class="box" x="${fixed(x - 22)}" width="44" y="${fixed(y(upperQuartile))}" height="${fixed(y(lowerQuartile) - y(upperQuartile))}"/>`;
  const middle = `<line class="median" x1="${fixed(x - 22)}" x2="${fixed(x + 22)}" y1="${fixed(y(median))}" y2="${fixed(y(median))}"/>`;
  return line(least, lowerQuartile) + line(upperQuartile, most) + body + middle;
}

function picture(label: string, parts: readonly string[], height = HEIGHT): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeText(label)}">${parts.join('')}</svg>`;
}

const fixed = (value: number) => Number(value.toFixed(2));
