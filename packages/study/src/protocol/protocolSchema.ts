import * as v from 'valibot';
import { orderKinds, taskNames } from './protocol.js';

/** Steps of a plan; a study of a day has some hundred. */
export const MOST_STEPS = 5000;
/** Of blocks in blocks. */
const MOST_LEVELS = 3;

const name = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/, 'expected letters, digits, - and _, at most 60'),
);
const language = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/, 'expected a language code such as "en"'),
);
const localText = v.union(
  [v.pipe(v.string(), v.maxLength(20_000)), v.record(language, v.pipe(v.string(), v.maxLength(20_000)))],
  'expected a text, or texts by language: { "en": "…", "de": "…" }',
);
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(86_400));
/** Settings by name; a plan copies them for each of its steps. */
const MOST_SETTINGS = 200;
const json = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check(
    (settings) => Object.keys(settings).length <= MOST_SETTINGS,
    `expected at most ${MOST_SETTINGS} settings, got more`,
  ),
);
const ref = v.looseObject({ kind: v.pipe(v.string(), v.minLength(1)) });

const bodyFields = {
  model: ref,
  kind: v.picklist(['simulated', 'kinematic']),
  gains: v.picklist(['tuned', 'inertia']),
  latencyMs: v.pipe(v.number(), v.minValue(0), v.maxValue(1000)),
  delaysHips: v.boolean(),
  settings: json,
  local: v.picklist(['hidden', 'transparent', 'shown']),
};

const bodySchema = v.strictObject({
  model: v.optional(bodyFields.model, { kind: 'default' }),
  kind: v.optional(bodyFields.kind, 'simulated'),
  gains: v.optional(bodyFields.gains, 'inertia'),
  latencyMs: v.optional(bodyFields.latencyMs, 0),
  delaysHips: v.optional(bodyFields.delaysHips, false),
  settings: v.optional(bodyFields.settings, {}),
  local: v.optional(bodyFields.local, 'hidden'),
});

const recordSchema = v.strictObject({
  devices: v.optional(v.boolean(), true),
  pose: v.optional(v.boolean(), true),
  wished: v.optional(v.boolean(), true),
  torques: v.optional(v.boolean(), true),
  contacts: v.optional(v.boolean(), true),
  errors: v.optional(v.boolean(), true),
  hz: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(240)), 60),
});

const conditionSchema = v.strictObject({
  id: name,
  name: v.exactOptional(localText),
  set: v.optional(
    v.strictObject({ body: v.exactOptional(v.partial(v.strictObject(bodyFields))), task: v.exactOptional(json) }),
    {},
  ),
});

const textNode = v.strictObject({
  kind: v.literal('text'),
  id: name,
  where: v.optional(v.picklist(['screen', 'vr']), 'screen'),
  text: localText,
});
const consentNode = v.strictObject({ kind: v.literal('consent'), id: v.optional(name, 'consent') });
const questionnaireNode = v.strictObject({
  kind: v.literal('questionnaire'),
  id: name,
  of: name,
  order: v.optional(v.picklist(['written', 'random']), 'written'),
  asked: v.optional(v.picklist(['screen', 'pointer', 'aloud']), 'screen'),
});
const taskNode = v.strictObject({
  kind: v.literal('task'),
  id: name,
  task: v.picklist(taskNames),
  seconds: v.optional(v.nullable(v.pipe(seconds, v.gtValue(0, 'expected more than 0'))), null),
  prepareSeconds: v.optional(seconds, 0),
  freezeSeconds: v.optional(seconds, 0),
  waits: v.optional(v.boolean(), true),
  isRecorded: v.optional(v.boolean(), true),
  instruction: v.optional(v.nullable(localText), null),
  settings: v.optional(json, {}),
});
const pauseNode = v.strictObject({
  kind: v.literal('pause'),
  id: name,
  seconds: v.optional(seconds, 0),
  text: v.optional(localText, ''),
});

const hasOwnIds = (entries: readonly { readonly id: string }[]) =>
  new Set(entries.map(({ id }) => id)).size === entries.length;
const sameId = 'expected ids of their own, got one twice';

/** @param levels how many blocks may still be inside each other: a schema that calls itself would have no end for JSON schemas */
function flowSchema(levels: number): v.GenericSchema {
  const blocks = levels > 0 ? [blockSchema(levels)] : [];
  const nodes = [textNode, consentNode, questionnaireNode, taskNode, pauseNode, ...blocks] as const;
  return v.pipe(
    v.array(v.variant('kind', nodes as never) as v.GenericSchema<unknown, { id: string }>),
    v.minLength(1),
    v.maxLength(200),
    v.check((entries) => hasOwnIds(entries), sameId),
  );
}

function blockSchema(levels: number) {
  return v.strictObject({
    kind: v.literal('block'),
    id: name,
    order: v.optional(v.picklist(orderKinds), 'fixed'),
    conditions: v.optional(
      v.pipe(
        v.array(conditionSchema),
        v.maxLength(60),
        v.check((entries) => hasOwnIds(entries), sameId),
      ),
      [],
    ),
    repeat: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 1),
    flow: flowSchema(levels - 1),
  });
}

const date = v.pipe(v.string(), v.isoDate('expected a date such as "2026-05-31"'));

export const protocolSchema = v.strictObject({
  format: v.literal('leib-study/1'),
  id: name,
  version: v.optional(v.string(), '1'),
  title: localText,
  languages: v.optional(v.pipe(v.array(language), v.minLength(1)), ['en']),
  participants: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1)), 1),
  ethics: v.strictObject({
    text: localText,
    approval: v.optional(v.nullable(v.strictObject({ committee: v.string(), reference: v.string(), date })), null),
  }),
  consent: v.strictObject({ text: localText, points: v.pipe(v.array(localText), v.minLength(1), v.maxLength(40)) }),
  compensation: v.optional(v.nullable(localText), null),
  body: v.optional(bodySchema, {}),
  record: v.optional(recordSchema, {}),
  flow: flowSchema(MOST_LEVELS),
});
