import type { ComparedMeasure } from '../compareBodies.js';
import {
  type BodyKinds,
  type ComparedPerson,
  kindsLabel,
  personDifferences,
  summarisePeople,
} from './comparePeople.js';

/** Groups of bars over one axis. */
export interface BarChart {
  readonly title: string;
  /** What the axis shows, with its unit. */
  readonly axis: string;
  /** Names of the bars in each group. */
  readonly series: readonly string[];
  readonly groups: readonly {
    readonly label: string;
    /** One per series; null where there is none. */
    readonly values: readonly (number | null)[];
  }[];
}

/** Colours of text, lines and paper. */
export interface ChartColours {
  readonly ink: string;
  readonly line: string;
  readonly paper: string;
}

export const lightChart: ChartColours = { ink: '#22262d', line: '#c9ced8', paper: '#ffffff' };

/** Distinct in hue and lightness; repeated for more series. */
const barColours = [
  '#2f6db0',
  '#e08a2e',
  '#3c9a6b',
  '#b8434f',
  '#8a63b5',
  '#9a7b4f',
  '#d46fa8',
  '#5aa7b8',
  '#7d8590',
  '#b3a83a',
];

const BAR = 9;
const GROUP_GAP = 16;
const PLOT_HEIGHT = 240;
const LEFT = 54;
const RIGHT = 16;
const TITLE = 30;
const LEGEND_LINE = 20;
const LABELS = 92;
/** Width of a letter, for laying out the legend. */
const LETTER = 6.6;

/** Draws a chart as SVG: one scale through zero, a legend above, labels of the groups below. */
export function barChartSvg(chart: BarChart, colours: ChartColours = lightChart): string {
  const { series, groups } = chart;
  const groupWidth = Math.max(series.length, 1) * BAR + GROUP_GAP;
  const width = Math.max(LEFT + groups.length * groupWidth + RIGHT, 420);
  const legend = layOutLegend(series, width);
  const top = TITLE + legend.lines * LEGEND_LINE + 10;
  const values = groups.flatMap((group) => group.values.filter((value) => value !== null));
  const { low, high, step } = scaleOf(values);
  const toY = (value: number) => top + PLOT_HEIGHT * (1 - (value - low) / (high - low));
  const parts: string[] = [text(LEFT, 20, chart.title, 'font-size="14" font-weight="600"')];
  series.forEach((name, i) => {
    const { x, line } = legend.places[i];
    const y = TITLE + line * LEGEND_LINE;
    parts.push(`<rect x="${x}" y="${y}" width="11" height="11" rx="2" fill="${colourOf(i)}"/>`);
    parts.push(text(x + 16, y + 10, name));
  });
  for (let tick = Math.round(low / step); tick * step <= high + 1e-9; tick++) {
    const y = toY(tick * step).toFixed(1);
    const stroke = tick === 0 ? colours.ink : colours.line;
    parts.push(`<line x1="${LEFT}" x2="${width - RIGHT}" y1="${y}" y2="${y}" stroke="${stroke}"/>`);
    parts.push(text(LEFT - 8, Number(y) + 4, String(Number((tick * step).toPrecision(6))), 'text-anchor="end"'));
  }
  const middle = top + PLOT_HEIGHT / 2;
  parts.push(text(14, middle, chart.axis, `text-anchor="middle" transform="rotate(-90 14 ${middle})"`));
  groups.forEach((group, g) => {
    const left = LEFT + GROUP_GAP / 2 + g * groupWidth;
    group.values.forEach((value, i) => {
      if (value !== null) parts.push(barOf(left + i * BAR, value, toY, i, `${group.label}, ${series[i]}`));
    });
    const x = left + (groupWidth - GROUP_GAP) / 2;
    const y = top + PLOT_HEIGHT + 14;
    parts.push(text(x, y, group.label, `text-anchor="end" transform="rotate(-40 ${x} ${y})"`));
  });
  const height = top + PLOT_HEIGHT + LABELS;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${colours.ink}">`,
    `<rect width="100%" height="100%" fill="${colours.paper}"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

const colourOf = (series: number) => barColours[series % barColours.length];

function barOf(x: number, value: number, toY: (value: number) => number, series: number, label: string): string {
  const [a, b] = [toY(value), toY(0)];
  const height = Math.max(Math.abs(a - b), 0.5).toFixed(1);
  const place = `x="${x}" y="${Math.min(a, b).toFixed(1)}" width="${BAR - 1}" height="${height}"`;
  return `<rect ${place} fill="${colourOf(series)}"><title>${escaped(`${label}: ${value.toFixed(2)}`)}</title></rect>`;
}

/** A range through zero that ends at a tick, about five ticks. */
function scaleOf(values: readonly number[]): { low: number; high: number; step: number } {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const raw = Math.max(most - least, 1e-3) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5].find((factor) => factor * power >= raw) ?? 10) * power;
  const [low, high] = [Math.floor(least / step - 1e-9) * step, Math.ceil(most / step - 1e-9) * step];
  return { low: least === 0 ? 0 : low, high: Math.max(high, step), step };
}

function layOutLegend(series: readonly string[], width: number) {
  let [x, line] = [LEFT, 0];
  const places = series.map((name) => {
    const needed = 16 + name.length * LETTER + 14;
    if (x > LEFT && x + needed > width - RIGHT) [x, line] = [LEFT, line + 1];
    const place = { x, line };
    x += needed;
    return place;
  });
  return { places, lines: line + 1 };
}

function text(x: number, y: number, content: string, more = ''): string {
  return `<text x="${x}" y="${y}" ${more}>${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

const CENTIMETRES = 100;

/** Lengths: boxes, distances and circumferences, which one axis can show. */
const isLength = ({ unit }: ComparedMeasure) => unit === 'm';

/** For each measure a bar for each person: how their two bodies differ (Anhang 5 and 6 of the thesis). */
export function chartOfMeasures(people: readonly ComparedPerson[], kinds: BodyKinds, whose = ''): BarChart {
  const differences = personDifferences(people, kinds).filter(({ measure }) => isLength(measure));
  const measures = [...new Set(differences.map(({ measure }) => measure.name))];
  const persons = [...new Set(differences.map(({ person }) => person.id))];
  return {
    title: `${kindsLabel(kinds)}${whose === '' ? '' : `, ${whose}`}`,
    axis: 'Difference, cm',
    series: persons,
    groups: measures.map((name) => ({
      label: name,
      values: persons.map((id) => {
        const found = differences.find(({ measure, person }) => measure.name === name && person.id === id);
        return found ? found.difference * CENTIMETRES : null;
      }),
    })),
  };
}

/** For each person a bar for each pair: the mean absolute difference of all lengths (Anhang 7, 8 and 15). */
export function chartOfPeople(people: readonly ComparedPerson[], pairs: readonly BodyKinds[], whose = ''): BarChart {
  return {
    title: `Mean difference by person${whose === '' ? '' : `, ${whose}`}`,
    axis: 'Mean |difference|, cm',
    series: pairs.map(kindsLabel),
    groups: people.map((person) => ({
      label: person.id,
      values: pairs.map((kinds) => {
        const lengths = personDifferences([person], kinds).filter(({ measure }) => isLength(measure));
        if (lengths.length === 0) return null;
        const sum = lengths.reduce((total, { difference }) => total + Math.abs(difference), 0);
        return (sum / lengths.length) * CENTIMETRES;
      }),
    })),
  };
}

/** For each measure a bar for each pair: the mean absolute difference of all people. */
export function chartOfPairs(people: readonly ComparedPerson[], pairs: readonly BodyKinds[], whose = ''): BarChart {
  const summaries = pairs.map((kinds) => summarisePeople(people, kinds).filter(({ measure }) => isLength(measure)));
  const measures = [...new Set(summaries.flat().map(({ measure }) => measure.name))];
  return {
    title: `Mean difference by measure${whose === '' ? '' : `, ${whose}`}`,
    axis: 'Mean |difference|, cm',
    series: pairs.map(kindsLabel),
    groups: measures.map((name) => ({
      label: name,
      values: summaries.map((summary) => {
        const found = summary.find(({ measure }) => measure.name === name);
        return found ? found.mean * CENTIMETRES : null;
      }),
    })),
  };
}
