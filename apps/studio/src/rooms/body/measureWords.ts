import { type MeasureName, measureDefinitions, measureIndex, measureNames } from '@leib/body';
import type { ShownMeter } from './bodyState.js';

export type Units = 'metric' | 'imperial';

const METRES_PER_INCH = 0.0254;
const KILOGRAMS_PER_POUND = 0.45359237;

const isWeight = (name: MeasureName) => measureDefinitions[measureIndex(name)].unit === 'kg';

/** What people say instead of the names that tailors and anatomists use. */
const plainWords: ReadonlyMap<string, string> = new Map([
  ['stature', 'Height'],
  ['acromialHeight', 'Shoulder height'],
  ['biacromialBreadth', 'Shoulder tips apart'],
  ['cervicaleHeight', 'Nape height'],
  ['suprasternaleHeight', 'Throat height'],
]);

/** Label of a measure or beta: "waistHeight" becomes "Waist height", "stature" what people call it. */
export function measureLabel(name: string): string {
  return plainWords.get(name) ?? labelOfName(name);
}

function labelOfName(name: string): string {
  const words = name.replace(/([a-z])([A-Z\d])/g, '$1 $2').toLowerCase();
  return words[0].toUpperCase() + words.slice(1);
}

/** Definition of a measure as one sentence. */
export function measureHint(name: MeasureName): string {
  if (isWeight(name)) return 'On the scale, lightly dressed.';
  const { definition } = measureDefinitions[measureIndex(name)];
  const sentence = `${definition[0].toUpperCase()}${definition.slice(1)}.`;
  return plainWords.has(name) ? `${sentence} Experts say ${labelOfName(name).toLowerCase()}.` : sentence;
}

export function unitOf(name: MeasureName, units: Units): string {
  if (isWeight(name)) return units === 'metric' ? 'kg' : 'lb';
  return units === 'metric' ? 'cm' : 'in';
}

/** Metres or kilograms per shown unit. */
export function unitSize(name: MeasureName, units: Units): number {
  if (isWeight(name)) return units === 'metric' ? 1 : KILOGRAMS_PER_POUND;
  return units === 'metric' ? 0.01 : METRES_PER_INCH;
}

export function showMeasure(name: MeasureName, value: number, units: Units): string {
  return (value / unitSize(name, units)).toFixed(1);
}

/** The same for an input field: without trailing zeros. */
export function measureText(name: MeasureName, value: number, units: Units): string {
  return String(Number((value / unitSize(name, units)).toFixed(2)));
}

/** Difference of two bodies with its sign and unit: millimetres or hundredths of an inch, weights in tenths of theirs. */
export function showDifference(name: MeasureName, difference: number, units: Units): string {
  if (isWeight(name)) return `${signed(difference / unitSize(name, units), 1)} ${unitOf(name, units)}`;
  return units === 'metric' ? `${signed(difference * 1000, 0)} mm` : `${signed(difference / METRES_PER_INCH, 2)} in`;
}

function signed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  if (Number(text) === 0) return '0';
  return value < 0 ? `−${text}` : `+${text}`;
}

/**
 * Parses the text of a field into metres or kilograms: 82.5, 82,5, and 5'11" for inches. Null for an empty field, NaN for
 * any other text.
 */
export function readMeasure(name: MeasureName, text: string, units: Units): number | null {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const feet = /^(\d+)\s*(?:'|’|ft)\s*(?:(\d+(?:\.\d+)?)\s*(?:"|”|in)?)?$/.exec(trimmed);
  if (feet && units === 'imperial' && !isWeight(name)) {
    return (Number(feet[1]) * 12 + Number(feet[2] ?? 0)) * METRES_PER_INCH;
  }
  if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(trimmed)) return Number.NaN;
  return Number(trimmed) * unitSize(name, units);
}

/** A finding's message with labels and units as shown in the panel. */
export function findingText(message: string, units: Units): string {
  const named = measureNames.reduce(
    (text, name) => text.replace(new RegExp(`\\b${name}\\b`, 'g'), measureLabel(name).toLowerCase()),
    message,
  );
  const said =
    units === 'metric'
      ? named
      : named.replace(/(-?\d+(?:\.\d+)?) (cm|kg)\b/g, (_, number: string, unit: string) =>
          unit === 'cm'
            ? `${(Number(number) / 2.54).toFixed(1)} in`
            : `${(Number(number) / KILOGRAMS_PER_POUND).toFixed(1)} lb`,
        );
  return said[0].toUpperCase() + said.slice(1);
}

/** "ElbowSpan" is "Elbow span"; names with spaces or short forms stay. */
export const distanceInWords = (name: string): string =>
  /^([A-Z][a-z]+){2,}$/.test(name)
    ? name[0] + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : name;

/** The meter in words: what to do, and what is measured so far. */
export function meterWords({ advice, lengths }: ShownMeter): string {
  const said = advice === '' ? 'Hold this pose.' : `Stand upright, arms out to the sides. ${advice}`;
  const numbers = [
    lengths.headHeight === undefined ? '' : `neck at ${centimetres(lengths.headHeight)}`,
    lengths.wristSpan === undefined ? '' : `wrists ${centimetres(lengths.wristSpan)} apart`,
    lengths.hipsHeight === undefined ? '' : `hips at ${centimetres(lengths.hipsHeight)}`,
    lengths.kneeHeight === undefined ? '' : `knees at ${centimetres(lengths.kneeHeight)}`,
  ].filter((each) => each !== '');
  return numbers.length === 0 ? said : `${said} Measured: ${numbers.join(', ')}.`;
}

const centimetres = (metres: number) => `${(metres * 100).toFixed(1)} cm`;
