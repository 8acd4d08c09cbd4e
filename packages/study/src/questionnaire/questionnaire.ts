import { type Decoded, decodeJson, decodeValue } from '@leib/core';
import * as v from 'valibot';
import { shuffled } from '../protocol/order.js';
import type { LocalText } from '../protocol/protocol.js';

/** One question. `scale` and `number` are answered by a number, `choice` by one of its choices, `text` by words. */
export interface QuestionItem {
  readonly id: string;
  readonly kind: 'scale' | 'number' | 'choice' | 'text';
  /** Null: its owner does not let it be shipped; whoever may use it puts it in. */
  readonly text: LocalText | null;
  /** Of `scale` and `number`. */
  readonly low: number;
  readonly high: number;
  /** Answers of a scale are so far apart; 0: anything between. */
  readonly step: number;
  /** Words of a scale, from low to high: one for each answer, or for its two ends. */
  readonly labels: readonly LocalText[];
  /** What is answered, and what is shown for it. */
  readonly choices: readonly { readonly id: string; readonly text: LocalText }[];
  readonly unit: string;
  /** Keeps its place where the order is random. */
  readonly isFixed: boolean;
  readonly isOptional: boolean;
}

/** A score: (constant + sum of weights x (answer - centre)) / divideBy. Terms are items, or scores before it, which have no centre. */
export interface ScoreRule {
  readonly terms: Readonly<Record<string, number>>;
  readonly centre: number;
  readonly constant: number;
  readonly divideBy: number;
}

/** A questionnaire as data (leib-questionnaire/1). */
export interface Questionnaire {
  readonly format: 'leib-questionnaire/1';
  readonly id: string;
  readonly title: LocalText;
  readonly languages: readonly string[];
  /** Where it comes from, and by what right its words are here. */
  readonly source: { readonly citation: string; readonly doi: string; readonly licence: string };
  /** Said before the items. */
  readonly stem: LocalText;
  readonly items: readonly QuestionItem[];
  readonly scores: Readonly<Record<string, ScoreRule>>;
}

const name = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/, 'expected a letter, then letters, digits, - and _'),
);
const localText = v.union([v.string(), v.record(v.string(), v.string())], 'expected a text, or texts by language');
const finite = v.pipe(v.number(), v.finite());
const choice = v.strictObject({ id: name, text: localText });
const item = v.strictObject({
  id: name,
  kind: v.optional(v.picklist(['scale', 'number', 'choice', 'text']), 'scale'),
  text: v.optional(v.nullable(localText), null),
  low: v.optional(finite, 1),
  high: v.optional(finite, 7),
  step: v.optional(v.pipe(finite, v.minValue(0)), 1),
  labels: v.optional(v.array(localText), []),
  choices: v.optional(v.array(choice), []),
  unit: v.optional(v.string(), ''),
  isFixed: v.optional(v.boolean(), false),
  isOptional: v.optional(v.boolean(), false),
});
/** What all items have unless they say otherwise. */
const defaults = v.partial(v.omit(item, ['id', 'text', 'choices']));
const score = v.strictObject({
  terms: v.record(name, finite),
  centre: v.optional(finite, 0),
  constant: v.optional(finite, 0),
  divideBy: v.optional(v.pipe(finite, v.notValue(0, 'expected anything but 0')), 1),
});

const rawSchema = v.looseObject({ items: v.array(v.looseObject({})), defaults: v.exactOptional(v.looseObject({})) });
const schema = v.strictObject({
  format: v.literal('leib-questionnaire/1'),
  id: name,
  title: localText,
  languages: v.pipe(v.array(v.string()), v.minLength(1)),
  source: v.strictObject({ citation: v.string(), doi: v.optional(v.string(), ''), licence: v.string() }),
  stem: v.optional(localText, ''),
  defaults: v.optional(defaults, {}),
  items: v.pipe(v.array(item), v.minLength(1), v.maxLength(300)),
  scores: v.optional(v.record(name, score), {}),
});

/** Reads a questionnaire: text or parsed JSON. `defaults` of the file are written into its items. */
export function decodeQuestionnaire(input: unknown): Decoded<Questionnaire> {
  const raw = typeof input === 'string' ? decodeJson(input, rawSchema) : decodeValue(input, rawSchema);
  if (!raw.ok) return raw;
  const { defaults: common = {}, items } = raw.value;
  const filled = { ...raw.value, items: items.map((each) => ({ ...common, ...each })) };
  const decoded = decodeValue(
    filled,
    v.pipe(
      schema,
      v.check(({ items: own }) => hasOwnIds(own), sameId),
      v.rawCheck(checkTerms),
    ),
  );
  if (!decoded.ok) return decoded;
  const { defaults: _, ...questionnaire } = decoded.value;
  return { ok: true, value: questionnaire as Questionnaire };
}

const hasOwnIds = (entries: readonly { readonly id: string }[]) =>
  new Set(entries.map(({ id }) => id)).size === entries.length;
const sameId = 'expected items with ids of their own, got one twice';

/** Terms name items, or scores before them. */
function checkTerms({
  dataset,
  addIssue,
}: Parameters<Parameters<typeof v.rawCheck<v.InferOutput<typeof schema>>>[0]>[0]): void {
  if (!dataset.typed) return;
  const known = new Set(dataset.value.items.map(({ id }) => id));
  for (const [id, { terms }] of Object.entries(dataset.value.scores)) {
    for (const term of Object.keys(terms)) {
      if (known.has(term)) continue;
      const place = {
        type: 'object',
        origin: 'value',
        input: dataset.value,
        key: `scores.${id}.terms.${term}`,
        value: term,
      } as const;
      addIssue({ message: 'expected an item, or a score before this one', path: [place] });
    }
    known.add(id);
  }
}

export type Answers = Readonly<Record<string, number | string | null>>;

/** Scores by their names; null where an answer is missing. */
export function scoreAnswers(
  { items, scores }: Pick<Questionnaire, 'items' | 'scores'>,
  answers: Answers,
): Record<string, number | null> {
  const isItem = new Set(items.map(({ id }) => id));
  const found: Record<string, number | null> = {};
  for (const [id, { terms, centre, constant, divideBy }] of Object.entries(scores)) {
    let sum: number | null = constant;
    for (const [term, weight] of Object.entries(terms)) {
      const value: unknown = isItem.has(term) ? answers[term] : found[term];
      const moved: number | null = typeof value === 'number' ? value - (isItem.has(term) ? centre : 0) : null;
      sum = sum === null || moved === null ? null : sum + weight * moved;
    }
    found[id] = sum === null ? null : sum / divideBy;
  }
  return found;
}

/** Items in the order in which they are asked; those that are fixed keep their places. */
export function itemsInOrder(
  { items }: Questionnaire,
  order: 'written' | 'random',
  seed: number,
): readonly QuestionItem[] {
  if (order === 'written') return items;
  const loose = items.filter(({ isFixed }) => !isFixed);
  const mixed = shuffled(loose.length, { seed }).map((number) => loose[number]);
  return items.map((each) => (each.isFixed ? each : (mixed.shift() as QuestionItem)));
}

/** Why an answer cannot be taken; null where it can. */
export function wrongAnswer(
  { kind, low, high, step, choices, isOptional }: QuestionItem,
  value: number | string | null,
): string | null {
  if (value === null) return isOptional ? null : 'expected an answer, got nothing';
  if (kind === 'text') return typeof value === 'string' ? null : `expected words, got ${value}`;
  if (kind === 'choice') {
    const isOne = choices.some(({ id }) => id === value);
    return isOne ? null : `expected one of ${choices.map(({ id }) => id).join(', ')}, got ${value}`;
  }
  const isInside = typeof value === 'number' && value >= low && value <= high;
  if (!isInside) return `expected a number from ${low} to ${high}, got ${value}`;
  const steps = step === 0 ? 0 : (value - low) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 ? null : `expected steps of ${step} from ${low}, got ${value}`;
}
