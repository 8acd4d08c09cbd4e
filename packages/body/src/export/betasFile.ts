import { decodeJson } from '@leib/core';
import { FormatError } from '@leib/formats';
import * as v from 'valibot';
import { type BodyLooks, bodyLooksSchema } from '../dress/bodyLooks.js';
import { csvLine } from '../people/readPeople.js';
import type { BodySex } from '../shape/bodyModel.js';

/** A body as the betas of a model. */
export interface BodyBetas {
  readonly name: string;
  readonly sex: BodySex;
  readonly betas: readonly number[];
  /** Absent where only the shape was saved. */
  readonly looks?: BodyLooks;
  /** Name of the user's own model file that the betas belong to (SMPL); absent for Leib's models. */
  readonly model?: string;
}

const FORMAT = 'leib-betas/1';

/** Largest beta in a file, standard deviations; larger ones give no recognisable body. */
const LARGEST = 20;
const MOST_BETAS = 400;

/** Betas from outside: of a file, a link or a browser's storage. */
export const betasSchema = v.pipe(
  v.array(v.pipe(v.number(), v.minValue(-LARGEST), v.maxValue(LARGEST))),
  v.maxLength(MOST_BETAS),
);

const fileSchema = v.object({
  format: v.literal(FORMAT),
  name: v.optional(v.string(), ''),
  sex: v.picklist(['female', 'male', 'neutral']),
  betas: v.pipe(betasSchema, v.minLength(1)),
  looks: v.optional(bodyLooksSchema),
  model: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
});

export function writeBetasJson({ name, sex, betas, looks, model }: BodyBetas, betaNames: readonly string[]): string {
  return `${JSON.stringify({ format: FORMAT, name, sex, model, betas, betaNames, looks }, null, 2)}\n`;
}

/** Whether a text has the format field of a betas file. */
export function looksLikeBetas(text: string): boolean {
  return /"format"\s*:\s*"leib-betas\//.test(text.slice(0, 400));
}

/** Throws FormatError with place and reason. */
export function readBetasJson(text: string): BodyBetas {
  const decoded = decodeJson(text, fileSchema);
  if (!decoded.ok) throw new FormatError('betas', decoded.path, decoded.reason);
  const { name, sex, betas, looks, model } = decoded.value;
  return { name, sex, betas, ...(looks && { looks }), ...(model !== undefined && { model }) };
}

/** CSV: id, sex, beta1, beta2, ... */
export function writeBetasCsv(people: readonly BodyBetas[]): string {
  const count = people.reduce((most, { betas }) => Math.max(most, betas.length), 0);
  const header = csvLine(['id', 'sex', ...Array.from({ length: count }, (_, k) => `beta${k + 1}`)]);
  return people.reduce(
    (text, { name, sex, betas }) => text + csvLine([name, sex[0], ...betas.map((beta) => beta.toFixed(5))]),
    header,
  );
}
