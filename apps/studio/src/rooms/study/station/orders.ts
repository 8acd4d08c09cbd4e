import { type Decoded, decodeValue } from '@leib/core';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(2000));
/** Of body and head, metres. */
const offset = v.pipe(v.number(), v.minValue(-0.3), v.maxValue(0.3));
const schema = v.variant('kind', [
  v.strictObject({ kind: v.literal('next') }),
  v.strictObject({ kind: v.literal('agree'), point: v.number(), isAgreed: v.boolean() }),
  v.strictObject({
    kind: v.literal('answer'),
    item: text,
    value: v.nullable(v.union([v.number(), text])),
    by: v.picklist(['participant', 'operator']),
  }),
  v.strictObject({ kind: v.literal('repeat'), reason: text }),
  v.strictObject({ kind: v.literal('skip'), reason: text }),
  v.strictObject({ kind: v.literal('note'), text }),
  v.strictObject({ kind: v.literal('stop'), reason: text }),
  v.strictObject({ kind: v.literal('continue'), reason: text }),
  /** An answer to what a task asks: taller, smaller, fits. */
  v.strictObject({ kind: v.literal('choose'), choice: text }),
  /** Height of the participant, metres. */
  v.strictObject({ kind: v.literal('stature'), metres: v.pipe(v.number(), v.minValue(1.2), v.maxValue(2.2)) }),
  /** From the body's head to the tracked one, beside what the source says, metres. */
  v.strictObject({ kind: v.literal('headOffset'), up: offset, ahead: offset }),
]);

/** What participant or operator do: decisions about the session, answers to a task, the height. */
export type StudyOrder = v.InferOutput<typeof schema>;

const sentSchema = v.strictObject({
  id: text,
  to: text,
  /** At which step it was given, as the operator saw it. */
  step: text,
  attempt: v.number(),
  order: schema,
});

/** An order on its way from the operator's page to a station. */
export type SentOrder = v.InferOutput<typeof sentSchema>;

/** Orders of an operator, as their actor in the room of people has them. */
export function decodeOrders(value: unknown): Decoded<readonly SentOrder[]> {
  return decodeValue(value, v.pipe(v.array(sentSchema), v.maxLength(50)));
}

/** These hold whatever step is under way; the others are for the one that the operator saw. */
export const isForAnyStep = ({ kind }: StudyOrder) =>
  kind === 'note' || kind === 'stop' || kind === 'continue' || kind === 'stature' || kind === 'headOffset';
