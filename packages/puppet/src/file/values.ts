import {
  array,
  description,
  finite,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  pipe,
  regex,
  strictTuple,
  string,
} from 'valibot';

/** Values that the schema of a puppet is put together from. */

/** Nothing of a puppet is larger, metres or any other unit: with 1e300 a frame would not stay finite. */
const LARGEST = 1e6;

export const finiteNumber = pipe(number(), finite(), minValue(-LARGEST), maxValue(LARGEST));
export const positiveNumber = pipe(number(), finite(), minValue(1e-6), maxValue(LARGEST));
export const share = pipe(number(), finite(), minValue(0), maxValue(1));
export const point = strictTuple([finiteNumber, finiteNumber, finiteNumber]);
export const rotation = strictTuple([finiteNumber, finiteNumber, finiteNumber, finiteNumber]);
export const noRotation: [number, number, number, number] = [0, 0, 0, 1];
export const origin: [number, number, number] = [0, 0, 0];
/** Of parts, chains, regions: shown to people and referred to by the rest of the file. */
export const name = pipe(
  string(),
  minLength(1),
  maxLength(64),
  regex(/^\S(.*\S)?$/, 'expected a name without blanks at its ends'),
);

export const numbers = (least: number, most: number) => pipe(number(), finite(), minValue(least), maxValue(most));
export const wholeNumbers = (least: number, most: number) => pipe(number(), integer(), minValue(least), maxValue(most));
export const few = <S extends Parameters<typeof array>[0]>(item: S, most: number) => pipe(array(item), maxLength(most));

/** A schema with a sentence for the JSON schema and its page. */
export const about = <S extends Parameters<typeof array>[0]>(schema: S, text: string) =>
  pipe(schema, description(text));
