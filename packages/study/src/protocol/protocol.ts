import type { JsonObject, Ref } from '@leib/stage';

/** One text, or one for each language by its code: `{ "en": "Ready?", "de": "Bereit?" }`. */
export type LocalText = string | Readonly<Record<string, string>>;

export const orderKinds = ['fixed', 'random', 'permutations', 'latin', 'williams'] as const;
/**
 * Who gets conditions in which order. `permutations`: all n! orders in turn; `latin`: each condition once at each place;
 * `williams`: also each after each other equally often; `random`: by the seed; `fixed`: as written.
 */
export type OrderKind = (typeof orderKinds)[number];

export const taskNames = [
  'handInBox',
  'footInBox',
  'explore',
  'matchHeight',
  'tPose',
  'mirror',
  'adjustBetas',
  'adjustWords',
  'lookAtBody',
] as const;
export type TaskName = (typeof taskNames)[number];

/** A study as data (leib-study/1). What a document leaves out has its default here. */
export interface Protocol {
  readonly format: 'leib-study/1';
  readonly id: string;
  readonly version: string;
  readonly title: LocalText;
  /** Codes of the languages in which all texts are there; the first stands in where one is missing. */
  readonly languages: readonly string[];
  /** How many are planned. */
  readonly participants: number;
  /** Of everything that is random. */
  readonly seed: number;
  readonly ethics: {
    readonly text: LocalText;
    /** Of a committee; null where none has approved yet. */
    readonly approval: { readonly committee: string; readonly reference: string; readonly date: string } | null;
  };
  readonly consent: { readonly text: LocalText; readonly points: readonly LocalText[] };
  /** Null: there is none. */
  readonly compensation: LocalText | null;
  readonly body: StudyBody;
  readonly record: StudyRecord;
  readonly flow: readonly FlowNode[];
}

/** What body is worn, and how it follows. Conditions may change any of it. */
export interface StudyBody {
  /** Which model, as bodies of stage documents say it. */
  readonly model: Ref;
  /** `simulated`: by forces. `kinematic`: it is the tracked pose itself. */
  readonly kind: 'simulated' | 'kinematic';
  /** `tuned`: by the relay method before the study; `inertia`: from the masses. Gains in `settings` hold over both. */
  readonly gains: 'tuned' | 'inertia';
  readonly latencyMs: number;
  readonly delaysHips: boolean;
  /** What differs from the defaults of a simulated body: total mass, colliders, joints, control. */
  readonly settings: JsonObject;
  /** The local avatar, once the body is worn. */
  readonly local: 'hidden' | 'transparent' | 'shown';
}

/** Tracks of a trial's recording. */
export interface StudyRecord {
  readonly devices: boolean;
  /** The reached pose of the body. */
  readonly pose: boolean;
  /** What it was to do. */
  readonly wished: boolean;
  readonly torques: boolean;
  readonly contacts: boolean;
  /** Angle of each part from its target, and how late the target was. */
  readonly errors: boolean;
  readonly hz: number;
}

/** What a condition sets: parts of the body, and settings of the tasks under it. */
export interface ConditionSet {
  readonly body?: Partial<StudyBody>;
  readonly task?: JsonObject;
  /** By the ids of tasks: over what all of them have. */
  readonly steps?: Readonly<Record<string, JsonObject>>;
}

export interface Condition {
  readonly id: string;
  readonly name?: LocalText;
  readonly set: ConditionSet;
}

interface Node {
  /** Among its siblings. */
  readonly id: string;
}

export interface TextNode extends Node {
  readonly kind: 'text';
  readonly where: 'screen' | 'vr';
  readonly text: LocalText;
}

export interface ConsentNode extends Node {
  readonly kind: 'consent';
}

export interface QuestionnaireNode extends Node {
  readonly kind: 'questionnaire';
  /** Id of the questionnaire. */
  readonly of: string;
  readonly order: 'written' | 'random';
  /** `aloud`: asked by the operator, who enters the answers, while the participant stays in VR. */
  readonly asked: 'screen' | 'pointer' | 'aloud';
}

export interface TaskNode extends Node {
  readonly kind: 'task';
  readonly task: TaskName;
  /** Null: it ends by itself. */
  readonly seconds: number | null;
  /** Countdown before it. */
  readonly prepareSeconds: number;
  /** Scene and body are held still after it. */
  readonly freezeSeconds: number;
  /** The operator starts it; otherwise it begins at once. */
  readonly waits: boolean;
  readonly isRecorded: boolean;
  readonly instruction: LocalText | null;
  readonly settings: JsonObject;
}

export interface PauseNode extends Node {
  readonly kind: 'pause';
  /** At least so long; the operator goes on. */
  readonly seconds: number;
  readonly text: LocalText;
}

export interface BlockNode extends Node {
  readonly kind: 'block';
  readonly order: OrderKind;
  /** Without any, its flow is run as often as it says. */
  readonly conditions: readonly Condition[];
  readonly repeat: number;
  readonly flow: readonly FlowNode[];
}

export type StepNode = TextNode | ConsentNode | QuestionnaireNode | TaskNode | PauseNode;
export type FlowNode = StepNode | BlockNode;

/** A text in a language; in the study's first language, or any, where it is missing. */
export function textIn(text: LocalText, language: string, languages: readonly string[] = []): string {
  if (typeof text === 'string') return text;
  const found = [language, ...languages].find((code) => Object.hasOwn(text, code));
  return found === undefined ? (Object.values(text)[0] ?? '') : text[found];
}
