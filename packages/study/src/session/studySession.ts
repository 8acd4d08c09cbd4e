import type { JsonObject } from '@leib/stage';
import { buildPlan, type PlanStep } from '../protocol/plan.js';
import type { Protocol } from '../protocol/protocol.js';
import type { Questionnaire } from '../questionnaire/questionnaire.js';
import type { StudyEvent, StudyParticipant, StudyPhase } from '../studyEvent.js';

/** A study with the questionnaires that it asks, by id. What a session needs besides its events. */
export interface StudySetup {
  readonly protocol: Protocol;
  readonly questionnaires: Readonly<Record<string, Questionnaire>>;
}

/** Markers come again within seconds, or not at all. */
const MOST_MARKS = 256;

/** What was answered or measured in one attempt at a step. */
export interface StepRecord {
  readonly step: string;
  readonly attempt: number;
  readonly answers: Readonly<Record<string, number | string | null>>;
  readonly agreed: Readonly<Record<number, boolean>>;
  readonly measured: JsonObject | null;
}

/** Where a participant is in a study: plain data, made of the protocol and the events so far and nothing else. */
export interface StudySession {
  readonly participant: StudyParticipant;
  readonly plan: readonly PlanStep[];
  /** Events so far. */
  readonly sequence: number;
  /** The session's clock, seconds. */
  readonly seconds: number;
  /** The step that is under way, or comes next; the plan's length when all is done. */
  readonly index: number;
  /** How often this step was begun before. */
  readonly attempt: number;
  /** `before` a step begins, also right after the session does. */
  readonly state: 'new' | 'before' | 'inStep' | 'stopped' | 'ended';
  readonly phase: StudyPhase;
  readonly phaseBeganSeconds: number;
  /** Of the steps that were ended as they should, the newest attempt, in order. */
  readonly done: readonly StepRecord[];
  /** Of the step under way. */
  readonly record: StepRecord | null;
  readonly skipped: readonly { readonly step: string; readonly reason: string }[];
  readonly notes: readonly { readonly seconds: number; readonly text: string }[];
  /** Ids of the newest markers of other instruments. */
  readonly marks: readonly string[];
  /** Why it was stopped; null while it was not. */
  readonly stopReason: string | null;
}

/** A session before its first event: stepStudy() begins it. */
export function createStudySession({ protocol }: StudySetup, participant: StudyParticipant): StudySession {
  return {
    participant,
    plan: buildPlan(protocol, participant),
    sequence: 0,
    seconds: 0,
    index: 0,
    attempt: 0,
    state: 'new',
    phase: 'waiting',
    phaseBeganSeconds: 0,
    done: [],
    record: null,
    skipped: [],
    notes: [],
    marks: [],
    stopReason: null,
  };
}

/** The step under way; null between steps, and when all is over. */
export function stepNow({ state, plan, index }: StudySession): PlanStep | null {
  return state === 'inStep' ? plan[index] : null;
}

/** The session after an event. Nothing else changes a session: the same events give the same session. */
export function applyStudyEvent(session: StudySession, event: StudyEvent): StudySession {
  const next = { ...session, sequence: event.sequence + 1, seconds: event.seconds };
  switch (event.kind) {
    case 'begun':
      return { ...next, state: 'before' };
    case 'stepBegun': {
      const { step, index, attempt } = event.payload;
      const record = { step, attempt, answers: {}, agreed: {}, measured: null };
      return { ...next, state: 'inStep', index, attempt, record, phase: 'waiting', phaseBeganSeconds: event.seconds };
    }
    case 'phaseBegun':
      return { ...next, phase: event.payload.phase, phaseBeganSeconds: event.seconds };
    case 'agreed': {
      const { point, isAgreed } = event.payload;
      return withRecord(next, ({ agreed }) => ({ agreed: { ...agreed, [point]: isAgreed } }));
    }
    case 'answered': {
      const { item, value } = event.payload;
      return withRecord(next, ({ answers }) => ({ answers: { ...answers, [item]: value } }));
    }
    case 'measured':
      return withRecord(next, () => ({ measured: event.payload.values }));
    case 'stepEnded':
      return afterStep(next, event.payload);
    case 'noted':
      return { ...next, notes: [...next.notes, { seconds: event.seconds, text: event.payload.text }] };
    case 'marked':
      return { ...next, marks: [...next.marks.slice(1 - MOST_MARKS), event.payload.id] };
    case 'stopped':
      return { ...next, state: 'stopped', stopReason: event.payload.reason };
    case 'continued':
      return { ...next, state: 'before', stopReason: null };
    case 'ended':
      return { ...next, state: 'ended' };
    case 'resumed':
    case 'scored':
    case 'logged':
      return next;
  }
}

/** All events of a participant, from the first. The last state of a session that was killed. */
export function replayStudy(setup: StudySetup, events: readonly StudyEvent[]): StudySession | null {
  const [first] = events;
  if (first?.kind !== 'begun') return null;
  return events.reduce(applyStudyEvent, createStudySession(setup, first.payload.participant));
}

function withRecord(session: StudySession, change: (record: StepRecord) => Partial<StepRecord>): StudySession {
  const { record } = session;
  return record === null ? session : { ...session, record: { ...record, ...change(record) } };
}

function afterStep(
  session: StudySession,
  { how, reason, step }: Extract<StudyEvent, { kind: 'stepEnded' }>['payload'],
): StudySession {
  const { record, done, skipped, index, attempt } = session;
  const next = { ...session, state: 'before', record: null } as const;
  if (how === 'done' && record !== null) return { ...next, index: index + 1, attempt: 0, done: [...done, record] };
  if (how === 'skipped') {
    return { ...next, index: index + 1, attempt: 0, skipped: [...skipped, { step, reason: reason ?? '' }] };
  }
  return { ...next, attempt: attempt + 1 };
}
