import { type Decoded, decodeValue } from '@leib/core';
import type { Json, JsonObject } from '@leib/stage';
import * as v from 'valibot';

/** What happens in a session, by the kind of its event: what each says. All is plain JSON. */
export interface StudyPayloads {
  /** The first event. From it and the protocol the whole plan follows. */
  readonly begun: {
    readonly study: string;
    readonly version: string;
    readonly participant: StudyParticipant;
    /** Versions of the programs that took part, by name. */
    readonly versions: Readonly<Record<string, string>>;
  };
  /** The program was started again. The step that was under way begins anew, as a further attempt. */
  readonly resumed: { readonly reason: string };
  readonly stepBegun: StepPlace & {
    readonly kind: string;
    /** Conditions that hold, from the outermost block to the innermost. */
    readonly conditions: readonly ConditionPlace[];
  };
  readonly phaseBegun: StepPlace & { readonly phase: StudyPhase };
  /** A point of the consent. */
  readonly agreed: StepPlace & { readonly point: number; readonly isAgreed: boolean };
  readonly answered: StepPlace & {
    readonly questionnaire: string;
    readonly item: string;
    /** Null: asked, and not answered. */
    readonly value: number | string | null;
    readonly by: 'participant' | 'operator';
  };
  /** Scores of a questionnaire's scales, when its last question is answered; null where an answer is missing. */
  readonly scored: StepPlace & {
    readonly questionnaire: string;
    readonly scores: Readonly<Record<string, number | null>>;
  };
  /** What a task has measured, when it is over: `completions`, `contactSeconds` and so on. */
  readonly measured: StepPlace & { readonly task: string; readonly values: JsonObject };
  /** What happened in a task: a panel was reached, a side touched. */
  readonly logged: StepPlace & { readonly log: string; readonly data: Json };
  readonly stepEnded: StepPlace & { readonly how: StepEnd; readonly reason: string | null };
  readonly noted: { readonly text: string };
  /** Something happened at another instrument: EEG, an eye tracker, a button. */
  readonly marked: StudyMarker;
  /** Emergency stop. What was under way has ended by a `stepEnded` before. */
  readonly stopped: { readonly reason: string };
  readonly continued: { readonly reason: string };
  readonly ended: Readonly<Record<string, never>>;
}

/** `skipped` and `repeated` have a reason; a repeated step begins again as the next attempt. */
export type StepEnd = 'done' | 'repeated' | 'skipped' | 'interrupted' | 'stopped';

/** A marker of another instrument, with its place on the session's clock. */
export interface StudyMarker {
  /** Who takes it in again knows it by this. */
  readonly id: string;
  /** Which instrument: "osc:127.0.0.1:9000", "lsl Markers". */
  readonly source: string;
  readonly label: string;
  /** When, on the session's clock. */
  readonly seconds: number;
  /** When, on the instrument's own clock; null where it did not say. */
  readonly sourceSeconds: number | null;
  /** The instrument's clock minus the session's; null where it did not say its time, or its clock could not be measured. */
  readonly offsetSeconds: number | null;
  /** `seconds` is right to this; null where nothing is known of the way there. */
  readonly uncertaintySeconds: number | null;
}

/** Where in a task time goes: waiting for the operator, a countdown, the task itself, everything held still. */
export type StudyPhase = 'waiting' | 'preparing' | 'running' | 'frozen';

/** Which step of the participant's plan, and for the how manyth time; both from 0. */
export interface StepPlace {
  readonly step: string;
  readonly index: number;
  readonly attempt: number;
}

/** One condition in force: of which block, the how manyth of it, and in the how manyth repetition of the block (from 0). */
export interface ConditionPlace {
  readonly block: string;
  /** Empty in a block without conditions. */
  readonly condition: string;
  readonly position: number;
  readonly repetition: number;
}

export interface StudyParticipant {
  /** As the operator gave it; no name of a person. */
  readonly id: string;
  /** Place in the order of conditions, from 0. */
  readonly number: number;
  readonly language: string;
  readonly sex: 'female' | 'male' | 'average';
  readonly writingHand: 'left' | 'right';
}

export type StudyEventKind = keyof StudyPayloads;

/** The border between a session and whoever keeps it: all there is to know about a session are its events, in order. */
export type StudyEvent<Kind extends StudyEventKind = StudyEventKind> = {
  [K in Kind]: {
    readonly participant: string;
    /** From 0, without gaps, for each participant. */
    readonly sequence: number;
    /** Of the session's own clock: the sum of its steps. It goes on where it stopped. */
    readonly seconds: number;
    readonly kind: K;
    readonly payload: StudyPayloads[K];
  };
}[Kind];

/** Where events go: a store, a list. They are appended in order, and kept when the promise resolves. */
export interface StudySink {
  append(events: readonly StudyEvent[]): void | Promise<void>;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.string();
const json = v.unknown() as v.GenericSchema<unknown, Json>;
const jsonObject = v.record(text, v.unknown()) as v.GenericSchema<unknown, JsonObject>;
const place = { step: text, index: count, attempt: count };

const participantSchema = v.strictObject({
  id: v.pipe(text, v.minLength(1), v.maxLength(80)),
  number: count,
  language: text,
  sex: v.picklist(['female', 'male', 'average']),
  writingHand: v.picklist(['left', 'right']),
});

const finite = v.pipe(v.number(), v.finite());
const markerSchema = v.strictObject({
  id: text,
  source: text,
  label: v.pipe(text, v.maxLength(200)),
  seconds: finite,
  sourceSeconds: v.nullable(finite),
  offsetSeconds: v.nullable(finite),
  uncertaintySeconds: v.nullable(v.pipe(finite, v.minValue(0))),
});

const payloads = {
  begun: v.strictObject({
    study: text,
    version: text,
    participant: participantSchema,
    versions: v.record(text, text),
  }),
  resumed: v.strictObject({ reason: text }),
  stepBegun: v.strictObject({
    ...place,
    kind: text,
    conditions: v.array(v.strictObject({ block: text, condition: text, position: count, repetition: count })),
  }),
  phaseBegun: v.strictObject({ ...place, phase: v.picklist(['waiting', 'preparing', 'running', 'frozen']) }),
  agreed: v.strictObject({ ...place, point: count, isAgreed: v.boolean() }),
  answered: v.strictObject({
    ...place,
    questionnaire: text,
    item: text,
    value: v.nullable(v.union([v.pipe(v.number(), v.finite()), text])),
    by: v.picklist(['participant', 'operator']),
  }),
  scored: v.strictObject({ ...place, questionnaire: text, scores: v.record(text, v.nullable(v.number())) }),
  measured: v.strictObject({ ...place, task: text, values: jsonObject }),
  logged: v.strictObject({ ...place, log: text, data: json }),
  stepEnded: v.strictObject({
    ...place,
    how: v.picklist(['done', 'repeated', 'skipped', 'interrupted', 'stopped']),
    reason: v.nullable(text),
  }),
  noted: v.strictObject({ text }),
  marked: markerSchema,
  stopped: v.strictObject({ reason: text }),
  continued: v.strictObject({ reason: text }),
  ended: v.strictObject({}),
} satisfies Record<StudyEventKind, v.GenericSchema>;

const kinds = Object.keys(payloads) as [StudyEventKind, ...StudyEventKind[]];
const eventSchema = v.variant(
  'kind',
  kinds.map((kind) =>
    v.strictObject({
      participant: v.pipe(text, v.minLength(1)),
      sequence: count,
      seconds: v.pipe(v.number(), v.finite(), v.minValue(0)),
      kind: v.literal(kind),
      payload: payloads[kind] as v.GenericSchema,
    }),
  ) as never,
);

/** An event from outside: a file, a database, another program. */
export function decodeStudyEvent(value: unknown): Decoded<StudyEvent> {
  return decodeValue(value, eventSchema as v.GenericSchema) as Decoded<StudyEvent>;
}

/** A participant from outside: a form, a call. */
export function decodeParticipant(value: unknown): Decoded<StudyParticipant> {
  return decodeValue(value, participantSchema);
}
