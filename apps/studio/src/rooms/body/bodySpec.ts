import { type BodySex, type GivenMeasures, type MeasureName, measureNames, takeSizes } from '@leib/body';
import { isRecord } from '@leib/core';

/** Which of the measures count: those of the thesis's takes 1 to 4, or whatever is given. */
export type TakeChoice = '1' | '2' | '3' | '4' | 'any';

/** Who is to be built, as plain data: one step of the room's history. */
export interface BodySpec {
  readonly name: string;
  readonly sex: BodySex;
  readonly take: TakeChoice;
  /** Metres and kilograms. */
  readonly measures: GivenMeasures;
  /** Set by hand: the measures then say nothing. null: the most likely body with the measures. */
  readonly betas: readonly number[] | null;
}

/** Whom the body is compared with. */
export type OtherSpec =
  | { readonly kind: 'take'; readonly take: TakeChoice }
  | { readonly kind: 'body'; readonly body: BodySpec }
  /** A mesh or an SMPL model that was opened in this visit; betas are for the model. */
  | { readonly kind: 'file'; readonly name: string; readonly betas: readonly number[] };

export const sexWords: Readonly<Record<BodySex, string>> = { female: 'woman', male: 'man', neutral: 'person' };

export function averageBody(sex: BodySex, take: TakeChoice = '2'): BodySpec {
  return { name: `Average ${sexWords[sex]}`, sex, take, measures: {}, betas: null };
}

/** Whom one meets when the room is opened for the first time. */
export const firstBody: BodySpec = averageBody('neutral');

export function measuresOfTake(take: TakeChoice): readonly MeasureName[] {
  return take === 'any' ? measureNames : measureNames.slice(0, takeSizes[take]);
}

/** What counts of the measures in this take. */
export function givenOf({ take, measures }: BodySpec): GivenMeasures {
  const names = measuresOfTake(take).filter((name) => measures[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, measures[name]]));
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isBetas = (value: unknown) => Array.isArray(value) && value.length <= 400 && value.every(isNumber);
const isTake = (value: unknown) => ['1', '2', '3', '4', 'any'].includes(String(value));

/** Why a value is nobody. */
export function checkBody(value: unknown): string | null {
  if (!isRecord(value)) return 'must be a body';
  const { name, sex, take, measures, betas } = value;
  if (typeof name !== 'string') return 'name must be a text';
  if (sex !== 'female' && sex !== 'male' && sex !== 'neutral') return 'sex must be female, male or neutral';
  if (!isTake(take)) return 'take must be 1, 2, 3, 4 or any';
  if (!isRecord(measures)) return 'measures must be an object';
  for (const [measure, number] of Object.entries(measures)) {
    if (!measureNames.some((known) => known === measure)) return `measures.${measure}: there is no such measure`;
    if (!isNumber(number)) return `measures.${measure} must be a number`;
  }
  return betas === null || isBetas(betas) ? null : 'betas must be null or a list of numbers';
}

/** Why a value is nobody to compare with. */
export function checkOther(value: unknown): string | null {
  if (!isRecord(value)) return 'must be a body to compare with';
  switch (value.kind) {
    case 'take':
      return isTake(value.take) ? null : 'take must be 1, 2, 3, 4 or any';
    case 'body':
      return checkBody(value.body);
    case 'file':
      return typeof value.name === 'string' && isBetas(value.betas) ? null : 'must have a name and betas';
    default:
      return 'kind must be take, body or file';
  }
}
