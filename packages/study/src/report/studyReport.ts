import {
  type Comparison,
  type Correlation,
  compareConditions,
  correlateScores,
  groupBy,
} from '../analysis/compareConditions.js';
import { describe } from '../analysis/describe.js';
import { holm } from '../analysis/holm.js';
import type { Cell, PersonRow, StudyTable, TrialRow } from '../analysis/studyTable.js';
import { comparePairs } from '../analysis/wilcoxon.js';
import { escapeText, intervalText, numberText, pageHtml, plainText, pText, tableHtml } from './html.js';
import { barPlot, pairedPlot } from './plots.js';

/** What a report says besides the numbers. */
export interface ReportOptions {
  readonly title: string;
  readonly study: string;
  /** Names of conditions, tasks and measures as people read them; the ids where absent. */
  readonly names?: Readonly<Record<string, string>>;
  /** Sheets of single people; the others are in the tables only. */
  readonly mostSheets?: number;
  /** Avatars of a shape study, by participant. */
  readonly shapes?: readonly ShapePerson[];
}

/** The bodies that somebody has set, and the one that follows from their measures, all measured alike. */
export interface ShapePerson {
  readonly participant: string;
  /** Names of bodies: first avatar, second avatar, take 1. */
  readonly bodies: readonly { readonly name: string; readonly measures: Readonly<Record<string, number>> }[];
  /** A row of the bodies side by side: PNG as a data address; empty for none. */
  readonly picture: string;
}

const MOST_SHEETS = 60;
/** Where `leib study simulate` says that its participants were. */
export const SIMULATED_SITE = 'simulated';

/** A report of one study as one HTML page: tables, plots and tests. The same tables give the same bytes. */
export function studyReport(table: StudyTable, options: ReportOptions): string {
  const nameOf = (id: string) => escapeText(options.names?.[id] ?? id);
  const comparisons = compareConditions(table);
  const body = [
    header(table, options),
    peopleSection(table.people),
    ...sectionsOf(comparisons, nameOf),
    ratingsSection(table, nameOf),
    correlationSection(correlateScores(table), nameOf),
    shapeSection(options.shapes ?? []),
    sheets(table, comparisons, options, nameOf),
    methods(),
  ];
  return pageHtml(options.title, body.filter((part) => part !== '').join('\n'));
}

type NameOf = (id: string) => string;

function header({ people, trials, answers }: StudyTable, { title, study }: ReportOptions): string {
  const ended = people.filter(({ hasEnded }) => hasEnded).length;
  const versions = [...new Set(people.map(({ version }) => version))].filter((version) => version !== '').join(', ');
  return `<h1>${escapeText(title)}</h1>
<p class="soft">Study ${escapeText(study)}${versions === '' ? '' : `, version ${escapeText(versions)}`} · ${people.length} people, ${ended} to the end · ${trials.length} trials · ${answers.length} answers</p>
${simulatedHint(people)}<p class="first-look"><strong>A first look.</strong> These tests were not chosen beforehand, and there are many of them. They show where to look, and confirm nothing.</p>`;
}

/** Nobody is to take them for people. */
function simulatedHint(people: readonly PersonRow[]): string {
  const count = people.filter(({ site }) => site === SIMULATED_SITE).length;
  return count === 0 ? '' : `<p class="first-look"><strong>${count} of ${people.length} are simulated.</strong></p>\n`;
}

function peopleSection(people: readonly PersonRow[]): string {
  const sites = [...groupBy(people, ({ site }) => site)].map(([site, own]) => `${escapeText(site)}: ${own.length}`);
  const names = [...new Set(people.flatMap(({ about }) => Object.keys(about)))];
  const rows = names.map((name) => [
    escapeText(name),
    summary(people.flatMap(({ about }) => (name in about ? [about[name]] : []))),
  ]);
  return `<h2>People</h2><p>Sites: ${sites.join(', ') || '–'}</p><div class="texts">${tableHtml(['asked', 'answers'], rows)}</div>`;
}

/** Numbers by mean and deviation, words by how often each was said; texts of one's own are not repeated here. */
function summary(cells: readonly Cell[]): string {
  const numbers = cells.filter((cell): cell is number => typeof cell === 'number');
  if (numbers.length > 0) {
    const { count, mean, deviation, least, most } = describe(numbers);
    return `${numberText(mean)} ± ${numberText(deviation)} (${numberText(least)} to ${numberText(most)}, n = ${count})`;
  }
  const words = [...groupBy(cells.filter((cell) => typeof cell === 'string').map(String), (word) => word)];
  if (words.length > 12) return `${words.length} different texts`;
  return words.map(([word, said]) => `${escapeText(word)} ${said.length}`).join(', ') || '–';
}

function sectionsOf(comparisons: readonly Comparison[], nameOf: NameOf): readonly string[] {
  return [...groupBy(comparisons, ({ factor, task }) => `${factor}\n${task}`).values()].map((group) => {
    const [{ factor, task }] = group;
    const whole = group.filter((each) => !isPart(each));
    const parts = group.filter(isPart);
    return `<h2>${nameOf(task)}, by ${nameOf(factor)}</h2>${whole.map((each) => comparisonHtml(each, nameOf)).join('\n')}${partsHtml(parts, nameOf)}`;
  });
}

/** A part of a measure: `partSeconds.leftHand`. */
const isPart = ({ isScore, measure }: Comparison) => !isScore && measure.includes('.');

function comparisonHtml({ measure, levels, rows, described, friedman, pairs }: Comparison, nameOf: NameOf): string {
  const names = levels.map(nameOf);
  const values = rows.map((row) => row.values);
  const numbers = described.map(({ count, mean, deviation, meanInterval, median, lowerQuartile, upperQuartile }, i) => [
    ...[
      names[i],
      String(count),
      numberText(mean),
      numberText(deviation),
      intervalText(meanInterval),
      numberText(median),
    ],
    intervalText([lowerQuartile, upperQuartile]),
  ]);
  const test = friedman
    ? `Friedman: χ²(${friedman.freedom}) = ${numberText(friedman.chiSquare, 4)}, p ${equalP(friedman.p)}, n = ${friedman.count}; Kendall’s W = ${numberText(friedman.agreement)} ${intervalText(friedman.agreementInterval)}`
    : 'Friedman: fewer than two people have all conditions, or nothing differs.';
  const tests = pairs.flatMap(({ first, second, test: pair, adjustedP }) =>
    pair === null
      ? []
      : [
          [
            `${nameOf(first)} → ${nameOf(second)}`,
            ...[
              String(pair.count),
              plainText(pair.rankSum),
              `${pText(pair.p)}${pair.isExact ? '' : '*'}`,
              pText(adjustedP),
            ],
            `${numberText(pair.medianDifference)} ${intervalText(pair.medianInterval)}`,
            `${numberText(pair.rankBiserial)} ${intervalText(pair.rankBiserialInterval)}`,
            `${numberText(pair.standardized)} ${intervalText(pair.standardizedInterval)}`,
          ],
        ],
  );
  return `<h3>${nameOf(measure)}</h3><div class="sides"><div>${pairedPlot(names, values, `${measure} by condition`)}</div><div>${tableHtml(
    ['', 'n', 'mean', 'SD', '95 % CI', 'median', 'quartiles'],
    numbers,
  )}<p>${test}</p></div></div>${tableHtml(['Wilcoxon', 'n', 'W+', 'p', 'p (Holm)', 'median difference', 'rank-biserial r', 'd<sub>z</sub>'], tests)}`;
}

const equalP = (p: number) => (p < 0.001 ? pText(p) : `= ${pText(p)}`);

function partsHtml(parts: readonly Comparison[], nameOf: NameOf): string {
  if (parts.length === 0) return '';
  const [{ levels }] = parts;
  const rows = parts.map(({ measure, described, friedman }) => [
    nameOf(measure),
    ...described.map(({ mean, deviation }) => `${numberText(mean)} ± ${numberText(deviation)}`),
    friedman ? pText(friedman.p) : '–',
  ]);
  return `<h3>Parts</h3>${tableHtml(['mean ± SD', ...levels.map(nameOf), 'p (Friedman)'], rows)}`;
}

/** Answers to the items of a questionnaire that is asked in several blocks or repetitions, as bars beside each other. */
function ratingsSection({ answers }: StudyTable, nameOf: NameOf): string {
  const repeated = answers.filter(({ conditions, value }) => conditions.length > 0 && typeof value === 'number');
  const parts = [...groupBy(repeated, ({ questionnaire }) => questionnaire)].map(([questionnaire, own]) => {
    const items = [...new Set(own.map(({ item }) => item))];
    const blocks = [
      ...groupBy(own, ({ conditions }) =>
        conditions.map(({ condition, repetition }) => condition || `Block ${repetition + 1}`).join(' '),
      ),
    ];
    if (blocks.length < 2 || blocks.length > 3) return '';
    const series = blocks.map(([name, rows]) => ({
      name: nameOf(name),
      values: items.map((item) => describe(rows.flatMap((row) => (row.item === item ? [Number(row.value)] : []))).mean),
    }));
    const label = `${nameOf(questionnaire)}: mean answer to each item`;
    return `<h3>${label}</h3>${barPlot(items.map(nameOf), series, label)}`;
  });
  const shown = parts.filter((part) => part !== '');
  return shown.length === 0 ? '' : `<h2>Answers, item by item</h2>${shown.join('')}`;
}

/** Of many only the clearest are worth the reader's time. */
const MOST_CORRELATIONS = 60;

function correlationSection(all: readonly Correlation[], nameOf: NameOf): string {
  if (all.length === 0) return '';
  const sorted = [...all].sort((a, b) => a.found.p - b.found.p).slice(0, MOST_CORRELATIONS);
  const rows = sorted.map(({ task, score, other, found, adjustedP }) => [
    `${nameOf(task)}: ${nameOf(score)} and ${nameOf(other)}`,
    ...[
      String(found.count),
      `${numberText(found.rho)} ${intervalText(found.interval)}`,
      pText(found.p),
      pText(adjustedP),
    ],
  ]);
  const left = all.length > rows.length ? ` The ${rows.length} with the smallest p of ${all.length}.` : '';
  return `<h2>Scores, movement and people</h2><p>Each person counts once, with the mean over conditions.${left}</p>${tableHtml(
    ['', 'n', 'Spearman’s ρ', 'p', 'p (Holm)'],
    rows,
  )}`;
}

/** First against second avatar, and against what the tape says, measure by measure. */
function shapeSection(shapes: readonly ShapePerson[]): string {
  if (shapes.length === 0) return '';
  const names = [...new Set(shapes.flatMap(({ bodies }) => bodies.flatMap(({ measures }) => Object.keys(measures))))];
  const parts = pairsOfBodies(shapes).map(([first, second]) => {
    const both = shapes.flatMap(({ participant, bodies }) => {
      const [a, b] = [first, second].map((name) => bodies.find((body) => body.name === name)?.measures);
      return a && b ? [{ participant, a, b }] : [];
    });
    const rows = both.map(({ participant, a, b }) => [
      escapeText(participant),
      ...names.map((name) => numberText(b[name] - a[name], 2)),
    ]);
    return tableHtml(
      ['', ...names.map(escapeText)],
      [...rows, ...summaryOfPairs(both, names)],
      `${escapeText(second)} minus ${escapeText(first)}`,
    );
  });
  return `<h2>Avatars</h2>${parts.join('')}`;
}

type Measured = Readonly<Record<string, number>>;

/** Over all people: how far two bodies are apart in each measure, in which direction, and whether that is more than chance. */
function summaryOfPairs(both: readonly { readonly a: Measured; readonly b: Measured }[], names: readonly string[]) {
  const differences = names.map((name) => both.map(({ a, b }) => b[name] - a[name]));
  const tests = names.map((name) =>
    comparePairs(
      both.map(({ a }) => a[name]),
      both.map(({ b }) => b[name]),
    ),
  );
  const adjusted = holm(tests.map((found) => found?.p ?? Number.NaN));
  return [
    ['Mean', ...differences.map((own) => numberText(describe(own).mean, 2))],
    ['SD', ...differences.map((own) => numberText(describe(own).deviation, 2))],
    ['Mean distance', ...differences.map((own) => numberText(describe(own.map(Math.abs)).mean, 2))],
    ['p (Wilcoxon, Holm)', ...adjusted.map(pText)],
  ];
}

function pairsOfBodies(shapes: readonly ShapePerson[]): readonly (readonly [string, string])[] {
  const names = [...new Set(shapes.flatMap(({ bodies }) => bodies.map(({ name }) => name)))];
  return names.flatMap((first, i) => names.slice(i + 1).map((second) => [first, second] as const));
}

/** One sheet a person: who, what they did in each condition, and their bodies. */
function sheets(
  { people, trials }: StudyTable,
  comparisons: readonly Comparison[],
  options: ReportOptions,
  nameOf: NameOf,
): string {
  const { mostSheets = MOST_SHEETS, shapes = [] } = options;
  const shown = people.slice(0, mostSheets);
  const byPerson = groupBy(trials, ({ participant }) => participant);
  const rowsOf = new Map(
    comparisons.map((each) => [each, new Map(each.rows.map((row) => [row.participant, row.values]))]),
  );
  const pages = shown.map((person) => {
    const own = comparisons
      .filter((each) => !isPart(each))
      .map((each): string[] => [
        `${nameOf(each.task)}: ${nameOf(each.measure)}`,
        each.levels
          .map(
            (level, i) =>
              `${nameOf(level)} ${numberText(rowsOf.get(each)?.get(person.participant)?.[i] ?? Number.NaN)}`,
          )
          .join(' · '),
      ]);
    const about = Object.entries(person.about).map(
      ([name, cell]) => `${escapeText(name)}: ${escapeText(String(cell ?? '–'))}`,
    );
    return `<section class="sheet"><h3>${escapeText(person.participant)}</h3><p class="soft">place ${person.number}, ${escapeText(person.site)}, ${person.hasEnded ? 'to the end' : 'not to the end'}</p><p>${about.join(' · ')}</p>${orderOf(byPerson.get(person.participant) ?? [], nameOf)}<div class="texts">${tableHtml(['measure', 'by condition'], own)}</div>${shapeSheet(shapes.find(({ participant }) => participant === person.participant))}</section>`;
  });
  const left = people.length - shown.length;
  return `<h2>One sheet a person</h2>${left > 0 ? `<p>The first ${shown.length}; ${left} more are in the exported tables.</p>` : ''}${pages.join('\n')}`;
}

function orderOf(trials: readonly TrialRow[], nameOf: NameOf): string {
  const words = trials.map(({ task, conditions }) =>
    [nameOf(task), ...conditions.map(({ condition, repetition }) => nameOf(condition || `${repetition + 1}`))].join(
      ' ',
    ),
  );
  return words.length === 0 ? '' : `<p>In this order: ${words.join(', ')}.</p>`;
}

function shapeSheet(shape: ShapePerson | undefined): string {
  if (shape === undefined) return '';
  const names = [...new Set(shape.bodies.flatMap(({ measures }) => Object.keys(measures)))];
  const rows = names.map((name) => [
    escapeText(name),
    ...shape.bodies.map(({ measures }) => numberText(measures[name] ?? Number.NaN, 4)),
  ]);
  const picture =
    shape.picture === ''
      ? ''
      : `<img src="${escapeText(shape.picture)}" alt="The bodies of ${escapeText(shape.participant)} side by side">`;
  return `${picture}${tableHtml(['', ...shape.bodies.map(({ name }) => escapeText(name))], rows)}`;
}

function methods(): string {
  return `<h2>How it was computed</h2><p>Friedman’s test with ties (Conover 1999); Kendall’s W with an interval from 1000 samples of the people. Wilcoxon’s signed ranks, two-sided, pairs without a difference left out; p is counted out up to 50 pairs, with ties, and from the normal distribution beyond (*). Holm’s correction within each measure, and over all correlations. Median difference with an interval from order statistics; matched-pairs rank-biserial r with Fisher’s z; d<sub>z</sub> with the large-sample interval of Gibbons, Hedges and Davis (1993). Spearman’s ρ with the interval of Bonett and Wright (2000). Quartiles are type 7 of Hyndman and Fan.</p>`;
}
