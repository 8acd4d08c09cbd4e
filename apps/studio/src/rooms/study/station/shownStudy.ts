import { isSimulatedActor } from '@leib/reembody';
import type { Card, Json, JsonObject } from '@leib/stage';
import {
  itemsInOrder,
  type LocalText,
  type PlanStep,
  type Protocol,
  type QuestionItem,
  type StudyRun,
  type StudySession,
  type StudySetup,
  stepNow,
  type TaskName,
  type TaskView,
  textIn,
} from '@leib/study';
import type { FeedDevice } from '@leib/tracking';
import { bodyWordIn, wordsIn } from '../panel/words.js';

/** One question as it is shown. */
export interface ShownItem extends Pick<QuestionItem, 'id' | 'kind' | 'low' | 'high' | 'step' | 'unit' | 'isOptional'> {
  readonly text: string;
  readonly labels: readonly string[];
  readonly choices: readonly { readonly id: string; readonly text: string }[];
}

/** A question of a task: the operator answers what only they can see, the participant rates words. */
export interface ShownAsk {
  readonly title: string;
  readonly text: string;
  readonly choices: readonly string[];
  readonly by: 'participant' | 'operator';
}

/** The step under way, as participant and operator see it. Plain JSON: the operator's page gets it as it is. */
export interface ShownStep {
  readonly study: string;
  readonly title: string;
  readonly participant: string;
  readonly language: string;
  readonly index: number;
  readonly count: number;
  readonly id: string;
  readonly attempt: number;
  readonly kind: PlanStep['node']['kind'] | 'none';
  readonly task: string;
  readonly text: string;
  readonly conditions: string;
  readonly points: readonly { readonly text: string; readonly isAgreed: boolean }[];
  readonly asked: 'screen' | 'pointer' | 'aloud' | 'none';
  readonly items: readonly ShownItem[];
  readonly answers: Readonly<Record<string, number | string | null>>;
  /** For which eyes a text is. */
  readonly where: 'screen' | 'vr';
  /** What a task asks now; null where it asks nothing. */
  readonly ask: ShownAsk | null;
  readonly latencyMs: number;
}

/** What changes while a step is under way. */
export interface ShownNow {
  readonly state: 'new' | 'before' | 'inStep' | 'stopped' | 'ended';
  readonly phase: 'waiting' | 'preparing' | 'running' | 'frozen';
  /** Of the session. */
  readonly seconds: number;
  /** Of countdown, task, held still, or break; null where none is counted. */
  readonly secondsLeft: number | null;
  /** How often the task was completed. */
  readonly completed: number;
  /** How late the body's target is, milliseconds; null where no body is simulated. */
  readonly lateMs: number | null;
  readonly refused: string;
  readonly stopReason: string;
  readonly notes: number;
  /** Where events are: "kept", or how many wait. */
  readonly kept: string;
  readonly isKept: boolean;
  /** Other programs on the time axis, and how well their clocks are known; empty for none. */
  readonly instruments: string;
  readonly stature: number;
  /** From the body's head to the tracked one: up and ahead, metres. */
  readonly headOffset: readonly [number, number];
  /** What is tracked, and how well. */
  readonly trackers: readonly { readonly name: string; readonly is: string }[];
  /** Of trackers and controllers, in words. */
  readonly batteries: string;
  readonly view: TaskView;
}

/** @param card what the task asks, as its script says it */
export function shownStep(
  { protocol, questionnaires }: StudySetup,
  session: StudySession,
  card: Card | null,
): ShownStep {
  const { participant, plan, index, attempt, record } = session;
  const { language } = participant;
  const say = (text: LocalText | null) => (text === null ? '' : textIn(text, language, protocol.languages));
  const step = stepNow(session);
  const node = step?.node;
  const of = node?.kind === 'questionnaire' ? questionnaires[node.of] : null;
  const isConsent = node?.kind === 'consent';
  return {
    study: protocol.id,
    title: say(protocol.title),
    participant: participant.id,
    language,
    ...{ index, attempt, count: plan.length },
    id: step?.id ?? '',
    kind: node?.kind ?? 'none',
    task: node?.kind === 'task' ? node.task : '',
    text: textOf(step, say, isConsent ? consentTexts(protocol, say, language) : [], of?.stem ?? ''),
    conditions:
      step?.conditions
        .map(({ condition }) => condition)
        .filter(Boolean)
        .join(', ') ?? '',
    points: isConsent
      ? protocol.consent.points.map((text, point) => ({ text: say(text), isAgreed: record?.agreed[point] === true }))
      : [],
    asked: node?.kind === 'questionnaire' ? node.asked : 'none',
    items:
      of && node?.kind === 'questionnaire' && step
        ? itemsInOrder(of, node.order, step.seed).map((item) => shownItem(item, say))
        : [],
    answers: node?.kind === 'questionnaire' ? (record?.answers ?? {}) : {},
    where: node?.kind === 'text' ? node.where : 'screen',
    ask: node?.kind === 'task' && card ? askOf(node.task, card, language) : null,
    latencyMs: step?.body.latencyMs ?? 0,
  };
}

/** What there is to know before somebody agrees: the study, who approved it, what they get. */
function consentTexts(
  { ethics, consent, compensation }: Protocol,
  say: (text: LocalText | null) => string,
  language: string,
): readonly string[] {
  const { approval } = ethics;
  const approved = approval && wordsIn(language).approved(approval.committee, approval.reference, approval.date);
  return [say(ethics.text), approved ?? '', say(consent.text), say(compensation)];
}

function askOf(task: TaskName, { title, text, choices }: Card, language: string): ShownAsk {
  if (task !== 'adjustWords') return { title, text, choices, by: 'operator' };
  return { title: bodyWordIn(title, language), text: wordsIn(language).howWell, choices, by: 'participant' };
}

function textOf(
  step: PlanStep | null,
  say: (text: LocalText | null) => string,
  consent: readonly string[],
  stem: LocalText,
): string {
  switch (step?.node.kind) {
    case 'text':
    case 'pause':
      return say(step.node.text);
    case 'task':
      return say(step.node.instruction);
    case 'questionnaire':
      return say(stem);
    default:
      return consent.filter(Boolean).join('\n\n');
  }
}

function shownItem(item: QuestionItem, say: (text: LocalText | null) => string): ShownItem {
  const { id, kind, low, high, step, unit, isOptional } = item;
  return {
    ...{ id, kind, low, high, step, unit, isOptional },
    // Words that may not be shipped are read from their owner's sheet.
    text: item.text === null ? id : say(item.text),
    labels: item.labels.map(say),
    choices: item.choices.map((choice) => ({ id: choice.id, text: say(choice.text) })),
  };
}

/** @param body the simulated body's actor @param around what the page knows besides */
export function shownNow(
  run: StudyRun,
  body: string,
  around: Pick<
    ShownNow,
    'kept' | 'isKept' | 'instruments' | 'stature' | 'headOffset' | 'trackers' | 'batteries' | 'refused'
  >,
): ShownNow {
  const { session, stage } = run;
  const { state, phase, seconds, phaseBeganSeconds, stopReason, notes } = session;
  const view = stage.doc.present.view.study as unknown as TaskView;
  const step = stepNow(session);
  const actor = stage.actors.get(body);
  const since = seconds - phaseBeganSeconds;
  const left = (whole: number) => Math.max(0, Math.ceil(whole - since - 1e-9));
  let secondsLeft: number | null = null;
  if (step?.node.kind === 'pause') secondsLeft = left(step.node.seconds);
  if (step?.node.kind === 'task') {
    if (phase === 'preparing') secondsLeft = left(step.node.prepareSeconds);
    else if (phase === 'frozen') secondsLeft = left(step.node.freezeSeconds);
    else if (phase === 'running') secondsLeft = view?.secondsLeft ?? null;
  }
  return {
    ...around,
    ...{ state, phase, secondsLeft, view },
    seconds: Math.floor(seconds),
    completed: view?.count ?? 0,
    lateMs: isSimulatedActor(actor) ? Math.round(actor.delaySeconds * 1000) : null,
    stopReason: stopReason ?? '',
    notes: notes.length,
  };
}

export const asJson = (value: ShownStep | ShownNow): Json => JSON.parse(JSON.stringify(value)) as JsonObject;

/** How full the batteries of what is tracked are, the emptiest first. */
export function batteryWords(devices: readonly Pick<FeedDevice, 'name' | 'batteryPercent'>[]): string {
  const told = devices.flatMap(({ name, batteryPercent = Number.NaN }) =>
    Number.isNaN(batteryPercent) ? [] : [{ name, batteryPercent }],
  );
  if (told.length === 0) return 'not told by this source';
  const sorted = told.toSorted((a, b) => a.batteryPercent - b.batteryPercent);
  return sorted.map(({ name, batteryPercent }) => `${name} ${batteryPercent} %`).join(', ');
}

/** Whole seconds as minutes and seconds: 1:05. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
