import { type MeasureKind, type MeasureName, measureDefinitions, measureIndex } from '../measure/measureNames.js';
import type { MeasureStatistics } from '../shape/bodyModel.js';
import { expectFromOthers } from './conditionalMeasures.js';
import { type GivenMeasures, givenNames, toLinear } from './givenMeasures.js';

/** Something about a measure that its giver should know. */
export interface MeasureFinding {
  readonly name: MeasureName;
  /** 'impossible': nothing is built from it. 'odd': built, but perhaps it was measured wrongly. */
  readonly severity: 'impossible' | 'odd';
  /** One sentence with the value, the usual range and, where one fits, a guess at what happened. */
  readonly message: string;
}

/** Beyond so many standard deviations a length is not an adult's: 1.2 m and 2.3 m of stature. Girths vary by more. */
const MOST_DEVIATIONS = 8;

/** A girth outside these parts of the mean is not a person's: waists of 0.5 m and 2 m. */
const SMALLEST_GIRTH = 0.55;
const LARGEST_GIRTH = 2.2;
const LIGHTEST_KG = 28;
const HEAVIEST_KG = 260;

/**
 * Deviations from what the other measures let expect. Real people measured in haste reach 11 (the thesis's 2-W1), and
 * are built; wrong units are far beyond.
 */
const ODD_DEVIATIONS = 4;
const IMPOSSIBLE_DEVIATIONS = 16;

/** Two measures were swapped if one was so odd as it stood and both are ordinary the other way round. */
const SWAP_DEVIATIONS = 8;
const ORDINARY_DEVIATIONS = 3.5;

/** Anatomy: the first is always less than the second. */
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

/** What is impossible or odd about the given measures; empty when all is well. At most one finding a measure. */
export function checkMeasures(statistics: MeasureStatistics, given: GivenMeasures): MeasureFinding[] {
  const findings = new Map<MeasureName, MeasureFinding>();
  const note = (name: MeasureName, severity: MeasureFinding['severity'], message: string) => {
    if (!findings.has(name)) findings.set(name, { name, severity, message });
  };
  const names = givenNames(given, statistics.names);
  for (const name of names) {
    const value = readGiven(given, name);
    if (!Number.isFinite(value) || value <= 0) note(name, 'impossible', `${name} ${value} is not a measure.`);
    else if (!isHuman(statistics, name, value)) {
      note(
        name,
        'impossible',
        `${said(name, value)} is not a person's${usual(statistics, name)}${guessUnit(statistics, name, value) || guessTwin(statistics, given, name)}.`,
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
      `${said(less, given[less])} is not below ${said(more, given[more])}${swapped}${usual(statistics, less)}.`,
    );
  }
  // What others let expect means nothing while one of them is nonsense.
  if (findings.size === 0)
    for (const finding of checkAgainstOthers(statistics, given)) findings.set(finding.name, finding);
  return [...findings.values()];
}

/** The oddest measure is named and left out, then the oddest of the rest: one wrong number makes all the others look odd. */
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
            message: `${said(name, value)} is unusual${range}${guessUnit(statistics, name, value)}.`,
          }
        : {
            name,
            severity: 'impossible',
            message: `${said(name, value)} and ${said(twin, readGiven(rest, twin))} look swapped${range}.`,
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

/** Mean and deviation over everybody; linear (the weight's cube root). */
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

/** Another given measure with which this one makes sense when the two change places. */
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

/** Another measure that makes no sense either, while each makes sense in the other's place. */
function guessTwin(statistics: MeasureStatistics, given: GivenMeasures, name: MeasureName): string {
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

/** What the number written for one measure means when it stands for another: 82 kg are 82 cm. */
function inUnitsOf(name: MeasureName, writtenFor: MeasureName, value: number): number {
  const written = kindOf(writtenFor) === 'mass' ? value : value * 100;
  return kindOf(name) === 'mass' ? written : written / 100;
}

function usual(statistics: MeasureStatistics, name: MeasureName): string {
  const { mean, deviation } = marginal(statistics, name);
  const back = (linear: number) => shown(name, name === 'weight' ? linear ** 3 : linear);
  return `; ${back(mean - 2 * deviation)} to ${back(mean + 2 * deviation)} is usual`;
}

function kindOf(name: MeasureName): MeasureKind {
  return measureDefinitions[measureIndex(name)].kind;
}

function said(name: MeasureName, value: number): string {
  return `${name} ${shown(name, value)}`;
}

function shown(name: MeasureName, value: number): string {
  return name === 'weight' ? `${value.toFixed(1)} kg` : `${(value * 100).toFixed(1)} cm`;
}
