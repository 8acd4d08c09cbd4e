import { FormatError } from '@leib/formats';
import { csvLine } from '../people/csvRows.js';
import type { BodySex } from '../shape/bodyModel.js';

/** A body as a few numbers: whose space, and the betas in it. */
export interface BodyBetas {
  readonly name: string;
  readonly sex: BodySex;
  readonly betas: readonly number[];
}

const FORMAT = 'leib-betas/1';

/** Beyond so many standard deviations there is no body to be seen. */
const LARGEST = 20;
const MOST_BETAS = 400;

export function writeBetasJson({ name, sex, betas }: BodyBetas, betaNames: readonly string[]): string {
  return `${JSON.stringify({ format: FORMAT, name, sex, betas, betaNames }, null, 2)}\n`;
}

/** Whether a JSON text claims to hold betas. */
export function looksLikeBetas(text: string): boolean {
  return /"format"\s*:\s*"leib-betas\//.test(text.slice(0, 400));
}

/** Throws FormatError with place and reason. */
export function readBetasJson(text: string): BodyBetas {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new FormatError('betas', '', `is not JSON (${(error as Error).message})`);
  }
  const { format, name = '', sex, betas } = (file ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new FormatError('betas', 'format', `is not ${FORMAT}`);
  if (typeof name !== 'string') throw new FormatError('betas', 'name', 'is not a text');
  if (sex !== 'female' && sex !== 'male' && sex !== 'neutral') {
    throw new FormatError('betas', 'sex', 'is not female, male or neutral');
  }
  if (!Array.isArray(betas) || betas.length === 0 || betas.length > MOST_BETAS) {
    throw new FormatError('betas', 'betas', 'is not a list of numbers');
  }
  betas.forEach((beta, k) => {
    if (typeof beta !== 'number' || !(Math.abs(beta) <= LARGEST)) {
      throw new FormatError('betas', `betas[${k}]`, `${beta} is not a number from -${LARGEST} to ${LARGEST}`);
    }
  });
  return { name, sex, betas: betas as number[] };
}

/** The table that `leib body build` writes too: id, sex, beta1, beta2, ... */
export function writeBetasCsv(people: readonly BodyBetas[]): string {
  const count = people.reduce((most, { betas }) => Math.max(most, betas.length), 0);
  const header = csvLine(['id', 'sex', ...Array.from({ length: count }, (_, k) => `beta${k + 1}`)]);
  return people.reduce(
    (text, { name, sex, betas }) => text + csvLine([name, sex[0], ...betas.map((beta) => beta.toFixed(5))]),
    header,
  );
}
