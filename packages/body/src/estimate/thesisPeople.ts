import type { MeasureName } from '../measure/measureNames.js';
import type { BodySex } from '../shape/bodyModel.js';
import type { GivenMeasures } from './conditionalMeasures.js';

/** A person and the given measures. */
export interface MeasuredPerson {
  readonly id: string;
  readonly sex: BodySex;
  readonly measures: GivenMeasures;
}

const columns: readonly MeasureName[] = [
  'stature',
  'weight',
  'crotchHeight',
  'armLength',
  'underBust',
  'waist',
  'hip',
  'waistHeight',
  'shoulderBreadth',
  'thigh',
  'ankle',
  'hipHeight',
  'chest',
];

/** Centimetres and kilograms, in the order of `columns`. */
const rows: Readonly<Record<string, readonly number[]>> = {
  M1: [187, 62, 88, 60, 81.5, 69, 87.5, 120, 39.5, 49.5, 25, 106, 85.5],
  M2: [189.5, 82.8, 92, 62, 93.5, 82.5, 102, 122, 48.5, 61, 25, 100, 95.5],
  M3: [181, 78.2, 83, 63, 92, 87.5, 92.5, 112, 46, 56, 25, 101, 92],
  M4: [194, 86.5, 91, 62, 98, 87, 101, 121, 46.5, 56.5, 25, 99, 99.5],
  M5: [189.5, 80.1, 92, 59.5, 99, 91.5, 101, 114.5, 54, 58.5, 24.5, 92.5, 105],
  W1: [166, 71, 73, 58, 94, 95, 108, 92, 44, 63, 25, 77, 96.2],
  W2: [159.5, 64.3, 73, 50, 93, 71.5, 96, 102, 41, 62, 25, 83, 91.5],
  W3: [173, 72.8, 83, 58, 99.5, 83, 98.5, 113, 42, 56, 25, 102, 95],
  W4: [164, 63.2, 79, 54, 84, 75.5, 103.5, 100.5, 41, 59, 23.5, 83, 80.5],
  W5: [165, 55.3, 77, 58, 75.5, 73, 93, 97, 38, 52.5, 23, 82.5, 83],
  '2-W1': [161, 56.3, 70, 55, 87, 71, 96, 110, 36, 56, 23, 80, 81],
  '2-W2': [157.5, 49.5, 71, 51, 85, 67, 90, 97, 37.5, 52, 24, 75.5, 79],
  '2-M1': [176, 72.8, 79, 50, 97, 89, 102, 98.5, 44, 51.5, 26, 85, 97],
  '2-W3': [162.5, 68.2, 75.5, 53, 97, 95, 101.5, 91.5, 40, 56, 26.5, 85.5, 92],
  '2-M2': [189, 78.4, 86.5, 67, 92, 65, 103, 111, 46, 57.5, 27.5, 96.5, 92],
  '2-W4': [160, 46.4, 76.5, 55.6, 78, 62, 92, 105, 36.5, 51, 23, 83.5, 78],
  '2-M3': [175.5, 66.7, 77.5, 63, 85.5, 81, 92, 103.5, 43.5, 54, 27, 94, 90.5],
  '2-W5': [163, 55.5, 74, 56, 82, 74, 90, 99.5, 38.5, 52.5, 25, 82, 81],
  '2-W6': [162.5, 52.2, 79, 57.5, 81.5, 78, 99, 101, 37.5, 52, 25.8, 84, 80.5],
  '2-M4': [170, 79.9, 71.5, 57, 96, 101, 108, 100, 42.6, 63.5, 29.5, 83, 95],
};

/**
 * The twenty people of the thesis that the comparison tool comes from (Reutlingen and MPI Tuebingen 2017, appendix):
 * real tape measures with real errors. Its under-bust and chest columns are probably swapped for many of the women.
 */
export const thesisPeople: readonly MeasuredPerson[] = Object.entries(rows).map(([id, values]) => ({
  id,
  sex: id.includes('W') ? 'female' : 'male',
  measures: Object.fromEntries(columns.map((name, k) => [name, name === 'weight' ? values[k] : values[k] / 100])),
}));
