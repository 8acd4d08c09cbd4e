import { type Description, describe } from './describe.js';
import { type FriedmanTest, friedmanTest } from './friedman.js';
import { holm } from './holm.js';
import { correlateRanks, type RankCorrelation } from './spearman.js';
import { factorsOf, levelOf, namesOf, type PersonRow, type StudyTable, type TrialRow } from './studyTable.js';
import { comparePairs, type PairedComparison } from './wilcoxon.js';

/** One measure of one task, compared between the conditions of one block, within people. */
export interface Comparison {
  readonly factor: string;
  readonly task: string;
  readonly measure: string;
  /** Whether it is a score of a questionnaire; else a task has measured it. */
  readonly isScore: boolean;
  readonly levels: readonly string[];
  /** A person each: a value for each level, the mean where there are several; NaN where there is none. */
  readonly rows: readonly { readonly participant: string; readonly values: readonly number[] }[];
  readonly described: readonly Description[];
  readonly friedman: FriedmanTest | null;
  /** All pairs of levels, p raised by Holm within this measure. */
  readonly pairs: readonly LevelPair[];
}

export interface LevelPair {
  readonly first: string;
  readonly second: string;
  readonly test: PairedComparison | null;
  /** NaN without a test. */
  readonly adjustedP: number;
}

/** Two things that were measured of the same people. */
export interface Correlation {
  readonly task: string;
  readonly score: string;
  readonly other: string;
  readonly found: RankCorrelation;
  /** By Holm over all of the list. */
  readonly adjustedP: number;
}

/** All measures of all tasks that were done in several conditions. */
export function compareConditions({ trials }: Pick<StudyTable, 'trials'>): readonly Comparison[] {
  const comparisons: Comparison[] = [];
  for (const [factor, levels] of factorsOf(trials)) {
    for (const [task, own] of groupBy(trials, ({ task }) => task)) {
      const inside = own.filter((trial) => levelOf(trial, factor) !== null);
      const scores = new Set(namesOf(inside.map((trial) => trial.scores)));
      for (const measure of [...scores, ...namesOf(inside.map(({ measures }) => measures))]) {
        const rows = rowsOf(inside, factor, levels, measure);
        const described = levels.map((_, i) => describe(rows.map(({ values }) => values[i]).filter(Number.isFinite)));
        // Something that is there in one condition only, or never changes, compares nothing.
        if (described.filter(({ count }) => count > 0).length < 2 || isConstant(rows)) continue;
        const friedman = friedmanTest(rows.map(({ values }) => values));
        const isScore = scores.has(measure);
        comparisons.push({
          factor,
          task,
          measure,
          isScore,
          levels,
          rows,
          described,
          friedman,
          pairs: pairsOf(levels, rows),
        });
      }
    }
  }
  return comparisons;
}

function isConstant(rows: Comparison['rows']): boolean {
  const values = rows.flatMap((row) => row.values.filter(Number.isFinite));
  return values.every((value) => value === values[0]);
}

function rowsOf(
  trials: readonly TrialRow[],
  factor: string,
  levels: readonly string[],
  measure: string,
): Comparison['rows'] {
  return [...groupBy(trials, ({ participant }) => participant)].map(([participant, own]) => {
    const sums = levels.map(() => ({ sum: 0, count: 0 }));
    for (const trial of own) {
      const value = numberIn(trial, measure);
      const at = levels.indexOf(levelOf(trial, factor) ?? '');
      if (value === null || at < 0) continue;
      sums[at].sum += value;
      sums[at].count++;
    }
    return { participant, values: sums.map(({ sum, count }) => sum / count) };
  });
}

function pairsOf(levels: readonly string[], rows: Comparison['rows']): readonly LevelPair[] {
  const column = (i: number) => rows.map(({ values }) => values[i]);
  const pairs = levels.flatMap((first, i) =>
    levels.slice(i + 1).map((second, k) => ({ first, second, test: comparePairs(column(i), column(i + 1 + k)) })),
  );
  const adjusted = holm(pairs.map(({ test }) => test?.p ?? Number.NaN));
  return pairs.map((pair, i) => ({ ...pair, adjustedP: adjusted[i] }));
}

/**
 * Scores of questionnaires against what was measured in the same task, and against what people said about themselves: each person
 * counts once, with the mean over conditions, since values of one person are not independent.
 */
export function correlateScores({ trials, people }: Pick<StudyTable, 'trials' | 'people'>): readonly Correlation[] {
  const found: Omit<Correlation, 'adjustedP'>[] = [];
  const ages = people.map(numbersAbout);
  for (const [task, own] of groupBy(
    trials.filter(({ conditions }) => conditions.length > 0),
    (trial) => trial.task,
  )) {
    const scores = namesOf(own.map((trial) => trial.scores));
    // What has parts is there as a whole, too: parts of it would be many tests of nearly the same.
    const others = namesOf(own.map(({ measures }) => measures)).filter((name) => !name.includes('.'));
    const means = new Map([...scores, ...others].map((name) => [name, meansOf(own, people, name)]));
    const about = new Map(
      [...new Set(ages.flatMap((each) => Object.keys(each)))].map((name) => [
        name,
        ages.map((each) => each[name] ?? Number.NaN),
      ]),
    );
    for (const score of scores)
      for (const [other, values] of [...others.map((name) => [name, means.get(name) ?? []] as const), ...about]) {
        const correlation = correlateRanks(means.get(score) ?? [], values);
        if (correlation !== null) found.push({ task, score, other, found: correlation });
      }
  }
  const adjusted = holm(found.map(({ found: { p } }) => p));
  return found.map((each, i) => ({ ...each, adjustedP: adjusted[i] }));
}

function numberIn({ scores, measures }: TrialRow, name: string): number | null {
  return scores[name] ?? measures[name] ?? null;
}

function numbersAbout({ about }: PersonRow): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(about).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

function meansOf(trials: readonly TrialRow[], people: readonly PersonRow[], measure: string): readonly number[] {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const trial of trials) {
    const { participant } = trial;
    const value = numberIn(trial, measure);
    if (value === null) continue;
    const known = sums.get(participant) ?? { sum: 0, count: 0 };
    sums.set(participant, { sum: known.sum + value, count: known.count + 1 });
  }
  return people.map(({ participant }) => {
    const { sum, count } = sums.get(participant) ?? { sum: 0, count: 0 };
    return sum / count;
  });
}

export function groupBy<T>(list: readonly T[], key: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const name = key(each);
    const known = groups.get(name);
    if (known) known.push(each);
    else groups.set(name, [each]);
  }
  return groups;
}
