import {
  type BodyLooks,
  type BodySex,
  betasSchema,
  bodyLooksSchema,
  bodyWordIds,
  defaultLooks,
  type GivenMeasures,
  type MeasureName,
  measureNames,
  STRONGEST_RATING,
  takeSizes,
  type WordRatings,
} from '@leib/body';
import { decodeValue, isRecord, refusalOf } from '@leib/core';
import * as v from 'valibot';

/** The measures that are used: those of the thesis's takes 1 to 4, or all that are given. */
export type TakeChoice = '1' | '2' | '3' | '4' | 'any';

/** Definition of a body as plain data: one step of the room's history. */
export interface BodySpec {
  readonly name: string;
  readonly sex: BodySex;
  readonly take: TakeChoice;
  /** Metres and kilograms. */
  readonly measures: GivenMeasures;
  /** Betas set by hand, which replace the measures. Null: the most likely body with the measures. */
  readonly betas: readonly number[] | null;
  /** What it wears, and the colours; absent in links of earlier versions. */
  readonly looks?: BodyLooks;
  /** File name of the user's own model (SMPL), opened in this visit; absent: one of Leib's. */
  readonly model?: string;
  /** How words describe it, where it was built from words. */
  readonly words?: WordRatings;
}

/** A body to compare with. */
export type OtherSpec =
  | { readonly kind: 'take'; readonly take: TakeChoice }
  | { readonly kind: 'body'; readonly body: BodySpec }
  /** A mesh or an SMPL model opened in this visit; betas are for the model. */
  | { readonly kind: 'file'; readonly name: string; readonly betas: readonly number[] };

export const sexWords: Readonly<Record<BodySex, string>> = { female: 'woman', male: 'man', neutral: 'person' };

export function averageBody(sex: BodySex, take: TakeChoice = '2'): BodySpec {
  return { name: `Average ${sexWords[sex]}`, sex, take, measures: {}, betas: null, looks: defaultLooks };
}

/** The body on the first visit. */
export const firstBody: BodySpec = averageBody('neutral');

/** The looks of a body; those of the default person where it has none of its own. */
export function looksOf({ looks = defaultLooks }: BodySpec): BodyLooks {
  return looks;
}

/** The same body without ratings by words: it is built from something else now. */
export function withoutWords({ words: _, ...body }: BodySpec): BodySpec {
  return body;
}

export function measuresOfTake(take: TakeChoice): readonly MeasureName[] {
  return take === 'any' ? measureNames : measureNames.slice(0, takeSizes[take]);
}

/** The given measures that belong to the take. */
export function givenOf({ take, measures }: BodySpec): GivenMeasures {
  const names = measuresOfTake(take).filter((name) => measures[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, measures[name]]));
}

const finiteNumber = v.pipe(v.number(), v.finite());
const takeSchema = v.picklist(['1', '2', '3', '4', 'any']);
const bodySchema = v.object({
  name: v.string(),
  sex: v.picklist(['female', 'male', 'neutral']),
  take: takeSchema,
  // valibot takes a list for an object.
  measures: v.pipe(
    v.custom<object>(isRecord, 'expected an object, got a list'),
    v.strictObject(v.entriesFromList(measureNames, v.optional(finiteNumber))),
  ),
  betas: v.nullable(betasSchema),
  looks: v.optional(bodyLooksSchema),
  model: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  words: v.optional(
    v.strictObject(
      v.entriesFromList(
        bodyWordIds,
        v.optional(v.pipe(finiteNumber, v.minValue(-STRONGEST_RATING), v.maxValue(STRONGEST_RATING))),
      ),
    ),
  ),
});
const otherSchema = v.variant('kind', [
  v.object({ kind: v.literal('take'), take: takeSchema }),
  v.object({ kind: v.literal('body'), body: bodySchema }),
  v.object({ kind: v.literal('file'), name: v.string(), betas: betasSchema }),
]);

/** Reason why a value cannot be the room's body; null where it can. */
export function checkBody(value: unknown): string | null {
  return refusalOf(decodeValue(value, bodySchema));
}

/** Largest number of bodies beside the first. */
export const MOST_OTHERS = 12;

/** Reason why a value cannot be what the body is compared with; null where it can. */
export function checkOthers(value: unknown): string | null {
  return refusalOf(decodeValue(value, v.pipe(v.array(otherSchema), v.maxLength(MOST_OTHERS))));
}

/** A body with the measures that trackers took; those that were typed and that trackers do not tell stay. */
export function takesWearer(body: BodySpec, taken: GivenMeasures): BodySpec {
  // Two measures are stature and weight: not enough for arms and legs.
  const take = body.take === '4' ? '3' : body.take;
  return { ...withoutWords(body), take, measures: { ...body.measures, ...taken }, betas: null };
}
