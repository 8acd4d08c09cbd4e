import { type MeasureKind, type MeasureName, measureDefinitions, measureIndex } from '../measure/measureNames.js';
import type { MeasureStatistics } from '../shape/bodyModel.js';
import { expectFromOthers, type GivenMeasures, givenNames, toLinear } from './conditionalMeasures.js';

/** A given measure that is impossible or odd. */
export interface MeasureFinding {
  readonly name: MeasureName;
  /** 'impossible': no body is built. 'odd': a body is built, but the measure may be wrong. */
  readonly severity: 'impossible' | 'odd';
  /** One sentence with the value, the usual range and, where one fits, a likely cause. */
  readonly message: string;
}

/** Limit of lengths of adults, standard deviations: statures of 1.2 m and 2.3 m. Girths vary by more. */
const MOST_DEVIATIONS = 8;

/** Limits of girths as factors of the mean: waists of 0.5 m and 2 m. */
const SMALLEST_GIRTH = 0.55;
const LARGEST_GIRTH = 2.2;
const LIGHTEST_KG = 28;
const HEAVIEST_KG = 260;

/**
 * Limits of the deviation from the value expected from the other measures. Real people measured in haste reach 11 (the
 * thesis's 2-W1) and must be accepted; wrong units are far beyond.
 */
const ODD_DEVIATIONS = 4;
const IMPOSSIBLE_DEVIATIONS = 16;

/** Two measures count as swapped where one deviates by more than the first, and both by less than the second when swapped. */
const SWAP_DEVIATIONS = 8;
const ORDINARY_DEVIATIONS = 3.5;

/** Pairs in which the first measure is always less than the second. */
const orders: readonly (readonly [MeasureName, MeasureName])[] = [
  ['crotchHeight', 'waistHeight'],
  ['hipHeight', 'waistHeight'],
  ['waistHeight', 'stature'],
  ['hipHeight', 'stature'],
  ['crotchHeight', 'stature'],
  ['armLength', 'stature'],
  ['thigh', 'hip'],
  ['ankle', 'thigh'],
];

const units: readonly { readonly word: string; readonly factor: number; readonly kinds: readonly MeasureKind[] }[] = [
  { word: 'inches', factor: 2.54, kinds: ['height', 'girth', 'length', 'breadth'] },
  { word: 'millimetres', factor: 0.1, kinds: ['height', 'girth', 'length', 'breadth'] },
  { word: 'metres', factor: 100, kinds: ['height', 'girth', 'length', 'breadth'] },
  { word: 'pounds', factor: 0.45359237, kinds: ['mass'] },
];

/** Finds impossible and odd measures; at most one finding per measure. */
export function checkMeasures(statistics: MeasureStatistics, given: GivenMeasures): MeasureFinding[] {
  const findings = new Map<MeasureName, MeasureFinding>();
  const note = (name: MeasureName, severity: MeasureFinding['severity'], message: string) => {
    if (!findings.has(name)) findings.set(name, { name, severity, message });
  };
  const names = givenNames(given, statistics.names);
  for (const name of names) {
    const value = readGiven(given, name);
    if (!Number.isFinite(value) || value <= 0) {
      note(name, 'impossible', `${name}: expected a positive number, got ${value}.`);
    } else if (!isHuman(statistics, name, value)) {
      note(
        name,
        'impossible',
        `${valueText(name, value)} is implausible${usualRange(statistics, name)}${guessUnit(statistics, name, value) || guessSwap(statistics, given, name)}.`,
      );
    }
  }
  for (const [less, more] of orders) {
    if (given[less] === undefined || given[more] === undefined || findings.has(less) || findings.has(more)) continue;
    if (given[less] < given[more]) continue;
    const swapped = isOrdinarySwap(statistics, given, less, more) ? '; the two look swapped' : '';
    note(
      less,
      'impossible',
      `${valueText(less, given[less])} is not below ${valueText(more, given[more])}${swapped}${usualRange(statistics, less)}.`,
    );
  }
  // Expected values are meaningless while one of the given measures is impossible.
  if (findings.size === 0)
    for (const finding of checkAgainstOthers(statistics, given)) findings.set(finding.name, finding);
  return [...findings.values()];
}

/** Reports the oddest measure, leaves it out and repeats: one wrong measure makes all others look odd. */
function checkAgainstOthers(statistics: MeasureStatistics, given: GivenMeasures): MeasureFinding[] {
  const findings: MeasureFinding[] = [];
  let rest = given;
  for (;;) {
    const oddest = findOddest(statistics, rest);
    if (oddest === null || oddest.deviations < ODD_DEVIATIONS) return findings;
    const { name, deviations, mean, deviation } = oddest;
    const value = readGiven(rest, name);
    const range = `; with the other measures ${shown(name, mean - 2 * deviation)} to ${shown(name, mean + 2 * deviation)} is usual`;
    const twin = deviations < SWAP_DEVIATIONS ? null : findSwap(statistics, rest, name);
    findings.push(
      twin === null
        ? {
            name,
            severity: deviations >= IMPOSSIBLE_DEVIATIONS ? 'impossible' : 'odd',
            message: `${valueText(name, value)} is unusual${range}${guessUnit(statistics, name, value)}.`,
          }
        : {
            name,
            severity: 'impossible',
            message: `${valueText(name, value)} and ${valueText(twin, readGiven(rest, twin))} look swapped${range}.`,
          },
    );
    rest = { ...rest, [name]: undefined };
  }
}

function findOddest(statistics: MeasureStatistics, given: GivenMeasures) {
  let oddest: { name: MeasureName; deviations: number; mean: number; deviation: number } | null = null;
  for (const name of givenNames(given, statistics.names)) {
    const { mean, deviation } = expectFromOthers(statistics, given, name);
    const deviations = Math.abs(readGiven(given, name) - mean) / deviation;
    if (oddest === null || deviations > oddest.deviations) oddest = { name, deviations, mean, deviation };
  }
  return oddest;
}

function readGiven(given: GivenMeasures, name: MeasureName): number {
  return given[name] ?? Number.NaN;
}

function isHuman(statistics: MeasureStatistics, name: MeasureName, value: number): boolean {
  if (name === 'weight') return value >= LIGHTEST_KG && value <= HEAVIEST_KG;
  const { mean, deviation } = marginal(statistics, name);
  if (kindOf(name) === 'girth') return value >= SMALLEST_GIRTH * mean && value <= LARGEST_GIRTH * mean;
  return Math.abs(value - mean) <= MOST_DEVIATIONS * deviation;
}

/** Mean and deviation in the population; of the weight: of its cube root. */
function marginal({ names, means, covariance }: MeasureStatistics, name: MeasureName) {
  const at = names.indexOf(name);
  return { mean: means[at], deviation: Math.sqrt(covariance[at * names.length + at]) };
}

function isOrdinary(statistics: MeasureStatistics, name: MeasureName, value: number): boolean {
  const { mean, deviation } = marginal(statistics, name);
  return Math.abs(toLinear(name, value) - mean) < ORDINARY_DEVIATIONS * deviation;
}

function isOrdinarySwap(statistics: MeasureStatistics, given: GivenMeasures, a: MeasureName, b: MeasureName): boolean {
  if ((kindOf(a) === 'mass') !== (kindOf(b) === 'mass')) return false;
  return isOrdinary(statistics, a, readGiven(given, b)) && isOrdinary(statistics, b, readGiven(given, a));
}

/** Another given measure such that both fit when swapped. */
function findSwap(statistics: MeasureStatistics, given: GivenMeasures, name: MeasureName): MeasureName | null {
  for (const other of givenNames(given, statistics.names)) {
    if (other === name || !isOrdinarySwap(statistics, given, name, other)) continue;
    const swapped: GivenMeasures = { ...given, [name]: given[other], [other]: given[name] };
    const fits = [name, other].every((each) => {
      const { mean, deviation } = expectFromOthers(statistics, swapped, each);
      return Math.abs(readGiven(swapped, each) - mean) < ORDINARY_DEVIATIONS * deviation;
    });
    if (fits) return other;
  }
  return null;
}

function guessUnit(statistics: MeasureStatistics, name: MeasureName, value: number): string {
  const unit = units.find(
    ({ factor, kinds }) => kinds.includes(kindOf(name)) && isOrdinary(statistics, name, value * factor),
  );
  return unit ? `; perhaps it is in ${unit.word}` : '';
}

/** Another implausible measure such that each is plausible in place of the other. */
function guessSwap(statistics: MeasureStatistics, given: GivenMeasures, name: MeasureName): string {
  const twin = givenNames(given, statistics.names).find((other) => {
    const [own, theirs] = [readGiven(given, name), readGiven(given, other)];
    if (other === name || isOrdinary(statistics, other, theirs)) return false;
    return (
      isOrdinary(statistics, name, inUnitsOf(name, other, theirs)) &&
      isOrdinary(statistics, other, inUnitsOf(other, name, own))
    );
  });
  return twin ? `; perhaps it is swapped with ${twin}` : '';
}

/** Value of one measure if its number was entered for another: 82 kg become 82 cm. */
function inUnitsOf(name: MeasureName, writtenFor: MeasureName, value: number): number {
  const written = kindOf(writtenFor) === 'mass' ? value : value * 100;
  return kindOf(name) === 'mass' ? written : written / 100;
}

function usualRange(statistics: MeasureStatistics, name: MeasureName): string {
  const { mean, deviation } = marginal(statistics, name);
  const back = (linear: number) => shown(name, name === 'weight' ? linear ** 3 : linear);
  return `; ${back(mean - 2 * deviation)} to ${back(mean + 2 * deviation)} is usual`;
}

function kindOf(name: MeasureName): MeasureKind {
  return measureDefinitions[measureIndex(name)].kind;
}

function valueText(name: MeasureName, value: number): string {
  return `${name} ${shown(name, value)}`;
}

function shown(name: MeasureName, value: number): string {
  return name === 'weight' ? `${value.toFixed(1)} kg` : `${(value * 100).toFixed(1)} cm`;
}
