import { sexes } from '@leib/reembody';
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

/** With the name and the sentence that forms and other editors show for it. */
const said = <const S extends v.GenericSchema>(schema: S, title: string, help: string) =>
  v.pipe(schema, v.title(title), v.description(help));

const ref = v.looseObject({
  kind: said(v.pipe(v.string(), v.minLength(1)), 'Which', 'As bodies of the stage’s documents: default, shape, scan'),
});

/** What is said most often of a simulated body; everything else that it can be told stands beside it. */
const simulatedSettings = v.looseObject({
  totalMass: v.exactOptional(
    said(v.pipe(v.number(), v.gtValue(0, 'expected more than 0'), v.maxValue(1000)), 'Mass (kg)', 'Of the whole body'),
  ),
  sex: v.exactOptional(said(v.picklist(sexes), 'Shares of mass', 'Whose shares the masses of its parts are')),
  hasFingers: v.exactOptional(said(v.boolean(), 'Fingers', 'Fingers are parts of their own')),
  hasToes: v.exactOptional(said(v.boolean(), 'Toes', 'Toes are parts of their own')),
  colliders: v.exactOptional(
    said(
      v.looseObject({
        all: v.exactOptional(
          said(
            v.picklist(['simple', 'exact', 'none']),
            'Of all parts',
            'Capsules and boxes, shapes made of the skin, or none',
          ),
        ),
      }),
      'Colliders',
      'What touches things',
    ),
  ),
});

const bodyFields = {
  model: said(ref, 'Model', 'Which body is worn'),
  kind: said(v.picklist(['simulated', 'kinematic']), 'Moved', 'By forces, or as the tracked pose itself'),
  gains: said(
    v.picklist(['tuned', 'inertia']),
    'Gains',
    'Tuned by the relay method before the study, or from the masses',
  ),
  latencyMs: said(
    v.pipe(v.number(), v.minValue(0), v.maxValue(1000)),
    'Latency (ms)',
    'The body follows so much later',
  ),
  delaysHips: said(v.boolean(), 'Latency of the hips', 'The hips are late, too'),
  settings: said(simulatedSettings, 'Simulated body', 'What differs from its defaults'),
  local: said(
    v.picklist(['hidden', 'transparent', 'shown']),
    'Local avatar',
    'How the own avatar is seen once the body is worn',
  ),
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
  devices: v.optional(said(v.boolean(), 'Devices', 'Headset, controllers and trackers'), true),
  pose: v.optional(said(v.boolean(), 'Pose', 'The reached pose of the body'), true),
  wished: v.optional(said(v.boolean(), 'Wished pose', 'What the body was to do'), true),
  torques: v.optional(said(v.boolean(), 'Torques', 'Of every axis'), true),
  contacts: v.optional(said(v.boolean(), 'Contacts', 'What touched what'), true),
  errors: v.optional(
    said(v.boolean(), 'Errors', 'Angle of each part from its target, and how late the target was'),
    true,
  ),
  hz: v.optional(said(v.pipe(v.number(), v.minValue(1), v.maxValue(240)), 'Rate (Hz)', 'Moments a second'), 60),
});

const conditionSchema = v.strictObject({
  id: said(name, 'Id', 'Its name in the data'),
  name: v.exactOptional(said(localText, 'Name', 'Its name in reports')),
  set: v.optional(
    said(
      v.strictObject({
        body: v.exactOptional(
          said(
            v.partial(v.strictObject(bodyFields)),
            'Of the body',
            'What is different in this condition; the rest is the study’s',
          ),
        ),
        task: v.exactOptional(said(json, 'Of the tasks', 'Settings of all tasks inside, as JSON')),
        steps: v.exactOptional(
          said(v.record(name, json), 'Of single tasks', 'Settings of tasks inside by their ids, over those of all'),
        ),
      }),
      'Sets',
      'What makes this condition',
    ),
    {},
  ),
});

const stepId = said(name, 'Id', 'Its name in the data; no other step beside it has it');
const textNode = v.strictObject({
  kind: v.literal('text'),
  id: stepId,
  where: v.optional(said(v.picklist(['screen', 'vr']), 'Shown', 'On the screen, or in the headset'), 'screen'),
  text: said(localText, 'Text', 'What participants read'),
});
const consentNode = v.strictObject({ kind: v.literal('consent'), id: v.optional(stepId, 'consent') });
const questionnaireNode = v.strictObject({
  kind: v.literal('questionnaire'),
  id: stepId,
  of: said(name, 'Questionnaire', 'Its id: one of ours, or of a file of your own'),
  order: v.optional(said(v.picklist(['written', 'random']), 'Order', 'Of its items'), 'written'),
  asked: v.optional(
    said(
      v.picklist(['screen', 'pointer', 'aloud']),
      'Asked',
      'On the screen, by pointer in VR, or aloud: the operator enters the answers',
    ),
    'screen',
  ),
});
const taskNode = v.strictObject({
  kind: v.literal('task'),
  id: stepId,
  task: said(v.picklist(taskNames), 'Task', 'What is done'),
  seconds: v.optional(
    said(v.nullable(v.pipe(seconds, v.gtValue(0, 'expected more than 0'))), 'Lasts (s)', 'Empty: it ends by itself'),
    null,
  ),
  prepareSeconds: v.optional(said(seconds, 'Countdown (s)', 'Before it'), 0),
  freezeSeconds: v.optional(said(seconds, 'Held still (s)', 'Scene and body, after it'), 0),
  waits: v.optional(said(v.boolean(), 'Waits', 'The operator starts it'), true),
  isRecorded: v.optional(said(v.boolean(), 'Recorded', 'Movement is kept as well as events'), true),
  instruction: v.optional(said(v.nullable(localText), 'Instruction', 'Shown before it'), null),
  settings: v.optional(said(json, 'Settings', 'Of this task, as JSON'), {}),
});
const pauseNode = v.strictObject({
  kind: v.literal('pause'),
  id: stepId,
  seconds: v.optional(said(seconds, 'At least (s)', 'Then somebody goes on'), 0),
  text: v.optional(said(localText, 'Text', 'What participants read'), ''),
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
    id: stepId,
    order: v.optional(said(v.picklist(orderKinds), 'Order', 'Who gets the conditions in which order'), 'fixed'),
    conditions: v.optional(
      said(
        v.pipe(
          v.array(conditionSchema),
          v.maxLength(60),
          v.check((entries) => hasOwnIds(entries), sameId),
        ),
        'Conditions',
        'Each runs the steps inside once; without any they are run as they are',
      ),
      [],
    ),
    repeat: v.optional(
      said(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 'Times', 'How often all of it is done'),
      1,
    ),
    flow: flowSchema(levels - 1),
  });
}

const date = v.pipe(v.string(), v.isoDate('expected a date such as "2026-05-31"'));
const whole = v.pipe(v.number(), v.integer());

export const protocolSchema = v.strictObject({
  format: v.literal('leib-study/1'),
  id: said(name, 'Id', 'What the study is called in the data'),
  version: v.optional(said(v.string(), 'Version', 'Another version is another study for the store'), '1'),
  title: said(localText, 'Title', 'What participants and reports call it'),
  languages: v.optional(
    said(
      v.pipe(v.array(language), v.minLength(1)),
      'Languages',
      'Codes of the languages in which all texts are there; the first stands in',
    ),
    ['en'],
  ),
  participants: said(v.pipe(whole, v.minValue(1), v.maxValue(100_000)), 'Participants', 'How many are planned'),
  seed: v.optional(
    said(v.pipe(whole, v.minValue(0), v.maxValue(2 ** 32 - 1)), 'Seed', 'Of everything that is random'),
    1,
  ),
  ethics: said(
    v.strictObject({
      text: said(localText, 'Information', 'What participants are told before they agree'),
      approval: v.optional(
        said(
          v.nullable(
            v.strictObject({
              committee: said(v.string(), 'Committee', 'Who approved it'),
              reference: said(v.string(), 'Reference', 'Under which number'),
              date: said(date, 'Date', 'As 2026-05-31'),
            }),
          ),
          'Approval',
          'Of a committee',
        ),
        null,
      ),
    }),
    'Ethics',
    'What participants are told, and who approved it',
  ),
  consent: said(
    v.strictObject({
      text: said(localText, 'What it is about', 'In one or two sentences'),
      points: said(v.pipe(v.array(localText), v.minLength(1), v.maxLength(40)), 'Points', 'Each must be agreed to'),
    }),
    'Consent',
    'What participants agree to',
  ),
  compensation: v.optional(said(v.nullable(localText), 'Compensation', 'What participants get'), null),
  body: v.optional(said(bodySchema, 'Body', 'What is worn, and how it follows'), {}),
  record: v.optional(said(recordSchema, 'Recording', 'What is recorded of each trial'), {}),
  flow: flowSchema(MOST_LEVELS),
});
