import type { Json, JsonObject } from '@leib/stage';
import type { PlanStep } from '../protocol/plan.js';
import type { TaskNode } from '../protocol/protocol.js';
import { scoreAnswers, wrongAnswer } from '../questionnaire/questionnaire.js';
import type { StudyEvent, StudyEventKind, StudyMarker, StudyPayloads } from '../studyEvent.js';
import { applyStudyEvent, type StudySession, type StudySetup } from './studySession.js';

/** What somebody decides or does. Who may decide what is the room's business. */
export type StudyDecision =
  /** Goes on: a text was read, a task begins, a pause is over, a questionnaire is complete. */
  | { readonly kind: 'next' }
  | { readonly kind: 'agree'; readonly point: number; readonly isAgreed: boolean }
  | {
      readonly kind: 'answer';
      readonly item: string;
      readonly value: number | string | null;
      readonly by: 'participant' | 'operator';
    }
  /** A task is over by its own rules. */
  | { readonly kind: 'taskOver'; readonly values: JsonObject }
  | { readonly kind: 'log'; readonly log: string; readonly data: Json }
  /** The step under way, from its beginning. */
  | { readonly kind: 'repeat'; readonly reason: string }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'note'; readonly text: string }
  /** Another instrument has said something. The same one again is no second one. */
  | { readonly kind: 'mark'; readonly marker: StudyMarker }
  /** At once, whatever is under way; `continue` begins the step anew. */
  | { readonly kind: 'stop'; readonly reason: string }
  | { readonly kind: 'continue'; readonly reason: string }
  /** After the program was started again. */
  | { readonly kind: 'resume'; readonly reason: string };

export interface StudyInput {
  readonly dtSeconds: number;
  readonly decisions: readonly StudyDecision[];
  /** For the first event. */
  readonly versions?: Readonly<Record<string, string>>;
}

export interface StudyStep {
  readonly session: StudySession;
  /** To be kept before anybody sees what follows from them. */
  readonly events: readonly StudyEvent[];
  /** Decisions that could not be followed, and why. */
  readonly refused: readonly { readonly decision: StudyDecision; readonly reason: string }[];
}

/**
 * Lets time pass and follows decisions. The session that comes out is the one before with the events applied, and the clock moved on:
 * whoever keeps the events can make it again.
 */
export function stepStudy(
  setup: StudySetup,
  before: StudySession,
  { dtSeconds, decisions, versions }: StudyInput,
): StudyStep {
  const work = new Work(setup, { ...before, seconds: before.seconds + dtSeconds });
  if (work.session.state === 'new') work.begin(versions ?? {});
  for (const decision of decisions) work.follow(decision);
  work.letPass();
  return { session: work.session, events: work.events, refused: work.refused };
}

class Work {
  session: StudySession;
  readonly events: StudyEvent[] = [];
  readonly refused: { decision: StudyDecision; reason: string }[] = [];
  readonly #setup: StudySetup;

  constructor(setup: StudySetup, session: StudySession) {
    this.#setup = setup;
    this.session = session;
  }

  begin(versions: Readonly<Record<string, string>>): void {
    const { id: study, version } = this.#setup.protocol;
    this.#tell('begun', { study, version, participant: this.session.participant, versions });
  }

  follow(decision: StudyDecision): void {
    const reason = this.#follow(decision);
    if (reason !== null) this.refused.push({ decision, reason });
  }

  /** What time alone brings. */
  letPass(): void {
    const { session } = this;
    if (session.state === 'before') this.#beginStep();
    const step = this.#step();
    if (step?.node.kind !== 'task') return;
    const { phase, phaseBeganSeconds, seconds } = this.session;
    const elapsed = seconds - phaseBeganSeconds + 1e-9;
    if (phase === 'preparing' && elapsed >= step.node.prepareSeconds) this.#phase('running');
    if (phase === 'frozen' && elapsed >= step.node.freezeSeconds) this.#end('done', null);
    if (this.session.state === 'before') this.#beginStep();
  }

  /** Why a decision cannot be followed; null where it was. */
  #follow(decision: StudyDecision): string | null {
    const { state } = this.session;
    if (decision.kind === 'note') return this.#note(decision.text);
    if (state === 'ended') return 'the session is over';
    if (decision.kind === 'mark') {
      if (!this.session.marks.includes(decision.marker.id)) this.#tell('marked', decision.marker);
      return null;
    }
    if (decision.kind === 'resume') return this.#resume(decision.reason);
    if (decision.kind === 'stop') return this.#stop(decision.reason);
    if (decision.kind === 'continue') {
      if (state !== 'stopped') return 'the session was not stopped';
      this.#tell('continued', { reason: decision.reason });
      return null;
    }
    if (state === 'stopped') return 'the session is stopped';
    const step = this.#step();
    if (step === null) return 'no step is under way';
    switch (decision.kind) {
      case 'next':
        return this.#next(step);
      case 'agree':
        return this.#agree(step, decision);
      case 'answer':
        return this.#answer(step, decision);
      case 'taskOver':
        return this.#taskOver(step, decision.values);
      case 'log':
        if (step.node.kind !== 'task') return 'no task is under way';
        this.#tell('logged', { ...this.#place(), log: decision.log, data: decision.data });
        return null;
      case 'repeat':
        return this.#endEarly('repeated', decision.reason);
      case 'skip':
        return this.#endEarly('skipped', decision.reason);
    }
  }

  #note(text: string): string | null {
    if (text.trim() === '') return 'expected words';
    this.#tell('noted', { text });
    return null;
  }

  #resume(reason: string): string | null {
    this.#tell('resumed', { reason });
    if (this.session.state === 'inStep') this.#end('interrupted', reason);
    return null;
  }

  #stop(reason: string): string | null {
    if (this.session.state === 'stopped') return 'the session is stopped already';
    if (this.session.state === 'inStep') this.#end('stopped', reason);
    this.#tell('stopped', { reason });
    return null;
  }

  #next({ node }: PlanStep): string | null {
    const { phase, record } = this.session;
    switch (node.kind) {
      case 'text':
        break;
      case 'consent': {
        const missing = this.#setup.protocol.consent.points.findIndex((_, point) => record?.agreed[point] !== true);
        if (missing >= 0) return `expected consent to point ${missing + 1}`;
        break;
      }
      case 'pause':
        if (this.session.seconds - this.session.phaseBeganSeconds < node.seconds) return 'the break is not over';
        break;
      case 'questionnaire':
        return this.#endQuestionnaire(node.of);
      case 'task':
        if (phase !== 'waiting') return 'the task has begun';
        this.#startTask(node);
        return null;
    }
    this.#end('done', null);
    return null;
  }

  #startTask({ prepareSeconds }: TaskNode): void {
    this.#phase(prepareSeconds > 0 ? 'preparing' : 'running');
  }

  #agree({ node }: PlanStep, { point, isAgreed }: Extract<StudyDecision, { kind: 'agree' }>): string | null {
    if (node.kind !== 'consent') return 'no consent is asked for';
    if (this.#setup.protocol.consent.points[point] === undefined) return `there is no point ${point + 1}`;
    this.#tell('agreed', { ...this.#place(), point, isAgreed });
    return null;
  }

  #answer({ node }: PlanStep, { item, value, by }: Extract<StudyDecision, { kind: 'answer' }>): string | null {
    if (node.kind !== 'questionnaire') return 'no question is asked';
    const asked = this.#setup.questionnaires[node.of]?.items.find(({ id }) => id === item);
    if (asked === undefined) return `"${node.of}" has no item "${item}"`;
    const wrong = wrongAnswer(asked, value);
    if (wrong !== null) return `${item}: ${wrong}`;
    this.#tell('answered', { ...this.#place(), questionnaire: node.of, item, value, by });
    return null;
  }

  #endQuestionnaire(questionnaire: string): string | null {
    const { items, scores } = this.#setup.questionnaires[questionnaire];
    const answers = this.session.record?.answers ?? {};
    const missing = items.find(({ id, isOptional }) => !isOptional && !Object.hasOwn(answers, id));
    if (missing !== undefined) return `expected an answer to ${missing.id}`;
    this.#tell('scored', { ...this.#place(), questionnaire, scores: scoreAnswers({ items, scores }, answers) });
    this.#end('done', null);
    return null;
  }

  #taskOver({ node }: PlanStep, values: JsonObject): string | null {
    if (node.kind !== 'task' || this.session.phase !== 'running') return 'no task is running';
    this.#tell('measured', { ...this.#place(), task: node.task, values });
    if (node.freezeSeconds > 0) this.#phase('frozen');
    else this.#end('done', null);
    return null;
  }

  #endEarly(how: 'repeated' | 'skipped', reason: string): string | null {
    if (reason.trim() === '') return 'expected a reason';
    this.#end(how, reason);
    return null;
  }

  #beginStep(): void {
    const { plan, index, attempt } = this.session;
    if (index >= plan.length) {
      this.#tell('ended', {});
      return;
    }
    const { id: step, node, conditions } = plan[index];
    this.#tell('stepBegun', { step, index, attempt, kind: node.kind, conditions });
    if (node.kind === 'task' && !node.waits) this.#startTask(node);
  }

  #step(): PlanStep | null {
    const { state, plan, index } = this.session;
    return state === 'inStep' ? plan[index] : null;
  }

  #place() {
    const { plan, index, attempt } = this.session;
    return { step: plan[index].id, index, attempt };
  }

  #phase(phase: StudyPayloads['phaseBegun']['phase']): void {
    this.#tell('phaseBegun', { ...this.#place(), phase });
  }

  #end(how: StudyPayloads['stepEnded']['how'], reason: string | null): void {
    this.#tell('stepEnded', { ...this.#place(), how, reason });
  }

  #tell<Kind extends StudyEventKind>(kind: Kind, payload: StudyPayloads[Kind]): void {
    const { participant, sequence, seconds } = this.session;
    const event = { participant: participant.id, sequence, seconds, kind, payload } as StudyEvent;
    this.events.push(event);
    this.session = applyStudyEvent(this.session, event);
  }
}
